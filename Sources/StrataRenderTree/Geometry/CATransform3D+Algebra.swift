import CoreGraphics
public import Foundation

extension CATransform3D {
  /// The matrix that maps every point to itself, as a constant that folds at its uses.
  @inlinable
  package static var identity: CATransform3D {
    CATransform3D(
      m11: 1,
      m12: 0,
      m13: 0,
      m14: 0,
      m21: 0,
      m22: 1,
      m23: 0,
      m24: 0,
      m31: 0,
      m32: 0,
      m33: 1,
      m34: 0,
      m41: 0,
      m42: 0,
      m43: 0,
      m44: 1
    )
  }

  /// Makes the matrix that moves by `x`, `y`, `z`.
  @inlinable
  package init(translationX x: CGFloat, y: CGFloat, z: CGFloat) {
    self = .identity
    (m41, m42, m43) = (x, y, z)
  }

  /// True if all sixteen entries equal those of the identity.
  @inlinable
  package var isIdentity: Bool { self == .identity }

  /// True if no entry is infinite or a NaN.
  package var isFinite: Bool {
    let sum = (m11 + m12 + m13 + m14) * 0 + (m21 + m22 + m23 + m24) * 0
    let more = (m31 + m32 + m33 + m34) * 0 + (m41 + m42 + m43 + m44) * 0
    return sum + more == 0
  }

  /// The rows of the matrix.
  @inlinable
  package var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    (
      SIMD4(Double(m11), Double(m12), Double(m13), Double(m14)),
      SIMD4(Double(m21), Double(m22), Double(m23), Double(m24)),
      SIMD4(Double(m31), Double(m32), Double(m33), Double(m34)),
      SIMD4(Double(m41), Double(m42), Double(m43), Double(m44))
    )
  }

  /// Makes a matrix from its rows.
  @inlinable
  package init(rows r: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    self.init(
      m11: CGFloat(r.0.x),
      m12: CGFloat(r.0.y),
      m13: CGFloat(r.0.z),
      m14: CGFloat(r.0.w),
      m21: CGFloat(r.1.x),
      m22: CGFloat(r.1.y),
      m23: CGFloat(r.1.z),
      m24: CGFloat(r.1.w),
      m31: CGFloat(r.2.x),
      m32: CGFloat(r.2.y),
      m33: CGFloat(r.2.z),
      m34: CGFloat(r.2.w),
      m41: CGFloat(r.3.x),
      m42: CGFloat(r.3.y),
      m43: CGFloat(r.3.z),
      m44: CGFloat(r.3.w)
    )
  }

  /// The product `self * next`: self's effect first, then `next`'s.
  @inlinable
  package func concatenated(with next: CATransform3D) -> CATransform3D {
    let (a, b) = (rows, next.rows)
    @inline(__always) func row(_ r: SIMD4<Double>) -> SIMD4<Double> {
      let low = b.0 * r.x + b.1 * r.y
      let high = b.2 * r.z + b.3 * r.w
      return low + high
    }
    return CATransform3D(rows: (row(a.0), row(a.1), row(a.2), row(a.3)))
  }

  /// The homogeneous image of (x, y, z, 1), before the division by w.
  @inlinable
  package func apply(_ x: Double, _ y: Double, _ z: Double) -> SIMD4<Double> {
    let r = rows
    return r.0 * x + r.1 * y + (r.2 * z + r.3)
  }

  /// The image of a point of the plane z = 0 with z dropped; not finite where w is 0.
  @inlinable
  package func projected(_ point: CGPoint) -> CGPoint {
    let p = apply(Double(point.x), Double(point.y), 0)
    if p.w == 1 { return CGPoint(x: p.x, y: p.y) }
    return CGPoint(x: p.x / p.w, y: p.y / p.w)
  }

  /// The determinant of the whole matrix.
  package var determinant: Double {
    let m = minors
    return m.s0 * m.c5 - m.s1 * m.c4 + m.s2 * m.c3 + m.s3 * m.c2 - m.s4 * m.c1 + m.s5 * m.c0
  }

  /// The inverse, or nil if the determinant is 0 or the result would not be finite.
  package var inverse: CATransform3D? {
    if CATransform3DIsAffine(self), m12 == 0, m21 == 0, m11 * m22 != 0, (m11 * m22).isFinite {
      return invertedScaleAndTranslation
    }
    let m = minors
    let determinant = m.s0 * m.c5 - m.s1 * m.c4 + m.s2 * m.c3 + m.s3 * m.c2 - m.s4 * m.c1 + m.s5 * m.c0
    guard determinant != 0, determinant.isFinite else { return nil }
    let k = 1 / determinant
    let (a, b, c, d) = rows
    let result = CATransform3D(
      rows: (
        k
          * SIMD4(
            b.y * m.c5 - b.z * m.c4 + b.w * m.c3,
            -a.y * m.c5 + a.z * m.c4 - a.w * m.c3,
            d.y * m.s5 - d.z * m.s4 + d.w * m.s3,
            -c.y * m.s5 + c.z * m.s4 - c.w * m.s3
          ),
        k
          * SIMD4(
            -b.x * m.c5 + b.z * m.c2 - b.w * m.c1,
            a.x * m.c5 - a.z * m.c2 + a.w * m.c1,
            -d.x * m.s5 + d.z * m.s2 - d.w * m.s1,
            c.x * m.s5 - c.z * m.s2 + c.w * m.s1
          ),
        k
          * SIMD4(
            b.x * m.c4 - b.y * m.c2 + b.w * m.c0,
            -a.x * m.c4 + a.y * m.c2 - a.w * m.c0,
            d.x * m.s4 - d.y * m.s2 + d.w * m.s0,
            -c.x * m.s4 + c.y * m.s2 - c.w * m.s0
          ),
        k
          * SIMD4(
            -b.x * m.c3 + b.y * m.c1 - b.z * m.c0,
            a.x * m.c3 - a.y * m.c1 + a.z * m.c0,
            -d.x * m.s3 + d.y * m.s1 - d.z * m.s0,
            c.x * m.s3 - c.y * m.s1 + c.z * m.s0
          )
      )
    )
    return result.isFinite ? result : nil
  }

  private var invertedScaleAndTranslation: CATransform3D? {
    var result = CATransform3D.identity
    (result.m11, result.m22) = (1 / m11, 1 / m22)
    (result.m41, result.m42) = (-m41 / m11, -m42 / m22)
    return result.isFinite ? result : nil
  }

  /// The 2 by 2 minors of the upper and of the lower two rows; determinant and inverse are sums of their products.
  private struct Minors {
    var s0, s1, s2, s3, s4, s5: Double
    var c0, c1, c2, c3, c4, c5: Double
  }

  private var minors: Minors {
    let (a, b, c, d) = rows
    return Minors(
      s0: a.x * b.y - b.x * a.y,
      s1: a.x * b.z - b.x * a.z,
      s2: a.x * b.w - b.x * a.w,
      s3: a.y * b.z - b.y * a.z,
      s4: a.y * b.w - b.y * a.w,
      s5: a.z * b.w - b.z * a.w,
      c0: c.x * d.y - d.x * c.y,
      c1: c.x * d.z - d.x * c.z,
      c2: c.x * d.w - d.x * c.w,
      c3: c.y * d.z - d.y * c.z,
      c4: c.y * d.w - d.y * c.w,
      c5: c.z * d.w - d.z * c.w
    )
  }
}
