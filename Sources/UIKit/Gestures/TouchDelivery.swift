import CoreGraphics
import Foundation
import StrataViews

/// The fingers of a window: finds their views, and hands events first to recognizers, then to ``ViewDelivery``.
@MainActor final class TouchDelivery {
  private unowned let window: UIWindow
  private var touches: [Int: UITouch] = [:]
  private let event = UIEvent()
  /// Fingers that came down with the event that is on its way.
  private var arrivals: [UITouch] = []
  private let views: ViewDelivery
  private var isDelivering = false
  /// The taps that another one may follow; times are those of their beginning.
  private var taps: [(position: CGPoint, time: TimeInterval, count: Int)] = []
  private var contest = GestureContest()
  private var scrolling = ScrollDelivery()

  /// Taps count on if they follow within this time, in seconds, and distance, in points.
  static let tapInterval = 0.35
  static let tapDistance: CGFloat = 45

  init(to window: UIWindow) {
    self.window = window
    views = ViewDelivery(event)
    event.window = window
    scrolling.event.window = window
    contest.willBegin = { [views] in views.withhold(from: $0) }
    contest.hasSettled = { [weak self] in self?.release() }
  }

  /// Turns samples into touches and sends them through the application and the window.
  func receive(_ samples: [TouchSample]) {
    for touch in touches.values { touch.phase = .stationary }
    for sample in samples { update(sample) }
    guard !touches.isEmpty else { return }
    event.timestamp = samples.map(\.time).max() ?? event.timestamp
    event.allTouches = Set(touches.values)
    window.route(event)
    arrivals = []
    touches = touches.filter { $0.value.phase != .ended && $0.value.phase != .cancelled }
  }

  /// Sends a turn of a wheel through the application and the window.
  func receive(_ scroll: ScrollSample) {
    guard scroll.position.x.isFinite, scroll.position.y.isFinite, touches.isEmpty else { return }
    scrolling.event.take(scroll)
    window.route(scrolling.event)
  }

  private func update(_ sample: TouchSample) {
    guard sample.position.x.isFinite, sample.position.y.isFinite else { return }
    if sample.phase == .began {
      guard touches[sample.id] == nil else { return }
      begin(sample)
      return
    }
    guard let touch = touches[sample.id] else { return }
    touch.formerPosition = touch.position
    touch.position = sample.position
    touch.timestamp = sample.time
    touch.phase =
      switch sample.phase {
      case .moved: .moved
      case .ended: .ended
      case .began, .cancelled: .cancelled
      }
    if touch.position.distance(to: touch.startPosition) > Self.tapDistance { touch.mayBeTap = false }
    if touch.phase == .ended, touch.mayBeTap {
      taps.append((touch.startPosition, touch.startTime, touch.tapCount))
    }
  }

  private func begin(_ sample: TouchSample) {
    let view = window.hitTest(sample.position, with: event)
    guard !isShut(to: view) else { return }
    scrolling.end(contest)
    let touch = UITouch()
    (touch.position, touch.formerPosition) = (sample.position, sample.position)
    (touch.startPosition, touch.startTime, touch.timestamp) = (sample.position, sample.time, sample.time)
    touch.window = window
    touch.view = view
    touch.reachesView = isWanted(by: touch.view)
    touch.tapCount = tapCount(at: sample.position, time: sample.time)
    touch.gestureRecognizers = recognizers(for: touch)
    touches[sample.id] = touch
    arrivals.append(touch)
  }

  /// True if a finger is down in another view, and one of the two shares the window with none.
  private func isShut(to view: UIView?) -> Bool {
    touches.values.contains {
      guard let other = $0.view, other !== view, $0.phase != .ended, $0.phase != .cancelled else {
        return false
      }
      return other.isExclusiveTouch || view?.isExclusiveTouch ?? false
    }
  }

  /// False if another finger is down in a view that wants only one.
  private func isWanted(by view: UIView?) -> Bool {
    guard let view, !view.isMultipleTouchEnabled else { return true }
    return !touches.values.contains {
      $0.view === view && $0.phase != .ended && $0.phase != .cancelled
    }
  }

  /// Counts a finger on from the nearest tap before it, which no other finger then follows.
  private func tapCount(at position: CGPoint, time: TimeInterval) -> Int {
    taps.removeAll { time - $0.time > Self.tapInterval }
    let nearest = taps.indices.min {
      taps[$0].position.distance(to: position) < taps[$1].position.distance(to: position)
    }
    guard let nearest, taps[nearest].position.distance(to: position) <= Self.tapDistance else { return 1 }
    return taps.remove(at: nearest).count + 1
  }

  /// The recognizers of the touched view and those above it, from the inside out, that want the finger.
  private func recognizers(for touch: UITouch) -> [UIGestureRecognizer] {
    guard let view = touch.view else { return [] }
    return sequence(first: view, next: \.parent).flatMap(\.recognizers).filter { $0.wants(touch) }
  }

  // MARK: Delivery

  /// Hands an event to the recognizers, decides between them, and hands what is left to the views.
  func deliver(_ event: UIEvent) {
    guard event !== scrolling.event else { return scrolling.deliver(in: window, contest) }
    for touch in arrivals { views.add(touch) }
    arrivals = []
    let all = event.allTouches ?? []
    let changed = all.filter { $0.phase != .stationary }
    isDelivering = true
    for recognizer in ordered(changed) {
      let own = changed.filter { $0.gestureRecognizers?.contains { $0 === recognizer } ?? false }
      recognizer.take(own, event, contest)
    }
    contest.decide()
    views.deliver(changed)
    contest.tidy(after: all)
    isDelivering = false
    views.deliver()
  }

  /// Hands out what recognizers no longer hold back, outside of an event.
  private func release() {
    if !isDelivering { views.deliver() }
  }

  private func ordered(_ touches: Set<UITouch>) -> [UIGestureRecognizer] {
    var found: [UIGestureRecognizer] = []
    for touch in touches.sorted(by: { $0.timestamp < $1.timestamp }) {
      for recognizer in touch.gestureRecognizers ?? [] where !found.contains(where: { $0 === recognizer }) {
        found.append(recognizer)
      }
    }
    return found
  }

  /// Takes the fingers away from a view that leaves the window, and ends scrolling in it.
  func cancelTouches(in view: UIView) {
    cancel { $0.lies(in: view) }
    scrolling.end(in: view, contest)
  }

  /// Takes all fingers away from their views, and ends scrolling; the window may be gone.
  func cancelAll() {
    cancel { _ in true }
    scrolling.end(contest)
  }

  private func cancel(in isMeant: (UIView) -> Bool) {
    let lost = views.remove(from: isMeant)
    for touch in lost { touch.phase = .cancelled }
    for (id, touch) in touches where touch.view.map(isMeant) ?? false {
      touch.phase = .cancelled
      touches[id] = nil
      for recognizer in touch.gestureRecognizers ?? [] { recognizer.lose(touch) }
    }
    views.cancel(lost)
  }
}

extension CGPoint {
  func distance(to other: CGPoint) -> CGFloat { hypot(x - other.x, y - other.y) }
}
