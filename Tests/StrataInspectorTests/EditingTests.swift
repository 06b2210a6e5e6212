#if Inspector
  import Foundation
  import QuartzCore
  import StrataDocuments
  import Testing

  /// Values that a page changes, takes back and saves.
  @Suite(.ownThread) struct EditingTests {
    @Test func aChangeIsShownAndSavedWithWhatWasUnknown() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let red = try page.layer(named: "red")
      let facts = try page.ask("set", ["layer": red, "key": "backgroundColor", "text": "0 0.5 0"])
      #expect(facts["isChanged"] as? Bool == true)
      let (_, bytes) = try page.askBinary("picture", ["time": 0])
      #expect(Array(bytes[((50 * 200) + 40) * 4..<((50 * 200) + 40) * 4 + 4]) == [0, 128, 0, 255])
      #expect(try place.text.contains("backgroundColor=\"1 0 0\""))
      #expect(try page.ask("save")["isChanged"] as? Bool == false)
      let saved = try place.text
      #expect(saved.contains("backgroundColor=\"0 0.5 0\""), "\(saved)")
      #expect(saved.contains("mica_note=\"kept\""))
      #expect(saved.contains("wobble=\"3\""))
      _ = try Document(contentsOf: place.file)
    }

    @Test func changesAreTakenBackAndMadeAgain() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let red = try page.layer(named: "red")
      try page.ask("set", ["layer": red, "key": "cornerRadius", "text": "3"])
      try page.ask("set", ["layer": red, "key": "name", "text": "crimson"])
      #expect(try page.rows().contains { $0["name"] as? String == "crimson" })
      try page.ask("undo")
      let facts = try page.ask("undo")
      #expect(facts["canUndo"] as? Bool == false)
      #expect(facts["isChanged"] as? Bool == false)
      #expect(try page.value("cornerRadius", of: red)["model"] as? String == "8")
      try page.ask("redo")
      #expect(try page.value("cornerRadius", of: red)["model"] as? String == "3")
      #expect(throws: RawSocket.Failure.self) {
        try page.ask("undo")
        try page.ask("undo")
      }
    }

    @Test func aDragIsOneChange() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let red = try page.layer(named: "red")
      for step in 0..<5 {
        try page.ask("set", ["layer": red, "key": "opacity", "text": "0.\(step + 1)", "continues": step > 0])
      }
      #expect(try page.ask("undo")["canUndo"] as? Bool == false)
      #expect(try page.value("opacity", of: red)["model"] as? String == "1")
    }

    @Test func animationsAreChanged() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let red = try page.layer(named: "red")
      try page.ask("set", ["layer": red, "animation": "move", "key": "toValue", "text": "100"])
      try page.ask(
        "set",
        ["layer": red, "animation": "move", "key": "timingFunction", "text": "0.1 0.2 0.3 0.4"]
      )
      #expect(try page.value("position", of: red, time: 2)["presented"] as? String == "100 50")
      try page.ask("save")
      #expect(try place.text.contains("0.1 0.2 0.3 0.4"))
    }

    /// A layer whose colour, place and size run through keyframes, and one with a gradient.
    private static let keyframes = """
      <CALayer name="root" bounds="0 0 100 100" position="50 50"><sublayers>
        <CALayer name="runner" bounds="0 0 20 20" position="10 10" backgroundColor="1 0 0"><animations>
          <color type="CAKeyframeAnimation" keyPath="backgroundColor" duration="2">
            <values><CGColor value="1 0 0"/><CGColor value="0 1 0"/><CGColor value="0 0 1"/></values>
            <keyTimes><real value="0"/><real value="0.25"/><real value="1"/></keyTimes>
          </color>
          <run type="CAKeyframeAnimation" keyPath="position" duration="2">
            <values><CGPoint value="10 10"/><CGPoint value="90 10"/></values>
          </run>
          <turn type="CAKeyframeAnimation" keyPath="transform" duration="2">
            <values><CATransform3D value=""/><CATransform3D value="rotate(90deg)"/></values>
          </turn>
        </animations></CALayer>
        <CAGradientLayer name="sky" bounds="0 0 50 50" position="50 50">
          <colors><CGColor value="1 0 0"/><CGColor value="0 0 1"/></colors>
        </CAGradientLayer>
      </sublayers></CALayer>
      """

    private func animation(_ key: String, of layer: String, on page: SocketClient) throws -> [String: [String:
      Any]]
    {
      let report = try page.ask("layer", ["layer": layer, "time": 0])
      let all = report["animations"] as? [[String: Any]] ?? []
      let values = all.first { $0["key"] as? String == key }?["values"] as? [[String: Any]] ?? []
      return Dictionary(uniqueKeysWithValues: values.map { ($0["key"] as? String ?? "", $0) })
    }

    @Test func keyframesAreChangedTogetherAndReadBack() throws {
      let place = try PreviewPlace(Self.keyframes)
      let page = try place.page()
      let runner = try page.layer(named: "runner")
      let color = try animation("color", of: runner, on: page)
      #expect(color["values"]?["kind"] as? String == "color[]")
      #expect(color["values"]?["text"] as? String == "1 0 0\n0 1 0\n0 0 1")
      #expect(color["values"]?["isEditable"] as? Bool == true)
      #expect(try animation("run", of: runner, on: page)["values"]?["kind"] as? String == "point[]")
      #expect(try animation("turn", of: runner, on: page)["values"]?["text"] as? String == "\nrotate(90deg)")
      let changes = ["values": "1 0 0\n1 1 0\n0 1 0\n0 0 1", "keyTimes": "0 0.1 0.5 1"]
      try page.ask("set", ["layer": runner, "animation": "color", "values": changes])
      try page.ask(
        "set",
        ["layer": runner, "animation": "turn", "key": "values", "text": "\nrotate(45deg)\nscale(2, 2, 1)"]
      )
      // Half of the way from the first to the second, which comes a tenth of two seconds later.
      #expect(try page.value("backgroundColor", of: runner, time: 0.1)["presented"] as? String == "1 0.5 0")
      try page.ask("save")
      let again = try Document(contentsOf: place.file)
      let layer = try #require(again.rootLayer?.sublayers?.first)
      #expect(layer.animationKeys() == ["color", "run", "turn"])
      let read = try #require(layer.animation(forKey: "color") as? CAKeyframeAnimation)
      #expect(read.values?.count == 4)
      #expect(read.keyTimes?.map(\.doubleValue) == [0, 0.1, 0.5, 1])
      #expect((layer.animation(forKey: "turn") as? CAKeyframeAnimation)?.values?.count == 3)
      try page.ask("undo")
      let facts = try page.ask("undo")
      #expect(facts["canUndo"] as? Bool == false)
      #expect(try animation("color", of: runner, on: page)["keyTimes"]?["text"] as? String == "0 0.25 1")
      #expect(
        try animation("color", of: runner, on: page)["values"]?["text"] as? String == "1 0 0\n0 1 0\n0 0 1"
      )
    }

    @Test(arguments: ["1 0 0\nmuch", "1 0 0\n", "1 0 0\n1 nan 0"])
    func keyframesThatAreNoValuesAreRefused(_ text: String) throws {
      let place = try PreviewPlace(Self.keyframes)
      let page = try place.page()
      let change = [
        "layer": try page.layer(named: "runner"), "animation": "color", "key": "values", "text": text,
      ]
      #expect(throws: RawSocket.Failure.self) { try page.ask("set", change) }
      #expect(try page.ask("hello")["isChanged"] as? Bool == false)
    }

    @Test func stopsOfAGradientAreOneChange() throws {
      let place = try PreviewPlace(Self.keyframes)
      let page = try place.page()
      let sky = try page.layer(named: "sky")
      let changes = ["colors": "1 0 0, 0 1 0, 0 0 1", "locations": "0 0.3 1"]
      try page.ask("set", ["layer": sky, "values": changes])
      #expect(try page.value("locations", of: sky)["model"] as? String == "0 0.3 1")
      // One wrong value changes none.
      #expect(throws: RawSocket.Failure.self) {
        try page.ask("set", ["layer": sky, "values": ["colors": "1 1 1", "locations": "x"]])
      }
      #expect(try page.value("colors", of: sky)["model"] as? String == "1 0 0, 0 1 0, 0 0 1")
      try page.ask("save")
      let read = try Document(contentsOf: place.file).rootLayer?.sublayers?.last as? CAGradientLayer
      #expect(read?.locations?.map(\.doubleValue) == [0, 0.3, 1])
      #expect(read?.colors?.count == 3)
      #expect(try page.ask("undo")["canUndo"] as? Bool == false)
      #expect(try page.value("colors", of: sky)["model"] as? String == "1 0 0, 0 0 1")
    }

    @Test(arguments: [
      ["key": "opacity", "text": "much"], ["key": "opacity", "text": "nan"],
      ["key": "position", "text": "1"],
      ["key": "position", "text": "1 inf"], ["key": "backgroundColor", "text": "1 2"],
      ["key": "wobble", "text": "1"],
      ["key": "contents", "text": "/etc/passwd"], ["key": "delegate", "text": "x"],
      ["key": "position.x", "text": "1"],
    ])
    func whatIsNotAValueIsRefused(_ change: [String: String]) throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let red = try page.layer(named: "red")
      guard change["text"] != "1 2" else {
        // Grey with alpha.
        try page.ask("set", ["layer": red].merging(change) { $1 })
        return
      }
      #expect(throws: RawSocket.Failure.self) { try page.ask("set", ["layer": red].merging(change) { $1 }) }
      #expect(try page.ask("hello")["isChanged"] as? Bool == false)
    }

    @Test func otherPagesHearOfAChange() throws {
      let place = try PreviewPlace()
      let (page, other) = (try place.page(), try place.page())
      try other.ask("hello")
      try page.ask("set", ["layer": try page.layer(named: "red"), "key": "opacity", "text": "0.2"])
      #expect(try other.event("changed")["isChanged"] as? Bool == true)
    }

    @Test func layersAreCopiedAsCode() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let red = try page.layer(named: "red")
      let swift = try #require(try page.ask("copy", ["layer": red, "form": "swift"])["text"] as? String)
      #expect(swift.contains("let red = CALayer()"))
      #expect(swift.contains("red.cornerRadius = 8"))
      #expect(swift.contains("red.add(animation, forKey: \"move\")"))
      let caml = try #require(try page.ask("copy", ["layer": red, "form": "caml"])["text"] as? String)
      #expect(caml.contains("cornerRadius=\"8\""))
      let animation =
        try page.ask("copy", ["layer": red, "form": "caml", "animation": "move"])["text"] as? String
      #expect(animation?.contains("CABasicAnimation") == true)
      #expect(throws: RawSocket.Failure.self) { try page.ask("copy", ["layer": red, "form": "objc"]) }
    }

    /// A document with a state that adds a layer with an animation.
    private static let growing = """
      <caml><CALayer id="r" bounds="0 0 9 9"><states><LKState name="Far"><elements>
      <LKStateSetValue targetId="r" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue>
      <LKStateAddElement targetId="r" keyPath="sublayers"><object type="CALayer" name="new"><animations>
      <pulse type="CABasicAnimation" keyPath="opacity" duration="9" repeatCount="inf"/></animations></object>
      </LKStateAddElement></elements></LKState></states></CALayer></caml>
      """

    @Test func aCopyInAStateLeavesWhatTheStateAdded() throws {
      let place = try PreviewPlace(Self.growing)
      let page = try place.page()
      try page.ask("state", ["name": "Far"])
      let new = try page.layer(named: "new")
      let caml = try #require(try page.ask("copy", ["layer": new, "form": "caml"])["text"] as? String)
      #expect(caml.contains("<pulse "), "\(caml)")
      // It is the same layer, with its animation.
      #expect(try page.layer(named: "new") == new)
      let pulse = try page.ask("copy", ["layer": new, "form": "caml", "animation": "pulse"])
      #expect((pulse["text"] as? String)?.contains("duration=\"9\"") == true)
    }

    @Test func whatAStateAddedIsNotChanged() throws {
      let place = try PreviewPlace(Self.growing)
      let page = try place.page()
      try page.ask("state", ["name": "Far"])
      let new = try page.layer(named: "new")
      #expect(throws: RawSocket.Failure.self) {
        try page.ask("set", ["layer": new, "key": "cornerRadius", "text": "3"])
      }
    }
  }
#endif
