import Foundation
import StrataBase
import StrataRaster

/// Everything of a context that `saveGState()` keeps.
struct GraphicsState {
  /// From user space to base space: pixels with the origin at the bottom left.
  var ctm: CGAffineTransform
  var clip: ContextClip
  /// The restrictions of a vector context, where `clip` has their box only.
  var vectorClip: VectorClip?
  var fillColor = CGColor.black
  var strokeColor = CGColor.black
  var fillSpace = CGColorSpace.deviceGray
  var strokeSpace = CGColorSpace.deviceGray
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

/// A shadow of everything that is drawn.
struct ContextShadow {
  /// In pixels, y down.
  var offset: SIMD2<Double>
  /// The standard deviation of its Gaussian in pixels.
  var sigma: Double
  var color: CGColor

  /// How far the blur reaches, in whole pixels.
  var reach: Int32 { Int32(3 * Blur.boxWidth(sigma) / 2) + 1 }
}

/// How a context draws text.
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

/// The part of a context that may be drawn to.
struct ContextClip {
  /// Pixels that may be touched.
  private(set) var bounds: PixelRect
  /// How much of each pixel may be touched; nil: all inside the bounds.
  private(set) var coverage: Coverage?
  /// The intersection of the boxes of all clips, in pixels but exact.
  private(set) var box: CGRect

  init(_ bounds: PixelRect) {
    self.bounds = bounds
    box = CGRect(
      x: Int(bounds.minX),
      y: Int(bounds.minY),
      width: bounds.width,
      height: bounds.height
    )
  }

  /// The clip of a vector context: no pixels, but a box.
  init(box: CGRect) {
    let far = Int32(1_000_000_000)
    bounds = PixelRect(-far, -far, far, far)
    self.box = box
  }

  var isEmpty: Bool { bounds.isEmpty }

  /// Restricts the box alone.
  mutating func narrow(to outline: CGRect) {
    box = box.overlap(with: outline)
    if box.isNull { bounds = .empty }
  }

  /// What a shape that covers everything covers.
  var full: Coverage { coverage.map { $0.intersection(bounds) } ?? Coverage(full: bounds) }

  /// What of a shape may be drawn.
  func apply(to shape: Coverage) -> Coverage {
    coverage.map { shape.multiplied(by: $0) } ?? shape
  }

  /// Restricts to the inside of an outline in pixels.
  mutating func intersect(_ outline: Outline, _ rule: FillRule, antialias: Bool) {
    box = box.overlap(with: outline.tightBox)
    if let rect = outline.axisAlignedRect, let whole = PixelRect(whole: rect) {
      bounds = bounds.intersection(whole)
      return
    }
    intersect(Rasterizer.coverage(of: outline, rule: rule, clip: bounds, antialias: antialias))
  }

  /// Restricts by a coverage.
  mutating func intersect(_ shape: Coverage) {
    let result = apply(to: shape.intersection(bounds))
    bounds = bounds.intersection(result.bounds)
    coverage = result
  }
}

extension PixelRect {
  /// The rectangle when its edges lie between pixels; nil otherwise.
  init?(whole rect: CGRect) {
    func whole(_ edge: CGFloat) -> Int32? {
      edge == edge.rounded() && edge.magnitude < 1e9 ? Int32(edge) : nil
    }
    guard let minX = whole(rect.minX), let minY = whole(rect.minY), let maxX = whole(rect.maxX),
      let maxY = whole(rect.maxY)
    else { return nil }
    self.init(minX, minY, maxX, maxY)
  }

  /// All pixels that a rectangle touches, limited to a range that offsets cannot overflow.
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
