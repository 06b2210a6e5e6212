/// The effect of an animation.
package enum AnimationBody: Sendable {
  /// It writes a property, which changes these parts of a frame.
  case track(any Track<LayerState>, changing: Aspect = .all)
  /// It runs others in its own time, in this order.
  case group([AnimationRecord])
  /// It shows the layer's former picture changing into the new one.
  case transition(TransitionRecord)
  /// It has no effect: its key path names no property, or its values do not fit.
  case inert
}

extension AnimationBody {
  /// The animations of a group.
  fileprivate var members: [AnimationRecord] {
    if case .group(let members) = self { members } else { [] }
  }
}

/// The frame rates that an animation asks for while it is active; zeros and nil are no preference.
package struct FrameRateHint: Hashable, Sendable {
  package var minimum: Float
  package var maximum: Float
  package var preferred: Float?

  package init(minimum: Float = 0, maximum: Float = 0, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// True if there is no preference.
  package var isNone: Bool { minimum <= 0 && maximum <= 0 && (preferred ?? 0) <= 0 }

  /// Combines the preferences of two animations: the higher of each number.
  package func merged(with other: FrameRateHint) -> FrameRateHint {
    FrameRateHint(
      minimum: max(minimum, other.minimum),
      maximum: max(maximum, other.maximum),
      preferred: [preferred, other.preferred].compactMap { $0 }.max()
    )
  }

  /// The rate to serve, in frames per second: the preferred one within the range, or nil for the display's own.
  package var rate: Float? {
    guard let preferred, preferred > 0 else { return maximum > 0 ? maximum : nil }
    let top = maximum > 0 ? maximum : .infinity
    return min(max(preferred, minimum), top)
  }
}

/// One frozen animation of a layer: its timing and its effect.
///
/// The begin time is resolved, in the local time of the layer, or of the group for a member of one.
package struct AnimationRecord: Sendable {
  /// The key under which the layer holds the animation.
  package var key: String
  /// The same for every frozen form of one added animation; different for all others.
  package var id: UInt64
  package var timing: TimingState
  /// Nil is linear.
  package var timingFunction: TimingFunction?
  /// The layer drops the animation when it has finished, so that its fill mode no longer counts.
  package var isRemovedOnCompletion: Bool
  package var frameRate: FrameRateHint
  /// The application redraws the layer for every frame of the animation.
  package var redraws = false
  package let body: AnimationBody
  /// The parts of a frame that its tracks can change.
  package let aspect: Aspect
  /// The track of the body, which keeps it, as an object of a known class, so that it runs without a cast.
  private let runner: Unmanaged<BoundTrack>?

  package init(
    key: String,
    id: UInt64 = 0,
    timing: TimingState,
    timingFunction: TimingFunction? = nil,
    isRemovedOnCompletion: Bool = true,
    frameRate: FrameRateHint = FrameRateHint(),
    body: AnimationBody
  ) {
    self.key = key
    self.id = id
    self.timing = timing
    self.timingFunction = timingFunction
    self.isRemovedOnCompletion = isRemovedOnCompletion
    self.frameRate = frameRate
    if case .track(let track, let aspect) = body {
      let bound = track as? BoundTrack ?? BoundTrack { track.apply(at: $0, to: &$1) }
      self.body = .track(bound, changing: aspect)
      self.aspect = aspect
      runner = Unmanaged.passUnretained(bound)
    } else {
      self.body = body
      aspect = body.members.reduce([]) { $0.union($1.aspect) }
      runner = nil
    }
  }
}

extension AnimationRecord {
  /// Applies the animation as it is at `layerTime` to a state that holds the values left by earlier ones.
  package func apply(at layerTime: Double, to state: inout LayerState) {
    if case .inert = body { return }
    withUnsafePointer(to: self) { record in
      guard let sample = record.pointee.timing.visibleSample(at: layerTime) else { return }
      Self.apply(record, sample, to: &state)
    }
  }

  /// Applies the animation unless the layer has dropped it by `layerTime`: which a layer calls for each animation it holds.
  ///
  /// Takes a pointer, because a record is too large to copy for a look.
  @inline(__always)
  static func applyHeld(_ record: UnsafePointer<Self>, at layerTime: Double, to state: inout LayerState) {
    guard let sample = record.pointee.timing.visibleSample(at: layerTime) else { return }
    // With a duration the two agree on the phase, so that one look is enough.
    if sample.phase == .after || record.pointee.timing.duration <= 0, record.pointee.isDropped(at: layerTime)
    {
      return
    }
    apply(record, sample, to: &state)
  }

  private static func apply(
    _ record: UnsafePointer<Self>,
    _ sample: TimingSample,
    to state: inout LayerState
  ) {
    if let runner = record.pointee.runner {
      let curve = record.pointee.timingFunction
      let moment = TrackMoment(
        progress: curve.map { $0(sample.progress) } ?? sample.progress,
        basicTime: sample.basicTime,
        duration: record.pointee.timing.duration,
        cycle: sample.cycle,
        autoreverses: record.pointee.timing.autoreverses
      )
      runner._withUnsafeGuaranteedRef { $0.apply(at: moment, to: &state) }
      return
    }
    switch record.pointee.body {
    case .group(let members):
      let time = record.pointee.memberTime(sample)
      for member in members { member.apply(at: time, to: &state) }
    case .track, .transition, .inert: break
    }
  }

  /// The transition that shows at `layerTime`, and how far it is, limited to zero to one.
  ///
  /// Of several the last one counts.
  package func transition(at layerTime: Double) -> (record: TransitionRecord, progress: Double)? {
    switch body {
    case .track, .inert: return nil
    case .transition(let record):
      guard let sample = timing.visibleSample(at: layerTime) else { return nil }
      let progress = record.progress(at: eased(sample))
      return progress.isNaN ? nil : (record, progress)
    case .group(let members):
      guard let sample = timing.visibleSample(at: layerTime) else { return nil }
      let time = memberTime(sample)
      return members.reversed().lazy.compactMap { $0.transition(at: time) }.first
    }
  }

  /// The length of the chain of trees in its transitions.
  var formerGenerations: Int {
    switch body {
    case .transition(let record): record.generations
    case .group(let members): members.reduce(0) { max($0, $1.formerGenerations) }
    case .track, .inert: 0
    }
  }

  /// The same record without transitions; nil if it is one.
  var withoutTransitions: AnimationRecord? {
    switch body {
    case .transition: return nil
    case .track, .inert: return self
    case .group(let members):
      var record = AnimationRecord(
        key: key,
        id: id,
        timing: timing,
        timingFunction: timingFunction,
        isRemovedOnCompletion: isRemovedOnCompletion,
        frameRate: frameRate,
        body: .group(members.compactMap(\.withoutTransitions))
      )
      record.redraws = redraws
      return record
    }
  }

  private func eased(_ sample: TimingSample) -> Double {
    guard let timingFunction else { return sample.progress }
    return timingFunction(sample.progress)
  }

  /// The time that members of the group live in.
  private func memberTime(_ sample: TimingSample) -> Double {
    guard let timingFunction, timing.duration.isFinite else { return sample.basicTime }
    return timingFunction(sample.progress) * timing.duration
  }
}

extension AnimationRecord {
  /// The phase of `layerTime` relative to the animation's active interval.
  package func phase(at layerTime: Double) -> TimingPhase { timing.phase(at: layerTime) }

  /// True once the active interval is over.
  package func isFinished(at layerTime: Double) -> Bool { timing.isFinished(at: layerTime) }

  /// True once the layer has dropped the animation, so that its fill mode has no effect.
  package func isDropped(at layerTime: Double) -> Bool {
    isRemovedOnCompletion && timing.phase(at: layerTime) == .after
  }

  /// When the active interval ends, in layer time; infinity if never.
  package var endTime: Double { timing.endTime }

  /// True if every frame at and shortly after `layerTime` may differ from the one before.
  package func isMoving(at layerTime: Double) -> Bool {
    guard timing.speed != 0, timing.phase(at: layerTime) == .active else { return false }
    if case .inert = body { return false }
    return true
  }

  /// The next begin or end after `layerTime`, or nil if there is none.
  ///
  /// Inside a group everything between is movement, so that members add no moments of their own. An animation that is removed on
  /// completion leaves the layer with a commit.
  package func nextEventTime(after layerTime: Double) -> Double? {
    timing.nextEventTime(after: layerTime, leaves: !isRemovedOnCompletion)
  }

  /// The frame rates asked for at `layerTime`, those of active members included.
  package func frameRate(at layerTime: Double) -> FrameRateHint {
    guard let sample = timing.sample(at: layerTime), sample.phase == .active else { return FrameRateHint() }
    guard case .group(let members) = body else { return frameRate }
    let time = memberTime(sample)
    return members.reduce(frameRate) { $0.merged(with: $1.frameRate(at: time)) }
  }

  /// True if the animation, or a member of it, shows a transition at some time.
  package var holdsTransition: Bool {
    switch body {
    case .transition: true
    case .group(let members): members.contains { $0.holdsTransition }
    case .track, .inert: false
    }
  }
}

extension AnimationRecord: Equatable {
  /// Equal if both are the frozen form of the same added animation with the same resolved time.
  package static func == (a: Self, b: Self) -> Bool { a.id == b.id && a.key == b.key && a.timing == b.timing }
}

extension AnimationRecord: CustomDebugStringConvertible {
  package var debugDescription: String {
    let what: String =
      switch body {
      case .track: "track"
      case .group(let members): "group of \(members.count)"
      case .transition(let record): "transition \(record.type)"
      case .inert: "inert"
      }
    return "\(key) \(what) \(timing.beginTime)..\(endTime)"
  }
}
