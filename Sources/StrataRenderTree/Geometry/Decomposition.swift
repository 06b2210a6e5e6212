import CoreGraphics
import Foundation

/// A transform as the parts that key paths write one by one.
///
/// Spencer Thomas, "Decomposing a matrix into simple transformations", Graphics Gems II: the perspective comes off
/// first, then the translation, then the rows of what is left are made orthonormal one after another. For row vectors
///
///     M = Scale * Skew * Rotation * Translation * Perspective
///
/// where the skew has xy in row 2 column 1, xz in row 3 column 1 and yz in row 3 column 2.
///
/// A row of no length has the scale 0, and a direction that completes the others to a rotation: what is written to one
/// part leaves a factor of zero in another as it is. A matrix that mirrors has a negative scale along one axis, or along
/// all three.
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

  /// The parts of `m`, or nil if its last entry is zero, or if it is not finite.
  package init?(_ m: CATransform3D) {
    guard let m = NormalizedMatrix(m) else { return nil }
    translation = m.translation
    var r = m.linear
    let lengths = SIMD3(r.0.length, r.1.length, r.2.length)
    scale = .zero
    scale.x = Self.normalize(&r.0, lengths.x)
    var xy = dot(r.0, r.1)
    r.1 -= xy * r.0
    scale.y = Self.normalize(&r.1, lengths.y)
    xy = scale.y == 0 ? 0 : xy / scale.y
    var xz = dot(r.0, r.2)
    r.2 -= xz * r.0
    var yz = dot(r.1, r.2)
    r.2 -= yz * r.1
    scale.z = Self.normalize(&r.2, lengths.z)
    (xz, yz) = scale.z == 0 ? (0, 0) : (xz / scale.z, yz / scale.z)
    skew = SIMD3(xy, xz, yz)
    rotation = Rotation(x: r.0, y: r.1, z: r.2)
    perspective = SIMD4(0, 0, 0, 1)
    if scale.min() == 0 { rotation.complete(scale) }
    if dot(rotation.x, cross(rotation.y, rotation.z)) < 0 { mirror() }
    var solid = m.linear
    if scale.x == 0 { solid.0 = rotation.x }
    if scale.y == 0 { solid.1 = rotation.y }
    if scale.z == 0 { solid.2 = rotation.z }
    guard let solved = m.perspective(solid) else { return nil }
    perspective = solved
    let sum = (scale + skew + translation + rotation.x + rotation.y + rotation.z) * 0
    guard sum.x + sum.y + sum.z == 0 else { return nil }
  }

  /// Makes a row a unit vector and returns its length: 0 if nothing of the row's former length is left but rounding.
  private static func normalize(_ row: inout SIMD3<Double>, _ former: Double) -> Double {
    let length = row.length
    guard length > former * 1e-12 else {
      row = .zero
      return 0
    }
    row /= length
    return length
  }

  /// Takes the reflection of a left-handed rotation into the scale.
  ///
  /// A reflection along another axis than y is one along y and half a turn: about z for x, about x for z, about y for all
  /// three. The choice leaves no angle of more than a quarter turn, so that an angle of less is read as it was written.
  private mutating func mirror() {
    let alongY = Rotation(x: rotation.x, y: -rotation.y, z: rotation.z).foldedAngles
    let most = Double.pi / 2 + 1e-9
    let signs: SIMD3<Double> =
      switch (abs(alongY.x) > most, abs(alongY.z) > most) {
      case (false, false): SIMD3(1, -1, 1)
      case (false, true): SIMD3(-1, 1, 1)
      case (true, false): SIMD3(1, 1, -1)
      case (true, true): SIMD3(-1, -1, -1)
      }
    scale *= signs
    skew *= SIMD3(signs.x * signs.y, signs.x * signs.z, signs.y * signs.z)
    rotation = Rotation(x: rotation.x * signs.x, y: rotation.y * signs.y, z: rotation.z * signs.z)
  }

  /// The transform that has these parts.
  package var transform: CATransform3D {
    let (x, y, z) = (rotation.x, rotation.y, rotation.z)
    // Scale, then skew, then rotation, of the three unit vectors.
    let linear = (
      scale.x * x, scale.y * (y + skew.x * x), scale.z * (z + skew.y * x + skew.z * y)
    )
    return NormalizedMatrix.matrix(linear, translation, perspective)
  }
}

extension TransformDecomposition.Rotation {
  /// Gives the rows without a scale directions of their own: those of the axes, as far as the other rows allow.
  fileprivate mutating func complete(_ scale: SIMD3<Double>) {
    var rows = [x, y, z]
    var known = (0..<3).map { scale[$0] != 0 }
    for i in 0..<3 where !known[i] {
      let others = [(i + 1) % 3, (i + 2) % 3]
      if others.allSatisfy({ known[$0] }) {
        rows[i] = cross(rows[others[0]], rows[others[1]])
      } else {
        // Of the axes at most one is so close to a known row.
        for axis in [i] + others {
          var row = SIMD3<Double>.zero
          row[axis] = 1
          for k in others where known[k] { row -= dot(row, rows[k]) * rows[k] }
          guard row.length > 0.5 else { continue }
          rows[i] = row / row.length
          break
        }
      }
      known[i] = true
    }
    (x, y, z) = (rows[0], rows[1], rows[2])
  }
}

/// A matrix whose last entry is 1, without its translation and its fourth column: what decompositions have in common.
struct NormalizedMatrix {
  let linear: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  let translation: SIMD3<Double>
  private let column: SIMD4<Double>

  /// Nil if the last entry is zero, or if an entry is not finite.
  init?(_ m: CATransform3D) {
    guard m.m44 != 0, m.isFinite else { return nil }
    let k = 1 / Double(m.m44)
    let rows = m.rows
    let (a, b, c, d) = (rows.0 * k, rows.1 * k, rows.2 * k, rows.3 * k)
    linear = (a.xyz, b.xyz, c.xyz)
    translation = d.xyz
    column = SIMD4(a.w, b.w, c.w, 1)
  }

  /// The vector by which a matrix of these rows and the translation makes the fourth column; nil without an inverse.
  func perspective(_ linear: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) -> SIMD4<Double>? {
    if column == SIMD4(0, 0, 0, 1) { return column }
    let plain = Self.matrix(linear, translation, SIMD4(0, 0, 0, 1))
    guard let i = plain.inverse?.rows else { return nil }
    return SIMD4((i.0 * column).sum(), (i.1 * column).sum(), (i.2 * column).sum(), (i.3 * column).sum())
  }

  /// Puts a matrix together.
  static func matrix(
    _ linear: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>),
    _ translation: SIMD3<Double>,
    _ perspective: SIMD4<Double>
  ) -> CATransform3D {
    var rows = (SIMD4(linear.0, 0), SIMD4(linear.1, 0), SIMD4(linear.2, 0), SIMD4(translation, 1))
    if perspective != SIMD4(0, 0, 0, 1) {
      let column = (
        (rows.0 * perspective).sum(), (rows.1 * perspective).sum(), (rows.2 * perspective).sum(),
        (rows.3 * perspective).sum()
      )
      (rows.0.w, rows.1.w, rows.2.w, rows.3.w) = column
    }
    return CATransform3D(rows: rows)
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
