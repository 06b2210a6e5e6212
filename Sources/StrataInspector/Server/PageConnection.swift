#if Inspector
  import Foundation

  /// One connection to the server: requests, one after the other, and perhaps a WebSocket in the end.
  struct PageConnection {
    let hub: PageHub
    let stream: SocketStream
    let requests: RequestGuard

    /// How long a client may take to send a request, and to read an answer, in seconds.
    private static let patience = 15
    /// How long a client may take to read its last answer, in seconds.
    private static let farewell = 1
    /// How many bytes that belong to no request are read before a connection ends.
    private static let longestFarewell = 1 << 20

    /// Answers requests until one side ends the connection.
    func serve() {
      stream.setPatience(Self.patience)
      var reader = StreamReader(stream)
      do throws(SocketStream.Failure) {
        var isLast = false
        while !isLast {
          var response: Response
          var withBody = true
          switch try next(&reader) {
          case .success(let request):
            response = respond(to: request)
            if response.status == .switchingProtocols {
              let socket = PageSocket(hub: hub, stream: stream)
              return socket.serve(opening: response.encoded(withBody: false), &reader)
            }
            isLast = !request.keepsAlive || request.hasBody
            withBody = request.method != "HEAD"
          case .failure(let refusal):
            response = .refusal(refusal.status, refusal.reason)
            isLast = true
          }
          response.headers.append(("Connection", isLast ? "close" : "keep-alive"))
          try stream.write(response.encoded(withBody: withBody))
        }
        stream.endWriting()
        reader.drain(patience: Self.farewell, atMost: Self.longestFarewell)
      } catch {
        // Nobody waits for an answer.
      }
      stream.end()
    }

    private func next(
      _ reader: inout StreamReader
    ) throws(SocketStream.Failure) -> Result<RequestHead, RequestHead.Refusal> {
      let end = ContinuousClock.now + .seconds(Self.patience)
      let lines = try reader.readHead(atMost: RequestHead.longest) { ContinuousClock.now > end }
      guard let lines else { return .failure(.tooLong) }
      do throws(RequestHead.Refusal) {
        return .success(try RequestHead(lines))
      } catch {
        return .failure(error)
      }
    }

    private func respond(to request: RequestHead) -> Response {
      let host = request["host"]
      guard requests.accepts(host: host) else {
        return .refusal(.otherHost, "this server answers by its address only")
      }
      guard ["GET", "HEAD"].contains(request.method) else {
        return .refusal(.methodNotAllowed, "only GET and HEAD are known")
      }
      guard !request.hasBody else { return .refusal(.bodyNotAllowed, "requests have no body") }
      if let file = PageFiles.all[request.path] { return page(file, host ?? "") }
      let isSocket = request.path == "/socket"
      guard isSocket || request.path.hasPrefix("/export/") else { return .refusal(.notFound, "not found") }
      guard requests.accepts(origin: request["origin"], host: host) else {
        return .refusal(.forbidden, "pages of other sites have no access")
      }
      guard requests.accepts(token: request.parameter("token")) else {
        return .refusal(.forbidden, "the address lacks its token")
      }
      guard isSocket else { return export(String(request.path.dropFirst("/export/".count))) }
      guard let key = request.socketKey else {
        return .refusal(.badRequest, "this is not a request for a WebSocket")
      }
      return .opening(key: key)
    }

    private func page(_ file: PageFiles.File, _ host: String) -> Response {
      let policy =
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; "
        + "connect-src 'self' ws://\(host); base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      return Response(.ok, type: file.type, file.bytes, [("Content-Security-Policy", policy)])
    }

    private func export(_ name: String) -> Response {
      guard let url = hub.exports.file(named: name),
        let data = try? Data(contentsOf: url, options: .alwaysMapped)
      else { return .refusal(.notFound, "there is no such export") }
      let place = ("Content-Disposition", "attachment; filename=\"\(name)\"")
      return Response(.ok, type: "application/octet-stream", data, [place])
    }
  }
#endif
