import CoreGraphics
import Foundation
package import StrataBase
import StrataFrame
import StrataRaster
package import StrataRenderTree

extension CATransform3D {
  /// The map of the plane z = 0 to x, y and w; affine where w does not change along the plane.
  ///
  /// Nil where the numbers are not finite, or the whole plane is behind the viewer. Deviations from an affine map as
  /// rounding makes them are dropped, so that a half turn still maps rectangles to rectangles.
  package var flattened: Projective? {
    var p = planar
    if abs(p.m13) < 1e-12, abs(p.m23) < 1e-12 {
      guard p.m33 > Projective.nearestW else { return nil }
      (p.m13, p.m23) = (0, 0)
      if p.m33 != 1 {
        let k = 1 / p.m33
        p = Projective(
          m11: p.m11 * k,
          m12: p.m12 * k,
          m13: 0,
          m21: p.m21 * k,
          m22: p.m22 * k,
          m23: 0,
          m31: p.m31 * k,
          m32: p.m32 * k,
          m33: 1
        )
      }
      if abs(p.m12) < 1e-12 * abs(p.m11) { p.m12 = 0 }
      if abs(p.m21) < 1e-12 * abs(p.m22) { p.m21 = 0 }
      if abs(p.m11) < 1e-12 * abs(p.m12) { p.m11 = 0 }
      if abs(p.m22) < 1e-12 * abs(p.m21) { p.m22 = 0 }
    }
    return p.isFinite ? p : nil
  }

  /// The height of the image of a point of the plane z = 0, before the division by w.
  func height(of point: CGPoint) -> Double { apply(Double(point.x), Double(point.y), 0).z }

  /// A power of a replicator's instance transform as the map of a copy: about the centre of the bounds (rendering RP-3).
  func about(centreOf bounds: CGRect) -> CATransform3D {
    let x = bounds.origin.x + bounds.size.width / 2
    let y = bounds.origin.y + bounds.size.height / 2
    return CATransform3D(translationX: -x, y: -y, z: 0)
      .concatenated(with: self)
      .concatenated(with: CATransform3D(translationX: x, y: y, z: 0))
  }
}
