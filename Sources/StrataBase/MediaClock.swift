import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A source of media time in seconds: monotonic, and unrelated to the time of day.
package protocol MediaClock: Sendable {
  var now: Double { get }
}

/// The machine's monotonic clock, which stands still while the machine sleeps.
package struct MonotonicClock: MediaClock {
  package init() {}

  package var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// A clock that its owner moves: the clock of tests and of offline rendering.
package final class ManualClock: MediaClock {
  private let time: Mutex<Double>

  package init(now: Double = 0) { time = Mutex(now) }

  /// The current time; setting it to an earlier time or to a NaN does nothing.
  package var now: Double {
    get { time.withLock { $0 } }
    set { time.withLock { if newValue > $0 { $0 = newValue } } }
  }

  /// Moves the clock forward by `seconds`.
  package func advance(by seconds: Double) { now += seconds }

  /// Moves the clock to any time, also backwards, for renderers whose times come in any order.
  package func jump(to seconds: Double) { time.withLock { $0 = seconds } }
}
