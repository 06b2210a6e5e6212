import Foundation
import StrataRenderTree

/// Which animations of a host have begun and ended: calls delegates, in order of time and then of commits.
///
/// Nothing is computed again unless a layer's clock, its place or its animations changed: a host with a thousand
/// running animations asks for the next event after every commit.
final class AnimationProgress {
  private var followed: [AttachedAnimation] = []
  /// Events of animations that were added too late for their time count as happening then.
  private var now = -Double.infinity
  /// When the next event happens; nil while that must be found out.
  private var knownNext: Double?
  /// Grows with everything that may move events.
  private var version = 0

  private struct Event {
    let time: Double
    /// The place among the animations that are followed, which decides among equal times.
    let index: Int

    static func isLater(_ a: Event, _ b: Event) -> Bool {
      a.time == b.time ? a.index > b.index : a.time > b.time
    }
  }

  func follow(_ attached: AttachedAnimation) {
    followed.append(attached)
    eventsMayMove()
  }

  /// A clock, a place in the tree or a list of animations changed.
  func eventsMayMove() {
    version &+= 1
    knownNext = nil
  }

  /// When the next event happens, in media time; infinity if none does.
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
      // What works on other layers only is inert on its own.
      if !attached.borrowers.isEmpty { return record.timing.speed != 0 && record.phase(at: local) == .active }
      return record.isMoving(at: local)
    }
  }

  /// Makes the calls that are due up to a media time, in order.
  func report(until time: Double) {
    while knownNext.map({ $0 < .infinity && $0 <= time }) ?? true { reportDue(until: time) }
    now = max(now, time)
    if followed.contains(where: { $0.hasStopped || $0.layer == nil }) {
      followed.removeAll { $0.hasStopped || $0.layer == nil }
      // Those that stay have other places now, but the same events.
      version &+= 1
    }
  }

  /// Makes calls until all are made, or one of them has moved other events.
  private func reportDue(until time: Double) {
    // From the last to the first.
    var due: [Event] = []
    var next = Double.infinity
    for index in followed.indices {
      guard let event = eventTime(of: followed[index]) else { continue }
      if event <= time { due.append(Event(time: event, index: index)) } else { next = min(next, event) }
    }
    due.sort(by: Event.isLater)
    eventsMayMove()
    while let event = due.popLast() {
      let attached = followed[event.index]
      guard !attached.hasStopped else { continue }
      now = max(now, event.time)
      let ends = attached.hasStarted || !attached.isEffective
      if ends { attached.leaveLayer() }
      let before = version
      if ends { attached.stop(finished: attached.isEffective) } else { attached.start() }
      guard version == before else { return }
      guard let end = eventTime(of: attached) else { continue }
      if end > time {
        next = min(next, end)
      } else {
        let last = Event(time: end, index: event.index)
        due.insert(last, at: due.firstIndex { Event.isLater(last, $0) } ?? due.endIndex)
      }
    }
    knownNext = next
  }

  /// When an animation begins or, after that, ends; nil for one that has no more events.
  private func eventTime(of attached: AttachedAnimation) -> Double? {
    guard !attached.hasStopped, let layer = attached.layer, let local = attached.nextLocalEvent else {
      return nil
    }
    // Times that are no times: it stops before all others.
    guard attached.isEffective else { return -.infinity }
    let time = max(layer.mediaTime(ofLocal: local), now)
    return time < .infinity ? time : nil
  }
}

extension AttachedAnimation {
  /// The layer's time of the beginning or, after that, of the end.
  fileprivate var nextLocalEvent: Double? { hasStarted ? record?.endTime : record?.timing.beginTime }

  /// False if the animation's times are no times.
  fileprivate var isEffective: Bool { record?.timing.isEffective ?? true }

  /// The end of the active interval was reached, or there is none: the layer drops the animation unless it is to stay.
  fileprivate func leaveLayer() {
    guard animation.isRemovedOnCompletion, let layer else { return }
    layer.storage.animations.removeAll { $0 === self }
    layer.enlist(.animations)
    recall()
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
