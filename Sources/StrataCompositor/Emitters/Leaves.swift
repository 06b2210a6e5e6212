import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Layers that paint a colour and a picture and have nothing else: trees of thousands are mostly made of them.
///
/// Paints the same items as a `FlatLayer` would, without copying the layer's state.
enum LeafEmitter {
  /// Draws a leaf; false if its numbers need the care of a `FlatLayer`.
  static func emit(
    _ leaf: PlainLeaf,
    _ id: LayerID,
    in scope: Scope,
    _ walk: inout TreeWalk,
    _ writer: inout FrameWriter
  ) -> Bool {
    let b = leaf.bounds
    let move = b.move(of: leaf.anchorPoint, to: leaf.position)
    let toDevice = Projective.translation(Double(move.x), Double(move.y)).concatenating(scope.base)
    let bounds = PlaneRect(b)
    let determinant = toDevice.determinant
    guard toDevice.isFinite, determinant.isFinite, bounds.isPaintable else { return false }
    guard walk.countVisit() else {
      writer.note(.tooMany(id))
      return true
    }
    guard leaf.opacity > 0, determinant != 0 else { return true }
    var plane = Plane(layer: id, toDevice: toDevice, scope: scope)
    if let clip = scope.clip {
      plane.cull = plane.cull.intersection(writer.frame.clips[clip.value].boundsInDevice)
    }
    guard !plane.cull.isEmpty, !bounds.isEmpty else { return true }
    if leaf.opacity < 1 { plane.opacity *= leaf.opacity }
    if let color = leaf.color { add(plane.tinted(color), leaf, bounds, plane: &plane, &writer) }
    if let image = leaf.image {
      add(image, over: bounds, plane: &plane, isFlipped: scope.isFlipped, &writer)
    }
    return true
  }

  /// Adds the background.
  @inline(__always)
  private static func add(
    _ color: SIMD4<Float>,
    _ leaf: PlainLeaf,
    _ bounds: PlaneRect,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    guard color.w > 0 else { return }
    let radius = leaf.cornerRadius > 0 ? min(Double(leaf.cornerRadius), max(bounds.width, bounds.height)) : 0
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
      .fill(shape, color: color),
      plane: &plane,
      clip: plane.clip,
      fills: color.w >= 1 && shape.hasSquareCorners
    )
  }

  /// Adds a whole picture, stretched to the bounds.
  private static func add(
    _ image: CGImage,
    over bounds: PlaneRect,
    plane: inout Plane,
    isFlipped: Bool,
    _ writer: inout FrameWriter
  ) {
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
