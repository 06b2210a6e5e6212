#if Inspector
  import Foundation

  /// The statuses of answers.
  enum ResponseStatus: Int {
    case switchingProtocols = 101
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case bodyNotAllowed = 413
    case otherHost = 421
    case headTooLong = 431
    case otherVersion = 505

    var phrase: String {
      switch self {
      case .switchingProtocols: "Switching Protocols"
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .bodyNotAllowed: "Content Too Large"
      case .otherHost: "Misdirected Request"
      case .headTooLong: "Request Header Fields Too Large"
      case .otherVersion: "HTTP Version Not Supported"
      }
    }
  }

  /// An answer to an HTTP request.
  struct Response {
    var status: ResponseStatus
    /// Names and values.
    var headers: [(String, String)]
    var body = Data()

    /// The answer as it is sent; without its body for requests that ask for the head alone.
    func encoded(withBody: Bool) -> Data {
      let lines = ["HTTP/1.1 \(status.rawValue) \(status.phrase)"] + headers.map { "\($0): \($1)" }
      let head = Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
      return withBody ? head + body : head
    }
  }

  extension Response {
    /// What every answer says to a browser.
    private static let rules = [
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// An answer with a body.
    init(_ status: ResponseStatus, type: String, _ body: Data, _ headers: [(String, String)] = []) {
      let content = [("Content-Type", type), ("Content-Length", "\(body.count)")]
      self.init(status: status, headers: Self.rules + content + headers, body: body)
    }

    /// An answer that says why there is no other.
    static func refusal(_ status: ResponseStatus, _ reason: String) -> Self {
      Self(status, type: "text/plain; charset=utf-8", Data((reason + "\n").utf8))
    }

    /// The answer that opens a WebSocket (RFC 6455, 4.2.2).
    static func opening(key: String) -> Self {
      let headers = [
        ("Upgrade", "websocket"), ("Connection", "Upgrade"),
        ("Sec-WebSocket-Accept", HandshakeDigest.answer(to: key)),
      ]
      return Self(status: .switchingProtocols, headers: headers)
    }
  }
#endif
