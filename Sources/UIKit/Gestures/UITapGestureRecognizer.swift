import CoreGraphics
import Foundation
import StrataViews

/// Recognizes one or more taps; in each, the fingers stay down for at most 0.75 seconds.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// How many taps follow each other.
  open var numberOfTapsRequired = 1
  /// How many fingers tap together.
  open var numberOfTouchesRequired = 1

  private var count = TapCount()

  override var waitsWithoutTouches: Bool { count.taps > 0 }

  /// Does not prevent taps that need more of them: a single tap is recognized, and then the double tap, too.
  open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else {
      return super.canPrevent(preventedGestureRecognizer)
    }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }

  /// Counts the fingers of a tap; fails if it is not where the one before was.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard count.begin(touches, count: numberOfTouches, of: numberOfTouchesRequired) else {
      state = .failed
      return
    }
    guard numberOfTouches == touches.count else { return }
    let taps = count.taps
    waitForEnd(ofTap: event.timestamp) { [weak self] in self?.count.taps != taps }
  }

  /// Fails if a finger moves too far.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if count.hasMoved(touches, farther: TouchDelivery.tapDistance) { state = .failed }
  }

  /// Counts the tap when its last finger goes up.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard downTouches.isEmpty else { return }
    guard count.end(numberOfTouchesRequired) else {
      state = .failed
      return
    }
    if count.taps >= numberOfTapsRequired {
      state = .ended
    } else {
      let taps = count.taps
      waitForTap(after: event.timestamp) { [weak self] in self?.count.taps != taps }
    }
  }

  /// Forgets taps.
  open override func reset() { count = TapCount() }
}
