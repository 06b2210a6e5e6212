import CoreGraphics
public import Foundation

/// What two fingers span, at one time.
struct FingerSpan {
  let distance: CGFloat
  /// From the first finger to the second, in radians from the x axis, growing downwards.
  let angle: CGFloat

  /// The span of the first two fingers in a window; nil with fewer.
  @MainActor init?(_ touches: [UITouch]) {
    guard touches.count >= 2 else { return nil }
    let (a, b) = (touches[0].location(in: nil), touches[1].location(in: nil))
    distance = a.distance(to: b)
    angle = atan2(b.y - a.y, b.x - a.x)
  }

  /// The turn from another span, from -π to π.
  func turn(from other: FingerSpan) -> CGFloat {
    let difference = angle - other.angle
    return difference - (difference / (2 * .pi)).rounded() * 2 * .pi
  }
}

/// Recognizes two fingers that move apart or towards each other.
///
/// The gesture begins when their distance has changed by 8 points.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// The distance of the fingers as a multiple of that at the beginning; setting it counts on from there.
  open var scale: CGFloat {
    get { base * (last.map { ($0.distance / max(start?.distance ?? $0.distance, 1)) } ?? 1) }
    set {
      base = newValue
      start = last
    }
  }

  /// The change of the scale, per second.
  public private(set) final var velocity: CGFloat = 0

  private var base: CGFloat = 1
  private var start: FingerSpan?
  private var last: FingerSpan?
  private var lastTime: TimeInterval = 0

  /// How much the distance changes before the gesture begins, in points.
  private static let threshold: CGFloat = 8

  /// Begins with the second finger.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard start == nil, let span = FingerSpan(downTouches) else { return }
    (start, last, lastTime) = (span, span, event.timestamp)
  }

  /// Follows the distance.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let span = FingerSpan(downTouches), let start else { return }
    let before = scale
    last = span
    if event.timestamp > lastTime { velocity = (scale - before) / CGFloat(event.timestamp - lastTime) }
    lastTime = event.timestamp
    if state == .possible {
      if abs(span.distance - start.distance) >= Self.threshold { state = .began }
    } else {
      state = .changed
    }
  }

  /// Ends when fewer than two fingers are left.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard downTouches.count < 2 else { return }
    if state != .possible { state = .ended } else if downTouches.isEmpty { state = .failed }
  }

  /// Forgets the distance.
  open override func reset() {
    (base, start, last, velocity) = (1, nil, nil, 0)
  }
}
