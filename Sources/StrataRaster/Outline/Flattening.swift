import StrataBase

/// The number of chords that replace a curve.
///
/// A cubic cut into n equal parameter steps stays within 6·d/(8·n²) of its chords, where d is the larger second
/// difference of its control points; a quadratic within 2·d/(8·n²). This is Wang's formula (G. Wang, "The subdivision
/// method for finding the intersection between two Bézier curves or surfaces", 1984; Goldman, "Pyramid Algorithms", 5.6.3).
///
/// Chords lie on the inner side of a curve, on average at two thirds of their largest distance: h²/12 times the second
/// derivative for steps of h. Points between the ends are moved outwards by that distance, so that chords and curve
/// enclose the same area on average. The moved points lie on another cubic, so that this costs only new coefficients.
package enum Flattening {
  /// The largest distance between curve and chord, in pixels, before points are moved: two levels of an 8-bit edge.
  static let deviceTolerance = 0.01

  /// The number of steps for a cubic whose coordinates are at most 1e15, before rounding up.
  @inline(__always)
  static func steps(
    _ p0: RasterPoint,
    _ p1: RasterPoint,
    _ p2: RasterPoint,
    _ p3: RasterPoint,
    tolerance: Double
  ) -> Double {
    let first = p0 - 2 * p1 + p2
    let second = p1 - 2 * p2 + p3
    let square = max((first * first).sum(), (second * second).sum())
    return (0.75 * square.squareRoot() / tolerance).squareRoot()
  }

  /// The number of steps for a quadratic, before rounding up.
  @inline(__always)
  static func steps(_ p0: RasterPoint, _ p1: RasterPoint, _ p2: RasterPoint, tolerance: Double) -> Double {
    let second = p0 - 2 * p1 + p2
    return (0.25 * (second * second).sum().squareRoot() / tolerance).squareRoot()
  }

  /// The number of steps for a line or a curve, before rounding up.
  @inline(__always)
  package static func steps(_ segment: OutlineSegment, tolerance: Double) -> Double {
    switch segment.degree {
    case 1: 1
    case 2: steps(segment.start, segment.control1, segment.end, tolerance: tolerance)
    default: steps(segment.start, segment.control1, segment.control2, segment.end, tolerance: tolerance)
    }
  }
}

extension CellGrid {
  /// Adds a filled outline: closes open subpaths, and skips segments with a coordinate that is not finite.
  func add(_ outline: Outline) {
    outline.points.withUnsafeBufferPointer { points in
      outline.verbs.withUnsafeBufferPointer { verbs in
        add(verbs, points)
      }
    }
  }

  private func add(_ verbs: UnsafeBufferPointer<Outline.Verb>, _ points: UnsafeBufferPointer<RasterPoint>) {
    var index = 0
    var start = RasterPoint.zero
    var current = RasterPoint.zero
    var hasStart = false
    for verb in verbs {
      let count = verb.pointCount
      defer { index &+= count }
      if verb == .close {
        addLine(current, start)
        current = start
        continue
      }
      var isFinite = true
      for offset in 0..<count {
        let sum = points[index &+ offset].x - points[index &+ offset].x
        let other = points[index &+ offset].y - points[index &+ offset].y
        isFinite = isFinite && sum == 0 && other == 0
      }
      if verb == .move {
        addLine(current, start)
        hasStart = isFinite
        start = isFinite ? Self.bounded(points[index]) : .zero
        current = start
        continue
      }
      guard isFinite else { continue }
      let end = Self.bounded(points[index &+ count &- 1])
      if !hasStart {
        // The first finite point replaces a start that is missing or not finite.
        (start, current, hasStart) = (end, end, true)
        continue
      }
      switch verb {
      case .line: addLine(current, end)
      case .quad: addQuad(current, Self.bounded(points[index]), end, depth: 0)
      case .cubic:
        addCubic(current, Self.bounded(points[index]), Self.bounded(points[index &+ 1]), end, depth: 0)
      case .move, .close: break
      }
      current = end
    }
    addLine(current, start)
  }

  @inline(__always)
  private static func bounded(_ point: RasterPoint) -> RasterPoint {
    let limit = 1e15
    return RasterPoint(min(max(point.x, -limit), limit), min(max(point.y, -limit), limit))
  }

  /// Adds a curve inside these extremes if that needs no steps, and returns true if so.
  ///
  /// It needs none if it is invisible, or to the left of the grid, where only its height counts. Neither changes a visible
  /// pixel, so that the result does not depend on the clip.
  @inline(__always)
  private func addWithoutSteps(
    _ lower: RasterPoint,
    _ upper: RasterPoint,
    _ from: RasterPoint,
    _ to: RasterPoint
  ) -> Bool {
    if upper.y <= top || lower.y >= bottom || lower.x >= right { return true }
    if upper.x <= left {
      addLine(from, to)
      return true
    }
    return false
  }

  private func addQuad(_ p0: RasterPoint, _ p1: RasterPoint, _ p2: RasterPoint, depth: Int) {
    let lower = pointwiseMin(p0, pointwiseMin(p1, p2))
    let upper = pointwiseMax(p0, pointwiseMax(p1, p2))
    if addWithoutSteps(lower, upper, p0, p2) { return }
    let steps = Flattening.steps(p0, p1, p2, tolerance: Flattening.deviceTolerance)
    if steps > 64, depth < 40 {
      let (a, b) = ((p0 + p1) * 0.5, (p1 + p2) * 0.5)
      let middle = (a + b) * 0.5
      addQuad(p0, a, middle, depth: depth &+ 1)
      addQuad(middle, b, p2, depth: depth &+ 1)
      return
    }
    let count = Int(steps) &+ 1
    let step = 1 / Double(count)
    let (a, b) = (p0 - 2 * p1 + p2, 2 * (p1 - p0))
    let first = p0 - a * (step * step / 6)
    var from = p0
    for index in 1..<max(count, 1) {
      let t = Double(index) * step
      let to = (a * t + b) * t + first
      addLine(from, to)
      from = to
    }
    addLine(from, p2)
  }

  private func addCubic(
    _ p0: RasterPoint,
    _ p1: RasterPoint,
    _ p2: RasterPoint,
    _ p3: RasterPoint,
    depth: Int
  ) {
    let lower = pointwiseMin(pointwiseMin(p0, p1), pointwiseMin(p2, p3))
    let upper = pointwiseMax(pointwiseMax(p0, p1), pointwiseMax(p2, p3))
    if addWithoutSteps(lower, upper, p0, p3) { return }
    let steps = Flattening.steps(p0, p1, p2, p3, tolerance: Flattening.deviceTolerance)
    if steps > 64, depth < 40 {
      let (a, b, c) = ((p0 + p1) * 0.5, (p1 + p2) * 0.5, (p2 + p3) * 0.5)
      let (d, e) = ((a + b) * 0.5, (b + c) * 0.5)
      let middle = (d + e) * 0.5
      addCubic(p0, a, d, middle, depth: depth &+ 1)
      addCubic(middle, e, c, p3, depth: depth &+ 1)
      return
    }
    let count = Int(steps) &+ 1
    let step = 1 / Double(count)
    let a = p3 - p0 + 3 * (p1 - p2)
    let b = 3 * (p0 - 2 * p1 + p2)
    let c = 3 * (p1 - p0) - a * (step * step / 2)
    let first = p0 - b * (step * step / 6)
    var from = p0
    for index in 1..<max(count, 1) {
      let t = Double(index) * step
      let to = ((a * t + b) * t + c) * t + first
      addLine(from, to)
      from = to
    }
    addLine(from, p3)
  }
}
