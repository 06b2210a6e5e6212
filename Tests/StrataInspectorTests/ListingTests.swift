#if Inspector
  import Foundation
  import StrataInspector
  import Testing

  /// The lines of a document that messages lead to.
  @Suite(.ownThread) struct ListingTests {
    @Test func aMessageLeadsToItsLine() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let remarks = try page.ask("hello")["remarks"] as? [[String: Any]] ?? []
      let remark = try #require(remarks.first { "\($0["message"] ?? "")".contains("wobble") })
      let (part, line) = (try #require(remark["part"] as? Int), try #require(remark["line"] as? Int))
      let listing = try page.ask("source", ["part": part, "start": line, "count": 1])
      #expect(listing["name"] as? String == "card.caml")
      #expect(listing["start"] as? Int == line)
      let lines = try #require(listing["lines"] as? [String])
      #expect(lines.count == 1)
      #expect(lines[0].contains("wobble=\"3\""))
    }

    @Test func aBrokenDocumentShowsTheLineOfItsError() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try place.write("<caml>\n<CALayer>\n</caml>")
      place.inspector.reload()
      let facts = try #require(try page.event("reloaded")["facts"] as? [String: Any])
      let problem = try #require(facts["problem"] as? [String: Any])
      let part = try #require(problem["part"] as? Int)
      let line = try #require(problem["line"] as? Int)
      #expect(try page.ask("source", ["part": part, "start": line])["lines"] as? [String] == ["</caml>"])
    }

    @Test func noOtherTextIsGiven() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      for part in [-1, 1, 1 << 40] {
        #expect(throws: RawSocket.Failure.self, "\(part)") { try page.ask("source", ["part": part]) }
      }
      let all = try page.ask("source", ["start": -5, "count": 1_000_000_000])
      #expect(all["start"] as? Int == 1)
      #expect((all["lines"] as? [String])?.count == all["total"] as? Int)
      #expect((try page.ask("source", ["start": 1 << 60])["lines"] as? [String])?.count == 1)
    }

    @Test func anArchiveHasNoLines() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try Data("bplist00".utf8).write(to: place.file)
      #expect(throws: RawSocket.Failure.self) { try page.ask("source") }
    }
  }
#endif
