import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// caml 5: animations.
@Suite struct AnimationReadingTests {
  private func animations(_ body: String) throws -> (Document, [CAAnimation]) {
    let read = try document("<animations>\(body)</animations>")
    let root = try read.root
    return (read, (root.animationKeys() ?? []).compactMap { root.animation(forKey: $0) })
  }

  @Test func theTagIsTheKeyAndTheTypeTheClass() throws {
    let (read, found) = try animations(
      """
      <spin type="CAKeyframeAnimation" keyPath="transform.rotation.z" beginTime="1e-100" duration="2" repeatCount="inf"
        repeatDuration="0" removedOnCompletion="0" calculationMode="linear" timingFunction="0.125 0 0.5 1">
        <values><real value="0"/><integer value="6"/></values>
        <keyTimes><real value="0"/><integer value="1"/></keyTimes>
        <timingFunctions><CAMediaTimingFunction value="0 0 1 1"/></timingFunctions>
      </spin>
      """
    )
    #expect(try read.root.animationKeys() == ["spin"])
    let spin = try #require(found.first as? CAKeyframeAnimation)
    #expect(spin.keyPath == "transform.rotation.z")
    #expect(spin.duration == 2)
    #expect(spin.repeatCount == .infinity)
    #expect(!spin.isRemovedOnCompletion)
    #expect(spin.values?.count == 2)
    #expect(spin.keyTimes == [0, 1])
    #expect(spin.timingFunctions?.count == 1 && spin.timingFunction != nil)
    #expect(spin.beginTime > 0 && spin.beginTime < 1e-6)
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
  }

  @Test func everyEqualKeyRunsAndEscapedKeysCount() throws {
    let (read, found) = try animations(
      """
      <animation type="CABasicAnimation" keyPath="opacity" duration="1" fromValue="0" toValue="1"/>
      <animation type="CABasicAnimation" keyPath="zPosition" duration="1" fromValue="0"/>
      <animation key="named" type="CABasicAnimation" keyPath="cornerRadius" duration="1" fromValue="0"/>
      <p key="other one" type="CABasicAnimation" keyPath="borderWidth" duration="1" fromValue="0"/>
      <CABasicAnimation keyPath="position" duration="1" fromValue="1 2"/>
      """
    )
    #expect(
      try read.root.animationKeys() == ["animation", "animation-2", "named", "other one", "position"]
    )
    #expect((found[0] as? CABasicAnimation)?.fromValue as? NSNumber == 0)
    #expect((found[4] as? CABasicAnimation)?.fromValue as? CGPoint == CGPoint(x: 1, y: 2))
  }

  @Test("The keys of many animations without names take no search each", .timeLimit(.minutes(1)))
  func manyEqualKeys() throws {
    // Over a minute when each number was searched from 2 on.
    let one = "<animation type=\"CABasicAnimation\" keyPath=\"opacity\" fromValue=\"0\"/>"
    let named =
      "<animation key=\"animation-3\" type=\"CABasicAnimation\" keyPath=\"opacity\" fromValue=\"0\"/>"
    let (read, _) = try animations(named + String(repeating: one, count: 60_000))
    let keys = try read.root.animationKeys() ?? []
    #expect(keys.count == 60_001)
    #expect(keys.prefix(4) == ["animation-3", "animation", "animation-2", "animation-4"])
    #expect(keys.last == "animation-60001")
  }

  @Test func groupsSpringsAndTransitionsAreRead() throws {
    let (_, found) = try animations(
      """
      <rotate type="CAAnimationGroup" duration="8" speed="0.5" timingFunction="easeInEaseOut">
        <animations>
          <CABasicAnimation keyPath="transform.rotation.x" duration="8"><fromValue type="integer" value="0"/>
            <toValue type="real" value="6.28318"/></CABasicAnimation>
          <CASpringAnimation keyPath="opacity" mass="2" stiffness="300" damping="50" velocity="3" duration="0.8"
            mica_autorecalculatesDuration="1" fillMode="backwards"/>
        </animations>
      </rotate>
      <t type="CATransition" subtype="fromLeft" startProgress="0.25" endProgress="0.75" duration="1"><type value="push"/></t>
      """
    )
    let group = try #require(found[0] as? CAAnimationGroup)
    #expect(group.animations?.count == 2 && group.speed == 0.5)
    let spring = try #require(group.animations?[1] as? CASpringAnimation)
    #expect(spring.mass == 2)
    #expect(spring.stiffness == 300)
    #expect(spring.damping == 50)
    #expect(spring.initialVelocity == 3)
    #expect(spring.fillMode == .backwards && spring.duration == 0.8)
    let transition = try #require(found[1] as? CATransition)
    #expect(transition.type == .push && transition.subtype == .fromLeft)
    #expect(transition.startProgress == 0.25 && transition.endProgress == 0.75)
  }

  @Test(.enabled(if: buildHasImageCodecs)) func valuesOfEveryKindAreRead() throws {
    let (_, found) = try animations(
      """
      <a type="CAKeyframeAnimation" keyPath="colors"><values><NSArray><CGColor value="1 0 0"/><CGColor value="0 0 1"/></NSArray></values></a>
      <b type="CAKeyframeAnimation" keyPath="bounds"><values><CGRect value="0 0 1 2"/></values></b>
      <c type="CAKeyframeAnimation" keyPath="contents" calculationMode="discrete">
        <values><CGImage src="\(pixelURL)"/><CGImage src="\(pixelURL)"/></values>
        <keyTimes><real value="0"/><real value="0.5"/><real value="1"/></keyTimes></c>
      <d type="CAKeyframeAnimation" keyPath="position" path="0 0 m 10 0 l" rotationMode="auto"/>
      <e type="CABasicAnimation" keyPath="transform"><toValue type="CATransform3D" value=""/></e>
      <f type="CAKeyframeAnimation" keyPath="opacity"><values><real value="undefined"/><real value="1"/></values></f>
      <g type="CABasicAnimation" keyPath="transform" valueFunction="rotateZ"><fromValue type="real" value="0"/><toValue type="real" value="3"/></g>
      """
    )
    #expect(((found[0] as? CAKeyframeAnimation)?.values?.first as? [Any])?.count == 2)
    #expect(
      (found[1] as? CAKeyframeAnimation)?.values?.first as? CGRect == CGRect(x: 0, y: 0, width: 1, height: 2)
    )
    #expect((found[2] as? CAKeyframeAnimation)?.values?.count == 2)
    #expect((found[2] as? CAKeyframeAnimation)?.keyTimes == [0, 0.5, 1])
    #expect((found[3] as? CAKeyframeAnimation)?.path != nil)
    #expect((found[4] as? CABasicAnimation)?.toValue as? CATransform3D == CATransform3DIdentity)
    #expect((found[5] as? CAKeyframeAnimation)?.values?.count == 1)
    #expect((found[6] as? CABasicAnimation)?.valueFunction?.name == .rotateZ)
  }

  @Test func extraKeyTimesAreIgnoredAndADiscreteListIsClosed() throws {
    let (_, found) = try animations(
      """
      <a type="CAKeyframeAnimation" keyPath="opacity"><values><real value="0"/><real value="1"/></values>
        <keyTimes><real value="0"/><real value="0.5"/><real value="1"/></keyTimes></a>
      <b type="CAKeyframeAnimation" keyPath="opacity" calculationMode="discrete"><values><real value="0"/><real value="1"/></values>
        <keyTimes><real value="0"/><real value="0.5"/></keyTimes></b>
      """
    )
    #expect((found[0] as? CAKeyframeAnimation)?.keyTimes == [0, 0.5])
    #expect((found[1] as? CAKeyframeAnimation)?.keyTimes == [0, 0.5, 1])
  }

  @Test func anUnreadableValueGoesWithItsTime() throws {
    let (read, found) = try animations(
      """
      <a type="CAKeyframeAnimation" keyPath="opacity"><values><p value="0"/><p value="x"/><p value="1"/></values>
        <keyTimes><real value="0"/><real value="0.5"/><real value="1"/></keyTimes></a>
      """
    )
    let keyframes = try #require(found.first as? CAKeyframeAnimation)
    #expect((keyframes.values as? [NSNumber])?.map(\.doubleValue) == [0, 1])
    #expect(keyframes.keyTimes == [0, 1])
    #expect(read.warnings(.badValue).map(\.message) == ["\"x\" is not a number; ignored"])
    #expect(read.diagnostics.count == 1)
  }

  /// A value function takes numbers, in every form, wherever it stands.
  @Test(arguments: [
    "<a type=\"CABasicAnimation\" keyPath=\"transform\" fromValue=\"0.5\" toValue=\"2\" valueFunction=\"rotateZ\"/>",
    """
    <a type="CABasicAnimation" keyPath="transform" fromValue="0.5"><toValue value="2"/>
    <valueFunction name="scaleX"/></a>
    """,
  ])
  func theEndpointsOfAValueFunctionAreNumbers(body: String) throws {
    let (read, found) = try animations(body)
    let animation = try #require(found.first as? CABasicAnimation)
    #expect(animation.fromValue as? Double == 0.5)
    #expect(animation.toValue as? Double == 2)
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
  }

  @Test func theEndpointsOfAFunctionOfThreeNumbersAreLists() throws {
    let (read, found) = try animations(
      """
      <a type="CABasicAnimation" keyPath="transform" valueFunction="translate" toValue="1 2 3"/>
      <b type="CAKeyframeAnimation" keyPath="transform"><valueFunction name="rotateX"/>
      <values><p value="1"/><p value="2"/></values></b>
      """
    )
    #expect((found.first as? CABasicAnimation)?.toValue as? [NSNumber] == [1, 2, 3])
    #expect((found.last as? CAKeyframeAnimation)?.values as? [NSNumber] == [1, 2])
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
  }

  @Test func aKeyPathThatNamesNothingIsReported() throws {
    let (read, _) = try animations(
      """
      <a type="CABasicAnimation" keyPath="sparkle" duration="1"/>
      <b type="CABasicAnimation" duration="1"/>
      <c type="CAMagicAnimation" keyPath="opacity"/>
      <d type="CABasicAnimation" keyPath="filters.blur.inputRadius"/>
      """
    )
    #expect(read.warnings(.unknownKey).count == 2, "no property, and no filter of this name")
    #expect(read.warnings(.badValue).count == 1 && read.warnings(.unknownElement).count == 1)
  }

  @Test func playbackTellsTheEndAndTheLoop() throws {
    let (read, _) = try animations(
      """
      <a type="CABasicAnimation" keyPath="opacity" duration="2" beginTime="1" autoreverses="1"/>
      <b type="CABasicAnimation" keyPath="zPosition" duration="1.5" repeatCount="inf"/>
      <c type="CABasicAnimation" keyPath="cornerRadius" duration="1" autoreverses="1" repeatCount="inf" speed="2"/>
      """
    )
    #expect(read.playback.end == 5 && read.playback.loop == 3)
    #expect(try document("").playback.suggestedDuration == nil)
    // The layer's time is 5 at the start, or 1 with half of the time.
    try read.root.timeOffset = 3
    #expect(read.playback.end == 2)
    try read.root.speed = 0.5
    #expect(read.playback.end == 4)
  }
}
