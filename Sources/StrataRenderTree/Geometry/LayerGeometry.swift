import CoreGraphics
public import Foundation
package import StrataBase

// The geometry of layers has four spaces:
//
// - local: the layer's own points, in which its bounds are given;
// - superlayer: the points of the layer above, in which position and frame are given;
// - the space of sublayers: the superlayer's, bent by its `sublayerTransform` about its anchor point;
// - outside: what contains a root layer, as if all roots had one superlayer.
//
// A step from local to superlayer points is a matrix of space. Ordinary layers are flat, so the step ends by dividing
// by w and dropping z, which makes it a homography of planes: rows and columns x, y and w of the matrix. A layer that
// keeps depth (a transform layer, some replicators and emitters) passes the matrix on to its own step instead.
//
// Drawing, hit testing, conversion and the inspector all take the place of a layer from here.

extension CATransform3D {
  /// The effect of the matrix on the plane z = 0 with z dropped afterwards.
  package var planar: Projective {
    Projective(
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
  }

  /// True if planes of equal z stay planes of equal z: neither x nor y changes z or w.
  @inlinable
  package var keepsDepth: Bool { m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 }
}

extension CGRect {
  /// The move from local points to the superlayer's for a layer with these bounds that is neither transformed nor flipped,
  /// seen from the front: `LayerState.toSuperlayer` for most layers, up to rounding.
  @inlinable
  @inline(__always)
  package func move(of anchorPoint: CGPoint, to position: CGPoint) -> CGPoint {
    CGPoint(
      x: position.x - origin.x - anchorPoint.x * size.width,
      y: position.y - origin.y - anchorPoint.y * size.height
    )
  }
}

extension LayerState {
  /// The anchor point in local points.
  package var anchor: CGPoint {
    CGPoint(
      x: bounds.origin.x + anchorPoint.x * bounds.size.width,
      y: bounds.origin.y + anchorPoint.y * bounds.size.height
    )
  }

  /// The map from local points to the superlayer's, before the superlayer's `sublayerTransform` (rendering G-16).
  package var toSuperlayer: CATransform3D {
    isGeometryFlipped ? flip.concatenated(with: toSuperlayerUnflipped) : toSuperlayerUnflipped
  }

  /// `toSuperlayer`, with defaults in place of what is NaN.
  package var placeInSuperlayer: CATransform3D { anchoredPlace.matrix }

  /// `placeInSuperlayer`, and the anchor point in the local points that it maps.
  package var anchoredPlace: (matrix: CATransform3D, anchor: CGPoint) {
    let place = toSuperlayer
    guard !place.isFinite, let repaired = withoutNaN else { return (place, anchor) }
    return (repaired.toSuperlayer, repaired.anchor)
  }

  /// The map to the superlayer's points without `isGeometryFlipped`, which decides between front and back.
  package var toSuperlayerUnflipped: CATransform3D {
    let anchor = anchor
    if transform.isIdentity {
      return CATransform3D(
        translationX: position.x - anchor.x,
        y: position.y - anchor.y,
        z: zPosition - anchorPointZ
      )
    }
    return CATransform3D(translationX: -anchor.x, y: -anchor.y, z: -anchorPointZ)
      .concatenated(with: transform)
      .concatenated(with: CATransform3D(translationX: position.x, y: position.y, z: zPosition))
  }

  /// Turns local y upside down inside the bounds (rendering G-8).
  package var flip: CATransform3D {
    var flip = CATransform3D.identity
    flip.m22 = -1
    flip.m42 = bounds.origin.y * 2 + bounds.size.height
    return flip
  }

  /// The map that follows every sublayer's own map, with defaults in place of what is NaN; nil if it is the identity.
  package var sublayerSpaceTransform: CATransform3D? {
    if hasIdentitySublayerTransform { return nil }
    let anchor = anchor
    let space = CATransform3D(translationX: -anchor.x, y: -anchor.y, z: -anchorPointZ)
      .concatenated(with: sublayerTransform)
      .concatenated(with: CATransform3D(translationX: anchor.x, y: anchor.y, z: anchorPointZ))
    if !space.isFinite, let repaired = withoutNaN { return repaired.sublayerSpaceTransform }
    return space
  }

  /// True if sublayers keep their depth instead of being flattened into the layer's plane.
  package var preservesDepth: Bool { kind.preservesDepth }

  /// The distance of the layer's anchor in front of its superlayer's plane, by which siblings are ordered.
  package var depth: Double {
    if transform.isIdentity { return Double(zPosition - anchorPointZ) }
    return Double(zPosition + transform.m43 - anchorPointZ * transform.m33)
  }

  /// True if a local point is inside the bounds, which include their minimum edges only.
  package func contains(_ point: CGPoint) -> Bool {
    point.x >= bounds.minX && point.x < bounds.maxX && point.y >= bounds.minY && point.y < bounds.maxY
  }
}

/// One layer's part in a conversion.
package struct LayerPlacement: Sendable {
  /// Local points to the superlayer's.
  package var toSuperlayer: CATransform3D
  /// The map that follows those of sublayers; nil is the identity.
  package var sublayerSpace: CATransform3D?
  package var preservesDepth: Bool
  /// A mask is placed in the masked layer's points, without its `sublayerTransform`.
  package var isMask: Bool

  package init(_ state: LayerState, isMask: Bool = false) {
    toSuperlayer = state.placeInSuperlayer
    sublayerSpace = state.sublayerSpaceTransform
    preservesDepth = state.preservesDepth
    self.isMask = isMask
  }
}

/// Conversions between layers, as functions of placements along the path from a layer up.
package enum LayerGeometry {
  /// The step from a layer's points to its superlayer's, as a matrix of space.
  package static func toParent(_ layer: LayerPlacement, in parent: LayerPlacement?) -> CATransform3D {
    guard !layer.isMask, let space = parent?.sublayerSpace else { return layer.toSuperlayer }
    return layer.toSuperlayer.concatenated(with: space)
  }

  /// The step from a layer's points to its superlayer's, as a matrix of space.
  package static func toParent(_ layer: LayerState, in parent: LayerState?) -> CATransform3D {
    guard let space = parent?.sublayerSpaceTransform else { return layer.placeInSuperlayer }
    return layer.placeInSuperlayer.concatenated(with: space)
  }

  /// The map from the first layer of a path to the space around the last one, each layer's superlayer following it.
  ///
  /// `ancestor` is the superlayer of the last layer, in whose points the result then is.
  package static func map(along path: [LayerPlacement], in ancestor: LayerPlacement? = nil) -> Projective {
    var plane = Projective.identity
    var space: CATransform3D?
    for (i, layer) in path.enumerated() {
      let parent = i + 1 < path.count ? path[i + 1] : ancestor
      let step = toParent(layer, in: parent)
      let whole = space.map { $0.concatenated(with: step) } ?? step
      if i + 1 < path.count, path[i + 1].preservesDepth {
        space = whole
      } else {
        plane = plane.concatenating(whole.planar)
        space = nil
      }
    }
    return plane
  }

  /// The map from one layer to another by the paths from each to its root; unrelated roots share the space outside.
  ///
  /// Nil if the target is seen edge on, so that no point of the source belongs to one of its.
  package static func map(from source: [LayerPlacement], to target: [LayerPlacement]) -> Projective? {
    map(along: target).inverted().map { map(along: source).concatenating($0) }
  }

  /// The image of a point; not finite if there is none.
  package static func convert(_ point: CGPoint, through map: Projective?) -> CGPoint {
    guard let map else { return CGPoint(x: CGFloat.nan, y: CGFloat.nan) }
    let p = map.apply(Double(point.x), Double(point.y))
    return p.w == 1 ? CGPoint(x: p.x, y: p.y) : CGPoint(x: p.x / p.w, y: p.y / p.w)
  }

  /// The bounding box of the images of a rectangle's corners.
  package static func convert(_ rect: CGRect, through map: Projective?) -> CGRect {
    let (x, y) = (rect.origin.x, rect.origin.y)
    let (right, top) = (x + rect.size.width, y + rect.size.height)
    return boundingBox(
      convert(CGPoint(x: x, y: y), through: map),
      convert(CGPoint(x: right, y: y), through: map),
      convert(CGPoint(x: right, y: top), through: map),
      convert(CGPoint(x: x, y: top), through: map)
    )
  }

  static func boundingBox(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint, _ d: CGPoint) -> CGRect {
    let (minX, maxX) = (min(a.x, b.x, c.x, d.x), max(a.x, b.x, c.x, d.x))
    let (minY, maxY) = (min(a.y, b.y, c.y, d.y), max(a.y, b.y, c.y, d.y))
    return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// The order in which siblings with these depths paint: the farthest first, equal ones as they are listed.
  package static func paintingOrder(depths: [Double]) -> [Int] {
    let listed = Array(depths.indices)
    guard let first = depths.first, depths.contains(where: { $0 != first }) else { return listed }
    // A NaN counts as depth 0, so that the order stays total.
    let depths = depths.map { $0.isNaN ? 0 : $0 }
    return listed.sorted { depths[$0] == depths[$1] ? $0 < $1 : depths[$0] < depths[$1] }
  }
}
