import Foundation
import StrataRenderTree

/// Tracks which animations of a host have begun and ended, and calls their delegates in order of time, then of commits.
///
/// The time of the next event is cached until a layer's clock, its place or its animations change, because a host asks
/// for it after every commit.
final class AnimationProgress {
  private var followed: [AttachedAnimation] = []
  /// The latest reported time; earlier events of animations that are added later happen at this time.
  private var now = -Double.infinity
  /// The time of the next event; nil if it must be computed.
  private var knownNext: Double?
  /// Incremented by every change that may move events.
  private var version = 0

  private struct Event {
    let time: Double
    /// The index among the followed animations when the calls began, which orders equal times.
    let index: Int
    let attached: AttachedAnimation

    static func isLater(_ a: Event, _ b: Event) -> Bool {
      a.time == b.time ? a.index > b.index : a.time > b.time
    }
  }

  func follow(_ attached: AttachedAnimation) {
    followed.append(attached)
    eventsMayMove()
  }

  /// Drops cached times after a change of a clock, a place in the tree or a list of animations.
  func eventsMayMove() {
    version &+= 1
    knownNext = nil
  }

  /// The media time of the next event; infinity if there is none.
  var nextTime: Double {
    if let knownNext { return knownNext }
    var next = Double.infinity
    for attached in followed {
      if let time = eventTime(of: attached), time < next { next = time }
    }
    knownNext = next
    return next
  }

  /// True if an animation is between its beginning and its end.
  func isMoving(at time: Double) -> Bool {
    followed.contains { attached in
      guard !attached.hasStopped, let layer = attached.layer, let record = attached.record else {
        return false
      }
      let local = layer.localTime(atMedia: time, below: nil)
      // An animation of other layers is inert on its own.
      if !attached.targets.isEmpty { return record.timing.speed != 0 && record.phase(at: local) == .active }
      return record.isMoving(at: local)
    }
  }

  /// Makes the calls that are due up to a media time, in order.
  func report(until time: Double) {
    while knownNext.map({ $0 < .infinity && $0 <= time }) ?? true { reportDue(until: time) }
    now = max(now, time)
    if followed.contains(where: { $0.hasStopped || $0.layer == nil }) {
      followed.removeAll { $0.hasStopped || $0.layer == nil }
      // The remaining ones have other indices, but the same events.
      version &+= 1
    }
  }

  /// Makes the calls that are due when this begins; those that they bring about follow in order if they are due, too.
  ///
  /// A delegate may move other events: each one is looked at again before its call, and all at the end.
  private func reportDue(until time: Double) {
    // From the last to the first.
    var due: [Event] = []
    var next = Double.infinity
    for (index, attached) in followed.enumerated() {
      guard let event = eventTime(of: attached) else { continue }
      if event <= time {
        due.append(Event(time: event, index: index, attached: attached))
      } else {
        next = min(next, event)
      }
    }
    due.sort(by: Event.isLater)
    eventsMayMove()
    var haveMoved = false
    while var event = due.popLast() {
      let attached = event.attached
      guard !attached.hasStopped else { continue }
      if haveMoved {
        guard let moved = eventTime(of: attached), moved <= time else { continue }
        event = Event(time: moved, index: event.index, attached: attached)
        if let following = due.last, Event.isLater(event, following) {
          Self.insert(event, into: &due)
          continue
        }
      }
      now = max(now, event.time)
      let ends = attached.hasStarted || !attached.isEffective
      if ends { attached.leaveLayer() }
      let before = version
      if ends { attached.stop(finished: attached.isEffective) } else { attached.start() }
      if version != before { haveMoved = true }
      guard let end = eventTime(of: attached) else { continue }
      if end > time {
        next = min(next, end)
      } else {
        Self.insert(Event(time: end, index: event.index, attached: attached), into: &due)
      }
    }
    knownNext = haveMoved ? nil : next
  }

  /// Inserts an event into those that are sorted from the last to the first.
  private static func insert(_ event: Event, into due: inout [Event]) {
    var range = due.startIndex..<due.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        Event.isLater(event, due[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    due.insert(event, at: range.lowerBound)
  }

  /// The time at which an animation begins or, after that, ends; nil without further events.
  private func eventTime(of attached: AttachedAnimation) -> Double? {
    guard !attached.hasStopped, let layer = attached.layer, let local = attached.nextLocalEvent else {
      return nil
    }
    // An animation with invalid times stops before all others.
    guard attached.isEffective else { return -.infinity }
    let time = max(layer.mediaTime(ofLocal: local), now)
    return time < .infinity ? time : nil
  }
}

extension AttachedAnimation {
  /// The layer's time of the beginning or, after that, of the end.
  fileprivate var nextLocalEvent: Double? { hasStarted ? record?.endTime : record?.timing.beginTime }

  /// False if the animation's times are invalid.
  fileprivate var isEffective: Bool { record?.timing.isEffective ?? true }

  /// Removes the finished animation from its layer, unless it stays after completion.
  fileprivate func leaveLayer() {
    guard animation.isRemovedOnCompletion, let layer else { return }
    layer.storage.animations.remove(self)
    if layer.storage.flags.contains(.isDeparting) { layer.storage.host?.endDeparture(lasting: self) }
    layer.enlist(.animations)
    recommitTargets()
  }
}

extension CALayer {
  /// The media time at which the layer's local time is `local`; infinity if it never is, and minus infinity if it has
  /// always been later.
  fileprivate final func mediaTime(ofLocal local: Double) -> Double {
    var time = local
    var next: CALayer? = self
    while let layer = next {
      let storage = layer.storage
      if !storage.state.hasUntouchedTiming {
        let timing = storage.state.timing
        guard timing.speed != 0 else { return time <= timing.timeOffset ? -.infinity : .infinity }
        time = timing.parentTime(atLocal: time)
      }
      next = storage.superlayer
    }
    return time
  }
}
