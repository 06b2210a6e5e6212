import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// What of states and transitions has no effect is reported.
@Suite struct StateCheckTests {
  /// The warnings about states of a layer `r`, which has a filter, a cell, a behaviour, an animation and a sublayer.
  private func warnings(states: String = "", changes: String = "", transitions: String = "") throws
    -> [String]
  {
    let read = try document(
      """
      <filters><CAFilter id="f" filter="gaussianBlur" name="blur" inputRadius="1"/></filters>
      <emitterCells><CAEmitterCell id="c" name="spark"/></emitterCells>
      <emitterBehaviors><CAEmitterBehavior id="w" behavior="drag" name="air"/></emitterBehaviors>
      <animations><fade id="a" type="CABasicAnimation" keyPath="opacity" toValue="0" duration="1"/></animations>
      <sublayers><CALayer name="inner"/></sublayers>
      <states><LKState name="s"><elements>\(changes)</elements></LKState>\(states)</states>
      <stateTransitions>\(transitions)</stateTransitions>
      """,
      attributes: "id=\"r\"",
      tag: "CAEmitterLayer"
    )
    return read.diagnostics.filter { $0.severity != .note }.map(\.message)
  }

  private func set(_ target: String, _ keyPath: String) -> String {
    "<LKStateSetValue targetId=\"\(target)\" keyPath=\"\(keyPath)\"><value type=\"real\" value=\"1\"/></LKStateSetValue>"
  }

  @Test(arguments: [
    "<LKState name=\"a\" basedOn=\"none\"/>", "<LKState name=\"a\" basedOn=\"a\"/>", "<LKState name=\"s\"/>",
    "<LKState/>", "<LKState name=\"a\" initial=\"maybe\"/>", "<LKState name=\"a\" nextDelay=\"soon\"/>",
  ])
  func aStateThatIsNotAsItSaysIsReported(state: String) throws {
    #expect(try warnings(states: state).count == 1)
  }

  @Test func aCircleOfStatesIsReported() throws {
    let circle = "<LKState name=\"a\" basedOn=\"b\"/><LKState name=\"b\" basedOn=\"a\"/>"
    #expect(try warnings(states: circle).count == 2)
    let chain =
      "<LKState name=\"a\" basedOn=\"b\"/><LKState name=\"b\" basedOn=\"s\"/><LKState name=\"c\" basedOn=\"\"/>"
    #expect(try warnings(states: chain).isEmpty)
  }

  /// Long chains are checked in a time that grows with their length, and without a remark.
  @Test(.timeLimit(.minutes(1))) func longChainsOfStatesAreChecked() throws {
    let chain = (0..<4000).map { "<LKState name=\"c\($0)\" basedOn=\"\($0 == 0 ? "s" : "c\($0 - 1)")\"/>" }
    #expect(try warnings(states: chain.joined()).isEmpty)
  }

  /// Key paths do not reach a filter whose name has a dot.
  @Test func aNameWithADotIsReported() throws {
    let read = try document(
      """
      <filters><CAFilter id="f" filter="gaussianBlur" name="my.blur" inputRadius="3"/></filters>
      <states><LKState name="s"><elements>\(set("f", "inputRadius"))</elements></LKState></states>
      """
    )
    let messages = read.diagnostics.filter { $0.severity != .note }.map(\.message)
    #expect(messages == ["no key path of a layer leads to the target of <LKStateSetValue>; ignored"])
  }

  @Test func aTransitionNeedsItsStates() throws {
    let known = "<LKStateTransition fromState=\"s\" toState=\"*\"><elements/></LKStateTransition>"
    #expect(try warnings(transitions: known).isEmpty)
    let unknown = "<LKStateTransition fromState=\"*\" toState=\"t\"><elements/></LKStateTransition>"
    #expect(try warnings(transitions: unknown) == ["no state is called \"t\"; the transition never runs"])
  }

  @Test func anElementOfATransitionNeedsAnAnimationAndAPlace() throws {
    func element(_ target: String, _ child: String, _ more: String = "") -> String {
      """
      <LKStateTransition fromState="*" toState="s"><elements><LKStateTransitionElement targetId="\(target)" key="opacity" \(more)>\
      \(child)</LKStateTransitionElement></elements></LKStateTransition>
      """
    }
    let animation = "<animation type=\"CABasicAnimation\" keyPath=\"opacity\"/>"
    #expect(try warnings(transitions: element("r", animation)).isEmpty)
    #expect(try warnings(transitions: element("r", "")).count == 1)
    #expect(try warnings(transitions: element("r", "", "enabled=\"0\"")).isEmpty)
    #expect(try warnings(transitions: element("a", animation)).count == 1)
  }

  @Test(arguments: [
    ("r", "filters.blur.inputRadius"), ("r", "emitterCells.spark.birthRate"),
    ("r", "emitterBehaviors.air.drag"),
    ("r", "sublayers.inner.opacity"), ("f", "inputRadius"), ("c", "birthRate"), ("w", "drag"),
    ("a", "duration"),
    ("f", "enabled"), ("c", "emissionRange"), ("r", "filters.blur.enabled"),
  ])
  func keyPathsThatLeadSomewhereAreFine(target: String, keyPath: String) throws {
    #expect(try warnings(changes: set(target, keyPath)).isEmpty)
  }

  @Test(arguments: [
    ("r", "filters.glow.inputRadius"), ("r", "filters.blur.radius"), ("r", "emitterCells.ash.birthRate"),
    ("r", "emitterCells.spark.birthrate"), ("r", "emitterBehaviors.air.dragg"),
    ("r", "sublayers.outer.opacity"),
    ("f", "inputRadiu"), ("c", "birthrate"), ("w", "dragg"), ("a", "length"),
  ])
  func keyPathsThatLeadNowhereAreReported(target: String, keyPath: String) throws {
    let found = try warnings(changes: set(target, keyPath))
    #expect(found == ["the key path \(keyPath) of a state names no property; it has no effect"])
    guard target == "r" else { return }
    let animation = """
      <LKStateAddAnimation targetId="r" key="k"><animation type="CABasicAnimation" keyPath="\(keyPath)" toValue="1"/></LKStateAddAnimation>
      """
    #expect(try warnings(changes: animation).count == 1)
  }

  @Test(arguments: [
    "<LKStateSetValue targetId=\"r\" keyPath=\"opacity\"/>",
    "<LKStateSetValue targetId=\"r\" keyPath=\"contentsGravity\"><value type=\"string\" value=\"wild\"/></LKStateSetValue>",
    "<LKStateAddElement targetId=\"r\" keyPath=\"sublayers\"/>",
    "<LKStateRemoveElement targetId=\"r\" keyPath=\"filters\"><object object=\"r\"/></LKStateRemoveElement>",
    "<LKStateAddAnimation targetId=\"r\" key=\"k\"/>",
    "<LKStateRemoveAnimation targetId=\"r\" key=\"none\"/>",
    "<LKStateRemoveAnimation targetId=\"c\" key=\"fade\"/>",
  ])
  func aChangeWithoutAnEffectIsReported(change: String) throws {
    #expect(try warnings(changes: change).count == 1)
  }

  @Test func animationsThatAreThereAreRemoved() throws {
    #expect(try warnings(changes: "<LKStateRemoveAnimation targetId=\"r\" key=\"fade\"/>").isEmpty)
    let added = """
      <LKStateAddAnimation targetId="r" key="k"><animation type="CABasicAnimation" keyPath="opacity" toValue="1"/></LKStateAddAnimation>
      """
    let later =
      "<LKState name=\"t\" basedOn=\"s\"><elements><LKStateRemoveAnimation targetId=\"r\" key=\"k\"/></elements></LKState>"
    #expect(try warnings(states: later, changes: added).isEmpty)
  }
}
