import Foundation

/// Decides which of the recognizers that follow the same fingers recognize, and which fail.
///
/// Owned by the ``TouchDelivery`` of a window. Recognizers enter with their first finger and leave when they are reset.
@MainActor final class GestureContest {
  private var entrants: [UIGestureRecognizer] = []
  private var isDeciding = false
  /// Called right before a recognizer begins, and so before its actions.
  var willBegin: (UIGestureRecognizer) -> Void = { _ in }
  /// Called when recognizers were decided and reset outside of an event.
  var hasSettled: () -> Void = {}

  func enter(_ recognizer: UIGestureRecognizer) {
    if !entrants.contains(where: { $0 === recognizer }) { entrants.append(recognizer) }
  }

  /// Lets recognizers that want to begin do so, from the inside out, until none is left that may.
  func decide() {
    guard !isDeciding else { return }
    isDeciding = true
    defer { isDeciding = false }
    while let next = entrants.first(where: { $0.wantsToBegin && !isWaiting($0) }) {
      guard next.mayBegin, !isPrevented(next) else {
        next.fail()
        continue
      }
      for other in entrants where other !== next && other.isUndecided && shares(next, other) {
        if prevents(next, other) { other.fail() }
      }
      willBegin(next)
      next.begin()
    }
  }

  /// True while a recognizer that must fail first may still recognize.
  private func isWaiting(_ recognizer: UIGestureRecognizer) -> Bool {
    entrants.contains { other in
      other !== recognizer && other.isUndecided && shares(recognizer, other)
        && (recognizer.requires(failureOf: other) || other.isRequiredToFail(by: recognizer))
    }
  }

  /// True if a recognizer that has begun keeps this one from recognizing.
  private func isPrevented(_ recognizer: UIGestureRecognizer) -> Bool {
    entrants.contains {
      $0 !== recognizer && $0.hasRecognized && shares($0, recognizer) && prevents($0, recognizer)
    }
  }

  private func prevents(_ winner: UIGestureRecognizer, _ loser: UIGestureRecognizer) -> Bool {
    !winner.recognizesSimultaneously(with: loser) && !loser.recognizesSimultaneously(with: winner)
      && winner.canPrevent(loser) && loser.canBePrevented(by: winner)
  }

  /// True if the two follow a common finger; one that waits between taps has none.
  private func shares(_ a: UIGestureRecognizer, _ b: UIGestureRecognizer) -> Bool {
    a.trackedTouches.isEmpty || b.trackedTouches.isEmpty
      || !a.trackedTouches.isDisjoint(with: b.trackedTouches)
  }

  /// Resets the recognizers that are done and have no finger left.
  func tidy(after touches: Set<UITouch>) {
    let gone = touches.filter { $0.phase == .ended || $0.phase == .cancelled }
    for recognizer in entrants {
      recognizer.trackedTouches.subtract(gone)
      if recognizer.trackedTouches.isEmpty, recognizer.isDone { recognizer.clear() }
    }
    entrants.removeAll { $0.trackedTouches.isEmpty && !$0.isWaiting }
  }

  /// Decides, and resets what is done, outside of an event.
  func settle() {
    decide()
    tidy(after: [])
    hasSettled()
  }
}
