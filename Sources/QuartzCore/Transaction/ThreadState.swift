public import CoreGraphics
import Foundation
import StrataBase

/// What one thread keeps for Core Animation: its transactions and its idea of the current time.
final class ThreadState {
  let transaction = Transaction()
  /// The time that `CACurrentMediaTime()` returns instead of the machine's, in seconds.
  var manualTime: Double?
  /// Who delivers callbacks of changes made now; nil for the main run loop.
  weak var director: (any CallbackDirector)?
  /// How many defaults of optional methods were reached; see ``OptionalCall``.
  var defaultsReached = 0
  /// The search for an action found `NSNull`, which also forbids the implicit animation.
  var searchEndedByNull = false
  /// How deep this thread holds the transaction lock.
  var lockDepth = 0

  static var current: ThreadState {
    if let known = pthread_getspecific(key) {
      return Unmanaged<ThreadState>.fromOpaque(known).takeUnretainedValue()
    }
    let fresh = ThreadState()
    pthread_setspecific(key, Unmanaged.passRetained(fresh).toOpaque())
    return fresh
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { state in
      if let state { Unmanaged<ThreadState>.fromOpaque(state).release() }
    }
    return key
  }()
}

/// Returns the current media time, in seconds: a clock that never runs backwards and is not the time of day.
///
/// While an offline renderer runs changes on this thread it is the renderer's time.
public func CACurrentMediaTime() -> CFTimeInterval {
  ThreadState.current.manualTime ?? MonotonicClock().now
}
