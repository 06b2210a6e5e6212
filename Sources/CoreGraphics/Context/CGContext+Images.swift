public import Foundation
import StrataBase
package import StrataRaster

extension CGContext {
  /// Draws an image into a rectangle of user space, upright if y points up.
  ///
  /// An image mask is drawn in the fill colour. With `byTiling`, copies of the rectangle fill the clip.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    if let canvas { return draw(image.still, in: rect, byTiling: byTiling, to: canvas) }
    guard let paint = paint(of: image, in: rect, isTiled: byTiling) else { return }
    if byTiling {
      draw(.everything, with: paint)
    } else {
      var outline = Outline()
      outline.addRect(rect, userToPixels)
      draw(.outline(outline, .nonZero), with: paint)
    }
  }

  /// Restricts drawing to a rectangle of user space, and multiplies it there by a mask that is stretched over the
  /// rectangle.
  ///
  /// The samples of an image mask are the part that is masked out; those of a gray or alpha image are the part that
  /// remains.
  public func clip(to rect: CGRect, mask: CGImage) {
    var outline = Outline()
    outline.addRect(rect, userToPixels)
    guard canvas == nil else {
      state.clip.narrow(to: outline.tightBox)
      let cut = VectorClip(.outline(outline, .nonZero), inside: state.vectorClip)
      state.vectorClip = VectorClip(
        .mask(mask.still, unitToBase(rect), interpolates: state.interpolationQuality != .none),
        inside: cut
      )
      return
    }
    var shape = state.clip
    shape.intersect(outline, .nonZero, antialias: state.antialiases)
    let bounds = shape.bounds
    guard !bounds.isEmpty, let mapping = imageToPixels(mask, rect)?.inverted() else {
      state.clip.intersect(Coverage())
      return
    }
    // The mask is drawn as an image, and its alpha is read back.
    let drawn = PixelBuffer(width: bounds.width, height: bounds.height, format: .rgba8)
    let painter = Painter(drawn, originX: bounds.minX, originY: bounds.minY, scratch: scratch)
    let paint = imagePaint(mask.maskAlpha, mapping, isTiled: false, interpolates: mask.shouldInterpolate)
    painter.fill(Coverage(full: bounds), with: PreparedPaint(.image(paint)))
    let bytes = PixelBuffer(width: bounds.width, height: bounds.height, format: .alpha8)
    for y in 0..<bytes.height {
      let from = drawn.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let to = bytes.row(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<bytes.width { to[x] = from[x].w }
    }
    let coverage = Coverage(full: bounds).multiplied(
      byMask: bytes.base.assumingMemoryBound(to: UInt8.self),
      rowBytes: bytes.rowBytes,
      covering: bounds
    )
    shape.intersect(coverage)
    state.clip = shape
  }

  /// Returns the transform from the unit square, in which an image is upright, to a rectangle in base space.
  private func unitToBase(_ rect: CGRect) -> CGAffineTransform {
    let box = rect.standardized
    return CGAffineTransform(box.width, 0, 0, box.height, box.minX, box.minY).concatenating(ctm)
  }

  private func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool, to canvas: any VectorCanvas) {
    guard imageToPixels(image, rect) != nil else { return }
    let tint = image.isMask ? state.fillColor.extendedSRGB : nil
    let interpolates = state.interpolationQuality != .none && image.shouldInterpolate
    let place = unitToBase(rect)
    if byTiling {
      canvas.draw(
        .everything,
        .tiles(image, place, tint: tint, interpolates: interpolates),
        state
      )
    } else {
      var outline = Outline()
      outline.addRect(CGRect(x: 0, y: 0, width: 1, height: 1), place)
      canvas.draw(
        .outline(outline, .nonZero),
        .image(image, place, tint: tint, interpolates: interpolates),
        state
      )
    }
  }

  private func paint(of image: CGImage, in rect: CGRect, isTiled: Bool) -> Paint? {
    guard let mapping = imageToPixels(image, rect)?.inverted() else { return nil }
    let pixels = image.pixels
    var paint = imagePaint(pixels, mapping, isTiled: isTiled, interpolates: image.shouldInterpolate)
    if image.isMask {
      paint.isTemplate = true
      paint.tint = state.fillColor.extendedSRGB
    }
    return .image(paint)
  }

  private func imagePaint(
    _ pixels: PixelBuffer,
    _ fromDevice: Projective,
    isTiled: Bool,
    interpolates: Bool
  ) -> ImagePaint {
    let isReduced = fromDevice.determinant.magnitude > 1.01
    let isEnlarged = fromDevice.determinant.magnitude < 0.99
    let quality = interpolates ? state.interpolationQuality : .none
    let enlarging = quality.enlarging
    let filter: SamplingFilter =
      isEnlarged || enlarging != .smooth ? enlarging : isReduced ? .trilinear(bias: 0) : .linear
    return ImagePaint(
      pixels: pixels,
      source: SIMD4(0, 0, Double(pixels.width), Double(pixels.height)),
      fromDevice: fromDevice,
      filter: filter,
      edge: isTiled ? .repeat : .clamp
    )
  }

  /// Returns the transform from an image's pixels, origin top left, to the context's; nil if the image or the
  /// rectangle is empty.
  private func imageToPixels(_ image: CGImage, _ rect: CGRect) -> Projective? {
    guard image.width > 0, image.height > 0, rect.width != 0, rect.height != 0, !rect.isNull else {
      return nil
    }
    let box = rect.standardized
    let unit = CGAffineTransform(
      box.width / CGFloat(image.width),
      0,
      0,
      -box.height / CGFloat(image.height),
      box.minX,
      box.maxY
    )
    return unit.concatenating(userToPixels).projective
  }
}

extension CGInterpolationQuality {
  /// How images are enlarged (rendering C-12).
  package var enlarging: SamplingFilter {
    switch self {
    case .none: .nearest
    case .low: .linear
    case .default, .medium, .high: .smooth
    }
  }
}
