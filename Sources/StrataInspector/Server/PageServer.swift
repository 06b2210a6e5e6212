#if Inspector
  import FlyingFox
  import FlyingSocks
  import Foundation
  import Synchronization

  /// The HTTP server of one source: the page's files, its socket, and finished exports.
  final class PageServer: Sendable {
    private let hub: PageHub
    private let host: String?
    private let token: String
    private let requests = Mutex<RequestGuard?>(nil)
    private let running = Mutex<(server: HTTPServer, task: Task<Void, Never>)?>(nil)

    init(_ hub: PageHub, host: String?, token: String) {
      (self.hub, self.host, self.token) = (hub, host, token)
    }

    /// Begins to listen; 0 takes a free port.
    ///
    /// - Returns: The address of the page, with its token.
    /// - Throws: ``InspectorError`` if the address cannot be used.
    func start(port: UInt16) throws(InspectorError) -> URL {
      let address: sockaddr_in
      do {
        address = try .inet(ip4: host ?? "127.0.0.1", port: port)
      } catch {
        throw .cannotListen(address: host ?? "", reason: "it is not an IPv4 address of this machine")
      }
      let server = HTTPServer(
        config: HTTPServer.Configuration(address: address, timeout: 60, logger: .disabled),
        handler: ClosureHTTPHandler { [self] in await respond(to: $0) }
      )
      let outcome = StartOutcome()
      let running = Task {
        do {
          try await server.run()
        } catch {
          outcome.finish(.failure(error))
        }
      }
      Task {
        do {
          try await server.waitUntilListening()
          let port: UInt16? =
            switch await server.listeningAddress {
            case .ip4(_, port: let port)?, .ip6(_, port: let port)?: port
            case .unix?, nil: nil
            }
          outcome.finish(.success(port ?? 0))
        } catch {
          outcome.finish(.failure(error))
        }
      }
      switch outcome.wait() {
      case .success(let found) where found > 0:
        self.running.withLock { $0 = (server, running) }
        requests.withLock { $0 = RequestGuard(port: Int(found), host: host, token: token) }
        guard let url = URL(string: "http://\(shownHost):\(found)/?token=\(token)") else {
          throw .cannotListen(address: shownHost, reason: "it is not a part of an address")
        }
        return url
      case .success: throw .cannotListen(address: "\(shownHost):\(port)", reason: "the server has no port")
      case .failure(let error):
        running.cancel()
        throw .cannotListen(address: "\(shownHost):\(port)", reason: "\(error.localizedDescription)")
      }
    }

    /// How long connections may take to send what waits, in seconds.
    private static let patience = 0.5

    /// Ends the server; returns when its connections are closed.
    func stop() {
      let former = running.withLock { running in
        defer { running = nil }
        return running
      }
      guard let (server, task) = former else { return }
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        await server.stop(timeout: Self.patience)
        task.cancel()
        done.signal()
      }
      _ = done.wait(timeout: .now() + 2 * Self.patience)
    }

    /// The host in the address that people open.
    private var shownHost: String { host.map { $0 == "0.0.0.0" ? "127.0.0.1" : $0 } ?? "127.0.0.1" }

    /// The result of starting, which the caller's thread waits for.
    private final class StartOutcome: Sendable {
      private let result = Mutex<Result<UInt16, any Error>?>(nil)
      private let done = DispatchSemaphore(value: 0)
      /// How long the server may take to listen, in seconds.
      private static let patience = 30

      func finish(_ outcome: Result<UInt16, any Error>) {
        let isFirst = result.withLock { result in
          defer { result = result ?? outcome }
          return result == nil
        }
        if isFirst { done.signal() }
      }

      func wait() -> Result<UInt16, any Error> {
        let isDone = done.wait(timeout: .now() + .seconds(Self.patience)) == .success
        guard isDone, let result = result.withLock({ $0 }) else {
          let reason = "no answer within \(Self.patience) seconds"
          return .failure(PageError("\(reason); all tasks of the program may be waiting"))
        }
        return result
      }
    }

    // MARK: Requests

    private func respond(to request: HTTPRequest) async -> HTTPResponse {
      guard let requests = requests.withLock({ $0 }) else { return refusal(.serviceUnavailable, "starting") }
      let host = request.headers[.host]
      guard requests.accepts(host: host) else {
        return refusal(.misdirectedRequest, "this server answers by its address only")
      }
      guard request.method == .GET || request.method == .HEAD else {
        return refusal(.methodNotAllowed, "only GET is known")
      }
      guard (request.headers[.contentLength] ?? "0") == "0", request.headers[.transferEncoding] == nil else {
        return refusal(.payloadTooLarge, "requests have no body")
      }
      if let file = PageFiles.all[request.path] { return page(file, host ?? "") }
      let isSocket = request.path == "/socket"
      guard isSocket || request.path.hasPrefix("/export/") else { return refusal(.notFound, "not found") }
      guard requests.accepts(origin: request.headers[HTTPHeader("Origin")], host: host) else {
        return refusal(.forbidden, "pages of other sites have no access")
      }
      guard requests.accepts(token: request.query["token"]) else {
        return refusal(.forbidden, "the address lacks its token")
      }
      guard isSocket else { return export(String(request.path.dropFirst("/export/".count))) }
      let socket = WebSocketHTTPHandler(handler: PageSocket(hub: hub))
      do {
        return try await socket.handleRequest(request)
      } catch {
        return refusal(.badRequest, "\(error)")
      }
    }

    /// The headers of every answer.
    private var headers: HTTPHeaders {
      var headers = HTTPHeaders()
      headers[.cacheControl] = "no-store"
      headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
      headers[HTTPHeader("X-Frame-Options")] = "DENY"
      headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
      headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
      return headers
    }

    private func page(_ file: PageFiles.File, _ host: String) -> HTTPResponse {
      var headers = headers
      headers[.contentType] = file.type
      headers[HTTPHeader("Content-Security-Policy")] =
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; "
        + "connect-src 'self' ws://\(host); base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      return HTTPResponse(statusCode: .ok, headers: headers, body: file.bytes)
    }

    private func export(_ name: String) -> HTTPResponse {
      guard let url = hub.exports.file(named: name),
        let data = try? Data(contentsOf: url, options: .alwaysMapped)
      else { return refusal(.notFound, "there is no such export") }
      var headers = headers
      headers[.contentType] = "application/octet-stream"
      headers[.contentDisposition] = "attachment; filename=\"\(name)\""
      return HTTPResponse(statusCode: .ok, headers: headers, body: data)
    }

    private func refusal(_ status: HTTPStatusCode, _ reason: String) -> HTTPResponse {
      var headers = headers
      headers[.contentType] = "text/plain; charset=utf-8"
      headers[.connection] = "close"
      return HTTPResponse(statusCode: status, headers: headers, body: Data((reason + "\n").utf8))
    }
  }
#endif
