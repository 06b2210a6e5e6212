import Foundation

/// Hands the fingers of a window to their views, unless recognizers hold them back or have taken them.
///
/// Owned by the ``TouchDelivery`` of a window.
@MainActor final class ViewDelivery {
  private let event: UIEvent
  private var courses: [UITouch: Course] = [:]

  /// What a view knows of a finger.
  private enum Course {
    /// Nothing yet.
    case unseen
    /// It is down.
    case seen
    /// It is down, though it has gone up.
    case ending
    /// Nothing more: a recognizer has taken it.
    case taken
  }

  init(_ event: UIEvent) { self.event = event }

  /// Follows a finger that comes down in a view.
  func add(_ touch: UITouch) {
    if touch.view != nil, touch.reachesView { courses[touch] = .unseen }
  }

  /// Takes the fingers of a recognizer that is about to recognize.
  ///
  /// Cancels touches whose beginning a view has seen; views get no call about the others.
  func withhold(from recognizer: UIGestureRecognizer) {
    let own = recognizer.gestureTouches
    if recognizer.cancelsTouchesInView || recognizer.delaysTouchesBegan {
      for touch in own where courses[touch] == .unseen { courses[touch] = .taken }
    }
    guard recognizer.cancelsTouchesInView else { return }
    pass(own, from: .ending, to: .taken) { $0.touchesCancelled($1, with: event) }
    pass(own, from: .seen, to: .taken) { $0.touchesCancelled($1, with: event) }
  }

  /// Hands out what an event changes, and what no recognizer holds back any more.
  func deliver(_ changed: Set<UITouch> = []) {
    for touch in changed where isTaken(touch) { courses[touch] = .taken }
    let over = Set(courses.keys.filter { courses[$0] == .ending && !isHeld($0) { $0.delaysTouchesEnded } })
    pass(over, from: .ending, to: nil) { $0.touchesEnded($1, with: event) }
    let late = begin()
    let due = changed.union(late)
    let moved = due.filter {
      $0.phase == .moved || late.contains($0) && $0.phase == .stationary && $0.position != $0.startPosition
    }
    pass(moved, from: .seen, to: .seen) { $0.touchesMoved($1, with: event) }
    let ended = due.filter { $0.phase == .ended }
    for touch in ended where courses[touch] == .seen && isHeld(touch, { $0.delaysTouchesEnded }) {
      courses[touch] = .ending
    }
    pass(ended, from: .seen, to: nil) { $0.touchesEnded($1, with: event) }
    pass(due.filter { $0.phase == .cancelled }, from: .seen, to: nil) {
      $0.touchesCancelled($1, with: event)
    }
    courses = courses.filter { $1 != .taken || !$0.isGone }
  }

  /// Shows views the fingers that nothing holds back, as they came down; returns those that have changed since.
  private func begin() -> Set<UITouch> {
    var free = Set(courses.keys.filter { courses[$0] == .unseen && !isHeld($0) { $0.holdsTouchesBegan } })
    for touch in free where isRefused(touch) {
      free.remove(touch)
      courses[touch] = .taken
    }
    let late = free.filter { $0.phase != .began }
    let present = late.map { (touch: $0, phase: $0.phase, position: $0.position) }
    for touch in late { (touch.phase, touch.position) = (.began, touch.startPosition) }
    for touch in free { touch.isSeenByView = true }
    pass(free, from: .unseen, to: .seen) { $0.touchesBegan($1, with: event) }
    for entry in present { (entry.touch.phase, entry.touch.position) = (entry.phase, entry.position) }
    return late
  }

  /// True if a scroll view around the finger's view keeps the finger from it.
  private func isRefused(_ touch: UITouch) -> Bool {
    guard let view = touch.view else { return false }
    return sequence(first: view, next: \.parent).dropFirst().contains {
      ($0 as? UIScrollView).map { !$0.touchesShouldBegin([touch], with: event, in: view) } ?? false
    }
  }

  /// Takes the fingers of views that leave the window; returns those that views have.
  func remove(from isMeant: (UIView) -> Bool) -> Set<UITouch> {
    let gone = courses.filter { touch, _ in touch.view.map(isMeant) ?? true }
    for touch in gone.keys { courses[touch] = nil }
    return Set(gone.filter { $1 == .seen || $1 == .ending }.keys)
  }

  /// Tells views that fingers which were theirs are gone.
  func cancel(_ touches: Set<UITouch>) {
    for (view, own) in grouped(touches) { view.touchesCancelled(own, with: event) }
  }

  // MARK: Parts

  /// True if a recognizer that may still recognize the finger's gesture holds it back.
  private func isHeld(_ touch: UITouch, _ holds: (UIGestureRecognizer) -> Bool) -> Bool {
    touch.gestureRecognizers?.contains {
      holds($0) && $0.isUndecided && $0.gestureTouches.contains(touch)
    } ?? false
  }

  /// True if a gesture that was recognized before takes the finger, too.
  private func isTaken(_ touch: UITouch) -> Bool {
    courses[touch] == .unseen
      && touch.gestureRecognizers?.contains { $0.hasRecognized && $0.cancelsTouchesInView } ?? false
  }

  /// Calls the views of those fingers that are on a course, which go over to the next one.
  private func pass(
    _ touches: Set<UITouch>,
    from course: Course,
    to next: Course?,
    _ call: (UIView, Set<UITouch>) -> Void
  ) {
    for (view, own) in grouped(touches.filter { courses[$0] == course }) {
      // A call before may have changed the course.
      let still = own.filter { courses[$0] == course }
      for touch in still { courses[touch] = next }
      if !still.isEmpty { call(view, still) }
    }
  }

  private func grouped(_ touches: Set<UITouch>) -> [(UIView, Set<UITouch>)] {
    var groups: [(UIView, Set<UITouch>)] = []
    for touch in touches.sorted(by: { $0.timestamp < $1.timestamp }) {
      guard let view = touch.view else { continue }
      if let index = groups.firstIndex(where: { $0.0 === view }) {
        groups[index].1.insert(touch)
      } else {
        groups.append((view, [touch]))
      }
    }
    return groups
  }
}

extension UITouch {
  /// True once the finger has left the screen.
  fileprivate var isGone: Bool { phase == .ended || phase == .cancelled }
}
