import CoreGraphics
public import Foundation
import StrataViews

/// Recognizes fingers that stay down.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// How long the fingers stay before the gesture begins, in seconds.
  open var minimumPressDuration: TimeInterval = 0.5
  /// How far a finger may move before the gesture begins, in points.
  open var allowableMovement: CGFloat = 10
  /// How many fingers stay down.
  open var numberOfTouchesRequired = 1
  /// How many taps come before the fingers stay down.
  open var numberOfTapsRequired = 0

  private var count = TapCount()

  override var waitsWithoutTouches: Bool { count.taps > 0 }

  /// Begins to wait with the last finger needed; fails if it is not where the tap before was.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else { return }
    let taps = count.taps
    if !count.begin(touches, count: numberOfTouches, of: numberOfTouchesRequired) {
      state = .failed
    } else if taps < numberOfTapsRequired {
      guard numberOfTouches == touches.count else { return }
      waitForEnd(ofTap: event.timestamp) { [weak self] in self?.count.taps != taps }
    } else if numberOfTouches == numberOfTouchesRequired {
      call(at: event.timestamp + minimumPressDuration) { [weak self] in
        guard let self, state == .possible, numberOfTouches == numberOfTouchesRequired else { return }
        state = .began
        settle()
      }
    }
  }

  /// Fails if a finger moves too far before the beginning.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else {
      state = .changed
      return
    }
    if count.hasMoved(touches, farther: allowableMovement) { state = .failed }
  }

  /// Ends, counts a tap, or fails before the beginning.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, count.taps < numberOfTapsRequired else {
      state = state == .possible ? .failed : .ended
      return
    }
    guard downTouches.isEmpty else { return }
    guard count.end(numberOfTouchesRequired) else {
      state = .failed
      return
    }
    let taps = count.taps
    waitForTap(after: event.timestamp) { [weak self] in self?.count.taps != taps }
  }

  /// Forgets taps and where fingers came down.
  open override func reset() { count = TapCount() }
}
