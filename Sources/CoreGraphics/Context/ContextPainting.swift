import Foundation
import StrataBase
package import StrataRaster

// All drawing of a context ends in `draw(_:with:)`, which combines shape, clip, shadow, blend mode and alpha.

/// The area to paint, in pixels.
enum ContextShape {
  case outline(Outline, FillRule)
  /// The whole clip.
  case everything

  /// Returns the shape's coverage inside a region.
  func coverage(
    in region: PixelRect,
    antialias: Bool,
    scratch: RasterizerScratch = RasterizerScratch()
  ) -> Coverage {
    switch self {
    case .outline(let outline, let rule):
      Rasterizer.coverage(of: outline, rule: rule, clip: region, antialias: antialias, scratch: scratch)
    case .everything: Coverage(full: region)
    }
  }
}

extension CGContext {
  /// Draws a shape in a colour, which may be a pattern, in the current graphics state.
  func draw(_ shape: ContextShape, in color: CGColor) {
    if let canvas {
      canvas.draw(shape, .color(color), state)
    } else {
      draw(shape, with: paint(of: color))
    }
  }

  /// Draws a shape in the current graphics state.
  func draw(_ shape: ContextShape, with paint: Paint) {
    if let canvas {
      // Colours and images are drawn by `draw(_:in:)` and `draw(_:in:byTiling:)`.
      if case .gradient(let gradient) = paint { canvas.draw(shape, .gradient(gradient), state) }
      return
    }
    guard !state.clip.isEmpty, let surface = surfaces.last else { return }
    let (mode, alpha) = (state.blendMode.raster, Float(state.alpha))
    let prepared = PreparedPaint(paint)
    if let shadow = state.shadow { drawShadow(shadow, of: shape, prepared, alpha) }
    let painter = Painter(
      surface.pixels,
      originX: surface.x,
      originY: surface.y,
      clip: state.clip.bounds,
      scratch: scratch
    )
    if case .solid(let color) = paint, alpha == 1, state.clip.coverage == nil,
      case .outline(let outline, _) = shape,
      let rect = outline.axisAlignedRect, let whole = PixelRect(whole: rect)
    {
      return change(whole.intersection(state.clip.bounds)) {
        painter.fill(whole, with: color, mode: mode)
      }
    }
    let coverage: Coverage
    if case .everything = shape {
      coverage = state.clip.full
    } else {
      coverage = state.clip.apply(
        to: shape.coverage(in: state.clip.bounds, antialias: state.antialiases, scratch: rasterScratch)
      )
    }
    change(coverage.bounds) { painter.fill(coverage, with: prepared, mode: mode, alpha: alpha) }
  }

  /// Draws the blurred alpha of a shape in the shadow's colour, moved by its offset.
  private func drawShadow(
    _ shadow: ContextShadow,
    of shape: ContextShape,
    _ paint: PreparedPaint,
    _ alpha: Float
  ) {
    let region = shadow.sources(of: state.clip.bounds)
    let coverage: Coverage
    if case .everything = shape {
      coverage = state.clip.full
    } else {
      coverage = shape.coverage(in: region, antialias: state.antialiases, scratch: rasterScratch)
    }
    guard !coverage.isEmpty else { return }
    let bounds = coverage.bounds
    let surface = PixelBuffer(width: bounds.width, height: bounds.height, format: .rgba8)
    let painter = Painter(surface, originX: bounds.minX, originY: bounds.minY, scratch: scratch)
    painter.fill(coverage, with: paint, alpha: alpha)
    castShadow(shadow, of: surface, at: bounds)
  }

  /// Draws the shadow of a surface's alpha, times `opacity`, into the current surface.
  func castShadow(
    _ shadow: ContextShadow,
    of source: PixelBuffer,
    at bounds: PixelRect,
    opacity: Float = 1
  ) {
    guard let surface = surfaces.last else { return }
    let alpha = PixelBuffer(width: source.width, height: source.height, format: .alpha8)
    for row in 0..<source.height {
      let from = source.row(row).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let to = alpha.row(row).assumingMemoryBound(to: UInt8.self)
      for column in 0..<source.width { to[column] = from[column].w }
    }
    let (mask, growX, growY) = Blur.gaussian(alpha, sigmaX: shadow.sigma, sigmaY: shadow.sigma)
    let (x, y) = shadow.wholeOffset
    let (left, top) = (bounds.minX - Int32(growX), bounds.minY - Int32(growY))
    let area = PixelRect(left, top, left + Int32(mask.width), top + Int32(mask.height)).offset(by: x, y)
    let visible = area.intersection(state.clip.bounds)
    let coverage = state.clip.apply(
      to: Coverage(full: visible).multiplied(
        byMask: mask.base.assumingMemoryBound(to: UInt8.self),
        rowBytes: mask.rowBytes,
        covering: area
      )
    )
    let painter = Painter(
      surface.pixels,
      originX: surface.x,
      originY: surface.y,
      clip: state.clip.bounds,
      scratch: scratch
    )
    let color = PremultipliedColor(straight: shadow.color.extendedSRGB)
    change(coverage.bounds) { painter.fill(coverage, with: PreparedPaint(.solid(color)), alpha: opacity) }
  }

  /// Paints inside a rectangle of the current surface; all painting of a bitmap passes through here.
  func change(_ rect: PixelRect, _ painting: () -> Void) {
    if surfaces.count == 1 { store.change(rect, painting) } else { painting() }
  }

  /// The transform from user space to pixels.
  var userToPixels: CGAffineTransform { state.ctm.concatenating(toPixels) }

  /// The transform from pixels to user space; nil if the current transform is singular.
  var pixelsToUser: Projective? { userToPixels.projective.inverted() }

  /// Strokes an outline in user space with the current line attributes.
  func stroke(userOutline outline: Outline) {
    if let canvas {
      let area = { self.strokeArea(ofUserOutline: outline)?.applying(self.userToPixels) ?? Outline() }
      return canvas.stroke(outline, area: area(), state)
    }
    guard let stroked = strokeArea(ofUserOutline: outline, near: reachablePixels) else { return }
    draw(.outline(stroked.applying(userToPixels), .nonZero), in: state.strokeColor)
  }

  /// The pixels in which something can be drawn that shows: those of the clip, and those that cast a shadow into it.
  private var reachablePixels: PixelRect {
    let clip = state.clip.bounds
    return state.shadow.map { clip.union($0.sources(of: clip)) } ?? clip
  }

  /// Returns the area of an outline's stroke, both in user space; nil if the current transform is singular.
  ///
  /// Of many dashes those that are outside of `pixels` may be left out.
  func strokeArea(ofUserOutline outline: Outline, near pixels: PixelRect? = nil) -> Outline? {
    let scale = Double(state.ctm.determinant.magnitude).squareRoot()
    guard scale > 0, scale.isFinite else { return nil }
    let style = StrokeStyle(
      width: Double(state.lineWidth),
      cap: state.lineCap.raster,
      join: state.lineJoin.raster,
      miterLimit: Double(state.miterLimit)
    )
    return dashed(outline, style, near: pixels).stroked(style, tolerance: 0.05 / scale)
  }

  /// Returns an outline in user space, cut into the current dashes.
  private func dashed(_ outline: Outline, _ style: StrokeStyle, near pixels: PixelRect?) -> Outline {
    let (phase, lengths) = state.dash
    if lengths.isEmpty { return outline }
    let box = pixels.map { pixels in
      // A pixel more, for antialiased edges. The corner of a square cap is √2 half widths away, a miter its limit.
      let grown = pixels.inset(by: -1)
      let corner = CGPoint(x: Double(grown.minX), y: Double(grown.minY))
      let size = CGSize(width: Double(grown.maxX) - corner.x, height: Double(grown.maxY) - corner.y)
      let rect = CGRect(origin: corner, size: size).applying(userToPixels.inverted())
      let reach = style.width / 2 * max(style.miterLimit, 1.5)
      return OutlineBounds(
        minX: Double(rect.minX) - reach,
        minY: Double(rect.minY) - reach,
        maxX: Double(rect.maxX) + reach,
        maxY: Double(rect.maxY) + reach
      )
    }
    return outline.dashed(lengths: lengths.map(Double.init), phase: Double(phase), near: box)
  }

  /// The current path in user space; empty if the current transform is singular.
  var userPath: Outline {
    guard state.ctm.determinant != 0 else { return Outline() }
    return currentPath.applying(state.ctm.inverted())
  }
}

extension ContextShadow {
  /// The offset in whole pixels.
  fileprivate var wholeOffset: (Int32, Int32) {
    func whole(_ value: Double) -> Int32 { value.isNaN ? 0 : Int32(min(max(value.rounded(), -1e9), 1e9)) }
    return (whole(offset.x), whole(offset.y))
  }

  /// Returns the rectangle whose pixels can cast a shadow into `target`.
  func sources(of target: PixelRect) -> PixelRect {
    let (x, y) = wholeOffset
    return target.offset(by: -x, -y).inset(by: -reach - 1)
  }
}

extension PixelRect {
  /// Returns the rectangle with every edge moved inwards, or outwards by a negative distance.
  fileprivate func inset(by distance: Int32) -> PixelRect {
    guard !isEmpty else { return .empty }
    let moved = PixelRect(minX &+ distance, minY &+ distance, maxX &- distance, maxY &- distance)
    return moved.isEmpty ? .empty : moved
  }
}

extension CGBlendMode {
  /// The renderer's blend mode.
  package var raster: BlendMode {
    switch self {
    case .normal: .normal
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .colorDodge: .colorDodge
    case .colorBurn: .colorBurn
    case .softLight: .softLight
    case .hardLight: .hardLight
    case .difference: .difference
    case .exclusion: .exclusion
    case .hue: .hue
    case .saturation: .saturation
    case .color: .color
    case .luminosity: .luminosity
    case .clear: .clear
    case .copy: .copy
    case .sourceIn: .sourceIn
    case .sourceOut: .sourceOut
    case .sourceAtop: .sourceAtop
    case .destinationOver: .destOver
    case .destinationIn: .destIn
    case .destinationOut: .destOut
    case .destinationAtop: .destAtop
    case .xor: .xor
    case .plusDarker: .plusD
    case .plusLighter: .plusL
    }
  }
}
