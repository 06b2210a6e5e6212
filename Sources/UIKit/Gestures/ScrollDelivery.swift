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
  /// Counts events, so that a late end of an earlier one is noticed.
  private var count = 0

  /// How far a line scrolls, in points.
  private static let lineHeight: CGFloat = 10
  /// The time without an event after which the gesture ends, in seconds.
  private static let pause = 0.15

  /// Hands the event to the recognizer that follows, or to one that begins to.
  func deliver(in window: UIWindow, _ contest: GestureContest) {
    guard let sample = event.sample else { return }
    if follower == nil { follower = candidate(in: window, at: sample.position) }
    guard let follower else { return }
    follower.enter(contest)
    // What is pulled to the right or away from the user moves as under a finger; horizontal lines count the other way.
    let way = CGVector(dx: -sample.delta.dx * Self.lineHeight, dy: sample.delta.dy * Self.lineHeight)
    follower.scroll(by: way, at: sample.position, time: sample.time)
    contest.settle()
    count += 1
    let current = count
    window.host.call(at: sample.time + Self.pause) { [weak self] in
      if self?.count == current { self?.end(contest) }
    }
  }

  /// Ends the gesture.
  func end(_ contest: GestureContest) {
    guard let follower else { return }
    self.follower = nil
    follower.enter(contest)
    follower.state = .ended
    contest.settle()
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
