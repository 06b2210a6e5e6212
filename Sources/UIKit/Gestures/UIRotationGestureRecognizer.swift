import CoreGraphics
public import Foundation

/// Recognizes two fingers that turn about each other.
///
/// The gesture begins when they have turned by 0.1 radians, and ends when both have gone up. With one finger left the rotation
/// stays; when a second one comes down again, it goes on from there.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// The turn since the beginning, in radians, clockwise on the screen; setting it counts on from there.
  open var rotation: CGFloat = 0
  /// The speed of the turn, in radians per second.
  open var velocity: CGFloat { speed }

  private var speed: CGFloat = 0
  private var last: FingerSpan?
  private var lastTime: TimeInterval = 0

  /// How far fingers turn before the gesture begins, in radians.
  private static let threshold: CGFloat = 0.1

  /// Begins with the second finger, or goes on with it.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    measure(at: event.timestamp)
  }

  /// Measures from here on if the two fingers are others than before.
  private func measure(at time: TimeInterval) {
    let span = FingerSpan(downTouches)
    if let span, span.hasFingers(of: last) { return }
    if state == .possible { rotation = 0 }
    (last, lastTime) = (span, time)
  }

  /// Follows the turn.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let span = FingerSpan(downTouches), let last else {
      state = .changed
      return
    }
    let turn = span.turn(from: last)
    rotation += turn
    if event.timestamp > lastTime { speed = turn / CGFloat(event.timestamp - lastTime) }
    (self.last, lastTime) = (span, event.timestamp)
    if state == .possible {
      if abs(rotation) >= Self.threshold { state = .began }
    } else {
      state = .changed
    }
  }

  /// Ends with the last finger.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    measure(at: event.timestamp)
    if downTouches.isEmpty { state = state == .possible ? .failed : .ended } else { state = .changed }
  }

  /// Forgets the turn.
  open override func reset() {
    (rotation, speed, last) = (0, 0, nil)
  }
}
