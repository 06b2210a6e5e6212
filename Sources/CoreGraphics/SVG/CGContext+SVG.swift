package import Foundation

extension CGContext {
  /// Creates a context that draws an SVG picture of a rectangle of base space, y up; ``svgData()`` returns it.
  ///
  /// Shapes, strokes, gradients, patterns, masks, groups and blend modes stay vectors. Glyphs become outlines, shadows and
  /// conic gradients images.
  package convenience init?(svg box: CGRect) {
    guard box.width > 0, box.height > 0, !box.isInfinite, !box.isNull else { return nil }
    self.init(canvas: SVGCanvas(box: box), box: box)
  }

  /// The picture of what was drawn so far; nil in a context of another kind.
  ///
  /// - Throws: ``ImageError`` if an image in it cannot be encoded, as in a build without the trait `ImageCodecs`.
  package func svgData() throws(ImageError) -> Data? { try (canvas as? SVGCanvas)?.data() }
}
