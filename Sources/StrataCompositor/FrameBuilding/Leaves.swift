import CoreGraphics
import StrataBase
import StrataRaster
import StrataRenderTree

/// Layers that paint a colour and a picture and have nothing else: trees of thousands are mostly made of them.
///
/// What they paint is what `visit` would, without copying the layer's state.
extension FrameBuilder {
  /// Draws a layer if it is one of these; false leaves it to `visit`.
  func drawLeaf(_ id: LayerID, _ scope: Scope) -> Bool {
    guard scope.volume == nil else { return false }
    guard let leaf = withTree(scope.tree, { RenderTree.plainLeaf(of: id, in: $0) }) else { return false }
    let b = leaf.bounds
    let x = leaf.position.x - b.origin.x - leaf.anchorPoint.x * b.size.width
    let y = leaf.position.y - b.origin.y - leaf.anchorPoint.y * b.size.height
    let toDevice = Projective.translation(Double(x), Double(y)).concatenating(scope.base)
    let bounds = PlaneRect(b)
    guard toDevice.isFinite, bounds.minX >= -1e12, bounds.maxX <= 1e12, bounds.minY >= -1e12,
      bounds.maxY <= 1e12
    else { return false }
    visits += 1
    guard visits <= Self.visitLimit else {
      note(.tooMany(id))
      return true
    }
    guard leaf.opacity > 0 else { return true }
    guard toDevice.determinant != 0 else { return true }
    var plane = Plane(layer: id, toDevice: toDevice, scope: scope)
    if let clip = scope.clip { plane.cull = plane.cull.intersection(frame[clip].boundsInDevice) }
    guard !plane.cull.isEmpty, !bounds.isEmpty else { return true }
    if leaf.opacity < 1 { plane.opacity *= leaf.opacity }
    if let color = leaf.color {
      let painted = plane.tinted(color)
      if painted.w > 0 {
        let radius =
          leaf.cornerRadius > 0 ? min(Double(leaf.cornerRadius), max(bounds.width, bounds.height)) : 0
        var shape = RoundedRect(
          minX: bounds.minX,
          minY: bounds.minY,
          width: bounds.width,
          height: bounds.height,
          radius: radius
        )
        if radius > 0 { shape = shape.limited() }
        add(
          .background,
          PlaneRect(shape),
          .fill(shape, color: painted),
          plane: &plane,
          clip: plane.clip,
          fills: painted.w >= 1 && shape.hasSquareCorners
        )
      }
    }
    if let image = leaf.image { add(image, over: bounds, plane: &plane, isFlipped: scope.isFlipped) }
    return true
  }

  /// Calls `body` with the place of one of the trees, which must not be kept.
  @inline(__always)
  func withTree<Result>(_ index: Int32, _ body: (UnsafePointer<RenderTree>) -> Result?) -> Result? {
    trees.withUnsafeBufferPointer { trees in
      trees.indices.contains(Int(index)) ? trees.baseAddress.flatMap { body($0 + Int(index)) } : nil
    }
  }

  /// A whole picture, stretched to the bounds.
  private func add(_ image: CGImage, over bounds: PlaneRect, plane: inout Plane, isFlipped: Bool) {
    let (width, height) = (Double(image.width), Double(image.height))
    guard plane.tint.w > 0, width > 0, height > 0, bounds.width.isFinite, bounds.height.isFinite else {
      return
    }
    let isAlphaOnly = image.alphaInfo == .alphaOnly
    let placement = Placement(
      source: PlaneRect(0, 0, width, height),
      target: bounds,
      isFlipped: !isFlipped,
      sampling: Sampling(filter: .linear, isAlphaOnly: isAlphaOnly)
    )
    add(
      .contents,
      bounds,
      .image(resource(image), placement),
      plane: &plane,
      clip: plane.clip,
      fills: !isAlphaOnly && plane.tint.w >= 1 && image.isSolid,
      tint: plane.tint
    )
  }
}
