/// A point of a plane, in the units of its space.
@usableFromInline
package typealias RasterPoint = SIMD2<Double>

/// A projective map of the plane: the row vector [x y 1] times a 3×3 matrix, then divided by w.
///
/// Chains read from left to right, as in Core Animation: `a.concatenating(b)` maps by `a` first.
@usableFromInline
package struct Projective: Hashable, Sendable {
  @usableFromInline
  package var m11, m12, m13: Double
  @usableFromInline
  package var m21, m22, m23: Double
  @usableFromInline
  package var m31, m32, m33: Double

  @inlinable
  package init(
    m11: Double,
    m12: Double,
    m13: Double,
    m21: Double,
    m22: Double,
    m23: Double,
    m31: Double,
    m32: Double,
    m33: Double
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }

  /// The affine map x' = a·x + c·y + tx, y' = b·x + d·y + ty.
  @inlinable
  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.init(m11: a, m12: b, m13: 0, m21: c, m22: d, m23: 0, m31: tx, m32: ty, m33: 1)
  }

  @usableFromInline
  package static let identity = Projective(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  @inlinable
  package static func translation(_ x: Double, _ y: Double) -> Projective {
    Projective(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  @inlinable
  package static func scale(_ x: Double, _ y: Double) -> Projective {
    Projective(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  @inlinable
  package static func == (a: Projective, b: Projective) -> Bool {
    a.m11 == b.m11 && a.m12 == b.m12 && a.m13 == b.m13 && a.m21 == b.m21 && a.m22 == b.m22 && a.m23 == b.m23
      && a.m31 == b.m31 && a.m32 == b.m32 && a.m33 == b.m33
  }

  /// True if w is 1 everywhere, so that no division is needed.
  @inlinable
  package var isAffine: Bool { m13 == 0 && m23 == 0 && m33 == 1 }

  /// The map that applies this one first, and then `next`.
  @inlinable
  package func concatenating(_ next: Projective) -> Projective {
    Projective(
      m11: m11 * next.m11 + m12 * next.m21 + m13 * next.m31,
      m12: m11 * next.m12 + m12 * next.m22 + m13 * next.m32,
      m13: m11 * next.m13 + m12 * next.m23 + m13 * next.m33,
      m21: m21 * next.m11 + m22 * next.m21 + m23 * next.m31,
      m22: m21 * next.m12 + m22 * next.m22 + m23 * next.m32,
      m23: m21 * next.m13 + m22 * next.m23 + m23 * next.m33,
      m31: m31 * next.m11 + m32 * next.m21 + m33 * next.m31,
      m32: m31 * next.m12 + m32 * next.m22 + m33 * next.m32,
      m33: m31 * next.m13 + m32 * next.m23 + m33 * next.m33
    )
  }

  /// The determinant of the matrix.
  @inlinable
  package var determinant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
  }

  /// The inverse map (the adjugate over the determinant), or nil if the determinant is zero or not finite.
  ///
  /// The inverse of an affine map is affine to the last bit.
  @inlinable
  package func inverted() -> Projective? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let scale = 1 / determinant
    guard scale.isFinite else { return nil }
    let isAffine = isAffine
    return Projective(
      m11: (m22 * m33 - m23 * m32) * scale,
      m12: (m13 * m32 - m12 * m33) * scale,
      m13: isAffine ? 0 : (m12 * m23 - m13 * m22) * scale,
      m21: (m23 * m31 - m21 * m33) * scale,
      m22: (m11 * m33 - m13 * m31) * scale,
      m23: isAffine ? 0 : (m13 * m21 - m11 * m23) * scale,
      m31: (m21 * m32 - m22 * m31) * scale,
      m32: (m12 * m31 - m11 * m32) * scale,
      m33: isAffine ? 1 : (m11 * m22 - m12 * m21) * scale
    )
  }

  /// The image of a point before the division: the caller divides x and y by w.
  @inlinable
  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double, w: Double) {
    (x * m11 + y * m21 + m31, x * m12 + y * m22 + m32, x * m13 + y * m23 + m33)
  }
}
