package import StrataBase

/// One line or curve of an outline, on its own.
package struct OutlineSegment: Hashable, Sendable {
  /// 1 for a line, 2 for a quadratic, 3 for a cubic curve.
  package let degree: Int
  package let start: RasterPoint
  /// The first control point; the end of a line.
  package let control1: RasterPoint
  /// The second control point of a cubic; the end of the others.
  package let control2: RasterPoint
  package let end: RasterPoint
  /// True if it is the line that a close draws.
  package let isClosing: Bool

  package init(line start: RasterPoint, _ end: RasterPoint, isClosing: Bool = false) {
    (degree, self.start, control1, control2, self.end) = (1, start, end, end, end)
    self.isClosing = isClosing
  }

  package init(quad start: RasterPoint, _ control: RasterPoint, _ end: RasterPoint) {
    (degree, self.start, control1, control2, self.end) = (2, start, control, end, end)
    isClosing = false
  }

  package init(
    cubic start: RasterPoint,
    _ control1: RasterPoint,
    _ control2: RasterPoint,
    _ end: RasterPoint
  ) {
    (degree, self.start, self.control1, self.control2, self.end) = (3, start, control1, control2, end)
    isClosing = false
  }

  /// The point at a Bézier parameter, 0...1.
  package func point(at t: Double) -> RasterPoint {
    let s = 1 - t
    switch degree {
    case 1: return start * s + end * t
    case 2: return start * (s * s) + control1 * (2 * s * t) + end * (t * t)
    default:
      let inner = control1 * (3 * s * s * t) + control2 * (3 * s * t * t)
      return start * (s * s * s) + inner + end * (t * t * t)
    }
  }

  /// The derivative by the parameter; zero where the curve stops.
  package func velocity(at t: Double) -> RasterPoint {
    let s = 1 - t
    switch degree {
    case 1: return end - start
    case 2: return 2 * ((control1 - start) * s + (end - control1) * t)
    default:
      let outer = (control1 - start) * (s * s) + (end - control2) * (t * t)
      return 3 * (outer + (control2 - control1) * (2 * s * t))
    }
  }

  /// The direction of travel as a unit vector, also where the velocity is zero; zero for a point.
  package func tangent(at t: Double) -> RasterPoint { tangent(at: t, least: leastSpeed) }

  /// The speed up to which the velocity says nothing of the direction.
  var leastSpeed: Double {
    let (first, second, whole) = (control1 - start, control2 - start, end - start)
    let scale = max((first * first).sum(), (second * second).sum(), (whole * whole).sum()).squareRoot()
    return scale * 1e-9
  }

  /// As `tangent(at:)`, with ``leastSpeed``, which is the same for the whole segment.
  @inline(__always)
  func tangent(at t: Double, least: Double) -> RasterPoint {
    let velocity = velocity(at: t)
    let size = (velocity * velocity).sum().squareRoot()
    if size > least, size.isFinite { return velocity / size }
    if t == 0 || t == 1 { return t == 0 ? endTangents.start : endTangents.end }
    let near = t < 0.5 ? point(at: t + 1e-4) - point(at: t) : point(at: t) - point(at: t - 1e-4)
    let distance = (near * near).sum().squareRoot()
    return distance > 0 && distance.isFinite ? near / distance : .zero
  }

  /// The directions of travel at the start and at the end, as unit vectors; zero for a point.
  ///
  /// They are those of the first and the last side of the control polygon, or of the next one that is long enough.
  package var endTangents: (start: RasterPoint, end: RasterPoint) {
    let (first, last) = (control1 - start, end - control2)
    let (second, whole) = (control2 - start, end - start)
    let (a, b) = ((first * first).sum(), (last * last).sum())
    let size = max(a, (second * second).sum(), (whole * whole).sum())
    // The squares of the sides and of the least speed.
    let least = size * 1e-18
    return (
      a > least && a.isFinite ? first / a.squareRoot() : direction(second, least: least),
      b > least && b.isFinite ? last / b.squareRoot() : direction(end - control1, least: least)
    )
  }

  /// The direction of a vector whose square is long enough, or else from the start to the end.
  private func direction(_ vector: RasterPoint, least: Double) -> RasterPoint {
    let square = (vector * vector).sum()
    if square > least, square.isFinite { return vector / square.squareRoot() }
    let whole = end - start
    let length = (whole * whole).sum().squareRoot()
    return length > 0 && length.isFinite ? whole / length : .zero
  }

  /// The part between two parameters.
  package func part(from t0: Double, to t1: Double) -> OutlineSegment {
    if t0 == 0, t1 == 1 { return self }
    let (a, b) = (t0 == 0 ? start : point(at: t0), t1 == 1 ? end : point(at: t1))
    switch degree {
    case 1: return OutlineSegment(line: a, b)
    case 2:
      return OutlineSegment(quad: a, a + velocity(at: t0) * ((t1 - t0) / 2), b)
    default:
      let third = (t1 - t0) / 3
      return OutlineSegment(cubic: a, a + velocity(at: t0) * third, b - velocity(at: t1) * third, b)
    }
  }

  /// Calls `body` for the parameters between 0 and 1 at which x or y has an extreme, in no order.
  @inline(__always)
  func forEachExtreme(_ body: (Double) -> Void) {
    guard degree > 1 else { return }
    func found(_ t: Double) { if t > 0, t < 1 { body(t) } }
    for axis in 0..<2 {
      let (p0, p1, p2, p3) = (start[axis], control1[axis], control2[axis], end[axis])
      // The derivative as a·t² + b·t + c.
      let a = degree == 3 ? p3 - p0 + 3 * (p1 - p2) : 0
      let b = degree == 3 ? 2 * (p0 - 2 * p1 + p2) : p0 - 2 * p1 + p2
      let c = p1 - p0
      if abs(a) <= 1e-12 * max(abs(b), abs(c)) {
        if b != 0 { found(-c / b) }
        continue
      }
      let root = (b * b - 4 * a * c).squareRoot()
      guard root.isFinite else { continue }
      // The form of the quadratic formula that does not subtract nearly equal numbers (Numerical Recipes, 5.6).
      let q = -(b + (b < 0 ? -root : root)) / 2
      found(q / a)
      if q != 0 { found(c / q) }
    }
  }

  /// The arc length between two parameters, to about a millionth.
  ///
  /// Adaptive quadrature: halves the interval until the halves agree with the whole.
  package func length(from t0: Double = 0, to t1: Double = 1) -> Double {
    if degree == 1 {
      let chord = end - start
      return (chord * chord).sum().squareRoot() * (t1 - t0)
    }
    return length(t0, t1, gauss(t0, t1), 0)
  }

  private func length(_ t0: Double, _ t1: Double, _ whole: Double, _ depth: Int) -> Double {
    let middle = (t0 + t1) / 2
    let (first, second) = (gauss(t0, middle), gauss(middle, t1))
    let sum = first + second
    if depth >= 12 || !(abs(sum - whole) > 1e-8 * abs(sum)) { return sum }
    return length(t0, middle, first, depth + 1) + length(middle, t1, second, depth + 1)
  }

  /// Gauss-Legendre quadrature of the speed with five nodes.
  private func gauss(_ t0: Double, _ t1: Double) -> Double {
    let (half, middle) = ((t1 - t0) / 2, (t0 + t1) / 2)
    func speed(_ node: Double) -> Double {
      let velocity = velocity(at: middle + half * node)
      return (velocity * velocity).sum().squareRoot()
    }
    let inner = 0.47862867049936647 * (speed(-0.5384693101056831) + speed(0.5384693101056831))
    let outer = 0.23692688505618909 * (speed(-0.9061798459386640) + speed(0.9061798459386640))
    return half * (0.56888888888888889 * speed(0) + inner + outer)
  }

  /// The parameter at which the arc from the start has a given length.
  ///
  /// Newton's method, with bisection where a step leaves the bracket.
  package func parameter(atLength distance: Double, of total: Double) -> Double {
    guard distance > 0, total > 0 else { return 0 }
    guard distance < total else { return 1 }
    var t = distance / total
    if degree == 1 { return t }

    var (low, high) = (0.0, 1.0)
    var reached = length(from: 0, to: t)
    for _ in 0..<40 {
      let error = reached - distance
      if abs(error) <= 1e-8 * total { break }
      if error > 0 { high = t } else { low = t }
      let velocity = velocity(at: t)
      let speed = (velocity * velocity).sum().squareRoot()
      let next = t - error / speed
      let before = t
      t = next > low && next < high ? next : (low + high) / 2
      reached += length(from: before, to: t)
    }
    return t
  }
}
