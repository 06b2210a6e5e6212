import Foundation
import StrataBase
import StrataRaster

/// The part of a context that `saveGState()` saves.
struct GraphicsState {
  /// From user space to base space: pixels with the origin at the bottom left.
  var ctm: CGAffineTransform
  var clip: ContextClip
  /// The clips of a vector context, in which `clip` has only their box.
  var vectorClip: VectorClip?
  var fillColor = CGColor.black
  var strokeColor = CGColor.black
  var fillSpace = CGColorSpace.deviceGray
  var strokeSpace = CGColorSpace.deviceGray
  /// From 0 to 1.
  var alpha = CGFloat(1)
  var blendMode = CGBlendMode.normal
  var lineWidth = CGFloat(1)
  var lineCap = CGLineCap.butt
  var lineJoin = CGLineJoin.miter
  var miterLimit = CGFloat(10)
  var dash: (phase: CGFloat, lengths: [CGFloat]) = (0, [])
  var flatness = CGFloat(0)
  var allowsAntialiasing = true
  var shouldAntialias = true
  var interpolationQuality = CGInterpolationQuality.default
  var intent = CGColorRenderingIntent.defaultIntent
  var shadow: ContextShadow?
  var patternPhase = CGSize.zero
  var text = TextAttributes()

  var antialiases: Bool { allowsAntialiasing && shouldAntialias }
}

/// The shadow of drawings.
struct ContextShadow {
  /// The offset in pixels, y down.
  var offset: SIMD2<Double>
  /// The standard deviation of the Gaussian blur, in pixels.
  var sigma: Double
  var color: CGColor

  /// The reach of the blur, in whole pixels.
  var reach: Int32 { Int32(3 * Blur.boxWidth(sigma) / 2) + 1 }
}

/// The text attributes of a graphics state.
struct TextAttributes {
  var font: CGFont?
  var fontSize = CGFloat(0)
  var mode = CGTextDrawingMode.fill
  var characterSpacing = CGFloat(0)
  var allowsSmoothing = true
  var smooths = true
  var allowsSubpixelPositions = true
  var usesSubpixelPositions = true
  var allowsSubpixelQuantization = true
  var usesSubpixelQuantization = true
}

/// The part of a context that can be drawn to.
struct ContextClip {
  /// The pixels that can be drawn to.
  private(set) var bounds: PixelRect
  /// The coverage of each pixel; nil if all pixels inside the bounds are covered.
  private(set) var coverage: Coverage?
  /// The exact intersection of the boxes of all clips, in pixels.
  private(set) var box: CGRect

  init(_ bounds: PixelRect) {
    self.bounds = bounds
    box = CGRect(bounds)
  }

  /// Creates the clip of a vector context, which has a box but no pixels.
  init(box: CGRect) {
    let far = Int32(1_000_000_000)
    bounds = PixelRect(-far, -far, far, far)
    self.box = box
  }

  var isEmpty: Bool { bounds.isEmpty }

  /// Restricts only the box.
  mutating func narrow(to outline: CGRect) {
    box = box.overlap(with: outline)
    if box.isNull { bounds = .empty }
  }

  /// The coverage of a shape that covers everything.
  var full: Coverage { coverage.map { $0.intersection(bounds) } ?? Coverage(full: bounds) }

  /// Returns the part of a shape inside the clip.
  func apply(to shape: Coverage) -> Coverage {
    coverage.map { shape.multiplied(by: $0) } ?? shape
  }

  /// Restricts to the inside of an outline in pixels.
  mutating func intersect(
    _ outline: Outline,
    _ rule: FillRule,
    antialias: Bool,
    scratch: @autoclosure () -> RasterizerScratch = RasterizerScratch()
  ) {
    box = box.overlap(with: outline.tightBox)
    if let rect = outline.axisAlignedRect, let whole = PixelRect(whole: rect) {
      bounds = bounds.intersection(whole)
      return
    }
    intersect(
      Rasterizer.coverage(of: outline, rule: rule, clip: bounds, antialias: antialias, scratch: scratch())
    )
  }

  /// Restricts to whole pixels.
  mutating func intersect(_ pixels: PixelRect) {
    box = box.overlap(with: CGRect(pixels))
    bounds = bounds.intersection(pixels)
  }

  /// Restricts by a coverage.
  mutating func intersect(_ shape: Coverage) {
    let result = apply(to: shape.intersection(bounds))
    bounds = bounds.intersection(result.bounds)
    coverage = result
  }
}

extension CGRect {
  /// The outline of whole pixels.
  init(_ pixels: PixelRect) {
    self.init(x: Int(pixels.minX), y: Int(pixels.minY), width: pixels.width, height: pixels.height)
  }
}

extension PixelRect {
  /// Creates the rectangle if its edges lie between pixels; nil otherwise.
  init?(whole rect: CGRect) {
    func whole(_ edge: CGFloat) -> Int32? {
      edge == edge.rounded() && edge.magnitude < 1e9 ? Int32(edge) : nil
    }
    guard let minX = whole(rect.minX), let minY = whole(rect.minY), let maxX = whole(rect.maxX),
      let maxY = whole(rect.maxY)
    else { return nil }
    self.init(minX, minY, maxX, maxY)
  }

  /// Creates the rectangle of all pixels that `rect` touches, clamped so that offsets cannot overflow.
  init(touching rect: CGRect) {
    guard !rect.isNull else {
      self = .empty
      return
    }
    func edge(_ value: CGFloat) -> Int32 { value.isNaN ? 0 : Int32(min(max(value, -1e9), 1e9)) }
    self.init(
      edge(rect.minX.rounded(.down)),
      edge(rect.minY.rounded(.down)),
      edge(rect.maxX.rounded(.up)),
      edge(rect.maxY.rounded(.up))
    )
  }
}
