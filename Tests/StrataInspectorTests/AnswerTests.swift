#if Inspector
  import Foundation
  import StrataInspector
  import Testing

  /// Each request has an answer with its number.
  @Suite(.ownThread) struct AnswerTests {
    /// The next message to a page.
    private func message(to page: SocketClient) throws -> [String: Any] {
      let (opcode, bytes) = try page.receive()
      #expect(opcode == 1)
      return try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
    }

    /// A page that waits for a picture, and the number of its request.
    private func waitingPage(of place: PreviewPlace) throws -> (page: SocketClient, number: Int) {
      let page = try place.page()
      _ = try page.askBinary("picture", ["waits": true])
      let number = try page.post("picture", ["waits": true])
      // Requests are handled one after the other.
      try page.ask("hello")
      return (page, number)
    }

    @Test(arguments: ["{\"id\":7}", "{\"id\":7,\"method\":\"picture\",\"parameters\":{\"time\":\"x\"}}"])
    func aWrongRequestIsAnsweredByItsNumber(_ text: String) throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.send(Array(text.utf8))
      let answer = try message(to: page)
      #expect(answer["id"] as? Int == 7)
      #expect(answer["error"] != nil)
    }

    @Test func aPictureWaitsUntilTheDocumentIsReadAgain() throws {
      let place = try PreviewPlace()
      let (page, number) = try waitingPage(of: place)
      let changed = PreviewPlace.document.replacingOccurrences(
        of: "backgroundColor=\"0 1 1\"",
        with: "backgroundColor=\"1 1 0\""
      )
      try place.write(changed)
      place.inspector.reload()
      #expect(try !page.answer(to: number).bytes.isEmpty)
    }

    @Test func aPictureWaitsUntilAValueIsChanged() throws {
      let place = try PreviewPlace()
      let (page, number) = try waitingPage(of: place)
      let other = try place.page()
      try other.ask("set", ["layer": try other.layer(named: "red"), "key": "opacity", "text": "0.2"])
      #expect(try !page.answer(to: number).bytes.isEmpty)
    }

    @Test func aPictureWhosePlaceAnotherTakesIsRefused() throws {
      let place = try PreviewPlace()
      let (page, number) = try waitingPage(of: place)
      let next = try page.post("picture", ["waits": true])
      let answer = try message(to: page)
      #expect(answer["id"] as? Int == number)
      #expect(answer["error"] != nil)
      try page.ask("set", ["layer": try page.layer(named: "red"), "key": "opacity", "text": "0.2"])
      #expect(page.events.contains { $0["id"] as? Int == next })
    }
  }
#endif
