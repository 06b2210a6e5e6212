/// The effect of an object outside its active interval.
package enum FillMode: String, Hashable, Sendable, CaseIterable {
  case removed
  case forwards
  case backwards
  case both

  /// Returns the mode with this name; an unknown name behaves as `removed`.
  package init(name: String) { self = FillMode(rawValue: name) ?? .removed }

  /// The first moment also shows before the beginning.
  package var reachesBack: Bool { self == .backwards || self == .both }

  /// The last moment also shows after the end.
  package var reachesForward: Bool { self == .forwards || self == .both }
}

/// How the time of one object, a layer or an animation, follows from the time of its parent.
///
/// The initial values are those of an animation; a layer's `duration` starts at infinity.
package struct TimingState: Hashable, Sendable {
  /// When the object begins, in its parent's time.
  package var beginTime = 0.0
  /// Shift of the active local time, in seconds.
  package var timeOffset = 0.0
  /// Rate of local time against parent time; negative runs backwards, zero stands still.
  package var speed = Float(1)
  /// Length of one forward run, in seconds.
  package var duration = 0.0
  /// Number of cycles, possibly fractional; zero means one.
  package var repeatCount = Float(0)
  /// Length of all repetitions together, in seconds; beats `repeatCount` when positive.
  package var repeatDuration = 0.0
  /// Each forward run is followed by a backward one.
  package var autoreverses = false
  /// The effect outside the active interval.
  package var fillMode = FillMode.removed

  /// Creates the timing of a new animation.
  package init() {}

  /// Creates a timing with the most common values.
  package init(beginTime: Double = 0, duration: Double) {
    self.beginTime = beginTime
    self.duration = duration
  }

  /// The timing of a new layer, which never ends.
  package static let layer = TimingState(duration: .infinity)
}

extension TimingState {
  /// Length of one cycle: a forward run, and the backward run if there is one.
  package var cycleDuration: Double { autoreverses ? duration * 2 : duration }

  /// Length of the active interval in local seconds: repeat duration, else repeat count, else one cycle.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    guard repeatCount > 0 else { return max(cycleDuration, 0) }
    guard duration > 0 else { return 0 }
    // The largest number is the other common way to say "for ever".
    return repeatCount >= .greatestFiniteMagnitude ? .infinity : cycleDuration * Double(repeatCount)
  }

  /// False if a number is invalid, so that the object has no effect.
  package var isEffective: Bool {
    beginTime.isFinite && timeOffset.isFinite && speed.isFinite && !duration.isNaN
      && !repeatCount.isNaN && repeatCount != -.infinity && !repeatDuration.isNaN
      && repeatDuration != -.infinity
  }

  /// When the active interval ends, in parent time; infinity if it never does.
  ///
  /// NaN timings never start and so never end here; ask ``isEffective`` first.
  package var endTime: Double {
    guard speed != 0 else { return .infinity }
    guard duration > 0 || repeatDuration > 0 else { return beginTime }
    return beginTime + activeDuration / Double(abs(speed))
  }
}
