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

  private var starts: [UITouch: CGPoint] = [:]

  /// Begins to wait with the last finger needed.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    for touch in touches { starts[touch] = touch.location(in: nil) }
    guard state == .possible else { return }
    if numberOfTouches > numberOfTouchesRequired {
      state = .failed
    } else if numberOfTouches == numberOfTouchesRequired {
      let round = round
      view?.window?.host.call(at: event.timestamp + minimumPressDuration) { [weak self] in
        guard let self, self.round == round, state == .possible, numberOfTouches == numberOfTouchesRequired
        else {
          return
        }
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
    let isFar = touches.contains { touch in
      touch.location(in: nil).distance(to: starts[touch] ?? touch.location(in: nil)) > allowableMovement
    }
    if isFar { state = .failed }
  }

  /// Ends, or fails before the beginning.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }

  /// Forgets where fingers came down.
  open override func reset() { starts = [:] }
}
