import CoreGraphics
public import Foundation

/// What two fingers span, at one time.
struct FingerSpan {
  private let fingers: [UITouch]
  let distance: CGFloat
  /// From the first finger to the second, in radians from the x axis, growing downwards.
  let angle: CGFloat

  /// The span of the first two fingers in a window; nil with fewer.
  @MainActor init?(_ touches: [UITouch]) {
    guard touches.count >= 2 else { return nil }
    fingers = Array(touches.prefix(2))
    let (a, b) = (touches[0].location(in: nil), touches[1].location(in: nil))
    distance = a.distance(to: b)
    angle = atan2(b.y - a.y, b.x - a.x)
  }

  /// True if another span is one of the same fingers.
  func hasFingers(of other: FingerSpan?) -> Bool { fingers == other?.fingers }

  /// The turn from another span, from -π to π.
  func turn(from other: FingerSpan) -> CGFloat {
    let difference = angle - other.angle
    return difference - (difference / (2 * .pi)).rounded() * 2 * .pi
  }
}

/// Recognizes two fingers that move apart or towards each other.
///
/// The gesture begins when their distance has changed by 8 points, and ends when both have gone up. With one finger left the
/// scale stays; when a second one comes down again, it goes on from there.
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
  open var velocity: CGFloat { speed }

  private var speed: CGFloat = 0
  private var base: CGFloat = 1
  private var start: FingerSpan?
  private var last: FingerSpan?
  private var lastTime: TimeInterval = 0

  /// How much the distance changes before the gesture begins, in points.
  private static let threshold: CGFloat = 8

  /// Begins with the second finger, or goes on with it.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    measure(at: event.timestamp)
  }

  /// Measures from here on if the two fingers are others than before.
  private func measure(at time: TimeInterval) {
    let span = FingerSpan(downTouches)
    if let span, span.hasFingers(of: last) { return }
    if state != .possible { base = scale }
    (start, last, lastTime) = (span, span, time)
  }

  /// Follows the distance.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let span = FingerSpan(downTouches), let start else {
      state = .changed
      return
    }
    let before = scale
    last = span
    if event.timestamp > lastTime { speed = (scale - before) / CGFloat(event.timestamp - lastTime) }
    lastTime = event.timestamp
    if state == .possible {
      if abs(span.distance - start.distance) >= Self.threshold { state = .began }
    } else {
      state = .changed
    }
  }

  /// Ends with the last finger.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    measure(at: event.timestamp)
    if downTouches.isEmpty { state = state == .possible ? .failed : .ended } else { state = .changed }
  }

  /// Forgets the distance.
  open override func reset() {
    (base, start, last, speed) = (1, nil, nil, 0)
  }
}
