import CoreFoundation
import Foundation
import Glibc

/// A connection of a test: bytes in both directions, with a deadline for each answer.
final class RawSocket {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Connects to a port of this machine; patience is in seconds.
  init(port: Int, patience: Int = 120) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(description: "cannot connect to port \(port)") }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { Glibc.close(descriptor) }

  func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(description: "the other side does not read") }
      sent += count
    }
  }

  private func fill() throws {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &piece, piece.count, 0)
    guard count > 0 else { throw Failure(description: count == 0 ? "closed" : "no answer") }
    buffer += piece[..<count]
  }

  /// The next bytes.
  func read(_ count: Int) throws -> [UInt8] {
    while buffer.count < count { try fill() }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// The text up to an empty line.
  func head() throws -> String {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let at = buffer.indices.first(where: { buffer[$0...].starts(with: end) }) {
        return String(decoding: try read(at + end.count), as: UTF8.self)
      }
      try fill()
    }
  }
}

/// The answer to one HTTP request.
struct WebAnswer {
  let status: Int
  let headers: [String: String]
  let body: [UInt8]

  /// Asks for a path; headers replace the usual ones.
  init(
    _ path: String,
    method: String = "GET",
    port: Int,
    headers extra: [String: String] = [:],
    body: String = "",
    patience: Int = 120
  ) throws {
    var headers = ["Host": "127.0.0.1:\(port)", "Connection": "close"].merging(extra) { $1 }
    if !body.isEmpty { headers["Content-Length"] = "\(body.utf8.count)" }
    let socket = try RawSocket(port: port, patience: patience)
    let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    try socket.write(Array("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body)".utf8))
    let head = try socket.head().components(separatedBy: "\r\n")
    status = Int(head[0].split(separator: " ")[1]) ?? 0
    var found: [String: String] = [:]
    for line in head.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { found[parts[0].lowercased()] = parts[1] }
    }
    self.headers = found
    self.body = try socket.read(Int(found["content-length"] ?? "0") ?? 0)
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}
