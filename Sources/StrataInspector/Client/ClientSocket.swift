#if Inspector
  import Foundation
  import Glibc

  /// The client's side of a WebSocket (RFC 6455) over a blocking connection.
  ///
  /// - Thread: One at a time.
  final class ClientSocket {
    typealias Failure = InspectorClient.Failure

    private let stream: SocketStream
    private var reader: StreamReader

    /// How long the other side may be silent, in seconds.
    private static let patience = 30
    /// The longest message, in bytes.
    private static let longestMessage = 1 << 30
    /// The longest head of an answer, in bytes.
    private static let longestHead = 64 << 10

    /// Connects, and asks for the socket at a path.
    init(host: String, port: Int, path: String) throws(Failure) {
      stream = SocketStream(try Self.connected(to: host, port: port))
      stream.setPatience(Self.patience)
      reader = StreamReader(stream)
      try open(host: host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)", path: path)
    }

    private static func connected(to host: String, port: Int) throws(Failure) -> Int32 {
      let place = "\(host):\(port)"
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      var found: UnsafeMutablePointer<addrinfo>?
      // Addresses of IPv6 stand in brackets.
      let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      let code = getaddrinfo(name, "\(port)", &hints, &found)
      guard code == 0 else { throw .unreachable(place, reason: String(cString: gai_strerror(code))) }
      defer { freeaddrinfo(found) }
      var reason = EHOSTUNREACH
      var next = found
      while let entry = next?.pointee {
        next = entry.ai_next
        let descriptor = socket(entry.ai_family, entry.ai_socktype, entry.ai_protocol)
        guard descriptor >= 0 else { continue }
        if connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 { return descriptor }
        reason = errno
        Glibc.close(descriptor)
      }
      throw .unreachable(place, reason: String(cString: strerror(reason)))
    }

    private func open(host: String, path: String) throws(Failure) {
      let key = Data(Self.randomBytes(16)).base64EncodedString()
      let lines = [
        "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
      ]
      try write(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
      let head = try readHead()
      let status = head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      guard head.first?.hasPrefix("HTTP/1.") == true, let status else {
        throw .notAnInspector("it does not speak HTTP")
      }
      var headers: [String: String] = [:]
      for line in head.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
      }
      guard status == 101 else {
        let length = min(Int(headers["content-length"] ?? "0") ?? 0, 500)
        let body = length > 0 ? String(decoding: try read(length), as: UTF8.self) : ""
        throw .refused(status: status, reason: body.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      guard headers["sec-websocket-accept"] == HandshakeDigest.answer(to: key) else {
        throw .notAnInspector("it does not answer as a WebSocket")
      }
    }

    private func readHead() throws(Failure) -> [String] {
      do throws(SocketStream.Failure) {
        if let lines = try reader.readHead(atMost: Self.longestHead) {
          return String(decoding: lines, as: UTF8.self).components(separatedBy: "\r\n")
        }
      } catch {
        throw Self.lost(error)
      }
      throw .notAnInspector("its answer has no end")
    }

    // MARK: Messages

    /// Sends a text.
    func send(_ text: Data) throws(Failure) { try send(WebSocketFrame(opcode: .text, payload: text)) }

    private func send(_ frame: WebSocketFrame) throws(Failure) {
      try write(frame.encoded(mask: Self.randomBytes(4)))
    }

    /// The next message; answers the other side's pings.
    func receive() throws(Failure) -> (isBinary: Bool, data: Data) {
      var (message, isBinary) = (Data(), false)
      while true {
        let frame = try next(atMost: Self.longestMessage - message.count)
        switch frame.opcode {
        case .continuation, .text, .binary:
          if frame.opcode != .continuation { isBinary = frame.opcode == .binary }
          message.append(frame.payload)
          if frame.isLast { return (isBinary, message) }
        case .close: throw .lost(Self.reason(ofClosing: frame.payload))
        case .ping: try send(WebSocketFrame(opcode: .pong, payload: frame.payload))
        case .pong: break
        }
      }
    }

    private func next(atMost limit: Int) throws(Failure) -> WebSocketFrame {
      do throws(WebSocketFrame.Refusal) {
        return try WebSocketFrame(&reader, isMasked: false, atMost: limit)
      } catch {
        switch error {
        case .lost(let failure): throw Self.lost(failure)
        case .notAllowed, .tooLong: throw .notAnInspector("it sends a frame that is not allowed")
        }
      }
    }

    private static func reason(ofClosing payload: Data) -> String {
      let code = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      let isFull = code == WebSocketFrame.CloseCode.tryAgainLater.rawValue
      return isFull ? "too many pages are open" : "the inspector closed it (\(code))"
    }

    // MARK: Bytes

    private static func randomBytes(_ count: Int) -> [UInt8] {
      var random = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static func lost(_ failure: SocketStream.Failure) -> Failure {
      switch failure {
      case .ended: .lost("it was closed")
      case .silent: .lost("nothing came for \(patience) seconds")
      case .broken(let number): .lost(String(cString: strerror(number)))
      }
    }

    private func write(_ data: Data) throws(Failure) {
      do throws(SocketStream.Failure) {
        try stream.write(data)
      } catch {
        throw Self.lost(error)
      }
    }

    private func read(_ count: Int) throws(Failure) -> Data {
      do throws(SocketStream.Failure) {
        return try reader.read(count)
      } catch {
        throw Self.lost(error)
      }
    }
  }
#endif
