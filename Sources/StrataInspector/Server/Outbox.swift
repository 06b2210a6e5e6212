#if Inspector
  import Dispatch
  import Synchronization

  /// The frames that wait for the reader of one page.
  ///
  /// One thread takes frames and writes them, another reads requests, and only while few frames wait. So a reader that is slow,
  /// or asleep, costs what one page may hold and delays no other.
  final class Outbox: Sendable {
    private struct State {
      var frames: [WebSocketFrame] = []
      var isClosed = false
      var isReaderWaiting = false
    }
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)

    /// How many frames may wait before no more requests are read.
    private static let fullness = 8
    /// How many frames may wait before events are dropped.
    private static let overflow = 256

    /// Adds a frame; a closed outbox, or one that is far too full, drops it.
    func post(_ frame: WebSocketFrame) {
      let isAdded = state.withLock { state in
        guard !state.isClosed, state.frames.count < Self.overflow else { return false }
        state.frames.append(frame)
        return true
      }
      if isAdded { arrivals.signal() }
    }

    /// Waits for the next frame; nil when the outbox is closed and empty.
    func next() -> WebSocketFrame? {
      while true {
        let (frame, isClosed, mustWake) = state.withLock { state in
          let frame = state.frames.isEmpty ? nil : state.frames.removeFirst()
          let mustWake = state.isReaderWaiting && state.frames.count <= Self.fullness
          if mustWake { state.isReaderWaiting = false }
          return (frame, state.isClosed, mustWake)
        }
        if mustWake { room.signal() }
        if frame != nil || isClosed { return frame }
        arrivals.wait()
      }
    }

    /// True if more frames wait than a reader that keeps up leaves.
    var isFull: Bool { state.withLock { $0.frames.count > Self.fullness } }

    /// Waits until few frames wait, or until the outbox is closed.
    func waitForRoom() {
      let isFull = state.withLock { state in
        state.isReaderWaiting = !state.isClosed && state.frames.count > Self.fullness
        return state.isReaderWaiting
      }
      if isFull { room.wait() }
    }

    /// Takes no more frames; those that wait can still be taken.
    func close() {
      let mustWake = state.withLock { state in
        state.isClosed = true
        defer { state.isReaderWaiting = false }
        return state.isReaderWaiting
      }
      if mustWake { room.signal() }
      arrivals.signal()
    }

    /// Closes, and drops the frames that wait.
    func discard() {
      close()
      state.withLock { $0.frames = [] }
    }
  }
#endif
