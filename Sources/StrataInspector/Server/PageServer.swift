#if Inspector
  import Foundation
  import Synchronization

  /// The HTTP server of one source: the page's files, its socket, and finished exports.
  ///
  /// Each connection has a thread of its own, which waits for its bytes. So the page of a program answers whatever the program's
  /// tasks do, even while all threads that tasks share are held.
  final class PageServer: Sendable {
    private struct State {
      var listener: Listener?
      var connections: [ObjectIdentifier: SocketStream] = [:]
      var isStopped = false
    }
    private let hub: PageHub
    private let host: String?
    private let token: String
    private let state = Mutex(State())
    /// Entered by each connection until its thread ends.
    private let connections = DispatchGroup()

    /// How long connections may take to send what waits, in seconds.
    private static let patience = 0.5
    /// The most connections at once; more are closed unheard.
    private static let mostConnections = 256

    init(_ hub: PageHub, host: String?, token: String) {
      (self.hub, self.host, self.token) = (hub, host, token)
    }

    /// Begins to listen; 0 takes a free port.
    ///
    /// - Returns: The address of the page, with its token.
    /// - Throws: ``InspectorError`` if the address cannot be used.
    func start(port: UInt16) throws(InspectorError) -> URL {
      let listener: Listener
      do throws(Listener.Failure) {
        listener = try Listener(host: host ?? Self.loopback, port: port)
      } catch {
        throw .cannotListen(address: "\(host ?? Self.loopback):\(port)", reason: error.reason)
      }
      let shownHost = host == "0.0.0.0" ? Self.loopback : host ?? Self.loopback
      guard let url = URL(string: "http://\(shownHost):\(listener.port)/?token=\(token)") else {
        throw .cannotListen(address: shownHost, reason: "it is not a part of an address")
      }
      state.withLock { $0.listener = listener }
      let requests = RequestGuard(port: Int(listener.port), host: host, token: token)
      listener.start { [self] in take($0, requests) }
      return url
    }

    private static let loopback = "127.0.0.1"

    /// Serves a connection on a thread of its own.
    private func take(_ stream: SocketStream, _ requests: RequestGuard) {
      let isTaken = state.withLock { state in
        guard !state.isStopped, state.connections.count < Self.mostConnections else { return false }
        state.connections[ObjectIdentifier(stream)] = stream
        connections.enter()
        return true
      }
      guard isTaken else { return }
      let thread = Thread { [self] in
        PageConnection(hub: hub, stream: stream, requests: requests).serve()
        _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(stream)) }
        connections.leave()
      }
      thread.name = "strata connection"
      thread.stackSize = 512 << 10
      thread.start()
    }

    /// Ends the server; waits until its connections are closed.
    func stop() {
      let listener = state.withLock { state in
        state.isStopped = true
        defer { state.listener = nil }
        return state.listener
      }
      listener?.stop()
      // Answers on their way are sent, and connections that wait for a request end.
      for stream in open { stream.endReading() }
      guard connections.wait(timeout: .now() + Self.patience) == .timedOut else { return }
      for stream in open { stream.end() }
      _ = connections.wait(timeout: .now() + Self.patience)
    }

    private var open: [SocketStream] { state.withLock { Array($0.connections.values) } }
  }
#endif
