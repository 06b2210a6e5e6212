#if Inspector
  import Foundation
  import StrataInspector
  import Testing

  /// A document that changes while it is on show.
  @Suite(.ownThread) struct ReloadTests {
    @Test func aSavedDocumentIsShownWithTheSameSelection() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.ask("layer", ["layer": try page.layer(named: "right"), "time": 0])
      try place.write(
        PreviewPlace.document.replacingOccurrences(
          of: "backgroundColor=\"0 1 1\"",
          with: "backgroundColor=\"1 1 0\""
        )
      )
      place.inspector.reload()
      let result = try page.event("reloaded")
      let selected = try #require(result["selected"] as? String)
      #expect(try page.value("backgroundColor", of: selected)["model"] as? String == "1 1 0")
    }

    @Test func aBrokenDocumentLeavesTheLastGoodPicture() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let (_, good) = try page.askBinary("picture", ["time": 0])
      try place.write("<caml>\n<CALayer>\n</caml>")
      place.inspector.reload()
      let facts = try #require(try page.event("reloaded")["facts"] as? [String: Any])
      let problem = try #require(facts["problem"] as? [String: Any])
      #expect(problem["line"] as? Int == 3, "\(problem)")
      let (_, kept) = try page.askBinary("picture", ["time": 0, "isOn": true])
      #expect(kept == good)
      try place.write(PreviewPlace.document)
      place.inspector.reload()
      let mended = try #require(try page.event("reloaded")["facts"] as? [String: Any])
      #expect(mended["problem"] == nil)
    }

    @Test func aSelectedLayerMayGo() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let right = try page.layer(named: "right")
      try page.ask("layer", ["layer": right, "time": 0])
      try place.write("<CALayer bounds=\"0 0 10 10\"/>")
      place.inspector.reload()
      #expect(try page.event("reloaded")["selected"] == nil)
      #expect(throws: RawSocket.Failure.self) { try page.ask("layer", ["layer": right, "time": 0]) }
      #expect(try page.askBinary("picture", ["time": 0]).result["width"] as? Int == 10)
    }

    @Test func changesThatWereNotSavedAreMadeAgain() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.ask("set", ["layer": try page.layer(named: "red"), "key": "cornerRadius", "text": "5"])
      try place.write(PreviewPlace.document + "\n")
      place.inspector.reload()
      _ = try page.event("reloaded")
      #expect(try page.value("cornerRadius", of: try page.layer(named: "red"))["model"] as? String == "5")
    }

    /// Writes another opacity of "box" into the file than it was read with, and returns what the page shows then.
    private func opacity(writing text: String, _ place: PreviewPlace, _ page: SocketClient) throws -> String?
    {
      let former = #/position="150 50" backgroundColor="0 0 1" opacity="[0-9.]+"/#
      let replaced = try place.text.replacing(
        former,
        with: "position=\"150 50\" backgroundColor=\"0 0 1\" opacity=\"\(text)\""
      )
      #expect(replaced != (try place.text))
      try place.write(replaced)
      place.inspector.reload()
      _ = try page.event("reloaded")
      return try page.value("opacity", of: try page.layer(named: "box"))["model"] as? String
    }

    @Test func savedChangesGiveWayToTheFile() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.ask("set", ["layer": try page.layer(named: "box"), "key": "opacity", "text": "0.25"])
      try page.ask("save")
      try page.ask("set", ["layer": try page.layer(named: "red"), "key": "cornerRadius", "text": "5"])
      #expect(try opacity(writing: "0.75", place, page) == "0.75")
      // What was not saved is still there, and is all that can be taken back.
      #expect(try page.value("cornerRadius", of: try page.layer(named: "red"))["model"] as? String == "5")
      let facts = try page.ask("hello")
      #expect(facts["isChanged"] as? Bool == true)
      let undone = try page.ask("undo")
      #expect(undone["canUndo"] as? Bool == false)
      #expect(undone["isChanged"] as? Bool == false)
    }

    @Test func aSavedChangeThatWasTakenBackIsTakenBackInTheFile() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.ask("set", ["layer": try page.layer(named: "red"), "key": "cornerRadius", "text": "5"])
      try page.ask("save")
      try page.ask("undo")
      #expect(try opacity(writing: "0.75", place, page) == "0.75")
      #expect(try page.value("cornerRadius", of: try page.layer(named: "red"))["model"] as? String == "8")
      #expect(try page.ask("hello")["isChanged"] as? Bool == true)
    }

    @Test func theSameChangeAsTheSavedOneIsNoChange() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let change = ["layer": try page.layer(named: "red"), "key": "cornerRadius", "text": "5"]
      try page.ask("set", change)
      try page.ask("save")
      #expect(try page.ask("undo")["isChanged"] as? Bool == true)
      #expect(try page.ask("set", change)["isChanged"] as? Bool == false)
    }

    @Test func aStateThatCannotBeEnteredLeavesNoTrace() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try place.write("<caml>")
      #expect(throws: RawSocket.Failure.self) { try page.ask("state", ["name": "Far", "time": 1]) }
      #expect(throws: RawSocket.Failure.self) { try page.ask("state", ["name": "Far"]) }
      try place.write(PreviewPlace.document)
      place.inspector.reload()
      let facts = try #require(try page.event("reloaded")["facts"] as? [String: Any])
      #expect((facts["changes"] as? [Any])?.isEmpty == true)
      #expect(facts["state"] == nil)
    }

    @Test func aDocumentWithoutLayersIsShown() throws {
      let place = try PreviewPlace("<caml/>")
      let page = try place.page()
      #expect(try page.rows().isEmpty)
      #expect(try page.askBinary("picture", ["time": 0]).result["width"] as? Int == 1)
    }
  }
#endif
