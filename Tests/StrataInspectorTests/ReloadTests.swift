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

    @Test func aDocumentWithoutLayersIsShown() throws {
      let place = try PreviewPlace("<caml/>")
      let page = try place.page()
      #expect(try page.rows().isEmpty)
      #expect(try page.askBinary("picture", ["time": 0]).result["width"] as? Int == 1)
    }
  }
#endif
