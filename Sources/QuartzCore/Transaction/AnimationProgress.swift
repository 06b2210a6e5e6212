import Foundation
import StrataRenderTree

/// Which animations of a host have begun and ended: calls delegates, in order of time and then of commits.
final class AnimationProgress {
  private var followed: [AttachedAnimation] = []
  /// Events of animations that were added too late for their time count as happening then.
  private var now = -Double.infinity

  private enum Event {
    case start
    case stop
    /// The animation's times are no times.
    case cancel
  }

  func follow(_ attached: AttachedAnimation) { followed.append(attached) }

  /// When the next event happens, in media time; infinity if none does.
  var nextTime: Double { next()?.time ?? .infinity }

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
    followed.removeAll { $0.hasStopped || $0.layer == nil }
    while let event = next(), event.time <= time {
      now = max(now, event.time)
      let attached = event.attached
      switch event.kind {
      case .start: attached.start()
      case .stop, .cancel:
        attached.end(finished: event.kind == .stop)
        followed.removeAll { $0 === attached }
      }
    }
    now = max(now, time)
  }

  private func next() -> (time: Double, kind: Event, attached: AttachedAnimation)? {
    var best: (time: Double, kind: Event, attached: AttachedAnimation)?
    for attached in followed {
      guard !attached.hasStopped, let layer = attached.layer, let record = attached.record else { continue }
      guard record.timing.isEffective else { return (now, .cancel, attached) }
      let local = attached.hasStarted ? record.endTime : record.timing.beginTime
      let time = max(layer.mediaTime(ofLocal: local), now)
      guard time < best?.time ?? .infinity else { continue }
      best = (time, attached.hasStarted ? .stop : .start, attached)
    }
    return best
  }
}

extension AttachedAnimation {
  /// The end of the active interval was reached, or there is none; the layer drops the animation unless it is to stay.
  fileprivate func end(finished: Bool) {
    if animation.isRemovedOnCompletion, let layer {
      layer.storage.animations.removeAll { $0 === self }
      layer.enlist(.animations)
      recall()
    }
    stop(finished: finished)
  }
}

extension CALayer {
  /// The media time at which the layer's local time is `local`; infinity if it never is, and minus infinity if it has
  /// always been later.
  fileprivate final func mediaTime(ofLocal local: Double) -> Double {
    var time = local
    for layer in sequence(first: self, next: \.storage.superlayer) {
      let timing = layer.storage.state.timing
      guard timing.speed != 0 else { return time <= timing.timeOffset ? -.infinity : .infinity }
      time = timing.parentTime(atLocal: time)
    }
    return time
  }
}
