#if Inspector
  import Foundation
  import Glibc
  import StrataInspector

  /// A server of one connection that opens a WebSocket and then says what a test wants.
  final class FakeServer {
    let address: String

    /// The side of the server of a connection.
    struct Connection {
      fileprivate let descriptor: Int32

      fileprivate func write(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      }

      /// Sends a short text.
      func send(_ text: String) { write([0x81, UInt8(min(text.utf8.count, 125))] + Array(text.utf8)) }
    }

    /// Listens at a free port.
    ///
    /// - Parameters:
    ///   - accepts: False to answer the client's key with a wrong one.
    ///   - talk: Called after the client's first message; the connection is closed when it returns.
    /// - Throws: If no port is free.
    init(accepts: Bool = true, _ talk: @escaping @Sendable (Connection) -> Void) throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_addr.s_addr = inet_addr("127.0.0.1")
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, length) == 0 && listen(listener, 4) == 0
            && getsockname(listener, $0, &length) == 0
        }
      }
      guard isBound else { throw RawSocket.Failure(description: "cannot listen") }
      address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/?token=0"
      Thread.detachNewThread {
        let descriptor = accept(listener, nil, nil)
        Self.serve(Connection(descriptor: descriptor), accepts, talk)
        Glibc.close(descriptor)
        Glibc.close(listener)
      }
    }

    private static func serve(_ connection: Connection, _ accepts: Bool, _ talk: (Connection) -> Void) {
      let head = String(decoding: read(connection.descriptor), as: UTF8.self)
      let key = head.components(separatedBy: "Sec-WebSocket-Key: ").last?.components(separatedBy: "\r\n")
        .first
      let answer = accepts ? HandshakeDigest.answer(to: key ?? "") : "wrong"
      let lines = [
        "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Accept: \(answer)",
      ]
      connection.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
      guard !read(connection.descriptor).isEmpty else { return }
      talk(connection)
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
      var piece = [UInt8](repeating: 0, count: 4096)
      return Array(piece[..<max(0, recv(descriptor, &piece, piece.count, 0))])
    }
  }
#endif
