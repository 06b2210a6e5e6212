#if Inspector
  import Foundation
  import Testing

  /// Messages that no page of ours sends.
  @Suite(.ownThread) struct PageAttackTests {
    private static let requests: [String] = [
      "", "{", "[]", "null", "{\"id\":1}", "{\"id\":\"x\",\"method\":\"hello\"}",
      "{\"id\":1,\"method\":\"eval\"}",
      "{\"id\":1,\"method\":\"picture\",\"parameters\":{\"time\":\"now\"}}",
      "{\"id\":1,\"method\":\"layer\",\"parameters\":{\"layer\":\"../x\"}}",
      "{\"id\":1,\"method\":\"layer\",\"parameters\":{\"layer\":\"4294967295.4294967295\"}}",
      "{\"id\":1,\"method\":\"hit\"}",
      "{\"id\":1,\"method\":\"export\",\"parameters\":{\"form\":\"exe\"}}",
      "{\"id\":1,\"method\":\"export\",\"parameters\":{\"form\":\"mp4\",\"duration\":86400,\"rate\":1000}}",
      "{\"id\":1,\"method\":\"pause\"}", "{\"id\":99999999999999999999,\"method\":\"hello\"}",
    ]

    private static let badFrames: [[UInt8]] = [
      [0xC1, 0x80, 1, 2, 3, 4], [0x83, 0x80, 1, 2, 3, 4],
      [0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4],
      [0x81, 0x01, 0x78], [0x89, 0xFE, 0, 126, 1, 2, 3, 4], [0x09, 0x80, 1, 2, 3, 4],
      [0x80, 0x80, 1, 2, 3, 4],
    ]

    @Test(arguments: requests) func aBadRequestGetsAnErrorAndThePageGoesOn(text: String) throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.send(Array(text.utf8))
      let (opcode, bytes) = try page.receive()
      #expect(opcode == 1)
      #expect(String(decoding: bytes, as: UTF8.self).contains("\"error\""))
      #expect(try page.ask("hello")["kind"] as? String == "document")
    }

    @Test func absurdSizesAndTimesAreBounded() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let (huge, _) = try page.askBinary("picture", ["time": 1e300, "scale": 1e300])
      #expect(((huge["width"] as? Int ?? 0) * (huge["height"] as? Int ?? 0)) <= 68 << 20)
      let (tiny, _) = try page.askBinary("picture", ["time": -1e300, "scale": -4])
      #expect((tiny["width"] as? Int ?? 0) >= 1)
      #expect((try page.ask("outline", ["start": -5, "count": 1_000_000_000])["rows"] as? [Any])?.count == 5)
      for start in [1 << 60, Int.max] {
        let range = ["start": start, "count": 10]
        #expect((try page.ask("outline", range)["rows"] as? [Any])?.count == 0)
        #expect((try page.ask("describe", range)["layers"] as? [Any])?.count == 0)
      }
    }

    @Test(arguments: ["1e300 1e-290", "1e300 1e300", "1e-300 1e9"])
    func absurdDocumentsAreShownSmall(size: String) throws {
      let place = try PreviewPlace("<caml><CALayer bounds=\"0 0 \(size)\" position=\"0 0\"/></caml>")
      let page = try place.page()
      let (picture, _) = try page.askBinary("picture", ["scale": 1])
      let (width, height) = (picture["width"] as? Int ?? 0, picture["height"] as? Int ?? 0)
      #expect(width >= 1 && height >= 1)
      #expect(width * height <= 68 << 20)
      #expect(max(width, height) <= 1 << 14)
      #expect(try page.ask("hello")["kind"] as? String == "document")
    }

    @Test func aMessageThatIsTooLongEndsThePage() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.send([UInt8](repeating: 32, count: (1 << 20) + 1))
      let (opcode, bytes) = try page.receive()
      #expect(opcode == 8)
      #expect(Array(bytes.prefix(2)) == [1009 >> 8, 1009 & 255])
      #expect(try place.page().ask("hello")["kind"] as? String == "document")
    }

    @Test func piecesOfAMessageAreCountedTogether() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      for piece in 0..<5 {
        try page.send([UInt8](repeating: 32, count: 250_000), opcode: piece == 0 ? 1 : 0, isLast: false)
      }
      #expect(try page.receive().opcode == 8)
    }

    @Test func bytesAreNoRequest() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.send([1, 2, 3], opcode: 2)
      #expect(try page.receive().opcode == 8)
    }

    /// A terabyte is announced: the page has to leave before it is sent.
    @Test func aLengthIsNotBelieved() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.write([0x81, 0x80 | 127, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4])
      let (opcode, bytes) = try page.receive()
      #expect(opcode == 8)
      #expect(Array(bytes) == [1009 >> 8, 1009 & 255])
    }

    /// RFC 6455, 5.2 and 5.5: reserved bits and opcodes, a length beyond 63 bits, a message without a mask, a ping that is long or
    /// goes on, a message that goes on from nothing.
    @Test(arguments: badFrames) func framesThatAreNotAllowedEndThePage(frame: [UInt8]) throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.write(frame)
      let (opcode, bytes) = try page.receive()
      #expect(opcode == 8)
      #expect(Array(bytes) == [1002 >> 8, 1002 & 255])
      #expect(try place.page().ask("hello")["kind"] as? String == "document")
    }

    @Test func aPingIsAnswered() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      try page.send([1, 2, 3], opcode: 9)
      let (opcode, bytes) = try page.receive()
      #expect(opcode == 10)
      #expect(bytes == [1, 2, 3])
    }

    @Test func aHeadWithoutAnEndIsRefused() throws {
      let place = try PreviewPlace()
      let socket = try RawSocket(port: place.port)
      try socket.write(Array("GET / HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 120, count: 20_000))
      #expect(try socket.head().hasPrefix("HTTP/1.1 431"))
    }

    @Test func whatIsNotARequestIsRefused() throws {
      let place = try PreviewPlace()
      for bytes in [[0x16, 3, 1, 2, 0, 1, 13, 10, 13, 10], Array("hello\r\n\r\n".utf8)] as [[UInt8]] {
        let socket = try RawSocket(port: place.port)
        try socket.write(bytes)
        #expect(try socket.head().hasPrefix("HTTP/1.1 400"))
      }
    }

    @Test func tenPagesAreServedAtOnce() throws {
      let place = try PreviewPlace()
      let pages = try (0..<10).map { _ in try place.page() }
      let numbers = try pages.map { try $0.post("picture", ["time": 1, "scale": 2]) }
      for (page, number) in zip(pages, numbers) {
        #expect(try page.answer(to: number).bytes.count == 400 * 200 * 4)
      }
    }

    @Test func aPageThatDoesNotReadDelaysNobody() throws {
      let place = try PreviewPlace()
      let (sleeper, page) = (try place.page(), try place.page())
      // Half a gigabyte of answers, which nobody takes.
      for _ in 0..<200 { _ = try sleeper.post("picture", ["time": 0, "scale": 4, "isOn": true]) }
      for time in 0..<5 { _ = try page.askBinary("picture", ["time": Double(time) / 5]) }
      #expect(try page.ask("hello")["kind"] as? String == "document")
    }
  }
#endif
