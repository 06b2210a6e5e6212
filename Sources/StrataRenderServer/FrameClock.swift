package import StrataRenderTree

/// The times at which a display shows frames: multiples of its refresh interval, in media time.
///
/// All clocks of one rate share one grid, so that hosts and display links of a program agree about frames.
package struct FrameClock: Sendable, Hashable {
  package let framesPerSecond: Double

  /// A tolerance in frames: smaller than a relevant step of time, larger than rounding errors.
  private static let slack = 1e-6

  /// The clock of a display with a refresh rate between 1 and 1000; NaN gives 60.
  package init(framesPerSecond: Double) {
    self.framesPerSecond = framesPerSecond.isNaN ? 60 : min(max(framesPerSecond, 1), 1000)
  }

  /// Seconds from one frame to the next.
  package var interval: Double { 1 / framesPerSecond }

  /// The frame that is current at a time.
  package func index(at time: Double) -> Int { whole((time * framesPerSecond + Self.slack).rounded(.down)) }

  /// The first frame at or after a time.
  package func index(atOrAfter time: Double) -> Int {
    whole((time * framesPerSecond - Self.slack).rounded(.up))
  }

  /// The time at which a frame begins.
  package func time(of index: Int) -> Double { Double(index) / framesPerSecond }

  private func whole(_ x: Double) -> Int { x.isNaN ? 0 : Int(min(max(x, -1e15), 1e15)) }

  /// The number of refreshes per frame for a requested rate.
  ///
  /// The rate divides the display's. It is at least the preferred rate, and at most the maximum.
  package func refreshes(for hint: FrameRateHint) -> Int {
    guard let rate = hint.rate, rate > 0, rate.isFinite else { return 1 }
    var count = max(1, (framesPerSecond / Double(rate) + 1e-3).rounded(.down))
    if hint.maximum > 0, framesPerSecond / count > Double(hint.maximum) * 1.001 {
      count = (framesPerSecond / Double(hint.maximum) - 1e-3).rounded(.up)
    }
    return whole(max(count, 1))
  }
}
