import CoreGraphics
public import Foundation

/// Recognizes two fingers that turn about each other.
///
/// The gesture begins when they have turned by 0.1 radians.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// The turn since the beginning, in radians, clockwise on the screen; setting it counts on from there.
  open var rotation: CGFloat = 0
  /// The speed of the turn, in radians per second.
  public private(set) final var velocity: CGFloat = 0

  private var last: FingerSpan?
  private var lastTime: TimeInterval = 0

  /// How far fingers turn before the gesture begins, in radians.
  private static let threshold: CGFloat = 0.1

  /// Begins with the second finger.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard last == nil, let span = FingerSpan(downTouches) else { return }
    (last, lastTime) = (span, event.timestamp)
  }

  /// Follows the turn.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let span = FingerSpan(downTouches), let last else { return }
    let turn = span.turn(from: last)
    rotation += turn
    if event.timestamp > lastTime { velocity = turn / CGFloat(event.timestamp - lastTime) }
    (self.last, lastTime) = (span, event.timestamp)
    if state == .possible {
      if abs(rotation) >= Self.threshold { state = .began }
    } else {
      state = .changed
    }
  }

  /// Ends when fewer than two fingers are left.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard downTouches.count < 2 else { return }
    if state != .possible { state = .ended } else if downTouches.isEmpty { state = .failed }
  }

  /// Forgets the turn.
  open override func reset() {
    (rotation, velocity, last) = (0, 0, nil)
  }
}
