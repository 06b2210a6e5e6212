public import Foundation
import StrataBase
import StrataRaster

extension CGContext {
  /// Sets a pattern as the fill colour; has no effect unless the fill colour space is a pattern space.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - components: For a coloured pattern, its alpha; for a stencil, the components of its colour in the base of
  ///     the fill colour space, followed by alpha.
  public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    if let color = CGColor(patternSpace: state.fillSpace, pattern: pattern, components: components) {
      setFillColor(color)
    }
  }

  /// Sets a pattern as the stroke colour; see `setFillPattern(_:colorComponents:)`.
  public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    if let color = CGColor(patternSpace: state.strokeSpace, pattern: pattern, components: components) {
      setStrokeColor(color)
    }
  }

  /// Sets the offset of patterns, in base space.
  public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }

  /// Fills the clip with a shading; beyond its ends only if it extends.
  public func drawShading(_ shading: CGShading) {
    guard let fromDevice = pixelsToUser else { return }
    let paint = GradientPaint(
      stops: shading.stops,
      geometry: shading.geometry,
      fromDevice: fromDevice,
      extendsStart: shading.extendsStart,
      extendsEnd: shading.extendsEnd
    )
    draw(.everything, with: .gradient(paint))
  }

  /// Returns the paint of a colour, which may be a pattern.
  func paint(of color: CGColor) -> Paint {
    guard let pattern = color.pattern else {
      return .solid(PremultipliedColor(straight: color.extendedSRGB))
    }
    guard let cell = cell(of: pattern) else { return .solid(PremultipliedColor(straight: .zero)) }
    var paint = ImagePaint(
      pixels: cell.pixels,
      source: SIMD4(0, 0, Double(cell.pixels.width), Double(cell.pixels.height)),
      fromDevice: cell.fromDevice,
      filter: state.interpolationQuality == .none ? .nearest : .linear,
      edge: .repeat
    )
    paint.isTemplate = !pattern.isColored
    paint.tint = pattern.isColored ? SIMD4(1, 1, 1, Float(color.alpha)) : color.extendedSRGB
    return .image(paint)
  }

  /// Returns the drawn cell of a pattern; nil if the pattern's transform is singular, or in the fourth nested pattern.
  private func cell(of pattern: CGPattern) -> PatternCell? {
    let moved = CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height)
    var toPixels = pattern.matrix.concatenating(moved).concatenating(baseCTM).concatenating(toPixels)
    if let cached = patternCell, cached.pattern == pattern, cached.toPixels == toPixels { return cached }
    let key = toPixels
    var columns = hypot(toPixels.a, toPixels.b) * pattern.step.width
    var rows = hypot(toPixels.c, toPixels.d) * pattern.step.height
    guard columns > 0, rows > 0, columns.isFinite, rows.isFinite, patternDepth < 4 else { return nil }
    if pattern.tiling != .noDistortion {
      let (wholeColumns, wholeRows) = (max(columns.rounded(), 1), max(rows.rounded(), 1))
      toPixels = CGAffineTransform(scaleX: wholeColumns / columns, y: wholeRows / rows).concatenating(
        toPixels
      )
      (columns, rows) = (wholeColumns, wholeRows)
    }
    // Larger cells are drawn smaller and stretched.
    let limit = CGFloat(4096)
    let (width, height) = (
      max(min(columns, limit).rounded(.up), 1), max(min(rows, limit).rounded(.up), 1)
    )
    let (bounds, step) = (pattern.bounds, pattern.step)
    let toCell = CGAffineTransform(
      width / step.width,
      0,
      0,
      height / step.height,
      -bounds.minX * width / step.width,
      -bounds.minY * height / step.height
    )
    let pixels = PixelBuffer(width: Int(width), height: Int(height), format: .rgba8)
    let context = CGContext(store: BitmapStore(pixels: pixels, hasAlpha: true), ctm: toCell)
    context.patternDepth = patternDepth + 1
    pattern.drawCell(over: context)
    // Maps the cell's pixels, y down, to pattern space.
    let fromCell = CGAffineTransform(
      step.width / width,
      0,
      0,
      -step.height / height,
      bounds.minX,
      bounds.minY + step.height
    )
    guard let fromDevice = fromCell.concatenating(toPixels).projective.inverted() else { return nil }
    let cell = PatternCell(pattern: pattern, toPixels: key, pixels: pixels, fromDevice: fromDevice)
    patternCell = cell
    return cell
  }
}

extension CGPattern {
  /// Draws a cell and the parts of earlier cells that reach into it.
  func drawCell(over context: CGContext) {
    for row in (0..<Self.tiles(under: bounds.height, step: step.height)).reversed() {
      for column in (0..<Self.tiles(under: bounds.width, step: step.width)).reversed() {
        context.saveGState()
        context.translateBy(x: -CGFloat(column) * step.width, y: -CGFloat(row) * step.height)
        context.clip(to: bounds)
        draw(in: context)
        context.endTransparencyLayers()
        context.savedStates.removeLast(max(context.savedStates.count - 1, 0))
        context.restoreGState()
      }
    }
  }

  /// Returns an image of one cell, from the lower left corner of its bounds, y up; nil if it would have no pixels.
  package func cell(pixelsPerPoint: CGFloat) -> CGImage? {
    let limit = CGFloat(4096)
    func pixels(_ length: CGFloat) -> CGFloat { max(min(length * pixelsPerPoint, limit).rounded(.up), 1) }
    let (width, height) = (pixels(step.width), pixels(step.height))
    guard width.isFinite, height.isFinite else { return nil }
    let toCell = CGAffineTransform(
      width / step.width,
      0,
      0,
      height / step.height,
      -bounds.minX * width / step.width,
      -bounds.minY * height / step.height
    )
    let buffer = PixelBuffer(width: Int(width), height: Int(height), format: .rgba8)
    let context = CGContext(store: BitmapStore(pixels: buffer, hasAlpha: true), ctm: toCell)
    context.patternDepth = 1
    drawCell(over: context)
    return CGImage(pixels: buffer, hasAlpha: true)
  }
}

/// A drawn cell of a pattern.
struct PatternCell {
  var pattern: CGPattern
  /// The transform from pattern space to pixels that the cell was drawn for.
  var toPixels: CGAffineTransform
  var pixels: PixelBuffer
  /// The transform from the context's pixels to the cell's.
  var fromDevice: Projective
}

extension CGContext {
  /// True if the y axis of the initial user space points down: offsets of shadows and patterns do so, too.
  package var hasBaseUpsideDown: Bool { baseCTM.d < 0 }
}
