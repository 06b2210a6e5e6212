import Foundation

/// A WebSocket of a test.
final class SocketClient {
  private let socket: RawSocket
  private var number = 0
  /// Messages that came while another was awaited.
  private(set) var events: [[String: Any]] = []

  /// Opens the socket of a page, or of a browser.
  init(port: Int, path: String, headers: [String: String] = [:]) throws {
    socket = try RawSocket(port: port)
    let all = [
      "Host": "127.0.0.1:\(port)", "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ].merging(headers) { $1 }
    let lines = all.map { "\($0.key): \($0.value)\r\n" }.joined()
    try socket.write(Array("GET \(path) HTTP/1.1\r\n\(lines)\r\n".utf8))
    let head = try socket.head()
    guard head.hasPrefix("HTTP/1.1 101") else {
      throw RawSocket.Failure(description: String(head.prefix(60)))
    }
  }

  /// Sends one frame, masked as clients must.
  func send(_ payload: [UInt8], opcode: UInt8 = 1, isLast: Bool = true) throws {
    var frame: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
    switch payload.count {
    case ..<126: frame.append(0x80 | UInt8(payload.count))
    case ..<65536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: frame += [0x80 | 127] + (0..<8).map { UInt8((payload.count >> (56 - 8 * $0)) & 255) }
    }
    let mask: [UInt8] = [7, 91, 200, 33]
    try socket.write(frame + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] })
  }

  /// Sends bytes as they are.
  func write(_ bytes: [UInt8]) throws { try socket.write(bytes) }

  /// The next message: its opcode and bytes.
  func receive() throws -> (opcode: UInt8, bytes: [UInt8]) {
    var (message, kind) = ([UInt8](), UInt8(0))
    while true {
      let head = try socket.read(2)
      let short = Int(head[1] & 127)
      let further = short < 126 ? [] : try socket.read(short == 126 ? 2 : 8)
      let length = further.isEmpty ? short : further.reduce(0) { $0 << 8 | Int($1) }
      if head[0] & 15 != 0 { kind = head[0] & 15 }
      message += try socket.read(length)
      if head[0] & 0x80 != 0 { return (kind, message) }
    }
  }

  private static func object(_ bytes: some Sequence<UInt8>) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
  }

  /// The next message as a JSON object, with the bytes behind it.
  private func message() throws -> (object: [String: Any], bytes: [UInt8]) {
    let (opcode, bytes) = try receive()
    switch opcode {
    case 1: return (try Self.object(bytes), [])
    case 2:
      let length = bytes[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
      return (try Self.object(bytes[4..<(4 + length)]), Array(bytes[(4 + length)...]))
    default: throw RawSocket.Failure(description: "the socket was closed: \(bytes)")
    }
  }

  /// Sends a request of the page's protocol and waits for its answer.
  @discardableResult
  func ask(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try askBinary(method, parameters).result
  }

  /// As `ask(_:_:)`, with the bytes that follow the answer.
  func askBinary(_ method: String, _ parameters: [String: Any] = [:]) throws -> (
    result: [String: Any], bytes: [UInt8]
  ) {
    number += 1
    let request: [String: Any] = ["id": number, "method": method, "parameters": parameters]
    try send(Array(try JSONSerialization.data(withJSONObject: request)))
    return try answer(to: number)
  }

  /// Sends a request and does not wait.
  func post(_ method: String, _ parameters: [String: Any] = [:]) throws -> Int {
    number += 1
    let request: [String: Any] = ["id": number, "method": method, "parameters": parameters]
    try send(Array(try JSONSerialization.data(withJSONObject: request)))
    return number
  }

  func answer(to id: Int) throws -> (result: [String: Any], bytes: [UInt8]) {
    while true {
      let (object, bytes) = try message()
      guard object["event"] == nil, object["id"] as? Int == id || object["id"] as? Int == 0 else {
        events.append(object)
        continue
      }
      if let error = object["error"] { throw RawSocket.Failure(description: "\(error)") }
      return (object["result"] as? [String: Any] ?? [:], bytes)
    }
  }

  /// Waits for an event; earlier ones count.
  func event(_ name: String, where matches: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any] {
    while true {
      if let at = events.firstIndex(where: {
        $0["event"] as? String == name && matches($0["result"] as? [String: Any] ?? [:])
      }) {
        return events.remove(at: at)["result"] as? [String: Any] ?? [:]
      }
      let (object, _) = try message()
      events.append(object)
    }
  }

  /// The next event of a name that has come, or comes within some seconds; nil if there is none.
  func nextEvent(_ name: String, within patience: Double) throws -> [String: Any]? {
    // An answer comes after the events that were sent before it.
    Thread.sleep(forTimeInterval: events.isEmpty ? patience : 0)
    try ask("hello")
    guard let at = events.firstIndex(where: { $0["event"] as? String == name }) else { return nil }
    return events.remove(at: at)["result"] as? [String: Any] ?? [:]
  }

  /// Sends a command of a browser's own protocol and waits for its result.
  func command(_ method: String, session: String? = nil, _ parameters: [String: Any] = [:]) throws -> [String:
    Any]
  {
    number += 1
    var request: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { request["sessionId"] = session }
    try send(Array(try JSONSerialization.data(withJSONObject: request)))
    while true {
      let (object, _) = try message()
      guard object["id"] as? Int == number else { continue }
      if let error = object["error"] { throw RawSocket.Failure(description: "\(method): \(error)") }
      return object["result"] as? [String: Any] ?? [:]
    }
  }
}
