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

  private var taps = 0
  /// The most fingers that were down together since the last tap.
  private var mostFingers = 0
  private var starts: [UITouch: CGPoint] = [:]

  override var waitsWithoutTouches: Bool { taps > 0 }

  /// Begins to wait with the last finger needed.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    for touch in touches { starts[touch] = touch.location(in: nil) }
    guard state == .possible else { return }
    mostFingers = max(mostFingers, numberOfTouches)
    if numberOfTouches > numberOfTouchesRequired {
      state = .failed
    } else if numberOfTouches == numberOfTouchesRequired, taps >= numberOfTapsRequired {
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

  /// Ends, counts a tap, or fails before the beginning.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, taps < numberOfTapsRequired else {
      state = state == .possible ? .failed : .ended
      return
    }
    guard downTouches.isEmpty else { return }
    guard mostFingers == numberOfTouchesRequired else {
      state = .failed
      return
    }
    taps += 1
    (mostFingers, starts) = (0, [:])
    let taps = taps
    waitForTap(after: event.timestamp) { [weak self] in self?.taps != taps }
  }

  /// Forgets taps and where fingers came down.
  open override func reset() { (taps, mostFingers, starts) = (0, 0, [:]) }
}
