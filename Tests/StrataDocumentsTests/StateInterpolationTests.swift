import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

/// caml 6.2: changes of the state without animations of the document, over a duration.
@Suite struct StateInterpolationTests {
  /// Two states as they are made by hand: the transitions between them are empty.
  private static let body = """
    <sublayers><CALayer id="box" bounds="0 0 10 10" position="10 20"/></sublayers>
    <states>
    <LKState name="Locked"><elements>
      <LKStateSetValue targetId="box" keyPath="position.x"><value type="real" value="10"/></LKStateSetValue>
    </elements></LKState>
    <LKState name="Unlock"><elements>
      <LKStateSetValue targetId="box" keyPath="position.x"><value type="real" value="90"/></LKStateSetValue>
      <LKStateSetValue targetId="box" keyPath="backgroundColor"><value type="CGColor" value="1 0 0"/></LKStateSetValue>
    </elements></LKState>
    <LKState name="Sleep"><elements>
      <LKStateSetValue targetId="box" keyPath="opacity"><value type="real" value="0"/></LKStateSetValue>
    </elements></LKState>
    </states>
    <stateTransitions>
    <LKStateTransition fromState="*" toState="Unlock"><elements/></LKStateTransition>
    TRANSITION
    </stateTransitions>
    """

  /// A document with its renderer and its only sublayer.
  private struct Scene {
    let document: Document
    let renderer: OfflineRenderer
    let box: CALayer

    init(_ transition: String = "", animations: String = "") throws {
      let text = StateInterpolationTests.body.replacingOccurrences(of: "TRANSITION", with: transition)
        .replacingOccurrences(of: "position=\"10 20\"/>", with: "position=\"10 20\">\(animations)</CALayer>")
      document = try StrataDocumentsTests.document(text)
      box = try #require(try document.root.sublayers?.first)
      renderer = OfflineRenderer(document: document)
    }

    func go(_ state: String?, at time: Double, for duration: Double) throws {
      var failure: (any Error)?
      renderer.change(at: time) {
        do {
          try document.setState(state, interpolationDuration: duration)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }

    /// The value on show at a time.
    func shown(_ keyPath: String, at time: Double) -> Double? {
      var result: Double?
      renderer.change(at: time) { result = box.presentation().flatMap { number($0, keyPath) } }
      return result
    }
  }

  @Test func aChangedValueRunsEvenlyFromTheShownToTheNewOne() throws {
    let scene = try Scene()
    try scene.go("Unlock", at: 0.5, for: 0.8)
    let shown = [0.4, 0.5, 0.7, 0.9, 1.3, 2].map { scene.shown("position.x", at: $0) ?? -1 }
    for (actual, expected) in zip(shown, [10.0, 10, 30, 50, 90, 90]) {
      #expect(abs(actual - expected) < 1e-6, "\(shown)")
    }
    #expect(scene.box.position.x == 90)
  }

  @Test func aMissingColourFadesIn() throws {
    let scene = try Scene()
    try scene.go("Unlock", at: 1, for: 2)
    var alpha: [CGFloat] = []
    for time in [1.5, 2, 3] {
      scene.renderer.change(at: time) { alpha.append(scene.box.presentation()?.backgroundColor?.alpha ?? -1) }
    }
    #expect(alpha == [0.25, 0.5, 1])
  }

  @Test func withoutADurationTheChangeIsImmediate() throws {
    let scene = try Scene()
    try scene.go("Unlock", at: 1, for: 0)
    #expect(scene.shown("position.x", at: 1) == 90)
    #expect(scene.box.animationKeys() == nil)
  }

  @Test func anInterruptedTransitionGoesOnFromTheShownValue() throws {
    let scene = try Scene()
    try scene.go("Unlock", at: 1, for: 2)
    try scene.go(nil, at: 2, for: 1)
    #expect(scene.shown("position.x", at: 2) == 50)
    #expect(scene.shown("position.x", at: 2.5) == 30)
    #expect(scene.shown("position.x", at: 3.5) == 10)
  }

  @Test func aJumpEndsTheInterpolation() throws {
    let scene = try Scene()
    try scene.go("Unlock", at: 1, for: 2)
    try scene.go(nil, at: 2, for: 0)
    #expect(scene.shown("position.x", at: 2) == 10)
    #expect(scene.box.animationKeys() == nil)
  }

  @Test func animationsOfTheTransitionWin() throws {
    let scene = try Scene(
      """
      <LKStateTransition fromState="Locked" toState="Unlock"><elements>
      <LKStateTransitionElement key="position" targetId="box">
      <animation type="CABasicAnimation" keyPath="position" duration="4"/></LKStateTransitionElement>
      </elements></LKStateTransition>
      """
    )
    try scene.go("Locked", at: 0.5, for: 0)
    try scene.go("Unlock", at: 1, for: 1)
    var alpha: CGFloat?
    scene.renderer.change(at: 1.5) { alpha = scene.box.presentation()?.backgroundColor?.alpha }
    #expect(alpha == 0.5, "the colour has no animation of its own")
    #expect(scene.shown("position.x", at: 2) == 30)
    #expect(scene.shown("position.x", at: 5) == 90)
  }

  @Test func anAnimationThatStaysAttachedIsNotDisturbed() throws {
    let scene = try Scene(
      animations: """
        <animations><sway type="CABasicAnimation" keyPath="position" duration="10" beginTime="1e-100" \
        removedOnCompletion="0" repeatCount="inf"><fromValue type="CGPoint" value="0 0"/>\
        <toValue type="CGPoint" value="100 0"/></sway></animations>
        """
    )
    try scene.go("Unlock", at: 1, for: 2)
    #expect(abs((scene.shown("position.x", at: 2) ?? -1) - 20) < 1e-6)
  }

  @Test func aCellOfAnEmitterChangesEvenly() throws {
    let read = try document(
      """
      <emitterCells><CAEmitterCell id="c" name="spark" birthRate="2"/></emitterCells>
      <states><LKState name="s"><elements>
        <LKStateSetValue targetId="c" keyPath="birthRate"><value type="real" value="10"/></LKStateSetValue>
      </elements></LKState></states>
      """,
      tag: "CAEmitterLayer"
    )
    let root = try read.root
    let renderer = OfflineRenderer(document: read)
    var rates: [Double?] = []
    renderer.change(at: 1) { try? read.setState("s", interpolationDuration: 2) }
    for time in [1.0, 2, 3] {
      renderer.change(at: time) {
        rates.append(root.presentation().flatMap { number($0, "emitterCells.spark.birthRate") })
      }
    }
    #expect(rates == [2, 6, 10])
  }

  @Test func aValueWithoutAnyBetweenChangesAtOnce() throws {
    let read = try document(
      """
      <sublayers><CATextLayer id="t"><string type="string" value="old"/></CATextLayer></sublayers>
      <states><LKState name="s"><elements>
        <LKStateSetValue targetId="t" keyPath="string"><value type="string" value="new"/></LKStateSetValue>
        <LKStateSetValue targetId="t" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue>
      </elements></LKState></states>
      """
    )
    try read.setState("s", interpolationDuration: 2)
    let text = try #require(try read.root.sublayers?.first as? CATextLayer)
    #expect(text.string as? String == "new")
    #expect(text.animationKeys() == ["state opacity"])
  }

  @Test func theDurationCountsForThePlaybackAndIsNotWritten() throws {
    let scene = try Scene()
    let text = try scene.document.markupText()
    try scene.go("Unlock", at: 0.5, for: 0.8)
    #expect(abs((scene.document.playback.suggestedDuration ?? 0) - 1.3) < 1e-6)
    #expect(try scene.document.markupText() == text)
  }
}
