import Foundation
package import StrataRaster

// Core Graphics' functions for paths, on outlines. Lines and curves before the first move are ignored, because there is
// no current point. The rasterizer skips points that are not finite.

extension Outline {
  /// The length of the tangents of a cubic curve that approximates a quarter of the unit circle: 4/3 · (√2 − 1).
  ///
  /// The curve meets the circle at its middle; its largest radial error is 0.027 %.
  private static let quarterCircle = 4.0 / 3 * (2.0.squareRoot() - 1)

  /// The start of the next element; nil before the first one.
  package var lastPoint: CGPoint? { currentPoint.map { CGPoint(x: $0.x, y: $0.y) } }

  package mutating func begin(at point: CGPoint) { move(to: point.raster) }

  package mutating func addLine(to point: CGPoint) {
    if !isEmpty { line(to: point.raster) }
  }

  package mutating func addQuad(_ control: CGPoint, _ end: CGPoint) {
    if !isEmpty { quad(control: control.raster, to: end.raster) }
  }

  package mutating func addCubic(_ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint) {
    if !isEmpty { cubic(control1.raster, control2.raster, to: end.raster) }
  }

  package mutating func closeSubpath() {
    if let last = verbs.last, last != .close { close() }
  }

  package mutating func addLines(_ corners: [CGPoint], _ transform: CGAffineTransform) {
    guard let first = corners.first else { return }
    if isEmpty { reserveCapacity(verbs: corners.count + 1, points: corners.count) }
    begin(at: first.applying(transform))
    for corner in corners.dropFirst() { addLine(to: corner.applying(transform)) }
  }

  package mutating func addRect(_ rect: CGRect, _ transform: CGAffineTransform) {
    guard !rect.isNull else { return }
    let box = rect.standardized
    var (minX, minY, maxX, maxY) = (box.minX, box.minY, box.maxX, box.maxY)
    // The edges of an infinite rectangle are the largest numbers: a transform would make them infinite, or NaN.
    if !transform.isIdentity {
      (minX, minY) = (minX.mappable, minY.mappable)
      (maxX, maxY) = (maxX.mappable, maxY.mappable)
    }
    addLines(
      [
        CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY),
        CGPoint(x: maxX, y: maxY), CGPoint(x: minX, y: maxY),
      ],
      transform
    )
    closeSubpath()
  }

  /// Adds an ellipse; starts at its right end and runs from the x axis towards the y axis.
  package mutating func addEllipse(in rect: CGRect, _ transform: CGAffineTransform) {
    guard !rect.isNull else { return }
    let box = rect.standardized
    let unit = CGAffineTransform(box.width / 2, 0, 0, box.height / 2, box.midX, box.midY).concatenating(
      transform
    )
    let k = CGFloat(Self.quarterCircle)
    func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y).applying(unit) }
    if isEmpty { reserveCapacity(verbs: 6, points: 13) }
    begin(at: at(1, 0))
    addCubic(at(1, k), at(k, 1), at(0, 1))
    addCubic(at(-k, 1), at(-1, k), at(-1, 0))
    addCubic(at(-1, -k), at(-k, -1), at(0, -1))
    addCubic(at(k, -1), at(1, -k), at(1, 0))
    closeSubpath()
  }

  /// Adds a rounded rectangle; starts in the middle of its right side and runs from the x axis towards the y axis.
  package mutating func addRoundedRect(
    _ rect: CGRect,
    _ cornerWidth: CGFloat,
    _ cornerHeight: CGFloat,
    _ transform: CGAffineTransform
  ) {
    guard !rect.isNull else { return }
    let box = rect.standardized
    let width = min(max(cornerWidth, 0), box.width / 2)
    let height = min(max(cornerHeight, 0), box.height / 2)
    guard width > 0, height > 0 else { return addRect(rect, transform) }
    let (dx, dy) = (width * CGFloat(1 - Self.quarterCircle), height * CGFloat(1 - Self.quarterCircle))
    func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y).applying(transform) }
    if isEmpty { reserveCapacity(verbs: 10, points: 17) }
    begin(at: at(box.maxX, box.midY))
    addLine(to: at(box.maxX, box.maxY - height))
    addCubic(at(box.maxX, box.maxY - dy), at(box.maxX - dx, box.maxY), at(box.maxX - width, box.maxY))
    addLine(to: at(box.minX + width, box.maxY))
    addCubic(at(box.minX + dx, box.maxY), at(box.minX, box.maxY - dy), at(box.minX, box.maxY - height))
    addLine(to: at(box.minX, box.minY + height))
    addCubic(at(box.minX, box.minY + dy), at(box.minX + dx, box.minY), at(box.minX + width, box.minY))
    addLine(to: at(box.maxX - width, box.minY))
    addCubic(at(box.maxX - dx, box.minY), at(box.maxX, box.minY + dy), at(box.maxX, box.minY + height))
    closeSubpath()
  }

  package mutating func addArc(
    _ center: CGPoint,
    _ radius: CGFloat,
    from start: CGFloat,
    sweep: CGFloat,
    _ transform: CGAffineTransform
  ) {
    guard start.isFinite, sweep.isFinite, radius.isFinite, radius >= 0 else { return }
    addArc(
      center: center.raster,
      radius: Double(radius),
      startAngle: Double(start),
      sweep: Double(sweep),
      transform: transform.projective
    )
  }

  /// Adds an arc tangent to both sides of a corner; the tangent points are radius / tan(angle / 2) away from the
  /// corner.
  package mutating func addArc(
    _ corner: CGPoint,
    _ end: CGPoint,
    _ radius: CGFloat,
    _ transform: CGAffineTransform
  ) {
    guard let current = lastPoint else { return }
    let from = current.applying(transform.inverted())
    let (u, v) = (
      SIMD2(Double(from.x - corner.x), Double(from.y - corner.y)),
      SIMD2(Double(end.x - corner.x), Double(end.y - corner.y))
    )
    let (uLength, vLength) = ((u * u).sum().squareRoot(), (v * v).sum().squareRoot())
    let cross = u.x * v.y - u.y * v.x
    guard radius > 0, uLength > 0, vLength > 0, cross.magnitude > 1e-12 * uLength * vLength else {
      return addLine(to: corner.applying(transform))
    }
    let (first, second) = (u / uLength, v / vLength)
    let angle = acos(min(max((first * second).sum(), -1), 1))
    let distance = Double(radius) / tan(angle / 2)
    let bisector = first + second
    let length = (bisector * bisector).sum().squareRoot()
    let center =
      SIMD2(Double(corner.x), Double(corner.y)) + bisector / length * (Double(radius) / sin(angle / 2))
    let touch = SIMD2(Double(corner.x), Double(corner.y)) + first * distance - center
    let start = atan2(touch.y, touch.x)
    let sweep = (.pi - angle) * (cross > 0 ? -1 : 1)
    addArc(
      CGPoint(x: center.x, y: center.y),
      radius,
      from: CGFloat(start),
      sweep: CGFloat(sweep),
      transform
    )
  }

  package func applying(_ transform: CGAffineTransform) -> Outline {
    guard !transform.isIdentity else { return self }
    return mapPoints { CGPoint(x: $0.x, y: $0.y).applying(transform).raster }
  }
}

extension CGFloat {
  /// The number, or one that transforms of all sensible scales keep in the rasterizer's range if it is almost infinite.
  ///
  /// A NaN stays one.
  fileprivate var mappable: CGFloat { self > 1e150 ? 1e12 : self < -1e150 ? -1e12 : self }
}

extension CGPoint {
  package var raster: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
}

/// Returns the signed angle of an arc between two angles, in radians, counterclockwise positive.
///
/// Angles that are a turn or more apart in the arc's direction make a full circle, and so do angles that are whole turns
/// apart in the other direction, as `0` and `2π` clockwise; all others make less than one.
func arcSweep(from start: CGFloat, to end: CGFloat, clockwise: Bool) -> CGFloat {
  let turn = 2 * CGFloat.pi
  let difference = clockwise ? start - end : end - start
  guard difference.isFinite else { return 0 }
  var sweep = difference
  if sweep < 0 {
    sweep = sweep.truncatingRemainder(dividingBy: turn) + turn
    // Whole turns, but for the rounding of a program's sums.
    if sweep < 1e-9 { sweep = turn }
  } else if sweep > turn {
    sweep = turn
  }
  return clockwise ? -sweep : sweep
}
