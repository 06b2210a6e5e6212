package import CoreGraphics
package import StrataBase

/// A still layer that paints a colour and a picture over its bounds and has nothing else.
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
}

extension RenderTree {
  /// A layer of which all that matters is in a `PlainLeaf`; nil for any other.
  ///
  /// Reads the node in its place, field by field: nothing of it is copied that is not asked for.
  package static func plainLeaf(of id: LayerID, in tree: UnsafePointer<RenderTree>) -> PlainLeaf? {
    guard let node = place(of: id, in: tree), node.pointee.animations.isEmpty,
      node.pointee.children.isEmpty, node.pointee.mask == nil, node.pointee.state.rare.isUntouched,
      node.pointee.state.transform.isIdentity, !node.pointee.state.isHidden,
      node.pointee.state.isDoubleSided,
      !node.pointee.state.isFading,
      !node.pointee.state.isGeometryFlipped, !node.pointee.state.masksToBounds,
      !node.pointee.state.shouldRasterize, node.pointee.state.allowsEdgeAntialiasing,
      node.pointee.state.borderWidth == 0,
      case .plain = node.pointee.state.kind
    else { return nil }
    let image: CGImage?
    switch node.pointee.state.contents {
    case .none, .other: image = nil
    case .image(let picture): image = picture
    default: return nil
    }
    let opacity = node.pointee.state.opacity
    let background = node.pointee.state.backgroundColor
    guard background?.pattern == nil else { return nil }
    let color = background?.extendedSRGB
    guard opacity >= 1 || opacity < 1 && (color == nil || image == nil) else { return nil }
    return PlainLeaf(
      position: node.pointee.state.position,
      bounds: node.pointee.state.bounds,
      anchorPoint: node.pointee.state.anchorPoint,
      cornerRadius: node.pointee.state.cornerRadius,
      opacity: opacity,
      color: color,
      image: image
    )
  }

  /// The committed shape of a layer that strokes it and is as large in its superlayer as in itself; nil for any
  /// other.
  package static func strokedShape(of id: LayerID, in tree: UnsafePointer<RenderTree>) -> ShapeState? {
    guard let node = place(of: id, in: tree), case .shape(let box) = node.pointee.state.kind,
      node.pointee.animations.isEmpty, node.pointee.state.transform.isIdentity, box.value.path != nil,
      box.value.strokeColor != nil, box.value.lineWidth > 0, box.value.lineWidth.isFinite
    else { return nil }
    return box.value
  }
}
