package import CoreGraphics
package import StrataBase
import StrataRaster

/// A layer that paints a colour and a picture over its bounds and has nothing else.
package struct PlainLeaf {
  package let position: CGPoint
  package let bounds: CGRect
  package let anchorPoint: CGPoint
  package let cornerRadius: CGFloat
  /// Below 1 only where there is a colour or an image, not both.
  package let opacity: Float
  /// Straight extended sRGB.
  package let color: SIMD4<Float>?
  package let image: CGImage?
  /// True if the layer has animations.
  package let isTimed: Bool

  /// Reads a state in its place, field by field: nothing of it is copied that is not asked for.
  @inline(__always)
  fileprivate init?(_ state: UnsafePointer<LayerState>, isTimed: Bool) {
    guard state.pointee.rare.isUntouched, state.pointee.transform.isIdentity, !state.pointee.isHidden,
      state.pointee.isDoubleSided, !state.pointee.isFading, !state.pointee.isGeometryFlipped,
      !state.pointee.masksToBounds, !state.pointee.shouldRasterize, state.pointee.allowsEdgeAntialiasing,
      state.pointee.borderWidth == 0, case .plain = state.pointee.kind
    else { return nil }
    switch state.pointee.contents {
    case .none, .other: image = nil
    case .image(let picture): image = picture
    default: return nil
    }
    opacity = state.pointee.opacity
    guard state.pointee.backgroundColor?.pattern == nil else { return nil }
    color = state.pointee.backgroundColor?.extendedSRGB
    guard opacity >= 1 || opacity < 1 && (color == nil || image == nil) else { return nil }
    position = state.pointee.position
    bounds = state.pointee.bounds
    anchorPoint = state.pointee.anchorPoint
    cornerRadius = state.pointee.cornerRadius
    self.isTimed = isTimed
  }
}

/// What a `LayerMove` changes of a layer.
package struct LeafPlace {
  package let position: CGPoint
  package let opacity: Float
}

extension RenderTree {
  /// The committed position and opacity of a layer; nil if the tree does not hold it.
  ///
  /// Loops over many leaves name one that comes ``prefetchDistance`` rounds later as `next`.
  package static func leafPlace(of id: LayerID, in tree: UnsafePointer<RenderTree>, next: LayerID? = nil)
    -> LeafPlace?
  {
    if let next { fetch(next, in: tree) }
    return place(of: id, in: tree).map {
      LeafPlace(position: $0.pointee.state.position, opacity: $0.pointee.state.opacity)
    }
  }

  /// The leaf of a layer when its superlayer's time is `parentTime`; nil if a `PlainLeaf` cannot hold all of the layer.
  ///
  /// A still layer is read in its place; for a layer with animations, its state is copied first.
  package static func plainLeaf(
    of id: LayerID,
    in tree: UnsafePointer<RenderTree>,
    parentTime: Double
  ) -> PlainLeaf? {
    guard let node = place(of: id, in: tree), node.pointee.children.isEmpty, node.pointee.mask == nil,
      let state = node.pointer(to: \.state)
    else { return nil }
    if node.pointee.animations.isEmpty { return PlainLeaf(state, isTimed: false) }
    // A layer that has more than a leaf, or that gets it from an animation, is left to others before it is evaluated.
    guard state.pointee.rare.isUntouched, case .plain = state.pointee.kind, node.pointee.hasTracksOnly,
      !RenderNode.animations(of: node, change: [.effect, .custom, .timing])
    else { return nil }
    var moment = state.pointee
    _ = RenderNode.evaluate(&moment, node.pointee.animations, parentTime: parentTime)
    return PlainLeaf(&moment, isTimed: true)
  }

  /// The committed shape of a layer that takes some time to outline and is as large in its superlayer as in itself; nil
  /// for any other.
  package static func laboriousShape(of id: LayerID, in tree: UnsafePointer<RenderTree>) -> ShapeState? {
    guard let node = place(of: id, in: tree), case .shape(let box) = node.pointee.state.kind,
      node.pointee.animations.isEmpty, node.pointee.state.transform.isIdentity, let path = box.value.path,
      box.value.isStroked || path.outline.points.count > 100
    else { return nil }
    return box.value
  }
}
