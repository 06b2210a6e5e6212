import Foundation
import QuartzCore
import StrataDocuments
import StrataCAML
import StrataRenderServer
import StrataRenderTree
import Testing

/// A document that is written in a state has its base state, and what is shown stays as it is.
@Suite struct StateWritingTests {
  private static func fade(_ tag: String) -> String {
    "<\(tag) type=\"CABasicAnimation\" keyPath=\"opacity\" repeatCount=\"inf\" duration=\"1\"/>"
  }

  private static let body = """
    <sublayers>
      <CALayer id="a" name="a"><animations>\(fade("pulse"))</animations></CALayer>
      <CALayer id="b" name="b" opacity="0.75"><animations>\(fade("blink"))</animations></CALayer>
    </sublayers>
    <states><LKState name="s"><elements>
      <LKStateSetValue targetId="b" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue>
      <LKStateSetValue targetId="r" keyPath="sublayers.a.opacity"><value type="real" value="0.25"/></LKStateSetValue>
      <LKStateRemoveElement targetId="r" keyPath="sublayers"><object object="a"/></LKStateRemoveElement>
      <LKStateAddElement targetId="r" keyPath="sublayers">
        <object type="CALayer" name="new"><animations>\(fade("glow"))</animations></object>
      </LKStateAddElement>
      <LKStateAddAnimation targetId="b" key="shake">\(fade("animation"))</LKStateAddAnimation>
      <LKStateRemoveAnimation targetId="b" key="blink"/>
    </elements></LKState></states>
    """

  private let read: Document
  private let renderer: OfflineRenderer

  init() throws {
    read = try document(Self.body, attributes: "id=\"r\" bounds=\"0 0 10 10\"")
    renderer = OfflineRenderer(document: read)
  }

  private func enter(_ state: String?, at time: Double) {
    renderer.change(at: time) { try? read.setState(state, transitionSpeed: 0) }
  }

  private func layer(_ name: String) throws -> CALayer {
    try #require(try read.root.sublayers?.first { $0.name == name })
  }

  private func expectUnchanged() throws {
    let text = try read.markupText()
    let after = try #require(try MarkupReader.read(Data(text.utf8), file: "written").root)
    let before = try #require(read.markup)
    #expect(MarkupComparison.differences(before, after) == [])
  }

  @Test func theBaseStateIsWritten() throws {
    try expectUnchanged()
    enter("s", at: 1)
    #expect(try read.root.sublayers?.map(\.name) == ["b", "new"])
    try expectUnchanged()
    enter(nil, at: 2)
    #expect(try read.root.sublayers?.map(\.name) == ["a", "b"])
    try expectUnchanged()
  }

  @Test func theMarkupOfALayerIsThatOfItsBaseState() throws {
    enter("s", at: 1)
    let text = try read.markupText(of: try read.root)
    #expect(text.contains("<pulse ") && text.contains("opacity=\"0.75\""), "\(text)")
    #expect(text.components(separatedBy: "name=\"new\"").count == 2, "\(text)")
  }

  @Test func writingLeavesLayersAndAnimationsWhereTheyAre() throws {
    enter("s", at: 1)
    let (b, new) = (try layer("b"), try layer("new"))
    let (shake, glow) = (b.animation(forKey: "shake"), new.animation(forKey: "glow"))
    let (bID, newID) = (b.renderID, new.renderID)
    #expect(shake != nil && glow != nil)
    #expect(bID != nil && newID != nil)
    _ = try read.markupText()
    _ = try read.markupText(of: b)
    #expect(b.animation(forKey: "shake") === shake)
    #expect(new.animation(forKey: "glow") === glow)
    #expect(b.renderID == bID && new.renderID == newID)
    #expect(b.animationKeys() == ["shake"])
    #expect(try read.root.sublayers?.map(\.name) == ["b", "new"])
  }

  @Test func aValueThatAProgramSetInAStateStays() throws {
    enter("s", at: 1)
    let b = try layer("b")
    b.opacity = 0.125
    _ = try read.markupText()
    #expect(b.opacity == 0.125)
    enter(nil, at: 2)
    #expect(b.opacity == 0.75)
  }

  @Test func aLayerThatAStateRemovedComesBackWithItsAnimations() throws {
    enter("s", at: 1)
    enter(nil, at: 2)
    let (a, b) = (try layer("a"), try layer("b"))
    #expect(a.animationKeys() == ["pulse"])
    // They go on.
    let begins = [a.animation(forKey: "pulse"), b.animation(forKey: "blink")].compactMap { $0?.beginTime }
    #expect(begins.count == 2 && begins.allSatisfy { $0 < 1e-6 }, "\(begins)")
    #expect(a.opacity == 1)
    #expect(b.animationKeys() == ["blink"])
  }

  @Test func anAnimationThatAStateChangesGoesOn() throws {
    let body = """
      <animations><pulse id="p" type="CABasicAnimation" keyPath="opacity" repeatCount="inf"/>
      <cut type="CATransition" duration="9"/></animations>
      <states><LKState name="s"><elements>
        <LKStateSetValue targetId="p" keyPath="speed"><value type="real" value="0.5"/></LKStateSetValue>
        <LKStateRemoveAnimation targetId="r" key="transition"/>
      </elements></LKState></states>
      """
    let read = try document(body, attributes: "id=\"r\" bounds=\"0 0 10 10\"")
    let (renderer, root) = (OfflineRenderer(document: read), try read.root)
    let before = try read.markupText()
    for (time, state, speed) in [(2.0, "s", Float(0.5)), (3, nil, 1)] {
      renderer.change(at: time) { try? read.setState(state, transitionSpeed: 0) }
      let pulse = try #require(root.animation(forKey: "pulse"))
      #expect(pulse.beginTime < 1e-6)
      #expect(pulse.speed == speed)
      #expect(try read.markupText() == before)
    }
    #expect(Set(root.animationKeys() ?? []) == ["pulse", "transition"])
  }

  /// State B fades a layer with a transition, and C removes it, or changes its animation.
  private static func fading(_ change: String) -> String {
    """
    <sublayers><CALayer id="child" name="child"><animations>\(fade("pulse"))</animations></CALayer></sublayers>
    <states>
      <LKState name="B"><elements>
        <LKStateSetValue targetId="child" keyPath="opacity"><value type="real" value="0.2"/></LKStateSetValue>
      </elements></LKState>
      <LKState name="C"><elements>\(change)</elements></LKState>
    </states>
    <stateTransitions><LKStateTransition fromState="*" toState="B"><elements>
      <LKStateTransitionElement targetId="child" key="opacity">
        <animation type="CABasicAnimation" keyPath="opacity" duration="10" fillMode="forwards" removedOnCompletion="0"/>
      </LKStateTransitionElement>
    </elements></LKStateTransition></stateTransitions>
    """
  }

  @Test(arguments: [
    "<LKStateRemoveElement targetId=\"r\" keyPath=\"sublayers\"><object object=\"child\"/></LKStateRemoveElement>",
    "<LKStateRemoveAnimation targetId=\"child\" key=\"opacity\"/>",
    "<LKStateAddAnimation targetId=\"child\" key=\"opacity\">\(fade("animation"))</LKStateAddAnimation>",
  ])
  func animationsOfTransitionsDoNotComeBack(_ change: String) throws {
    let read = try document(Self.fading(change), attributes: "id=\"r\" bounds=\"0 0 10 10\"")
    let (renderer, before) = (OfflineRenderer(document: read), try read.markupText())
    let child = try #require(try read.root.sublayers?.first)
    renderer.change(at: 0) { try? read.setState("B") }
    #expect(child.animationKeys() == ["pulse", "opacity"])
    renderer.change(at: 1) { try? read.setState("C") }
    #expect(try read.markupText() == before)
    renderer.change(at: 2) { try? read.setState(nil) }
    #expect(child.superlayer != nil)
    #expect(child.opacity == 1)
    #expect(child.animationKeys() == ["pulse"])
    #expect(try read.markupText() == before)
  }

  @Test func anAnimationThatAStateAddsInPlaceOfATransitionsStays() throws {
    let add =
      "<LKStateAddAnimation targetId=\"child\" key=\"opacity\">\(Self.fade("animation"))</LKStateAddAnimation>"
    let read = try document(Self.fading(add), attributes: "id=\"r\" bounds=\"0 0 10 10\"")
    let renderer = OfflineRenderer(document: read)
    renderer.change(at: 0) { try? read.setState("B") }
    renderer.change(at: 1) { try? read.setState("C", transitionSpeed: 0) }
    #expect(try read.root.sublayers?.first?.animationKeys() == ["pulse", "opacity"])
  }

  @Test func layersHaveTheirIndexOfTheBaseStateInAllStates() throws {
    let root = try read.root
    let all = { read.sublayersOfAllStates(root).map(\.name) }
    #expect(all() == ["a", "b"])
    enter("s", at: 1)
    #expect(root.sublayers?.map(\.name) == ["b", "new"])
    #expect(all() == ["a", "b", "new"])
  }

  @Test func whatAStateAddedIsOfIt() throws {
    #expect(!read.isOfState(try layer("b"), animation: "blink"))
    enter("s", at: 1)
    let (b, new) = (try layer("b"), try layer("new"))
    let child = CALayer()
    new.addSublayer(child)
    #expect(read.isOfState(child, animation: nil))
    #expect(read.isOfState(b, animation: "shake"))
    #expect(!read.isOfState(b, animation: nil))
  }
}
