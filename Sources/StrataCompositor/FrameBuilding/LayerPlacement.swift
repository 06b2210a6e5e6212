package import CoreGraphics
import Foundation
package import StrataBase
import StrataFrame
import StrataRaster
package import StrataRenderTree

/// The placement of a layer in its superlayer (rendering G-16).
package enum LayerPlacement {
  /// The layer's points to its superlayer's space: flip, anchor, transform, position.
  package static func toSuperlayer(_ state: LayerState) -> CATransform3D {
    let anchorX = state.bounds.origin.x + state.anchorPoint.x * state.bounds.size.width
    let anchorY = state.bounds.origin.y + state.anchorPoint.y * state.bounds.size.height
    var m = state.transform
    let z = -state.anchorPointZ
    if m.isIdentity {
      m.m41 = state.position.x - anchorX
      m.m42 = state.position.y - anchorY
      m.m43 = state.zPosition + z
    } else {
      m = CATransform3D(translationX: -anchorX, y: -anchorY, z: z)
        .concatenated(with: m)
        .concatenated(
          with: CATransform3D(translationX: state.position.x, y: state.position.y, z: state.zPosition)
        )
    }
    guard state.isGeometryFlipped else { return m }
    return flip(of: state.bounds).concatenated(with: m)
  }

  /// The state with defaults in place of those placement properties that are NaN; nil if none is.
  static func withoutNaN(_ state: LayerState) -> LayerState? {
    var state = state
    var isChanged = false
    func repair<Value>(_ path: WritableKeyPath<LayerState, Value>, _ value: Value, if isBroken: Bool) {
      guard isBroken else { return }
      state[keyPath: path] = value
      isChanged = true
    }
    repair(\.zPosition, 0, if: state.zPosition.isNaN)
    repair(\.anchorPointZ, 0, if: state.anchorPointZ.isNaN)
    repair(\.transform, .identity, if: state.transform.hasNaN)
    let anchor = state.anchorPoint
    repair(\.anchorPoint, CGPoint(x: 0.5, y: 0.5), if: anchor.x.isNaN || anchor.y.isNaN)
    return isChanged ? state : nil
  }

  /// Mirrors the layer's own coordinates inside its bounds (rendering G-8).
  package static func flip(of bounds: CGRect) -> CATransform3D {
    var m = CATransform3D.identity
    m.m22 = -1
    m.m42 = 2 * bounds.origin.y + bounds.size.height
    return m
  }

  /// The superlayer's `sublayerTransform` about its anchor, or nil where it changes nothing.
  package static func sublayerSpace(_ state: LayerState) -> CATransform3D? {
    guard !state.hasIdentitySublayerTransform else { return nil }
    let x = state.bounds.origin.x + state.anchorPoint.x * state.bounds.size.width
    let y = state.bounds.origin.y + state.anchorPoint.y * state.bounds.size.height
    let z = state.anchorPointZ
    return CATransform3D(translationX: -x, y: -y, z: -z)
      .concatenated(with: state.sublayerTransform)
      .concatenated(with: CATransform3D(translationX: x, y: y, z: z))
  }

  /// A replicator's instance: a power of the instance transform about the centre of the bounds (rendering RP-3).
  package static func instance(_ power: CATransform3D, in bounds: CGRect) -> CATransform3D {
    let x = bounds.origin.x + bounds.size.width / 2
    let y = bounds.origin.y + bounds.size.height / 2
    return CATransform3D(translationX: -x, y: -y, z: 0)
      .concatenated(with: power)
      .concatenated(with: CATransform3D(translationX: x, y: y, z: 0))
  }
}

extension CATransform3D {
  /// The map of the plane z = 0 to x, y and w; affine where w does not change along the plane.
  ///
  /// Nil where the numbers are not finite, or the whole plane is behind the viewer. Deviations from an affine map as
  /// rounding makes them are dropped, so that a half turn still maps rectangles to rectangles.
  package var flattened: Projective? {
    var p = Projective(
      m11: Double(m11),
      m12: Double(m12),
      m13: Double(m14),
      m21: Double(m21),
      m22: Double(m22),
      m23: Double(m24),
      m31: Double(m41),
      m32: Double(m42),
      m33: Double(m44)
    )
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

  /// True if an entry is NaN.
  var hasNaN: Bool {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].contains { $0.isNaN }
  }

  /// True if planes of equal z stay planes of equal z: neither x nor y changes z or w.
  var keepsDepth: Bool { m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 }
}
