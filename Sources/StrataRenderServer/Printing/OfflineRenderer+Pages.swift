public import CoreGraphics
public import Foundation

extension OfflineRenderer {
  /// Draws the picture of a time into a rectangle of a context, over the renderer's background colour.
  ///
  /// A PDF context keeps shapes, gradients and text as such. Particles, filters and pictures in perspective become
  /// images, as they do in a layer's `render(in:)`.
  ///
  /// - Parameters:
  ///   - time: Seconds of the renderer's time line.
  ///   - rect: The place of the picture in user space, y up.
  ///   - context: The context to draw into.
  /// - Throws: ``RenderError``.
  public func draw(at time: CFTimeInterval, in rect: CGRect, of context: CGContext) throws(RenderError) {
    guard pixelWidth > 0, pixelHeight > 0 else { throw .emptyPicture }
    guard context.vectorBox != nil else { return context.draw(try image(at: time), in: rect) }
    // The size of surfaces is limited.
    let density = min(CGContext.vectorDensity, 16384 / Double(max(pixelWidth, pixelHeight)))
    let frame = frame(at: time, density: density)
    let width = rect.width / (CGFloat(pixelWidth) * density)
    let height = rect.height / (CGFloat(pixelHeight) * density)
    context.saveGState()
    context.clip(to: rect)
    if let backgroundColor {
      context.setFillColor(backgroundColor)
      context.fill(rect)
    }
    // From the frame's pixels, y down, to the rectangle.
    context.concatenate(CGAffineTransform(width, 0, 0, -height, rect.minX, rect.maxY))
    FrameVectors(frame, in: context).draw()
    context.restoreGState()
  }

  /// Draws the picture of a time as SVG, as large in user units as the picture is in pixels.
  ///
  /// Shapes, strokes, gradients, masks, groups and blend modes stay vectors. Glyphs become outlines with their text as a
  /// label. Shadows, particles, filters, conic gradients and pictures in perspective become images.
  ///
  /// - Parameter time: Seconds of the renderer's time line.
  /// - Returns: The bytes of an SVG file, the same for the same tree and time.
  /// - Throws: ``RenderError``; also if the picture has images in a build without the trait `ImageCodecs`.
  public func svg(at time: CFTimeInterval) throws(RenderError) -> Data {
    let box = CGRect(x: 0, y: 0, width: pixelWidth, height: pixelHeight)
    guard let context = CGContext(svg: box) else { throw .emptyPicture }
    try draw(at: time, in: box, of: context)
    do {
      return try context.svgData() ?? Data()
    } catch {
      throw .notDrawable("an image of the SVG picture cannot be encoded: \(error.description)")
    }
  }
}
