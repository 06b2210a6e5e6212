import Foundation

/// The phase of a moment relative to the active interval.
package enum TimingPhase: Hashable, Sendable {
  case before
  case active
  /// Exactly the last moment, within a nanosecond.
  case end
  case after
}

/// One moment of an object's own time.
package struct TimingSample: Hashable, Sendable {
  package var phase: TimingPhase
  /// The active local time that is shown, in seconds; held at an edge outside the active interval.
  package var localTime: Double
  /// Number of the cycle that is shown, counting from zero.
  package var cycle: Double
  /// Time inside the forward run, in seconds from zero to the duration.
  package var basicTime: Double
  /// `basicTime` as a share of the duration, from zero to one.
  package var progress: Double

  package init(phase: TimingPhase, localTime: Double, cycle: Double, basicTime: Double, progress: Double) {
    self.phase = phase
    self.localTime = localTime
    self.cycle = cycle
    self.basicTime = basicTime
    self.progress = progress
  }
}

/// The two steps from a parent's time to progress: when (begin, speed, end), then where in the cycle.
///
/// Elapsed time without the offset decides the end of the interval, so that an offset shifts the cycle but not its
/// length. The part that the offset skips comes last, because positions wrap round the cycle.
extension TimingState {
  /// Times closer than this are the same moment.
  package static let instant = 1e-9

  /// The moment of the parent's time in which the object begins.
  ///
  /// Zero as a begin time asks for the moment of the commit, so that programs and documents write a tiny number where they mean the
  /// origin of the parent's time (animation N-6): what begins there is active at zero.
  private var begin: Double { beginTime > 0 && beginTime < 1e-6 ? 0 : beginTime }

  /// Returns the visible moment of the object at `parentTime`, or nil if a number makes no sense.
  ///
  /// Ignores the fill mode; see ``shows(in:)``.
  package func sample(at parentTime: Double) -> TimingSample? {
    guard isEffective, parentTime.isFinite else { return nil }
    let rate = Double(speed)
    let active = activeDuration
    guard duration > 0 else {
      // Nothing to divide by: the whole run is over in the moment in which it begins.
      let phase: TimingPhase =
        parentTime < begin ? .before : parentTime - begin <= Self.instant ? .end : .after
      return TimingSample(phase: phase, localTime: timeOffset, cycle: 0, basicTime: 0, progress: 1)
    }
    let phase = phase(atParent: parentTime, active: active)
    let shown: Double =
      switch phase {
      case .before: timeOffset
      case .active: (parentTime - begin) * rate + timeOffset
      case .end, .after: rate < 0 ? timeOffset - active : timeOffset + active
      }
    return position(of: shown, active: active, phase: phase)
  }

  /// Returns the phase at `parentTime`; a timing that makes no sense is never active.
  package func phase(at parentTime: Double) -> TimingPhase {
    guard isEffective, parentTime.isFinite else { return .before }
    return phase(atParent: parentTime, active: duration > 0 ? activeDuration : 0)
  }

  private func phase(atParent parentTime: Double, active: Double) -> TimingPhase {
    if parentTime < begin { return .before }
    if speed == 0 { return .active }
    let elapsed = (parentTime - begin) * Double(abs(speed))
    if elapsed - active > Self.instant { return .after }
    return active - elapsed <= Self.instant ? .end : .active
  }

  /// Maps a time on the local axis into its cycle.
  private func position(of shown: Double, active: Double, phase: TimingPhase) -> TimingSample {
    let length = cycleDuration
    guard length.isFinite else {
      return TimingSample(
        phase: phase,
        localTime: shown,
        cycle: 0,
        basicTime: max(shown, 0),
        progress: duration.isFinite ? min(max(shown, 0), duration) / duration : 0
      )
    }
    var cycle: Double
    var inCycle: Double
    if abs(shown - active) < Self.instant {
      let cycles = active / length
      let whole = cycles.rounded()
      if whole >= 1, abs(cycles - whole) * length < Self.instant {
        (cycle, inCycle) = (whole - 1, length)
      } else {
        cycle = cycles.rounded(.down)
        inCycle = active - length * cycle
      }
    } else {
      cycle = (shown / length).rounded(.down)
      inCycle = min(max(shown - length * cycle, 0), length)
    }
    let basic = inCycle > duration ? length - inCycle : inCycle
    return TimingSample(
      phase: phase,
      localTime: shown,
      cycle: cycle,
      basicTime: basic,
      progress: basic / duration
    )
  }

  /// True if the object has an effect in this phase.
  package func shows(in phase: TimingPhase) -> Bool {
    switch phase {
    case .active, .end: true
    case .before: fillMode.reachesBack
    case .after: fillMode.reachesForward
    }
  }

  /// Returns the sample at `parentTime` if the object has an effect there.
  package func visibleSample(at parentTime: Double) -> TimingSample? {
    guard let sample = sample(at: parentTime), shows(in: sample.phase) else { return nil }
    return sample
  }

  /// True once the active interval is over.
  package func isFinished(at parentTime: Double) -> Bool {
    switch phase(at: parentTime) {
    case .before, .active: false
    case .end, .after: true
    }
  }

  /// Returns the next begin or end after `parentTime`, in parent time, or nil if there is none.
  ///
  /// The last moment shows the end of the run still. What it then leaves is seen after it (`leaves`) unless the fill mode keeps it,
  /// which is an event of its own.
  package func nextEventTime(after parentTime: Double, leaves: Bool = true) -> Double? {
    guard isEffective else { return nil }
    if parentTime < begin { return begin }
    let end = endTime
    guard end.isFinite else { return nil }
    if parentTime < end { return end }
    guard leaves, !shows(in: .after) else { return nil }
    let gone = max(end + 2 * Self.instant / max(Double(abs(speed)), Self.instant), end.nextUp)
    return parentTime < gone ? gone : nil
  }
}

/// The time of layers: the mapping that children inherit, which knows neither durations nor cycles.
extension TimingState {
  /// Returns the local time at a time of the parent; zero before the beginning.
  package func localTime(atParent parentTime: Double) -> Double {
    parentTime < begin ? 0 : (parentTime - begin) * Double(speed) + timeOffset
  }

  /// Returns the parent's time at a local time; zero if time stands still.
  package func parentTime(atLocal localTime: Double) -> Double {
    speed == 0 ? 0 : (localTime - timeOffset) / Double(speed) + begin
  }

  /// False while a finite duration hides the layer: outside its active interval, unless the fill mode keeps it.
  package func isVisible(atParent parentTime: Double) -> Bool {
    guard duration.isFinite, duration > 0 || repeatDuration > 0 else { return true }
    return shows(in: phase(at: parentTime))
  }
}
