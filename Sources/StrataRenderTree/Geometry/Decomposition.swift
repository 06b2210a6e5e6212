import CoreGraphics
import Foundation

/// A transform as the parts that animations move one by one.
///
/// Spencer Thomas, "Decomposing a matrix into simple transformations", Graphics Gems II: the perspective comes off
/// first, then the translation, then the rows of what is left are made orthonormal one after another. For row vectors
///
///     M = Scale * Skew * Rotation * Translation * Perspective
///
/// where the skew has xy in row 2 column 1, xz in row 3 column 1 and yz in row 3 column 2.
package struct TransformDecomposition: Hashable, Sendable {
  package var scale: SIMD3<Double>
  /// The skews xy, xz and yz.
  package var skew: SIMD3<Double>
  /// The rows of the rotation, which is orthonormal and right-handed.
  package var rotation: Rotation
  package var translation: SIMD3<Double>
  /// The effect of the fourth column on the result of the other parts.
  package var perspective: SIMD4<Double>

  package struct Rotation: Hashable, Sendable {
    var x, y, z: SIMD3<Double>
  }

  /// The parts of `m`, or nil if it maps space onto a plane or has no finite scale.
  package init?(_ m: CATransform3D) {
    guard m.m44 != 0, m.isFinite else { return nil }
    let k = 1 / Double(m.m44)
    var rows = m.rows
    (rows.0, rows.1, rows.2, rows.3) = (rows.0 * k, rows.1 * k, rows.2 * k, rows.3 * k)

    let column = SIMD4(rows.0.w, rows.1.w, rows.2.w, rows.3.w)
    (rows.0.w, rows.1.w, rows.2.w, rows.3.w) = (0, 0, 0, 1)
    guard let inverse = CATransform3D(rows: rows).inverse else { return nil }
    if column == SIMD4(0, 0, 0, 1) {
      perspective = column
    } else {
      let i = inverse.rows
      perspective = SIMD4(
        (i.0 * column).sum(),
        (i.1 * column).sum(),
        (i.2 * column).sum(),
        (i.3 * column).sum()
      )
    }

    translation = SIMD3(rows.3.x, rows.3.y, rows.3.z)
    var r = (rows.0.xyz, rows.1.xyz, rows.2.xyz)
    scale = .zero
    scale.x = r.0.length
    r.0 /= scale.x
    var xy = dot(r.0, r.1)
    r.1 -= xy * r.0
    scale.y = r.1.length
    r.1 /= scale.y
    xy /= scale.y
    var xz = dot(r.0, r.2)
    r.2 -= xz * r.0
    var yz = dot(r.1, r.2)
    r.2 -= yz * r.1
    scale.z = r.2.length
    r.2 /= scale.z
    xz /= scale.z
    yz /= scale.z
    skew = SIMD3(xy, xz, yz)
    if dot(r.0, cross(r.1, r.2)) < 0 {
      scale = -scale
      r = (-r.0, -r.1, -r.2)
    }
    rotation = Rotation(x: r.0, y: r.1, z: r.2)
    let sum = (scale + skew + translation + r.0 + r.1 + r.2) * 0
    guard sum.x + sum.y + sum.z == 0 else { return nil }
  }

  /// The transform that has these parts.
  package var transform: CATransform3D {
    let (x, y, z) = (rotation.x, rotation.y, rotation.z)
    // Scale, then skew, then rotation, of the three unit vectors.
    let r0 = scale.x * x
    let r1 = scale.y * (y + skew.x * x)
    let r2 = scale.z * (z + skew.y * x + skew.z * y)
    var rows = (SIMD4(r0, 0), SIMD4(r1, 0), SIMD4(r2, 0), SIMD4(translation, 1))
    if perspective != SIMD4(0, 0, 0, 1) {
      let column = (
        (rows.0 * perspective).sum(), (rows.1 * perspective).sum(), (rows.2 * perspective).sum(),
        (rows.3 * perspective).sum()
      )
      (rows.0.w, rows.1.w, rows.2.w, rows.3.w) = column
    }
    return CATransform3D(rows: rows)
  }

  /// The parts at `fraction` of the way to `end`, the rotation on the shortest way.
  func mixed(with end: Self, at fraction: Double) -> Self {
    var result = self
    result.scale += (end.scale - scale) * fraction
    result.skew += (end.skew - skew) * fraction
    result.translation += (end.translation - translation) * fraction
    result.perspective += (end.perspective - perspective) * fraction
    if rotation != end.rotation {
      let turn = Quaternion(rotation).slerp(to: Quaternion(end.rotation), at: fraction)
      result.rotation = turn.rotation
    }
    return result
  }
}

extension CATransform3D {
  /// Returns the transform at `fraction` of the way to `end`: part by part, or entry by entry if one of them has no
  /// parts.
  package func interpolated(to end: CATransform3D, at fraction: Double) -> CATransform3D {
    if fraction == 0 { return self }
    if fraction == 1 { return end }
    if self == end { return self }
    guard let a = TransformDecomposition(self), let b = TransformDecomposition(end) else {
      let (r, s) = (rows, end.rows)
      return CATransform3D(
        rows: (
          r.0 + (s.0 - r.0) * fraction, r.1 + (s.1 - r.1) * fraction,
          r.2 + (s.2 - r.2) * fraction, r.3 + (s.3 - r.3) * fraction
        )
      )
    }
    return a.mixed(with: b, at: fraction).transform
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

@inline(__always)
func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

@inline(__always)
func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension SIMD3 where Scalar == Double {
  var length: Double { (self * self).sum().squareRoot() }
}

extension SIMD4 where Scalar == Double {
  var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}
