import Synchronization

/// A place where sound is heard: samples wait in it until the device takes them.
///
/// - Thread: Any, one at a time.
package protocol SoundStream: AnyObject, Sendable {
  /// Adds frames behind those that wait: floats of -1...1, left and right in turns.
  func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>)
  /// The frames that were written and not heard yet, as far as the device reports them.
  var waitingFrames: Int { get }
  /// Drops the frames that wait.
  func clear()
}

/// Where a program's sound goes.
///
/// Who opens windows provides it; without one, or without a device, nothing is heard.
package final class SoundOutput: Sendable {
  /// Frames per second of all streams.
  package static let framesPerSecond = 48000.0
  /// The output of this program.
  package static let shared = SoundOutput()

  private struct State {
    var open: (@Sendable () -> (any SoundStream)?)?
    /// Called when the output is provided.
    var waiting: [@Sendable () -> Void] = []
  }
  private let state = Mutex(State())

  private init() {}

  /// Sets the function that opens streams; the first one stays.
  package func provide(_ open: @escaping @Sendable () -> (any SoundStream)?) {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      guard state.open == nil else { return [] }
      state.open = open
      defer { state.waiting = [] }
      return state.waiting
    }
    for action in waiting { action() }
  }

  /// Runs an action once there is an output: now, or on the thread that provides it.
  package func whenProvided(_ action: @escaping @Sendable () -> Void) {
    let isProvided = state.withLock { state in
      if state.open == nil { state.waiting.append(action) }
      return state.open != nil
    }
    if isProvided { action() }
  }

  /// Opens a stream, which takes some milliseconds; nil without a device.
  package func makeStream() -> (any SoundStream)? { state.withLock { $0.open }?() }
}
