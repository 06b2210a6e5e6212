#if Inspector
  package import Foundation

  /// The head of an HTTP request (RFC 9112): what is asked for, and the headers.
  package struct RequestHead: Equatable {
    /// The reason why a request is refused, which decides the status of the response.
    package enum Refusal: Error, Equatable {
      case malformed(String)
      case tooLong
      case otherVersion

      var status: ResponseStatus {
        switch self {
        case .malformed: .badRequest
        case .tooLong: .headTooLong
        case .otherVersion: .otherVersion
        }
      }

      /// The reason in one line.
      var reason: String {
        switch self {
        case .malformed(let reason): reason
        case .tooLong: "the head of the request is too long, or comes too slowly"
        case .otherVersion: "HTTP/1.1 is spoken here"
        }
      }
    }

    package private(set) var method: String
    /// The part of the address before the question mark, as it was sent.
    package private(set) var path: String
    private var query: String
    /// Values by names in lower case; values of the same name are joined by commas.
    private var headers: [String: String] = [:]
    private let isOld: Bool

    /// The longest head, in bytes.
    static let longest = 16 << 10
    /// The most headers.
    private static let mostHeaders = 100

    /// Reads the lines of a head, without the empty one.
    ///
    /// - Throws: ``Refusal`` for what two readers could understand in two ways: control characters, lines that go on, spaces
    ///   before a colon, two hosts.
    package init(_ lines: Data) throws(Refusal) {
      let text = String(decoding: lines, as: UTF8.self)
      let isClean = text.replacingOccurrences(of: "\r\n", with: "").unicodeScalars.allSatisfy {
        $0 == "\t" || ($0.value >= 32 && $0.value != 127)
      }
      guard isClean else { throw .malformed("the head has a control character") }
      let parts = text.components(separatedBy: "\r\n")
      let words = parts[0].components(separatedBy: " ")
      guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/") else {
        throw .malformed("the first line is not one of a request")
      }
      guard ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else { throw .otherVersion }
      let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      (method, path, query) = (words[0], String(target[0]), target.count > 1 ? String(target[1]) : "")
      isOld = words[2] == "HTTP/1.0"
      guard parts.count <= Self.mostHeaders + 1 else { throw .tooLong }
      for line in parts.dropFirst() { try add(line) }
    }

    private mutating func add(_ line: String) throws(Refusal) {
      guard let colon = line.firstIndex(of: ":"), Self.isToken(String(line[..<colon])) else {
        throw .malformed("a header has no name")
      }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      if let former = headers[name] {
        guard name != "host" else { throw .malformed("there are two hosts") }
        headers[name] = former + ", " + value
      } else {
        headers[name] = value
      }
    }

    private static func isToken(_ text: String) -> Bool {
      !text.isEmpty
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) }
    }

    /// The value of a header, whose name is in lower case.
    package subscript(_ name: String) -> String? { headers[name] }

    /// True if a header lists a word, whatever its case.
    package func lists(_ word: String, in name: String) -> Bool {
      headers[name]?.split(separator: ",").contains {
        $0.trimmingCharacters(in: .whitespaces).lowercased() == word
      } ?? false
    }

    /// The value of a parameter of the query, as it was sent.
    package func parameter(_ name: String) -> String? {
      let item = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
      return item.map { String($0.dropFirst(name.count + 1)) }
    }

    /// True if a body follows, which no request here needs.
    package var hasBody: Bool {
      (headers["content-length"] ?? "0") != "0" || headers["transfer-encoding"] != nil
    }

    /// True if the client may send another request over the same connection.
    package var keepsAlive: Bool { !isOld && !lists("close", in: "connection") }

    /// The key of a request for a WebSocket (RFC 6455, 4.2.1); nil if the request is not one.
    package var socketKey: String? {
      guard method == "GET", lists("websocket", in: "upgrade"), lists("upgrade", in: "connection"),
        headers["sec-websocket-version"] == "13", let key = headers["sec-websocket-key"],
        Data(base64Encoded: key)?.count == 16
      else { return nil }
      return key
    }
  }
#endif
