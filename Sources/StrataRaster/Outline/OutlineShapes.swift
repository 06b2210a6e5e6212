import Foundation
package import StrataBase

extension Outline {
  /// The distance between the ends of a quarter circle and its control points, in radii: (√2 − 1)·4/3.
  ///
  /// The cubic then meets the circle in its middle, too, and is nowhere more than 0.03 % of the radius away.
  static let kappa = 0.5522847498307936

  /// A closed rectangle, clockwise on a screen.
  package static func rect(minX: Double, minY: Double, width: Double, height: Double) -> Outline {
    var result = Outline()
    result.polygon([
      RasterPoint(minX, minY), RasterPoint(minX + width, minY), RasterPoint(minX + width, minY + height),
      RasterPoint(minX, minY + height),
    ])
    return result
  }

  /// An ellipse of four cubics that fills a rectangle, from its right end, clockwise on a screen.
  package static func ellipse(minX: Double, minY: Double, width: Double, height: Double) -> Outline {
    let radius = RasterPoint(width, height) / 2
    let centre = RasterPoint(minX, minY) + radius
    var result = Outline()
    func at(_ x: Double, _ y: Double) -> RasterPoint { centre + radius * RasterPoint(x, y) }
    let k = kappa
    result.move(to: at(1, 0))
    result.cubic(at(1, k), at(k, 1), to: at(0, 1))
    result.cubic(at(-k, 1), at(-1, k), to: at(-1, 0))
    result.cubic(at(-1, -k), at(-k, -1), to: at(0, -1))
    result.cubic(at(k, -1), at(1, -k), to: at(1, 0))
    result.close()
    return result
  }

  /// A closed rectangle with rounded corners, radii limited as painted, clockwise on a screen.
  package static func roundedRect(_ rect: RoundedRect) -> Outline {
    let rect = rect.limited()
    if rect.hasSquareCorners {
      return .rect(minX: rect.minX, minY: rect.minY, width: rect.width, height: rect.height)
    }
    var result = Outline()
    let (x, y) = (RasterPoint(1, 0), RasterPoint(0, 1))
    let corners: [(RasterPoint, RasterPoint, RasterPoint, RasterPoint)] = [
      (RasterPoint(rect.minX, rect.minY), y * rect.minXminY.y, x * rect.minXminY.x, rect.minXminY),
      (RasterPoint(rect.maxX, rect.minY), -x * rect.maxXminY.x, y * rect.maxXminY.y, rect.maxXminY),
      (RasterPoint(rect.maxX, rect.maxY), -y * rect.maxXmaxY.y, -x * rect.maxXmaxY.x, rect.maxXmaxY),
      (RasterPoint(rect.minX, rect.maxY), x * rect.minXmaxY.x, -y * rect.minXmaxY.y, rect.minXmaxY),
    ]
    for (corner, a, b, radius) in corners {
      result.addCorner(corner, a, b, isSquare: radius == .zero, curve: rect.curve)
    }
    result.close()
    return result
  }

  /// Appends a corner; `a` and `b` are vectors of one radius along the edges before and after it.
  private mutating func addCorner(
    _ corner: RasterPoint,
    _ a: RasterPoint,
    _ b: RasterPoint,
    isSquare: Bool,
    curve: RoundedCornerCurve
  ) {
    func at(_ s: Double, _ t: Double) -> RasterPoint { corner + a * s + b * t }
    func begin(_ point: RasterPoint) { isEmpty ? move(to: point) : line(to: point) }
    if isSquare {
      begin(corner)
      return
    }
    switch curve {
    case .circular:
      let offset = 1 - Self.kappa
      begin(at(1, 0))
      cubic(at(offset, 0), at(0, offset), to: at(0, 1))
    case .continuous:
      let end = RoundedRect.continuousExtent
      begin(at(end, 0))
      cubic(at(1.08849323, 0), at(0.86840689, 0), to: at(0.66993427, 0.065496))
      line(to: at(0.63149399, 0.074911))
      cubic(at(0.37282392, 0.16905899), at(0.16905899, 0.37282392), to: at(0.074911, 0.63149399))
      line(to: at(0.065496, 0.66993427))
      cubic(at(0, 0.86840689), at(0, 1.08849323), to: at(0, end))
    }
  }

  /// The ring between a rounded rectangle and the inner edge of its border; fill it even-odd.
  package static func border(_ rect: RoundedRect, width: Double) -> Outline {
    guard width > 0 else { return Outline() }
    var result = Outline.roundedRect(rect)
    if let inner = rect.inset(by: width) { result.append(.roundedRect(inner)) }
    return result
  }

  /// Appends an arc of a circle, after a line to its start, or a move if the outline is empty.
  ///
  /// Angles are in radians, growing from x towards y. Angles that differ by a full turn or more in the given direction
  /// make one full circle.
  package mutating func addArc(
    center: RasterPoint,
    radius: Double,
    startAngle: Double,
    endAngle: Double,
    clockwise: Bool,
    transform: Projective = .identity
  ) {
    guard startAngle.isFinite, endAngle.isFinite, radius.isFinite else { return }
    let turn = 2 * Double.pi
    var sweep = endAngle - startAngle
    if clockwise {
      sweep =
        sweep <= -turn ? -turn : (sweep > 0 ? sweep.truncatingRemainder(dividingBy: turn) - turn : sweep)
    } else {
      sweep = sweep >= turn ? turn : (sweep < 0 ? sweep.truncatingRemainder(dividingBy: turn) + turn : sweep)
    }
    addArc(center: center, radius: radius, startAngle: startAngle, sweep: sweep, transform: transform)
  }

  /// Appends an arc through a signed angle in radians.
  ///
  /// Each cubic spans at most a quarter turn; its control points are 4/3·tan(θ/4) radii from its ends.
  package mutating func addArc(
    center: RasterPoint,
    radius: Double,
    startAngle: Double,
    sweep: Double,
    transform: Projective = .identity
  ) {
    func at(_ angle: Double, _ along: Double) -> RasterPoint {
      let (x, y) = (cos(angle), sin(angle))
      let point = center + radius * RasterPoint(x - along * y, y + along * x)
      let mapped = transform.apply(point.x, point.y)
      return RasterPoint(mapped.x, mapped.y)
    }
    let first = at(startAngle, 0)
    if isEmpty { move(to: first) } else { line(to: first) }
    let count = Int((min(abs(sweep), 1e4) / (Double.pi / 2) - 1e-9).rounded(.up))
    guard count > 0 else { return }
    let step = sweep / Double(count)
    let along = 4.0 / 3 * tan(step / 4)
    for index in 0..<count {
      let (from, to) = (startAngle + step * Double(index), startAngle + step * Double(index + 1))
      cubic(at(from, along), at(to, -along), to: at(to, 0))
    }
  }

  /// True if a point is inside; points on the boundary may be either.
  package func contains(_ point: RasterPoint, rule: FillRule) -> Bool {
    let winding = windingNumber(around: point)
    return rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// The winding number around a point, with all subpaths closed.
  package func windingNumber(around point: RasterPoint) -> Int {
    guard (point - point) == .zero else { return 0 }
    var winding = 0
    forEachSubpath { segments, _ in
      for segment in segments { winding += segment.crossings(of: point) }
      if let first = segments.first, let last = segments.last, first.start != last.end {
        winding += OutlineSegment(line: last.end, first.start).crossings(of: point)
      }
    }
    return winding
  }
}

extension OutlineSegment {
  /// The signed crossings with the ray from a point towards larger x.
  fileprivate func crossings(of point: RasterPoint) -> Int {
    if degree == 1 { return Self.crossing(start, end, point) }
    let lower = min(min(start.y, control1.y), min(control2.y, end.y))
    let upper = max(max(start.y, control1.y), max(control2.y, end.y))
    guard point.y >= lower, point.y <= upper else { return 0 }
    guard point.x <= max(max(start.x, control1.x), max(control2.x, end.x)) else { return 0 }
    // Between two extremes the curve crosses the ray's height at most once.
    var winding = 0
    var from = 0.0
    var ends: [Double] = []
    forEachExtreme { ends.append($0) }
    ends.sort()
    ends.append(1)
    for to in ends {
      winding += monotoneCrossing(from, to, point)
      from = to
    }
    return winding
  }

  private func monotoneCrossing(_ t0: Double, _ t1: Double, _ target: RasterPoint) -> Int {
    let (a, b) = (t0 == 0 ? start : point(at: t0), t1 == 1 ? end : point(at: t1))
    let isDown = b.y > target.y
    guard (a.y <= target.y) == isDown, a.y != b.y else { return 0 }
    var (low, high) = (t0, t1)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if (point(at: middle).y > target.y) == isDown { high = middle } else { low = middle }
    }
    return point(at: high).x > target.x ? (isDown ? 1 : -1) : 0
  }

  private static func crossing(_ a: RasterPoint, _ b: RasterPoint, _ point: RasterPoint) -> Int {
    let isDown = b.y > point.y
    guard (a.y <= point.y) == isDown else { return 0 }
    let edge = b - a
    let side = edge.x * (point.y - a.y) - edge.y * (point.x - a.x)
    return isDown ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0)
  }
}
