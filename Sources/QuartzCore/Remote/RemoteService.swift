import Foundation
import StrataBase
import Synchronization

/// The processes that lend layers to this one: a port to which they connect, and a thread that reads from them.
///
/// - Thread: Any.
final class RemoteService: Sendable {
  static let shared = RemoteService()

  private let state = Mutex(State())

  private struct State: Sendable {
    var port: UInt32?
    var peers: [UInt32: RemotePeer] = [:]
    var lastClient: UInt32 = 0
  }

  /// The most processes that are connected at once.
  static let mostPeers = 32

  /// The number of the port; the thread begins with the first call.
  ///
  /// 0, with the reason in the log, if there is none.
  var port: UInt32 {
    state.withLock { state in
      if let port = state.port { return port }
      let port = start()
      state.port = port
      return port
    }
  }

  /// The process that a client's number stands for; nil if it has gone or never was.
  func peer(_ client: UInt32) -> RemotePeer? { state.withLock { $0.peers[client] } }

  private func start() -> UInt32 {
    for _ in 0..<16 {
      let port = UInt32.random(in: 0x10000...UInt32.max)
      guard let listener = RemoteSocket.listening(at: port) else { continue }
      let thread = Thread { [self] in serve(listener) }
      thread.name = "strata layers"
      thread.start()
      return port
    }
    OnceLog.note("there is no socket for layers of other processes: \(String(cString: strerror(errno)))")
    return 0
  }

  private func serve(_ listener: RemoteSocket) {
    var peers: [RemotePeer] = []
    while true {
      let before = MonotonicClock().now
      let ready = peers.filter { $0.rest <= before }
      let moments = peers.map { $0.rest > before ? $0.rest : $0.client == nil ? $0.deadline : .infinity }
      let events = wait(for: [listener] + ready.map(\.socket), until: moments.min() ?? .infinity)
      let now = MonotonicClock().now
      for (peer, isReady) in zip(ready, events.dropFirst()) where isReady {
        guard let reason = peer.read(at: now, newClient: { add(peer) }) else { continue }
        end(peer, reason)
        peers.removeAll { $0 === peer }
      }
      for peer in peers where peer.client == nil && peer.deadline <= now {
        end(peer, "it did not introduce itself in time")
        peers.removeAll { $0 === peer }
      }
      guard events[0] else { continue }
      switch listener.connection() {
      case .accepted(let socket) where peers.count < Self.mostPeers:
        peers.append(RemotePeer(socket, at: now))
      case .accepted:
        OnceLog.note("more than \(Self.mostPeers) processes want to lend layers; the others are refused")
      case .failed(EMFILE), .failed(ENFILE):
        // No descriptor is free.
        Thread.sleep(forTimeInterval: 0.05)
      case .refused, .failed: break
      }
    }
  }

  /// Waits for packets; returns which sockets have some, or have ended.
  private func wait(for sockets: [RemoteSocket], until time: Double) -> [Bool] {
    var polled = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let seconds = time - MonotonicClock().now
    let milliseconds = time == .infinity ? -1 : Int32(min(max((seconds * 1000).rounded(.up), 0), 60_000))
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else {
      return [Bool](repeating: false, count: sockets.count)
    }
    return polled.map { $0.revents != 0 }
  }

  private func add(_ peer: RemotePeer) -> UInt32 {
    state.withLock { state in
      state.lastClient += 1
      state.peers[state.lastClient] = peer
      return state.lastClient
    }
  }

  private func end(_ peer: RemotePeer, _ reason: String) {
    if let client = peer.client { state.withLock { state in state.peers[client] = nil } }
    peer.end()
    OnceLog.note("a process lends no layers any more: \(reason)")
  }
}
