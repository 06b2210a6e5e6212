#if Inspector
  import Foundation
  import Testing

  /// Who gets what from the server: the page's files, nobody else's pages, nothing without the token.
  @Suite(.ownThread) struct PageServerTests {
    @Test func thePageIsServedWithRulesForTheBrowser() throws {
      let place = try PreviewPlace()
      let page = try WebAnswer("/", port: place.port)
      #expect(page.status == 200)
      #expect(page.text.contains("main.js"))
      #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
      #expect(page.headers["cache-control"] == "no-store")
      for name in [
        "style.css", "main.js", "link.js", "picture.js", "timeline.js", "tree.js", "values.js", "space.js",
        "insight.js", "program.js", "listing.js",
      ] {
        let file = try WebAnswer("/\(name)", port: place.port)
        #expect(file.status == 200, "\(name)")
        #expect(!file.body.isEmpty, "\(name)")
      }
    }

    @Test(arguments: [
      "evil.example", "evil.example:80", "127.0.0.1:1", "10.0.0.1:80", "", "127.0.0.1.evil.example:PORT",
    ])
    func aNameThatWasMadeToMeanThisMachineIsRefused(host: String) throws {
      let place = try PreviewPlace()
      let name = host.replacingOccurrences(of: "PORT", with: "\(place.port)")
      #expect(try WebAnswer("/", port: place.port, headers: ["Host": name]).status == 421)
    }

    @Test func localNamesAreAccepted() throws {
      let place = try PreviewPlace()
      for host in ["localhost:\(place.port)", "127.0.0.1:\(place.port)", "LOCALHOST:\(place.port)"] {
        #expect(try WebAnswer("/", port: place.port, headers: ["Host": host]).status == 200, "\(host)")
      }
    }

    @Test func theSocketNeedsTheToken() throws {
      let place = try PreviewPlace()
      for path in [
        "/socket", "/socket?token=", "/socket?token=\(place.token)0",
        "/socket?token=\(place.token.dropLast())",
      ] {
        #expect(throws: RawSocket.Failure.self) { try SocketClient(port: place.port, path: path) }
      }
      #expect(try place.page().ask("hello")["kind"] as? String == "document")
    }

    @Test(arguments: [
      "http://evil.example", "null", "https://127.0.0.1:PORT", "http://127.0.0.1",
      "http://127.0.0.1:PORT.evil.example",
    ])
    func pagesOfOtherSitesGetNoSocket(origin: String) throws {
      let place = try PreviewPlace()
      let origin = origin.replacingOccurrences(of: "PORT", with: "\(place.port)")
      let path = "/socket?token=\(place.token)"
      #expect(throws: RawSocket.Failure.self) {
        try SocketClient(port: place.port, path: path, headers: ["Origin": origin])
      }
      let own = ["Origin": "http://127.0.0.1:\(place.port)"]
      _ = try SocketClient(port: place.port, path: path, headers: own)
    }

    @Test(arguments: [
      "/../card.caml", "/..%2f..%2fetc/passwd", "//etc/passwd", "/card.caml", "/export/../card.caml",
      "/export/card.caml",
      "/export/%2e%2e/card.caml", "/style.css/..", "/favicon.ico",
    ])
    func noOtherFileIsServed(path: String) throws {
      let place = try PreviewPlace()
      let answer = try WebAnswer(path + "?token=\(place.token)", port: place.port)
      #expect(answer.status == 404 || answer.text.contains("main.js"), "\(answer.status)")
      #expect(!answer.text.contains("CALayer"))
    }

    @Test func onlyReadingIsKnown() throws {
      let place = try PreviewPlace()
      #expect(try WebAnswer("/", method: "POST", port: place.port).status == 405)
      #expect(try WebAnswer("/", port: place.port, body: "x").status == 413)
    }

    @Test func aPortInUseIsNamed() throws {
      let place = try PreviewPlace()
      #expect(throws: (any Error).self) {
        try StrataInspectorPort.open(place.port)
      }
    }
  }
#endif
