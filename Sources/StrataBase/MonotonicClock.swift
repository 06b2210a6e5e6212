#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine's monotonic clock: the source of media time, in seconds.
///
/// It stands still while the machine sleeps, and is unrelated to the time of day.
package struct MonotonicClock: Sendable {
  package init() {}

  package var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
