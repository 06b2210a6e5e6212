import CoreGraphics
import Foundation
import StrataViews

/// The fingers of a window: finds their views, and hands events first to recognizers, then to views.
@MainActor final class TouchDelivery {
  private unowned let window: UIWindow
  private var touches: [Int: UITouch] = [:]
  private let event = UIEvent()
  /// Fingers that a recognizer has taken from their view.
  private var withheld: Set<UITouch> = []
  /// The taps that another one may follow; times are those of their beginning.
  private var taps: [(position: CGPoint, time: TimeInterval, count: Int)] = []
  private var contest = GestureContest()
  private var scrolling = ScrollDelivery()

  /// Taps count on if they follow within this time, in seconds, and distance, in points.
  static let tapInterval = 0.35
  static let tapDistance: CGFloat = 45

  init(to window: UIWindow) {
    self.window = window
    event.window = window
    scrolling.event.window = window
  }

  /// Turns samples into touches and sends them through the application and the window.
  func receive(_ samples: [TouchSample]) {
    for touch in touches.values { touch.phase = .stationary }
    for sample in samples { update(sample) }
    guard !touches.isEmpty else { return }
    event.timestamp = samples.map(\.time).max() ?? event.timestamp
    event.allTouches = Set(touches.values)
    window.route(event)
    touches = touches.filter { $0.value.phase != .ended && $0.value.phase != .cancelled }
    if touches.isEmpty { withheld = [] }
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
    scrolling.end(contest)
    let touch = UITouch()
    (touch.position, touch.formerPosition) = (sample.position, sample.position)
    (touch.startPosition, touch.startTime, touch.timestamp) = (sample.position, sample.time, sample.time)
    touch.window = window
    touch.view = window.hitTest(sample.position, with: event)
    touch.reachesView = isWanted(by: touch.view)
    touch.tapCount = tapCount(at: sample.position, time: sample.time)
    touch.gestureRecognizers = recognizers(for: touch)
    touches[sample.id] = touch
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
    let all = event.allTouches ?? []
    let changed = all.filter { $0.phase != .stationary }
    for recognizer in ordered(changed) {
      let own = changed.filter { $0.gestureRecognizers?.contains { $0 === recognizer } ?? false }
      recognizer.take(own, event, contest)
    }
    contest.decide()
    withhold(all, event)
    deliverToViews(changed, event)
    contest.tidy(after: all)
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

  /// Cancels, in their views, the fingers of recognizers that have recognized.
  private func withhold(_ touches: Set<UITouch>, _ event: UIEvent) {
    let taken = touches.filter { touch in
      !withheld.contains(touch)
        && touch.gestureRecognizers?.contains { $0.hasRecognized && $0.cancelsTouchesInView } ?? false
    }
    withheld.formUnion(taken)
    // A view that has not seen a finger does not see it go.
    let seen = taken.filter { $0.phase != .began }
    for (view, own) in grouped(seen) { view.touchesCancelled(own, with: event) }
  }

  private func deliverToViews(_ changed: Set<UITouch>, _ event: UIEvent) {
    let free = changed.subtracting(withheld)
    let phases: [(UITouch.Phase, (UIView, Set<UITouch>) -> Void)] = [
      (.began, { $0.touchesBegan($1, with: event) }),
      (.moved, { $0.touchesMoved($1, with: event) }),
      (.ended, { $0.touchesEnded($1, with: event) }),
      (.cancelled, { $0.touchesCancelled($1, with: event) }),
    ]
    for (phase, call) in phases {
      for (view, own) in grouped(free.filter { $0.phase == phase }) { call(view, own) }
    }
  }

  private func grouped(_ touches: Set<UITouch>) -> [(UIView, Set<UITouch>)] {
    var groups: [(UIView, Set<UITouch>)] = []
    for touch in touches.sorted(by: { $0.timestamp < $1.timestamp }) {
      guard let view = touch.view, touch.reachesView else { continue }
      if let index = groups.firstIndex(where: { $0.0 === view }) {
        groups[index].1.insert(touch)
      } else {
        groups.append((view, [touch]))
      }
    }
    return groups
  }

  /// Takes the fingers away from a view that leaves the window.
  func cancelTouches(in view: UIView) {
    let gone = touches.filter { $0.value.view?.isDescendant(of: view) ?? false }
    guard !gone.isEmpty else { return }
    for (id, touch) in gone {
      touch.phase = .cancelled
      touches[id] = nil
      for recognizer in touch.gestureRecognizers ?? [] { recognizer.lose(touch) }
    }
    for (view, own) in grouped(Set(gone.values).subtracting(withheld)) {
      view.touchesCancelled(own, with: event)
    }
  }
}

extension CGPoint {
  func distance(to other: CGPoint) -> CGFloat { hypot(x - other.x, y - other.y) }
}
