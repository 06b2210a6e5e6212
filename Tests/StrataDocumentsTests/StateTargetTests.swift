import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// caml 6.1: the target of a change is any object of the document that has an id.
@Suite struct StateTargetTests {
  private func states(_ changes: String, _ transitions: String = "") -> String {
    """
    <states><LKState name="s"><elements>\(changes)</elements></LKState></states>
    <stateTransitions><LKStateTransition fromState="*" toState="s"><elements>\(transitions)</elements></LKStateTransition></stateTransitions>
    """
  }

  @Test func aStateChangesAFilterByItsID() throws {
    let read = try document(
      """
      <filters><CAFilter id="f" filter="colorAdd" name="add" inputColor="0 0 0"/></filters>
      <backgroundFilters><CAFilter id="b" filter="gaussianBlur" inputRadius="1"/></backgroundFilters>
      """
        + states(
          """
          <LKStateSetValue targetId="f" keyPath="inputColor"><value type="CGColor" value="0 1 0"/></LKStateSetValue>
          <LKStateSetValue targetId="b" keyPath="inputRadius"><value type="real" value="5"/></LKStateSetValue>
          """
        )
    )
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    let root = try read.root
    func green() throws -> CGFloat? {
      let color = try #require(root.value(forKeyPath: "filters.add.inputColor") as? CGColor)
      return color.components?.dropFirst().first
    }
    try read.setState("s", transitionSpeed: 0)
    #expect(try green() == 1 && number(root, "backgroundFilters.gaussianBlur.inputRadius") == 5)
    try read.setState(nil, transitionSpeed: 0)
    #expect(try green() == 0 && number(root, "backgroundFilters.gaussianBlur.inputRadius") == 1)
  }

  @Test func aStateChangesABehaviourByItsID() throws {
    let read = try document(
      "<emitterBehaviors><CAEmitterBehavior id=\"w\" behavior=\"drag\" name=\"d\" drag=\"0\"/></emitterBehaviors>"
        + states(
          "<LKStateSetValue targetId=\"w\" keyPath=\"drag\"><value type=\"real\" value=\"20\"/></LKStateSetValue>"
        ),
      tag: "CAEmitterLayer"
    )
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    let root = try read.root
    try read.setState("s", transitionSpeed: 0)
    #expect(number(root, "emitterBehaviors.d.drag") == 20)
    try read.setState(nil, transitionSpeed: 0)
    #expect(number(root, "emitterBehaviors.d.drag") == 0)
  }

  @Test func aStateChangesAnAnimationByItsID() throws {
    let read = try document(
      """
      <animations><move id="a" type="CABasicAnimation" keyPath="position.x" fromValue="10" toValue="50" duration="1" beginTime="1e-100"/>
      <g type="CAAnimationGroup" duration="4"><animations><CABasicAnimation id="m" keyPath="opacity" toValue="0"/></animations></g></animations>
      """
        + states(
          """
          <LKStateSetValue targetId="a" keyPath="toValue"><value type="real" value="90"/></LKStateSetValue>
          <LKStateSetValue targetId="a" keyPath="duration"><value type="real" value="2"/></LKStateSetValue>
          <LKStateSetValue targetId="m" keyPath="toValue"><value type="real" value="0.5"/></LKStateSetValue>
          """
        )
    )
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    let root = try read.root
    func values() throws -> [Double?] {
      let move = try #require(root.animation(forKey: "move") as? CABasicAnimation)
      let group = try #require(root.animation(forKey: "g") as? CAAnimationGroup)
      let fade = try #require(group.animations?.first as? CABasicAnimation)
      return [
        (move.toValue as? NSNumber)?.doubleValue, move.duration, (fade.toValue as? NSNumber)?.doubleValue,
      ]
    }
    try read.setState("s", transitionSpeed: 0)
    #expect(try values() == [90, 2, 0.5])
    try read.setState(nil, transitionSpeed: 0)
    #expect(try values() == [50, 1, 0])
  }

  @Test func aTransitionAnimatesAFilterByItsID() throws {
    let read = try document(
      "<filters><CAFilter id=\"f\" filter=\"gaussianBlur\" name=\"blur\" inputRadius=\"1\"/></filters>"
        + states(
          "<LKStateSetValue targetId=\"f\" keyPath=\"inputRadius\"><value type=\"real\" value=\"9\"/></LKStateSetValue>",
          """
          <LKStateTransitionElement targetId="f" key="inputRadius"><animation type="CABasicAnimation" keyPath="inputRadius" duration="1"/></LKStateTransitionElement>
          """
        )
    )
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    try read.setState("s")
    let key = "filters.blur.inputRadius"
    let animation = try #require(try read.root.animation(forKey: key) as? CABasicAnimation)
    #expect(animation.keyPath == key && (animation.fromValue as? NSNumber)?.doubleValue == 1)
  }

  @Test func aFilterBehindAnotherOfItsNameIsOutOfReach() throws {
    let read = try document(
      """
      <filters><CAFilter filter="colorSaturate" inputAmount="1"/><CAFilter id="f" filter="colorSaturate" inputAmount="1"/></filters>
      """
        + states(
          "<LKStateSetValue targetId=\"f\" keyPath=\"inputAmount\"><value type=\"real\" value=\"0\"/></LKStateSetValue>"
        )
    )
    #expect(read.warnings(.notHonoured).count == 1, "\(read.diagnostics)")
  }

  @Test func aCellBehindAnotherOfItsNameIsOutOfReachOfTransitions() throws {
    let read = try document(
      "<emitterCells><CAEmitterCell name=\"a\"/><CAEmitterCell id=\"c\" name=\"a\" birthRate=\"1\"/></emitterCells>"
        + states(
          "<LKStateSetValue targetId=\"c\" keyPath=\"birthRate\"><value type=\"real\" value=\"9\"/></LKStateSetValue>",
          """
          <LKStateTransitionElement targetId="c" key="birthRate"><animation type="CABasicAnimation" keyPath="birthRate" duration="1"/></LKStateTransitionElement>
          """
        ),
      tag: "CAEmitterLayer"
    )
    #expect(read.warnings(.notHonoured).count == 1, "\(read.diagnostics)")
    try read.setState("s")
    #expect(try read.root.animationKeys() == nil)
    let cells = try #require((read.root as? CAEmitterLayer)?.emitterCells)
    #expect(cells.map(\.birthRate) == [0, 9])
  }

  @Test func layersOfStatesHaveTheirAnimations() throws {
    let read = try document(
      states(
        """
        <LKStateAddElement targetId="r" keyPath="sublayers"><object type="CALayer" name="new"><animations>
        <fade type="CABasicAnimation" keyPath="opacity" toValue="0" duration="1"/></animations></object></LKStateAddElement>
        """
      ),
      attributes: "id=\"r\""
    )
    try read.setState("s", transitionSpeed: 0)
    #expect(try read.root.sublayers?.first?.animationKeys() == ["fade"])
  }
}
