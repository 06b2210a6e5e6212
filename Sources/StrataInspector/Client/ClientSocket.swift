#if Inspector
  import Foundation
  import Glibc

  /// The client's side of a WebSocket (RFC 6455) over a blocking connection.
  ///
  /// - Thread: One at a time.
  final class ClientSocket {
    typealias Failure = InspectorClient.Failure

    private let descriptor: Int32
    private var buffer = Data()

    /// How long the other side may be silent, in seconds.
    private static let patience = 30
    /// The longest message, in bytes.
    private static let longestMessage = 1 << 30
    /// The longest head of an answer, in bytes.
    private static let longestHead = 64 << 10

    /// Connects, and asks for the socket at a path.
    init(host: String, port: Int, path: String) throws(Failure) {
      descriptor = try Self.connected(to: host, port: port)
      var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
      do throws(Failure) {
        try open(host: host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)", path: path)
      } catch {
        Glibc.close(descriptor)
        throw error
      }
    }

    deinit { Glibc.close(descriptor) }

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
      let end = Data("\r\n\r\n".utf8)
      while true {
        if let range = buffer.range(of: end) {
          let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
          buffer = Data(buffer[range.upperBound...])
          return head.components(separatedBy: "\r\n")
        }
        guard buffer.count < Self.longestHead else { throw .notAnInspector("its answer has no end") }
        try fill()
      }
    }

    // MARK: Messages

    /// Sends a text.
    func send(_ text: Data) throws(Failure) { try send(text, opcode: 1) }

    private func send(_ payload: Data, opcode: UInt8) throws(Failure) {
      var frame = Data([0x80 | opcode])
      switch payload.count {
      case ..<126: frame.append(0x80 | UInt8(payload.count))
      case ..<65536: frame.append(contentsOf: [0x80 | 126] + Self.bytes(of: payload.count, 2))
      default: frame.append(contentsOf: [0x80 | 127] + Self.bytes(of: payload.count, 8))
      }
      let mask = Self.randomBytes(4)
      frame.append(contentsOf: mask)
      frame.append(contentsOf: payload.enumerated().map { $1 ^ mask[$0 & 3] })
      try write(frame)
    }

    /// The next message; answers the other side's pings.
    func receive() throws(Failure) -> (isBinary: Bool, data: Data) {
      var (message, kind) = (Data(), UInt8(0))
      while true {
        let head = [UInt8](try read(2))
        let (isLast, opcode, short) = (head[0] & 0x80 != 0, head[0] & 15, Int(head[1] & 127))
        let further = short < 126 ? [] : [UInt8](try read(short == 126 ? 2 : 8))
        let length = further.isEmpty ? short : further.reduce(0) { $0 << 8 | Int($1 & 255) }
        guard head[1] & 0x80 == 0, length >= 0, length <= Self.longestMessage - message.count else {
          throw .notAnInspector("it sends a frame that is not allowed")
        }
        let payload = try read(length)
        switch opcode {
        case 0, 1, 2:
          if opcode != 0 { kind = opcode }
          message.append(payload)
          if isLast { return (kind == 2, message) }
        case 8: throw .lost(Self.reason(ofClosing: payload))
        case 9: try send(payload, opcode: 10)
        case 10: break
        default: throw .notAnInspector("it sends a frame of an unknown kind")
        }
      }
    }

    private static func reason(ofClosing payload: Data) -> String {
      let code = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      return code == 1013 ? "too many pages are open" : "the inspector closed it (\(code))"
    }

    // MARK: Bytes

    private static func bytes(of number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
      var random = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func write(_ data: Data) throws(Failure) {
      var rest = data[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .lost(String(cString: strerror(errno))) }
        rest = rest.dropFirst(count)
      }
    }

    private func fill() throws(Failure) {
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0, errno == EINTR { return }
      guard count > 0 else {
        let isLate = errno == EAGAIN || errno == EWOULDBLOCK
        let silence = "nothing came for \(Self.patience) seconds"
        throw .lost(count == 0 ? "it was closed" : isLate ? silence : String(cString: strerror(errno)))
      }
      buffer.append(contentsOf: piece[..<count])
    }

    private func read(_ count: Int) throws(Failure) -> Data {
      while buffer.count < count { try fill() }
      let taken = Data(buffer.prefix(count))
      buffer = Data(buffer.dropFirst(count))
      return taken
    }
  }
#endif
