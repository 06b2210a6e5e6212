import Foundation
import StrataBase
import StrataRaster

/// The shadow of drawings as an image: their blurred alpha.
struct ShadowPicture {
  private let shadow: ContextShadow
  private let box: CGRect
  private let density: Double

  /// Creates a shadow; `box` is the part of base space in which it may be visible.
  init(_ shadow: ContextShadow, box: CGRect) {
    (self.shadow, self.box) = (shadow, box)
    // A wide blur needs fewer pixels than a sharp edge.
    density = shadow.sigma > 6 ? 1 : shadow.sigma > 2 ? 2 : PDFCanvas.density
  }

  /// Returns the alpha of the shadow and the rectangle of base space that it covers, with its offset; nil if it is
  /// empty.
  func mask(of operations: [VectorOperation]) -> (PixelBuffer, CGRect)? {
    // A shadow so far away is not visible.
    guard abs(shadow.offset.x) < 1e7, abs(shadow.offset.y) < 1e7 else { return nil }
    let reach = CGFloat(shadow.sigma * 3 + 2)
    let offset = CGVector(dx: shadow.offset.x, dy: -shadow.offset.y)
    let seen = box.offsetBy(dx: -offset.dx, dy: -offset.dy).insetBy(dx: -reach, dy: -reach)
    let area = operations.reduce(CGRect.null) { $0.union($1.box) }.overlap(with: seen)
    guard !area.isNull, !area.isInfinite, area.width > 0, area.height > 0 else { return nil }
    // At most 8 million pixels; the shadow of a larger drawing is coarser.
    let limit = (8_388_608 / Double(area.width * area.height)).squareRoot()
    let scale: Double = min(density, limit)
    let (columns, rows) = (
      Int((Double(area.width) * scale).rounded(.up)), Int((Double(area.height) * scale).rounded(.up))
    )
    guard columns > 0, rows > 0 else { return nil }
    let side = CGFloat(scale)
    let toPixels = CGAffineTransform(side, 0, 0, -side, -area.minX * side, area.maxY * side)
    let pixels = PixelBuffer(width: columns, height: rows, format: .rgba8)
    let bounds = PixelRect(0, 0, Int32(columns), Int32(rows))
    let painter = Painter(pixels, originX: 0, originY: 0, clip: bounds, scratch: PaintScratch())
    for operation in operations { operation.paint(with: painter, toPixels, bounds) }
    let alpha = PixelBuffer(width: columns, height: rows, format: .alpha8)
    for y in 0..<rows {
      let from = pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let to = alpha.row(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<columns { to[x] = from[x].w }
    }
    let sigma = shadow.sigma * scale
    let (blurred, growX, growY) = Blur.gaussian(alpha, sigmaX: sigma, sigmaY: sigma)
    let rect = CGRect(
      x: area.minX - CGFloat(Double(growX) / scale) + offset.dx,
      y: area.maxY + CGFloat(Double(growY) / scale) + offset.dy
        - CGFloat(Double(blurred.height) / scale),
      width: CGFloat(Double(blurred.width) / scale),
      height: CGFloat(Double(blurred.height) / scale)
    )
    return (blurred, rect)
  }
}

extension VectorOperation {
  /// The bounding box of the drawing in base space.
  fileprivate var box: CGRect {
    guard case .outline(let outline, _) = shape else { return state.clip.box }
    return outline.tightBox.overlap(with: state.clip.box)
  }

  fileprivate func paint(with painter: Painter, _ toPixels: CGAffineTransform, _ bounds: PixelRect) {
    var clip = ContextClip(bounds)
    for restriction in state.vectorClip?.chain ?? [] {
      if case .outline(let outline, let rule) = restriction.shape {
        clip.intersect(outline.applying(toPixels), rule, antialias: true)
      }
    }
    guard !clip.isEmpty, let paint = paint(toPixels) else { return }
    let coverage: Coverage
    if case .outline(let outline, let rule) = shape {
      let own = ContextShape.outline(outline.applying(toPixels), rule)
      coverage = clip.apply(to: own.coverage(in: clip.bounds, antialias: true))
    } else {
      coverage = clip.full
    }
    painter.fill(coverage, with: PreparedPaint(paint), alpha: Float(state.alpha))
  }

  private func paint(_ toPixels: CGAffineTransform) -> Paint? {
    guard let fromPixels = toPixels.projective.inverted() else { return nil }
    switch source {
    case .color(let color):
      // The shadow of a pattern is that of the filled area.
      let rgba = color.pattern == nil ? color.extendedSRGB : SIMD4(0, 0, 0, 1)
      return .solid(PremultipliedColor(straight: rgba))
    case .gradient(var gradient):
      gradient.fromDevice = fromPixels.concatenating(gradient.fromDevice)
      return .gradient(gradient)
    case .image(let image, let place, let tint, _), .tiles(let image, let place, let tint, _):
      let pixels = image.pixels
      let unit = CGAffineTransform(
        1 / CGFloat(max(pixels.width, 1)),
        0,
        0,
        -1 / CGFloat(max(pixels.height, 1)),
        0,
        1
      )
      guard let back = unit.concatenating(place).projective.inverted() else { return nil }
      var paint = ImagePaint(
        pixels: pixels,
        source: SIMD4(0, 0, Double(pixels.width), Double(pixels.height)),
        fromDevice: fromPixels.concatenating(back)
      )
      if case .tiles = source { paint.edge = .repeat }
      (paint.isTemplate, paint.tint) = (tint != nil, tint ?? .one)
      return .image(paint)
    }
  }
}
