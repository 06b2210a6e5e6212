import Foundation
import StrataBase
import StrataRaster

/// The paint of a shape in a vector picture.
enum VectorSource {
  case color(CGColor)
  case gradient(GradientPaint)
  /// An image, or its alpha in the colour `tint`, with the transform from the unit square to base space.
  case image(CGImage, CGAffineTransform, tint: SIMD4<Float>?, interpolates: Bool)
  /// The same, repeated in both directions.
  case tiles(CGImage, CGAffineTransform, tint: SIMD4<Float>?, interpolates: Bool)
}

/// A drawing, kept to be drawn as an image: for its shadow, or because the canvas has no vectors for it.
struct VectorOperation {
  private enum Content {
    /// A shape in base space.
    case shape(ContextShape, VectorSource)
    /// Drawings that are composited as a whole.
    case group([VectorOperation])
  }

  private var content: Content
  var state: GraphicsState

  init(shape: ContextShape, source: VectorSource, state: GraphicsState) {
    (content, self.state) = (.shape(shape, source), state)
  }

  init(group: [VectorOperation], state: GraphicsState) {
    (content, self.state) = (.group(group), state)
  }

  /// Returns the drawing with its alpha multiplied.
  func faded(_ opacity: CGFloat) -> VectorOperation {
    guard opacity != 1 else { return self }
    var result = self
    result.state.alpha *= opacity
    return result
  }

  /// The drawing without its clip: what lies outside of it casts a shadow into it, too.
  var unclipped: VectorOperation {
    // A drawing that covers everything has its edges from the clip.
    guard case .shape(.outline, _) = content else { return self }
    var result = self
    (result.state.clip, result.state.vectorClip) = (ContextClip(box: .infinite), nil)
    return result
  }
}

extension VectorOperation {
  /// Draws operations as an image of an area of base space.
  static func picture(of operations: [VectorOperation], in area: CGRect, density: Double) -> PixelBuffer? {
    let (columns, rows) = (
      Int((Double(area.width) * density).rounded(.up)), Int((Double(area.height) * density).rounded(.up))
    )
    guard columns > 0, rows > 0 else { return nil }
    let side = CGFloat(density)
    let toPixels = CGAffineTransform(side, 0, 0, -side, -area.minX * side, area.maxY * side)
    let pixels = PixelBuffer(width: columns, height: rows, format: .rgba8)
    let bounds = PixelRect(0, 0, Int32(columns), Int32(rows))
    let painter = Painter(pixels, originX: 0, originY: 0, clip: bounds, scratch: PaintScratch())
    for operation in operations { operation.paint(with: painter, toPixels, bounds) }
    return pixels
  }

  /// The bounding box of the drawing in base space.
  var box: CGRect {
    switch content {
    case .shape(.everything, _): state.clip.box
    case .shape(.outline(let outline, _), _): outline.tightBox.overlap(with: state.clip.box)
    case .group(let drawings):
      drawings.reduce(CGRect.null) { $0.union($1.box) }.overlap(with: state.clip.box)
    }
  }

  private func paint(with painter: Painter, _ toPixels: CGAffineTransform, _ bounds: PixelRect) {
    var clip = ContextClip(bounds)
    for restriction in state.vectorClip?.chain ?? [] {
      if case .outline(let outline, let rule) = restriction.shape {
        clip.intersect(outline.applying(toPixels), rule, antialias: true)
      }
    }
    guard !clip.isEmpty else { return }
    switch content {
    case .shape(let shape, let source): self.paint(shape, source, with: painter, toPixels, clip)
    case .group(let drawings):
      // Nothing lies outside the drawings' box.
      let place = PixelRect(touching: box.applying(toPixels)).intersection(clip.bounds)
      guard !place.isEmpty else { return }
      let surface = PixelBuffer(width: place.width, height: place.height, format: .rgba8)
      let inner = Painter(
        surface,
        originX: place.minX,
        originY: place.minY,
        clip: place,
        scratch: PaintScratch()
      )
      for drawing in drawings { drawing.paint(with: inner, toPixels, place) }
      painter.composite(
        surface,
        x: place.minX,
        y: place.minY,
        coverage: clip.full,
        tint: SIMD4(1, 1, 1, Float(state.alpha))
      )
    }
  }

  private func paint(
    _ shape: ContextShape,
    _ source: VectorSource,
    with painter: Painter,
    _ toPixels: CGAffineTransform,
    _ clip: ContextClip
  ) {
    guard let paint = Self.paint(source, toPixels) else { return }
    let coverage: Coverage
    if case .outline(let outline, let rule) = shape {
      let own = ContextShape.outline(outline.applying(toPixels), rule)
      coverage = clip.apply(to: own.coverage(in: clip.bounds, antialias: true))
    } else {
      coverage = clip.full
    }
    painter.fill(coverage, with: PreparedPaint(paint), alpha: Float(state.alpha))
  }

  private static func paint(_ source: VectorSource, _ toPixels: CGAffineTransform) -> Paint? {
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

extension Outline {
  /// True if the outline is that of the unit square under a transform, as that of a whole image is.
  func isUnitSquare(placed place: CGAffineTransform) -> Bool {
    var unit = Outline()
    unit.addRect(CGRect(x: 0, y: 0, width: 1, height: 1), place)
    guard unit.points.count == points.count else { return false }
    return zip(unit.points, points).allSatisfy { pair in
      let gap = pair.0 - pair.1
      return (gap * gap).sum() <= 1e-12
    }
  }
}
