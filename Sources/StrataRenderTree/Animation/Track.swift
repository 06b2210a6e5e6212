/// What a track is told about the moment it is applied at.
package struct TrackMoment: Hashable, Sendable {
  /// Progress through the forward run after the animation's timing function; may leave zero to one.
  package var progress: Double
  /// Time inside the forward run in seconds, before the timing function.
  package var basicTime: Double
  /// Number of completed cycles.
  package var cycle: Double
  /// Each cycle ends where it began.
  package var autoreverses: Bool

  package init(progress: Double, basicTime: Double = 0, cycle: Double = 0, autoreverses: Bool = false) {
    self.progress = progress
    self.basicTime = basicTime
    self.cycle = cycle
    self.autoreverses = autoreverses
  }
}

/// The frozen, typed form of one property animation, as it travels to the render side.
///
/// A track knows its property and its values. When it runs, and how its time is eased, is told by the moment.
package protocol Track<Root>: Sendable {
  associatedtype Root
  /// Writes the animated value into `root`, which holds the values left by the animations applied before.
  func apply(at moment: TrackMoment, to root: inout Root)
}
