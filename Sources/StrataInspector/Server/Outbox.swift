#if Inspector
  import FlyingFox
  import Foundation
  import Synchronization

  /// The frames that wait for the reader of one page.
  ///
  /// The socket takes a frame when the one before is written, and requests are read only while few frames wait. So a reader
  /// that is slow, or asleep, costs what one page may hold and delays nobody.
  final class Outbox: Sendable {
    private struct State {
      var frames: [WSFrame] = []
      var isClosed = false
      var receiver: CheckedContinuation<WSFrame?, Never>?
      var sender: CheckedContinuation<Void, Never>?
    }
    private let state = Mutex(State())

    /// How many frames may wait before no more requests are read.
    private static let fullness = 8
    /// How many frames may wait before events are dropped.
    private static let overflow = 256

    /// Adds a frame; a closed outbox, or one that is far too full, drops it.
    func post(_ frame: WSFrame) {
      let receiver = state.withLock { state -> CheckedContinuation<WSFrame?, Never>? in
        guard !state.isClosed, state.frames.count < Self.overflow else { return nil }
        guard let receiver = state.receiver else {
          state.frames.append(frame)
          return nil
        }
        state.receiver = nil
        return receiver
      }
      receiver?.resume(returning: frame)
    }

    /// The next frame; nil when the outbox is closed and empty.
    func next() async -> WSFrame? {
      await withCheckedContinuation { continuation in
        let (answer, sender) = state.withLock {
          state -> (WSFrame??, CheckedContinuation<Void, Never>?) in
          var sender: CheckedContinuation<Void, Never>?
          if state.frames.count <= Self.fullness { swap(&sender, &state.sender) }
          if !state.frames.isEmpty { return (state.frames.removeFirst(), sender) }
          if state.isClosed { return (.some(nil), sender) }
          state.receiver = continuation
          return (nil, sender)
        }
        sender?.resume()
        if let answer { continuation.resume(returning: answer) }
      }
    }

    /// Waits until few frames wait.
    func waitForRoom() async {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          guard state.frames.count > Self.fullness, !state.isClosed else { return false }
          state.sender = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    }

    /// Ends the stream after the frames that wait.
    func close() {
      let (receiver, sender) = state.withLock { state in
        state.isClosed = true
        defer { (state.receiver, state.sender) = (nil, nil) }
        return (state.receiver, state.sender)
      }
      receiver?.resume(returning: nil)
      sender?.resume()
    }
  }
#endif
