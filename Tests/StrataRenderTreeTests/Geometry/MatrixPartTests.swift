import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

/// Taking a matrix apart and putting it together, against products of plain matrices.
@Suite struct MatrixPartTests {
  private let scale = SIMD3(2.0, 3, 4)
  private let skew = SIMD3(0.5, -0.25, 0.75)
  private let translation = SIMD3(7.0, -8, 9)
  private let perspective = SIMD3(0.001, -0.002, 0.003)
  private let rotation = CATransform3DConcat(.turn(0.4, 1, 0, 0), .turn(-0.7))

  /// Scale, skew, rotation and translation as a product, and a fourth column that makes the last entry 1.
  private var matrix: CATransform3D {
    var shear = CATransform3D.identity
    (shear.m21, shear.m31, shear.m32) = (CGFloat(skew.x), CGFloat(skew.y), CGFloat(skew.z))
    var m = CATransform3DConcat(.scale(2, 3, 4), CATransform3DConcat(shear, rotation))
    (m.m41, m.m42, m.m43) = (7, -8, 9)
    let q = perspective
    func column(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CGFloat {
      CGFloat(Double(x) * q.x + Double(y) * q.y + Double(z) * q.z)
    }
    m.m14 = column(m.m11, m.m12, m.m13)
    m.m24 = column(m.m21, m.m22, m.m23)
    m.m34 = column(m.m31, m.m32, m.m33)
    return m
  }

  private var lastPerspective: Double { 1 - (translation * perspective).sum() }

  private func close(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
    (a - b).x.magnitude < 1e-9
      && (a - b).y.magnitude < 1e-9 && (a - b).z.magnitude < 1e-9
  }

  @Test("animation I-8: a matrix, and any multiple of it, is taken apart into the parts it was made of")
  func takingApart() throws {
    for factor in [1.0, 2, -0.5] {
      var m = matrix
      let rows = m.rows
      m = CATransform3D(rows: (rows.0 * factor, rows.1 * factor, rows.2 * factor, rows.3 * factor))
      let parts = try #require(TransformDecomposition(m))
      #expect(close(parts.scale, scale) && close(parts.skew, skew))
      #expect(close(parts.translation, translation))
      #expect(close(SIMD3(parts.perspective.x, parts.perspective.y, parts.perspective.z), perspective))
      #expect(abs(parts.perspective.w - lastPerspective) < 1e-9)
    }
    let mirrored = try #require(TransformDecomposition(.scale(-2, 3, 1)))
    #expect(close(mirrored.scale, SIMD3(-2, 3, 1)))
    var odd = CATransform3D.identity
    odd.m44 = 0
    #expect(TransformDecomposition(odd) == nil)
    let flat = try #require(TransformDecomposition(.scale(1, 0, 1)))
    #expect(close(flat.scale, SIMD3(1, 0, 1)))
  }

  @Test("animation I-9: the parts put together are scale, skew, rotation, translation and the fourth column")
  func puttingTogether() throws {
    var parts = try #require(TransformDecomposition(rotation))
    (parts.scale, parts.skew, parts.translation) = (scale, skew, translation)
    parts.perspective = SIMD4(perspective, lastPerspective)
    expectClose(parts.transform, matrix)
    expectClose(parts.transform.m44 == 0 ? 0 : Double(parts.transform.m44), 1)
    (parts.scale, parts.skew) = (SIMD3(5, 1, 1), .zero)
    parts.perspective = SIMD4(0, 0, 0, 1)
    var expected = CATransform3DConcat(.scale(5, 1, 1), rotation)
    (expected.m41, expected.m42, expected.m43) = (7, -8, 9)
    expectClose(parts.transform, expected)
  }

  @Test("animation I-10: a half turn takes the positive angle, whichever way it is written")
  func halfTurns() {
    let quarter = CATransform3D.turn(.pi / 2)
    expectClose(CATransform3D.identity.mixed(with: .turn(.pi), at: 0.5), quarter)
    expectClose(CATransform3D.identity.mixed(with: .turn(-.pi), at: 0.5), quarter)
    expectClose(CATransform3D.identity.mixed(with: .turn(1), at: 1.5), .turn(1.5))
  }
}
