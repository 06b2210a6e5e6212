package import CoreGraphics
import Foundation
package import StrataBase
package import StrataRaster
package import StrataRenderTree

/// The placement of a layer in its superlayer (rendering G-16).
package enum LayerPlacement {
  /// How near the viewer a point may come; below this w nothing is drawn (rendering X-16).
  package static let nearestW = 1e-5

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
      guard p.m33 > LayerPlacement.nearestW else { return nil }
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

extension Projective {
  package var isFinite: Bool {
    ((m11 + m12 + m13) * 0 + (m21 + m22 + m23) * 0 + (m31 + m32 + m33) * 0) == 0
  }

  /// The image of a rectangle as a polygon, cut where it would come nearer to the viewer than w allows.
  package func polygon(of rect: PlaneRect) -> [RasterPoint] {
    let corners = [
      apply(rect.minX, rect.minY), apply(rect.maxX, rect.minY), apply(rect.maxX, rect.maxY),
      apply(rect.minX, rect.maxY),
    ]
    if isAffine { return corners.map { RasterPoint($0.x, $0.y) } }
    return Self.inFront(corners)
  }

  /// A polygon of homogeneous points, cut at the nearest w and divided.
  static func inFront(_ corners: [(x: Double, y: Double, w: Double)]) -> [RasterPoint] {
    let near = LayerPlacement.nearestW
    var result: [RasterPoint] = []
    result.reserveCapacity(corners.count + 1)
    for i in corners.indices {
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      if a.w >= near { result.append(RasterPoint(a.x / a.w, a.y / a.w)) }
      if (a.w >= near) != (b.w >= near) {
        let t = (near - a.w) / (b.w - a.w)
        result.append(RasterPoint((a.x + (b.x - a.x) * t) / near, (a.y + (b.y - a.y) * t) / near))
      }
    }
    return result
  }

  /// The smallest rectangle around the image of a rectangle; nil where none of it is in front of the viewer.
  package func bounds(of rect: PlaneRect) -> PlaneRect? {
    if isAffine {
      if m12 == 0, m21 == 0 {
        let (x0, x1) = (rect.minX * m11 + m31, rect.maxX * m11 + m31)
        let (y0, y1) = (rect.minY * m22 + m32, rect.maxY * m22 + m32)
        return PlaneRect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
      }
      let cx = rect.midX * m11 + rect.midY * m21 + m31
      let cy = rect.midX * m12 + rect.midY * m22 + m32
      let rx = (abs(m11) * rect.width + abs(m21) * rect.height) / 2
      let ry = (abs(m12) * rect.width + abs(m22) * rect.height) / 2
      return PlaneRect(cx - rx, cy - ry, cx + rx, cy + ry)
    }
    let points = polygon(of: rect)
    guard let first = points.first else { return nil }
    var box = PlaneRect(first.x, first.y, first.x, first.y)
    for p in points { box = box.union(PlaneRect(p.x, p.y, p.x, p.y)) }
    return box
  }

  /// Pixels that one unit of the plane covers along its x and its y, at a point of the plane.
  package func scales(at x: Double, _ y: Double) -> SIMD2<Double> {
    let (px, py, w) = apply(x, y)
    guard !isAffine else {
      return SIMD2((m11 * m11 + m12 * m12).squareRoot(), (m21 * m21 + m22 * m22).squareRoot())
    }
    guard w > LayerPlacement.nearestW else { return SIMD2(1, 1) }
    let (u, v) = (px / w, py / w)
    let (ax, ay) = ((m11 - u * m13) / w, (m12 - v * m13) / w)
    let (bx, by) = ((m21 - u * m23) / w, (m22 - v * m23) / w)
    return SIMD2((ax * ax + ay * ay).squareRoot(), (bx * bx + by * by).squareRoot())
  }

  /// The linear part at a point of the plane: images of the unit vectors.
  package func jacobian(at x: Double, _ y: Double) -> (x: SIMD2<Double>, y: SIMD2<Double>) {
    guard !isAffine else { return (SIMD2(m11, m12), SIMD2(m21, m22)) }
    let (px, py, w) = apply(x, y)
    guard w > LayerPlacement.nearestW else { return (SIMD2(1, 0), SIMD2(0, 1)) }
    let (u, v) = (px / w, py / w)
    return (SIMD2((m11 - u * m13) / w, (m12 - v * m13) / w), SIMD2((m21 - u * m23) / w, (m22 - v * m23) / w))
  }
}

extension PixelRect {
  /// The pixels that a rectangle of the device touches; edges on pixel borders up to rounding stay there.
  package init(covering r: PlaneRect, within limit: PixelRect) {
    let slack = 1e-6
    let minX = max(Double(limit.minX), (r.minX + slack).rounded(.down))
    let minY = max(Double(limit.minY), (r.minY + slack).rounded(.down))
    let maxX = min(Double(limit.maxX), (r.maxX - slack).rounded(.up))
    let maxY = min(Double(limit.maxY), (r.maxY - slack).rounded(.up))
    // Comparisons with a NaN are false, so that no such number reaches the conversion.
    guard minX < maxX, minY < maxY else {
      self = .empty
      return
    }
    self.init(Int32(minX), Int32(minY), Int32(maxX), Int32(maxY))
  }

  package var plane: PlaneRect { PlaneRect(Double(minX), Double(minY), Double(maxX), Double(maxY)) }
}

extension PlaneRect {
  package init(_ r: CGRect) {
    let (x, y) = (Double(r.origin.x), Double(r.origin.y))
    let (w, h) = (Double(r.size.width), Double(r.size.height))
    self.init(min(x, x + w), min(y, y + h), max(x, x + w), max(y, y + h))
  }

  package init(_ r: RoundedRect) { self.init(r.minX, r.minY, r.maxX, r.maxY) }
}
