#if Inspector
  import Foundation
  import StrataInspector
  import Testing

  /// Heads of requests, as RFC 9112 has them.
  @Suite struct RequestHeadTests {
    private func head(_ lines: String...) throws -> RequestHead {
      try RequestHead(Data(lines.joined(separator: "\r\n").utf8))
    }

    @Test func aHeadHasWhatWasAskedFor() throws {
      let first = "GET /export/a-1.gif?token=12&x=%20 HTTP/1.1"
      let request = try head(first, "HOST:localhost:1 ", "X:\ta ", "x: b")
      #expect(request.method == "GET")
      #expect(request.path == "/export/a-1.gif")
      #expect(request.parameter("token") == "12")
      #expect(request.parameter("x") == "%20")
      #expect(request.parameter("y") == nil)
      #expect(request["host"] == "localhost:1")
      #expect(request["x"] == "a, b")
      #expect(!request.hasBody)
      #expect(request.keepsAlive)
    }

    @Test func connectionsEndAsTheClientAsks() throws {
      #expect(try !head("GET / HTTP/1.1", "Connection: close").keepsAlive)
      #expect(try !head("GET / HTTP/1.1", "Connection: x, CLOSE").keepsAlive)
      #expect(try !head("GET / HTTP/1.0").keepsAlive)
    }

    @Test(arguments: ["Content-Length: 1", "Content-Length: 0, 1", "Transfer-Encoding: chunked"])
    func bodiesAreSeen(header: String) throws {
      #expect(try head("GET / HTTP/1.1", header).hasBody)
      #expect(try !head("GET / HTTP/1.1", "Content-Length: 0").hasBody)
    }

    @Test(arguments: [
      "", "GET", "GET /", "GET  / HTTP/1.1", "GET / HTTP/1.1 x", "G(T / HTTP/1.1", "GET x HTTP/1.1",
      "GET http://a/ HTTP/1.1", "GET / HTTP/1.1\r\nno colon", "GET / HTTP/1.1\r\n: x",
      "GET / HTTP/1.1\r\nHost : a", "GET / HTTP/1.1\r\nA: b\r\n c: d", "GET / HTTP/1.1\r\nA: b\u{0}",
      "GET / HTTP/1.1\r\nA: b\nHost: c", "GET / HTTP/1.1\r\nA: b\rHost: c",
      "GET / HTTP/1.1\r\nHost: a\r\nhost: a",
    ])
    func whatTwoReadersCouldUnderstandInTwoWaysIsRefused(text: String) {
      let refusal = #expect(throws: RequestHead.Refusal.self) { try RequestHead(Data(text.utf8)) }
      guard case .malformed = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
    }

    @Test func otherVersionsAndManyHeadersAreRefused() {
      #expect(throws: RequestHead.Refusal.otherVersion) { try head("GET / HTTP/2.0") }
      let headers = (0...100).map { "h\($0): x" }.joined(separator: "\r\n")
      #expect(throws: RequestHead.Refusal.tooLong) { try head("GET / HTTP/1.1", headers) }
    }

    /// The opening handshake of RFC 6455, 1.2, and what lacks one of its parts.
    @Test func aRequestForAWebSocketHasItsKey() throws {
      let parts = [
        "Upgrade: WebSocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ]
      func key(_ headers: [String], method: String = "GET") throws -> String? {
        try head("\(method) /socket HTTP/1.1", headers.joined(separator: "\r\n")).socketKey
      }
      #expect(try key(parts) == "dGhlIHNhbXBsZSBub25jZQ==")
      #expect(try key(parts, method: "HEAD") == nil)
      for index in parts.indices {
        #expect(try key(parts.enumerated().filter { $0.offset != index }.map(\.element)) == nil)
      }
      #expect(try key(Array(parts.dropLast()) + ["Sec-WebSocket-Key: dGhl"]) == nil)
      #expect(try key([parts[0], parts[1], "Sec-WebSocket-Version: 8", parts[3]]) == nil)
    }
  }
#endif
