/// The moment at which a track is applied.
package struct TrackMoment: Hashable, Sendable {
  /// Progress through the forward run after the animation's timing function; may leave zero to one.
  package var progress: Double
  /// Time inside the forward run in seconds, before the timing function.
  package var basicTime: Double
  /// Length of the forward run in seconds.
  package var duration: Double
  /// Number of completed cycles.
  package var cycle: Double
  /// Each cycle ends where it began.
  package var autoreverses: Bool

  package init(
    progress: Double,
    basicTime: Double = 0,
    duration: Double = 1,
    cycle: Double = 0,
    autoreverses: Bool = false
  ) {
    self.progress = progress
    self.basicTime = basicTime
    self.duration = duration
    self.cycle = cycle
    self.autoreverses = autoreverses
  }

  /// The last moment of a cycle, which cumulative animations add once per completed cycle.
  package var endOfCycle: TrackMoment {
    TrackMoment(progress: autoreverses ? 0 : 1, basicTime: autoreverses ? 0 : duration, duration: duration)
  }
}

/// The frozen, typed form of one property animation, as it travels to the render side.
///
/// A track knows its property and its values. The moment gives its time and easing.
package protocol Track<Root>: Sendable {
  associatedtype Root
  /// Writes the animated value into `root`, which holds the values left by the animations applied before.
  func apply(at moment: TrackMoment, to root: inout Root)
}
