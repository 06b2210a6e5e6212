#if Inspector
  import Foundation
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
  }
#endif
