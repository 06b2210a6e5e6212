import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Layers that paint a colour and a picture and have nothing else: trees of thousands are mostly made of them.
///
/// Paints the same items as a `FlatLayer` would, without copying the layer's state.
struct LeafEmitter {
  let id: LayerID
  let leaf: PlainLeaf
  /// The leaf's plane to the device.
  let toDevice: Projective
  let bounds: PlaneRect

  /// Places a leaf; nil if its numbers need the care of a `FlatLayer`.
  init?(_ leaf: PlainLeaf, _ id: LayerID, in scope: Scope) {
    (self.id, self.leaf) = (id, leaf)
    let b = leaf.bounds
    let x = leaf.position.x - b.origin.x - leaf.anchorPoint.x * b.size.width
    let y = leaf.position.y - b.origin.y - leaf.anchorPoint.y * b.size.height
    toDevice = Projective.translation(Double(x), Double(y)).concatenating(scope.base)
    bounds = PlaneRect(b)
    guard toDevice.isFinite, bounds.isPaintable else { return nil }
  }

  func emit(in scope: Scope, _ writer: inout FrameWriter) {
    guard leaf.opacity > 0, toDevice.determinant != 0 else { return }
    var plane = Plane(layer: id, toDevice: toDevice, scope: scope)
    if let clip = scope.clip { plane.cull = plane.cull.intersection(writer.frame[clip].boundsInDevice) }
    guard !plane.cull.isEmpty, !bounds.isEmpty else { return }
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
        writer.add(
          .background,
          PlaneRect(shape),
          .fill(shape, color: painted),
          plane: &plane,
          clip: plane.clip,
          fills: painted.w >= 1 && shape.hasSquareCorners
        )
      }
    }
    if let image = leaf.image { add(image, plane: &plane, isFlipped: scope.isFlipped, &writer) }
  }

  /// Adds a whole picture, stretched to the bounds.
  private func add(_ image: CGImage, plane: inout Plane, isFlipped: Bool, _ writer: inout FrameWriter) {
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
    writer.add(
      .contents,
      bounds,
      .image(writer.resource(image), placement),
      plane: &plane,
      clip: plane.clip,
      fills: !isAlphaOnly && plane.tint.w >= 1 && image.isSolid,
      tint: plane.tint
    )
  }
}

extension PlaneRect {
  /// True if coordinates are small enough that the numbers between them are points of a layer.
  var isPaintable: Bool { minX >= -1e12 && maxX <= 1e12 && minY >= -1e12 && maxY <= 1e12 }
}
