/// Measures the refresh rate of a display by the numbers and the times of its refreshes.
///
/// The longer it measures, the smaller a difference counts: times of refreshes may be off by a millisecond. Refreshes that do not
/// come at about the rate of the display's mode, such as those of a display that is switched off, measure nothing.
package struct RefreshMeasurement: Sendable, Hashable {
  /// The rate of the display's mode, in refreshes per second.
  package let expected: Double
  /// The measured rate in refreshes per second; nil as long as it may be the expected one.
  package private(set) var rate: Double?
  private var first: Refresh?
  private var last: Refresh?

  private struct Refresh: Hashable {
    let number: UInt64
    /// In seconds.
    let time: Double
  }

  /// The least number of refreshes to measure.
  private static let shortest = UInt64(30)
  /// The number of refreshes after which the measurement begins anew: half a minute at 60 a second.
  private static let longest = UInt64(1800)
  /// How far two times together may be off, in seconds.
  private static let inaccuracy = 0.002
  /// The longest time from one refresh to the next, in seconds; a display may have been switched off in a longer one.
  private static let longestGap = 1.0
  /// The measured rates that count, as multiples of the expected one.
  private static let plausible = 0.5...2.0

  /// Begins a measurement.
  package init(expected: Double) { self.expected = expected }

  /// Notes a refresh: its number, and its media time in seconds.
  package mutating func note(_ number: UInt64, at time: Double) {
    let refresh = Refresh(number: number, time: time)
    guard let first, let last, time.isFinite, isRegular(refresh, after: last) else {
      if time.isFinite { (first, last) = (refresh, refresh) }
      return
    }
    self.last = refresh
    guard number - first.number >= Self.shortest else { return }
    let elapsed = time - first.time
    let measured = Double(number - first.number) / elapsed
    if abs(measured / (rate ?? expected) - 1) * elapsed > Self.inaccuracy { rate = measured }
    if number - first.number >= Self.longest { self.first = refresh }
  }

  /// True if both refreshes belong to one measurement.
  private func isRegular(_ refresh: Refresh, after last: Refresh) -> Bool {
    let elapsed = refresh.time - last.time
    guard refresh.number > last.number, elapsed > 0, elapsed <= Self.longestGap else { return false }
    return Self.plausible.contains(Double(refresh.number - last.number) / elapsed / expected)
  }
}
