#if Inspector
  import Foundation

  /// Decides which requests the server answers.
  ///
  /// A page of another site can make a browser send requests here (cross-site WebSockets), and a name of that site can be made
  /// to mean this machine (DNS rebinding). So the `Host` must be an address or the name that was asked for, the `Origin` must be
  /// the page's own, and whatever shows the document needs the token of the address.
  struct RequestGuard: Sendable {
    /// The port of the server.
    let port: Int
    /// The name or address that the server listens on; nil for loopback.
    let host: String?
    let token: String

    /// A token that cannot be guessed.
    static func makeToken() -> String {
      var random = SystemRandomNumberGenerator()
      return (0..<2).map { _ in
        let digits = String(random.next() as UInt64, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined()
    }

    /// True if a request is for this server, by the value of its `Host`.
    func accepts(host value: String?) -> Bool {
      guard let value, let (name, port) = Self.split(value), port == self.port else { return false }
      if ["localhost", "127.0.0.1", "[::1]"].contains(name) { return true }
      guard let host else { return false }
      return name == host.lowercased() || Self.isAddress(name)
    }

    /// True if a request comes from a page of this server, or from no page.
    func accepts(origin: String?, host: String?) -> Bool {
      guard let origin else { return true }
      return host.map { origin.lowercased() == "http://" + $0.lowercased() } ?? false
    }

    /// True if a request has the token; takes the same time for every wrong one.
    func accepts(token candidate: String?) -> Bool {
      let (given, own) = (Array((candidate ?? "").utf8), Array(token.utf8))
      var difference = UInt8(given.count == own.count ? 0 : 1)
      for (index, byte) in own.enumerated() { difference |= byte ^ (index < given.count ? given[index] : 0) }
      return difference == 0
    }

    private static func split(_ value: String) -> (name: String, port: Int)? {
      let text = value.lowercased()
      guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else { return (text, 80) }
      guard let port = Int(text[text.index(after: colon)...]) else { return nil }
      return (String(text[..<colon]), port)
    }

    /// True for an address of numbers, which no name server can redirect.
    private static func isAddress(_ name: String) -> Bool {
      if name.hasPrefix("["), name.hasSuffix("]") {
        return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      }
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
  }
#endif
