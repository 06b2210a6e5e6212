#if Inspector
  import Foundation
  import QuartzCore
  import StrataDocuments
  import StrataInspector
  import Testing

  /// Changes that a page makes, takes back and saves while a state has other layers than the document.
  @Suite(.ownThread) struct StateEditingTests {
    /// "Far" adds a layer between both, "Less" removes the first, and each has a value and an animation of the second.
    private static let document = """
      <caml><CALayer id="r" bounds="0 0 9 9"><sublayers>
      <CALayer id="a" name="a" cornerRadius="1"/>
      <CALayer id="c" name="c" cornerRadius="2" opacity="0.75"><animations>
      <pulse type="CABasicAnimation" keyPath="opacity" duration="1" repeatCount="inf"/></animations></CALayer>
      </sublayers><states>
      <LKState name="Far"><elements>
      <LKStateAddElement targetId="r" keyPath="sublayers"><object type="CALayer" name="new"/>
      <beforeObject object="c"/></LKStateAddElement>\(changes)</elements></LKState>
      <LKState name="Less"><elements>
      <LKStateRemoveElement targetId="r" keyPath="sublayers"><object object="a"/></LKStateRemoveElement>
      \(changes)</elements></LKState>
      </states></CALayer></caml>
      """

    private static let changes = """
      <LKStateSetValue targetId="c" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue>
      <LKStateAddAnimation targetId="c" key="pulse">
      <animation type="CABasicAnimation" keyPath="opacity" duration="7"/></LKStateAddAnimation>
      """

    private let place: PreviewPlace
    private let page: SocketClient

    init() throws {
      place = try PreviewPlace(Self.document)
      page = try place.page()
    }

    /// Enters a state, from the beginning on or at a time.
    private func enter(_ state: String, _ time: Double?) throws {
      try page.ask("state", time.map { ["name": state, "time": $0] } ?? ["name": state])
      _ = try page.event("reloaded")
      let shown = try page.ask("outline", ["start": 0, "count": 9, "search": "", "time": time ?? 0])["rows"]
      let names = (shown as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      #expect(names.contains("new") == (state == "Far"), "\(names)")
    }

    private func set(_ name: String, _ key: String, _ text: String, animation: String? = nil) throws {
      var change = ["layer": try page.layer(named: name), "key": key, "text": text]
      change["animation"] = animation
      try page.ask("set", change)
    }

    /// The layers of the saved document.
    private func saved() throws -> [CALayer] {
      try page.ask("save")
      let layers = try #require(try Document(contentsOf: place.file).rootLayer?.sublayers)
      #expect(layers.map(\.name) == ["a", "c"])
      return layers
    }

    @Test(arguments: ["Far", "Less"], [nil, 1.0])
    func aChangeIsTakenBackAndMadeAgainInAState(_ state: String, _ time: Double?) throws {
      try set("c", "cornerRadius", "3")
      try enter(state, time)
      #expect(try page.ask("undo")["canUndo"] as? Bool == false)
      #expect(try page.value("cornerRadius", of: try page.layer(named: "c"))["model"] as? String == "2")
      #expect(try saved().map(\.cornerRadius) == [1, 2])
      try page.ask("redo")
      #expect(try page.value("cornerRadius", of: try page.layer(named: "c"))["model"] as? String == "3")
      #expect(try saved().map(\.cornerRadius) == [1, 3])
    }

    @Test(arguments: ["Far", "Less"], [nil, 1.0])
    func aChangeInAStateIsOneOfTheSameLayer(_ state: String, _ time: Double?) throws {
      try enter(state, time)
      try set("c", "cornerRadius", "3")
      #expect(try page.value("cornerRadius", of: try page.layer(named: "c"))["model"] as? String == "3")
      // Read again.
      try enter(state == "Far" ? "Less" : "Far", time)
      #expect(try page.value("cornerRadius", of: try page.layer(named: "c"))["model"] as? String == "3")
      #expect(try saved().map(\.cornerRadius) == [1, 3])
    }

    @Test func aValueThatTheStateReplacesComesBackAsTheDocumentsOwn() throws {
      try enter("Far", nil)
      try set("c", "opacity", "0.25")
      #expect(try saved().last?.opacity == 0.25)
      try page.ask("undo")
      #expect(try saved().last?.opacity == 0.75)
    }

    @Test func aChangeOfAnAnimationThatTheStateReplacesIsTakenBack() throws {
      try set("c", "duration", "2", animation: "pulse")
      try enter("Far", nil)
      // The one on show is the state's.
      #expect(throws: RawSocket.Failure.self) { try set("c", "duration", "3", animation: "pulse") }
      #expect(try page.ask("undo")["canUndo"] as? Bool == false)
      #expect(try saved().last?.animation(forKey: "pulse")?.duration == 1)
    }

    @Test func theSelectedLayerOfAStateStaysSelected() throws {
      try enter("Far", nil)
      try page.ask("layer", ["layer": try page.layer(named: "new"), "time": 0])
      place.inspector.reload()
      let selected = try #require(try page.event("reloaded")["selected"] as? String)
      #expect(try page.layer(named: "new") == selected)
    }
  }
#endif
