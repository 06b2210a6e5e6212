package import StrataRenderTree

/// The times at which a display shows frames: a phase plus multiples of its refresh interval, in media time.
///
/// All clocks of one rate and phase share one grid, so that hosts and display links of a program agree about frames. The phase
/// is 0 unless the display reports when it has shown a picture.
package struct FrameClock: Sendable, Hashable {
  package let framesPerSecond: Double
  /// The time of a frame, in seconds; from 0 to less than an interval.
  package let phase: Double

  /// A tolerance in frames: smaller than a relevant step of time, larger than rounding errors.
  private static let slack = 1e-6

  /// The clock of a display with a refresh rate between 1 and 1000; NaN gives 60.
  package init(framesPerSecond: Double) {
    self.framesPerSecond = framesPerSecond.isNaN ? 60 : min(max(framesPerSecond, 1), 1000)
    phase = 0
  }

  /// The clock of a display with a frame at a media time, in seconds.
  package init(framesPerSecond: Double, frameAt time: Double) {
    let rate = FrameClock(framesPerSecond: framesPerSecond).framesPerSecond
    let rest = time.isFinite ? time - (time * rate).rounded(.down) / rate : 0
    (self.framesPerSecond, phase) = (rate, min(max(rest, 0), 1 / rate))
  }

  /// A clock that is off by more than this part of an interval is set anew.
  private static let tolerance = 0.05

  /// The clock of a display that has shown a picture at a media time; nil if this clock is right enough.
  package func adjusted(to time: Double, framesPerSecond rate: Double) -> FrameClock? {
    let new = FrameClock(framesPerSecond: rate, frameAt: time)
    let difference = (time - phase) * framesPerSecond
    let isOnTime = abs(difference - difference.rounded()) <= Self.tolerance
    let isSameRate = abs(new.framesPerSecond / framesPerSecond - 1) < 1e-4
    return isOnTime && isSameRate ? nil : new
  }

  /// Seconds from one frame to the next.
  package var interval: Double { 1 / framesPerSecond }

  /// The frame that is current at a time.
  package func index(at time: Double) -> Int {
    whole(((time - phase) * framesPerSecond + Self.slack).rounded(.down))
  }

  /// The first frame at or after a time.
  package func index(atOrAfter time: Double) -> Int {
    whole(((time - phase) * framesPerSecond - Self.slack).rounded(.up))
  }

  /// The time at which a frame begins.
  package func time(of index: Int) -> Double { phase + Double(index) / framesPerSecond }

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
