import CoreGraphics
import Foundation
import StrataViews

/// What was scrolled in a window at one time.
final class ScrollEvent: UIEvent {
  fileprivate var sample: ScrollSample?

  override var type: EventType { .scroll }

  nonisolated override init() { super.init() }

  func take(_ sample: ScrollSample) {
    self.sample = sample
    timestamp = sample.time
  }

  /// The way as that of a finger, in lines; with the shift key a wheel turns from side to side.
  ///
  /// What is pulled to the right or away from the user moves as under a finger; horizontal lines count the other way.
  var way: CGVector {
    guard let sample, sample.delta.dx.isFinite, sample.delta.dy.isFinite else { return .zero }
    let isTurned = sample.modifiers.contains(.shift) && sample.delta.dx == 0
    return isTurned
      ? CGVector(dx: sample.delta.dy, dy: 0) : CGVector(dx: -sample.delta.dx, dy: sample.delta.dy)
  }

  /// Lines that are not whole come from a touchpad or a smooth wheel.
  fileprivate var kind: UIScrollTypeMask {
    guard let delta = sample?.delta else { return [] }
    return delta.dx == delta.dx.rounded() && delta.dy == delta.dy.rounded() ? .discrete : .continuous
  }
}

/// The scrolling of a window: lets the first pan recognizer under the pointer that wants it follow until it stops.
@MainActor final class ScrollDelivery {
  let event = ScrollEvent()
  private weak var follower: UIPanGestureRecognizer?
  /// True once the gesture was broken off: nothing follows until the pause.
  private var isBrokenOff = false
  /// Counts events, so that a late end of an earlier one is noticed.
  private var count = 0

  /// The time without an event after which the gesture ends, in seconds.
  private static let pause = 0.15

  /// Hands the event to the recognizer that follows, or to one that begins to.
  func deliver(in window: UIWindow, _ contest: GestureContest) {
    guard let sample = event.sample else { return }
    if let follower, !follower.followsWithoutTouches { (self.follower, isBrokenOff) = (nil, true) }
    if follower == nil, !isBrokenOff { follower = candidate(in: window, at: sample.position) }
    if let follower {
      follower.enter(contest)
      follower.scroll(by: event.way, event.kind, at: sample.position, time: sample.time)
      contest.settle()
    } else if !isBrokenOff {
      return
    }
    count += 1
    let current = count
    window.host.call(at: sample.time + Self.pause) { [weak self] in
      if self?.count == current { self?.end(contest) }
    }
  }

  /// Ends the gesture, if it was not broken off.
  func end(_ contest: GestureContest) {
    isBrokenOff = false
    guard let follower else { return }
    self.follower = nil
    guard follower.followsWithoutTouches else { return }
    follower.enter(contest)
    follower.state = .ended
    contest.settle()
  }

  /// Ends the gesture if it is one of a view, or of a view in it.
  func end(in view: UIView, _ contest: GestureContest) {
    if follower?.view?.lies(in: view) ?? false { end(contest) }
  }

  private func candidate(in window: UIWindow, at point: CGPoint) -> UIPanGestureRecognizer? {
    guard let view = window.hitTest(point, with: event) else { return nil }
    let recognizers = sequence(first: view, next: \.parent).lazy.flatMap(\.recognizers)
    return recognizers.compactMap { $0 as? UIPanGestureRecognizer }.first {
      $0.isEnabled && $0.state == .possible && $0.allowedScrollTypesMask.isSuperset(of: self.event.kind)
        && $0.shouldReceive(self.event)
    }
  }
}
