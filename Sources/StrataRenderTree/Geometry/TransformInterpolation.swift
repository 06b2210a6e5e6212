import CoreGraphics
import Foundation

/// A transform as the parts that move when one matrix turns into another.
///
/// The polar decomposition: the linear part is a rotation times a symmetric stretch. For row vectors
///
///     M = Rotation * Stretch * Translation * Perspective
///
/// The rotation is the one closest to the matrix (Higham, "Computing the polar decomposition with applications", 1986).
struct StretchDecomposition {
  typealias Rows = (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  private var rotation: Quaternion
  /// A symmetric matrix, negative definite if the transform mirrors: the diagonal, then the entries yz, xz and xy.
  private var stretch: (diagonal: SIMD3<Double>, rest: SIMD3<Double>)
  private var translation: SIMD3<Double>
  private var perspective: SIMD4<Double>

  /// The parts of `m`, or nil if it maps space onto a plane, if its last entry is zero or if it is not finite.
  init?(_ m: CATransform3D) {
    guard let m = NormalizedMatrix(m), let perspective = m.perspective(m.linear),
      let turn = Self.closestRotation(to: m.linear)
    else { return nil }
    self.perspective = perspective
    translation = m.translation
    let (q, a) = (turn, m.linear)
    // The transposed rotation times the matrix; both halves of it, as rounding leaves them unlike.
    func entry(_ i: Int, _ j: Int) -> Double {
      let forth = q.0[i] * a.0[j] + q.1[i] * a.1[j] + q.2[i] * a.2[j]
      let back = q.0[j] * a.0[i] + q.1[j] * a.1[i] + q.2[j] * a.2[i]
      return (forth + back) / 2
    }
    stretch = (
      SIMD3(entry(0, 0), entry(1, 1), entry(2, 2)), SIMD3(entry(1, 2), entry(0, 2), entry(0, 1))
    )
    rotation = Quaternion(TransformDecomposition.Rotation(x: q.0, y: q.1, z: q.2))
  }

  /// The rotation, without a reflection, or nil for a matrix that has no inverse.
  private static func closestRotation(to linear: Rows) -> Rows? {
    var q = linear
    for _ in 0..<mostSteps {
      guard let next = step(q) else { return nil }
      let change = max((next.0 - q.0).length, (next.1 - q.1).length, (next.2 - q.2).length)
      q = next
      if change < 1e-14 { break }
    }
    if dot(q.0, cross(q.1, q.2)) < 0 { q = (-q.0, -q.1, -q.2) }
    // A matrix without a rotation stretches exactly.
    let off = max((q.0 - SIMD3(1, 0, 0)).length, (q.1 - SIMD3(0, 1, 0)).length, (q.2 - SIMD3(0, 0, 1)).length)
    return off < 1e-12 ? (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)) : q
  }

  /// Scaled steps converge within ten for every matrix of doubles.
  private static let mostSteps = 24

  /// The mean of a matrix and of its transposed inverse, scaled to equal norms.
  private static func step(_ q: Rows) -> Rows? {
    let cofactors = (cross(q.1, q.2), cross(q.2, q.0), cross(q.0, q.1))
    let determinant = dot(q.0, cofactors.0)
    guard determinant != 0, determinant.isFinite else { return nil }
    let inverse = (cofactors.0 / determinant, cofactors.1 / determinant, cofactors.2 / determinant)
    func norm(_ r: Rows) -> Double { (dot(r.0, r.0) + dot(r.1, r.1) + dot(r.2, r.2)).squareRoot() }
    let factor = (norm(inverse) / norm(q)).squareRoot()
    guard factor.isFinite, factor > 0 else { return nil }
    let (k, l) = (factor / 2, 0.5 / factor)
    return (q.0 * k + inverse.0 * l, q.1 * k + inverse.1 * l, q.2 * k + inverse.2 * l)
  }

  /// The transform at `fraction` of the way to `end`: the rotation on the shortest way, the rest in straight lines.
  func mixed(with end: Self, at fraction: Double) -> CATransform3D {
    let r = (rotation == end.rotation ? rotation : rotation.slerp(to: end.rotation, at: fraction)).rotation
    let diagonal = stretch.diagonal + (end.stretch.diagonal - stretch.diagonal) * fraction
    let rest = stretch.rest + (end.stretch.rest - stretch.rest) * fraction
    let columns = (
      SIMD3(diagonal.x, rest.z, rest.y), SIMD3(rest.z, diagonal.y, rest.x), SIMD3(rest.y, rest.x, diagonal.z)
    )
    func row(_ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(dot(v, columns.0), dot(v, columns.1), dot(v, columns.2))
    }
    return NormalizedMatrix.matrix(
      (row(r.x), row(r.y), row(r.z)),
      translation + (end.translation - translation) * fraction,
      perspective + (end.perspective - perspective) * fraction
    )
  }
}

extension CATransform3D {
  /// Returns the transform at `fraction` of the way to `end`: part by part, or entry by entry if one of them has no
  /// parts.
  package func interpolated(to end: CATransform3D, at fraction: Double) -> CATransform3D {
    if fraction == 0 { return self }
    if fraction == 1 { return end }
    if self == end { return self }
    guard let a = StretchDecomposition(self), let b = StretchDecomposition(end) else {
      let (r, s) = (rows, end.rows)
      return CATransform3D(
        rows: (
          r.0 + (s.0 - r.0) * fraction, r.1 + (s.1 - r.1) * fraction,
          r.2 + (s.2 - r.2) * fraction, r.3 + (s.3 - r.3) * fraction
        )
      )
    }
    return a.mixed(with: b, at: fraction)
  }
}

/// A rotation of space as a unit quaternion; a turn by A about z has z = sin(A/2) and w = cos(A/2).
struct Quaternion: Hashable, Sendable {
  var v: SIMD4<Double>

  init(v: SIMD4<Double>) { self.v = v }

  init(_ r: TransformDecomposition.Rotation) {
    // Shepperd's method: divide by the largest of the four components.
    let trace = r.x.x + r.y.y + r.z.z
    if trace > max(r.x.x, r.y.y, r.z.z) {
      v = SIMD4(r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x, 1 + trace)
    } else if r.x.x >= r.y.y, r.x.x >= r.z.z {
      v = SIMD4(1 + r.x.x - r.y.y - r.z.z, r.x.y + r.y.x, r.z.x + r.x.z, r.y.z - r.z.y)
    } else if r.y.y >= r.z.z {
      v = SIMD4(r.x.y + r.y.x, 1 - r.x.x + r.y.y - r.z.z, r.y.z + r.z.y, r.z.x - r.x.z)
    } else {
      v = SIMD4(r.z.x + r.x.z, r.y.z + r.z.y, 1 - r.x.x - r.y.y + r.z.z, r.x.y - r.y.x)
    }
    v /= (v * v).sum().squareRoot()
  }

  var rotation: TransformDecomposition.Rotation {
    let (x, y, z, w) = (v.x, v.y, v.z, v.w)
    return TransformDecomposition.Rotation(
      x: SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      y: SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      z: SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    )
  }

  /// The rotation on the great circle to `end`; a half turn goes through the positive angle.
  func slerp(to end: Quaternion, at fraction: Double) -> Quaternion {
    var target = end.v
    var cosine = (v * target).sum()
    // Rounding must not decide the sense of a half turn.
    if cosine < -1e-12 {
      target = -target
      cosine = -cosine
    }
    if cosine > 1 - 1e-9 {
      let mixed = v + (target - v) * fraction
      return Quaternion(v: mixed / (mixed * mixed).sum().squareRoot())
    }
    let angle = acos(min(max(cosine, -1), 1))
    let k = 1 / sin(angle)
    let result = v * (sin((1 - fraction) * angle) * k) + target * (sin(fraction * angle) * k)
    return Quaternion(v: result / (result * result).sum().squareRoot())
  }
}
