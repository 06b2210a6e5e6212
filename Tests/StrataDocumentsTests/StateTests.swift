import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

/// caml 6: states and transitions.
@Suite struct StateTests {
  private let body = """
    <sublayers><CALayer id="#1" name="box" bounds="0 0 10 10" position="5 5" opacity="1"/></sublayers>
    <states>
      <LKState name="off"/>
      <LKState name="on" basedOn="base">
        <elements>
          <LKStateSetValue targetId="#1" keyPath="opacity" final="false"><value type="real" value="0.5"/></LKStateSetValue>
          <LKStateSetValue targetId="#1" keyPath="position.x"><value type="integer" value="50"/></LKStateSetValue>
          <LKStateSetValue targetId="#1" keyPath="position"><value type="CGPoint" value="60 70"/></LKStateSetValue>
          <LKStateSetValue targetId="#1" keyPath="transform.scale.xy"><value type="real" value="2"/></LKStateSetValue>
          <LKStateSetValue targetId="gone" keyPath="opacity"><value type="real" value="0"/></LKStateSetValue>
        </elements>
      </LKState>
      <CAState name="base"><elements>
          <LKStateSetProperty targetId="#1" keyPath="cornerRadius"><value type="real" value="3"/></LKStateSetProperty>
          <LKStateSetValue targetId="#1" keyPath="opacity"><value type="real" value="0.9"/></LKStateSetValue>
      </elements></CAState>
      <LKState name="tint"><elements>
          <LKStateSetValue targetId="#1" keyPath="backgroundColor"><value type="CGColor" opacity="0.5" value="1 0 0"/></LKStateSetValue>
      </elements></LKState>
    </states>
    <stateTransitions>
      <LKStateTransition fromState="*" toState="on"><elements>
        <LKStateTransitionElement key="opacity" targetId="#1">
          <animation type="CASpringAnimation" damping="12" keyPath="opacity" duration="1" fillMode="backwards"/>
        </LKStateTransitionElement>
        <LKStateTransitionElement key="position.x" targetId="#1" beginTime="0.5">
          <animation type="CABasicAnimation" keyPath="position.x" duration="2"/>
        </LKStateTransitionElement>
        <LKStateTransitionElement key="bounds" targetId="#1">
          <animation type="CABasicAnimation" keyPath="bounds" duration="2"/>
        </LKStateTransitionElement>
      </elements></LKStateTransition>
      <LKStateTransition fromState="on" toState="*"><elements>
        <LKStateTransitionElement key="spin" targetId="#1">
          <animation type="CABasicAnimation" keyPath="transform.rotation.z" duration="1"><fromValue type="real" value="0"/>
            <byValue type="real" value="-6.28318"/></animation>
        </LKStateTransitionElement>
      </elements></LKStateTransition>
    </stateTransitions>
    """

  private func read() throws -> (Document, CALayer) {
    let read = try document(body)
    return (read, try #require(try read.root.sublayers?.first))
  }

  @Test func statesAreNamedAndStartAtTheBase() throws {
    let (read, box) = try read()
    #expect(read.stateNames == ["off", "on", "base", "tint"] && read.state() == nil)
    let root = try read.root
    #expect(read.layersWithStates.count == 1 && read.layersWithStates.first === root)
    #expect(box.opacity == 1)
    #expect(read.warnings(.danglingReference).count == 1)
    #expect(throws: DocumentError.self) { try read.setState("none") }
  }

  @Test func theBasedOnChainComesFirstAndTheLastValueOfAKeyWins() throws {
    let (read, box) = try read()
    try read.setState("on", transitionSpeed: 0)
    #expect(box.opacity == 0.5)
    #expect(box.cornerRadius == 3)
    #expect(box.position == CGPoint(x: 60, y: 70))
    #expect(number(box, "transform.scale.x") == 2 && number(box, "transform.scale.y") == 2)
    #expect(read.state() == "on" && box.animationKeys() == nil)
  }

  @Test func aDocumentInAStateGoesWhenNobodyHoldsIt() throws {
    weak var gone: CALayer?
    do {
      let (read, box) = try read()
      try read.setState("on", transitionSpeed: 0)
      try read.setState("tint", transitionSpeed: 0)
      gone = box
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }

  @Test func whatANewStateDoesNotSayReturnsToTheBase() throws {
    let (read, box) = try read()
    try read.setState("on", transitionSpeed: 0)
    try read.setState("tint", transitionSpeed: 0)
    #expect(box.opacity == 1)
    #expect(box.cornerRadius == 0)
    #expect(box.position == CGPoint(x: 5, y: 5))
    #expect(box.backgroundColor?.alpha == 0.5)
    try read.setState(nil, transitionSpeed: 0)
    #expect(box.backgroundColor == nil)
    #expect(box.transform == CATransform3DIdentity)
    #expect(read.state() == nil)
  }

  @Test func transitionsRunFromTheFormerValueAtTheirSpeed() throws {
    let (read, box) = try read()
    try read.setState("on", transitionSpeed: 2)
    #expect(
      Set(box.animationKeys() ?? []) == ["opacity", "position.x"],
      "an unchanged key needs no animation"
    )
    let spring = try #require(box.animation(forKey: "opacity") as? CASpringAnimation)
    #expect((spring.fromValue as? NSNumber)?.floatValue == 1)
    #expect(spring.toValue == nil)
    #expect(spring.speed == 2)
    let move = try #require(box.animation(forKey: "position.x") as? CABasicAnimation)
    #expect((move.fromValue as? NSNumber)?.doubleValue == 5)
    #expect(abs(move.beginTime - CACurrentMediaTime() - 0.25) < 0.2, "the delay is divided by the speed")
    try read.setState("off", transitionSpeed: 1)
    let spin = try #require(box.animation(forKey: "spin") as? CABasicAnimation)
    #expect((spin.byValue as? NSNumber)?.doubleValue == -6.28318)
    #expect(box.animation(forKey: "opacity") == nil, "a changed key without an element changes at once")
    try read.setState(nil, transitionSpeed: 0)
    #expect(box.animationKeys() == nil)
  }

  /// caml 6.1: `transform.shear.x`, which states set.
  @Test func aStateShears() throws {
    let read = try document(
      """
      <states><LKState name="a"><elements><LKStateSetValue targetId="r" keyPath="transform.shear.x">
      <value type="real" value="0.5"/></LKStateSetValue></elements></LKState></states>
      """,
      attributes: "id=\"r\" bounds=\"0 0 10 10\""
    )
    try read.setState("a", transitionSpeed: 0)
    let root = try read.root
    #expect(read.diagnostics.isEmpty && number(root, "transform.shear.x") == 0.5)
    #expect(root.affineTransform() == CGAffineTransform(1, 0, 0.5, 1, 0, 0))
  }

  private let delays = """
    <states>
    <LKState name="a" initial="1" nextDelay="2"><elements><LKStateSetValue targetId="r" keyPath="opacity">
    <value type="real" value="0.25"/></LKStateSetValue></elements></LKState>
    <LKState name="off" enabled="0"/>
    <LKState name="b" previousDelay="1" nextDelay="0"><elements><LKStateSetValue targetId="r" keyPath="opacity">
    <value type="real" value="0.5"/></LKStateSetValue></elements></LKState>
    </states>
    """

  /// caml 6.1: a delay leads to the next or the previous state of the list that is enabled.
  @Test func statesFollowEachOtherByThemselves() throws {
    let read = try document(delays, attributes: "id=\"r\" bounds=\"0 0 10 10\"")
    read.start(at: 100)
    #expect(read.state() == "a" && read.nextStateTime == 102)
    read.enterDueStates(at: 101.9)
    #expect(read.state() == "a")
    read.enterDueStates(at: 102.5)
    #expect(read.state() == "b" && read.nextStateTime == 103)
    read.enterDueStates(at: 103)
    #expect(read.state() == "a" && read.nextStateTime == 105)
    try read.setState(nil, transitionSpeed: 0)
    #expect(read.nextStateTime == nil)
  }

  @Test func aRendererOfADocumentFollowsItsDelays() throws {
    let read = try document(
      delays,
      attributes: "id=\"r\" bounds=\"0 0 10 10\" backgroundColor=\"1 1 1\""
    )
    let renderer = OfflineRenderer(document: read)
    func isStrong(_ time: Double) throws -> Bool {
      let data = try #require(try renderer.image(at: time).dataProvider?.data as Data?)
      return data[3] > 96
    }
    let shown = try [0, 1.9, 2, 2.9, 3, 4.9, 5, 6].map(isStrong)
    #expect(shown == [false, false, true, true, false, false, true, false])
    #expect(try [2.5, 0, 5.5].map(isStrong) == [true, false, true])
  }

  @Test func initialStatesAreEnteredOnLoadUnlessToldOtherwise() throws {
    let text = """
      <states><CAState name="a"/><CAState name="b" initial="1"><elements>
      <CAStateSetValue targetId="r" keyPath="opacity"><value type="real" value="0.25"/></CAStateSetValue></elements></CAState></states>
      """
    #expect(try document(text, attributes: "id=\"r\"").root.opacity == 0.25)
    var options = ReadingOptions()
    options.entersInitialStates = false
    #expect(try document(text, attributes: "id=\"r\"", options: options).root.opacity == 1)
    options.state = "b"
    #expect(try document(text, attributes: "id=\"r\"", options: options).state() == "b")
    options.state = "c"
    #expect(throws: DocumentError.self) { try document(text, options: options) }
  }

  @Test func innerLayersHaveStatesOfTheirOwn() throws {
    let read = try document(
      """
      <sublayers><CALayer name="inner" id="i"><states><LKState name="Locked"><elements>
        <LKStateSetValue targetId="i" keyPath="hidden"><value type="integer" value="1"/></LKStateSetValue>
      </elements></LKState></states></CALayer></sublayers>
      <states><LKState name="Sleep"/><LKState name="Locked"/></states>
      """
    )
    let inner = try #require(try read.root.sublayers?.first)
    #expect(Set(read.stateNames) == ["Sleep", "Locked"])
    #expect(read.stateNames(of: inner) == ["Locked"])
    try read.setState("Sleep")
    #expect(!inner.isHidden && read.state(of: inner) == nil)
    try read.setState("Locked", of: inner)
    #expect(inner.isHidden && read.state(of: read.rootLayer) == "Sleep")
  }

  @Test func statesAddAndRemoveLayersAndAnimations() throws {
    let read = try document(
      """
      <sublayers><CALayer id="a" name="a"/><CALayer id="b" name="b"/></sublayers>
      <states><LKState name="s"><elements>
        <LKStateRemoveElement targetId="r" keyPath="sublayers"><object object="a"/></LKStateRemoveElement>
        <LKStateAddElement targetId="r" keyPath="sublayers"><object type="CALayer" name="new"/><beforeObject object="b"/></LKStateAddElement>
        <LKStateAddAnimation targetId="b" key="fade"><animation type="CABasicAnimation" keyPath="opacity" duration="1"/></LKStateAddAnimation>
      </elements></LKState></states>
      """,
      attributes: "id=\"r\""
    )
    let root = try read.root
    let b = try #require(root.sublayers?.last)
    try read.setState("s", transitionSpeed: 0)
    #expect(root.sublayers?.map(\.name) == ["new", "b"] && b.animationKeys() == ["fade"])
    try read.setState(nil, transitionSpeed: 0)
    #expect(root.sublayers?.map(\.name) == ["a", "b"] && b.animationKeys() == nil)
  }

  @Test func cellsAndFiltersAreTargetsToo() throws {
    let read = try document(
      """
      <emitterCells><CAEmitterCell id="c" name="spark" birthRate="3"/></emitterCells>
      <filters><CAFilter filter="gaussianBlur" name="blur" inputRadius="4"/></filters>
      <states><LKState name="s"><elements>
        <LKStateSetValue targetId="c" keyPath="birthRate"><value type="real" value="9"/></LKStateSetValue>
        <LKStateSetValue targetId="r" keyPath="filters.blur.inputRadius"><value type="real" value="8"/></LKStateSetValue>
      </elements></LKState></states>
      """,
      attributes: "id=\"r\"",
      tag: "CAEmitterLayer"
    )
    let root = try #require(try read.root as? CAEmitterLayer)
    try read.setState("s", transitionSpeed: 0)
    #expect(
      number(root, "emitterCells.spark.birthRate") == 9 && number(root, "filters.blur.inputRadius") == 8
    )
    try read.setState(nil, transitionSpeed: 0)
    #expect(
      number(root, "emitterCells.spark.birthRate") == 3 && number(root, "filters.blur.inputRadius") == 4
    )
  }
}
