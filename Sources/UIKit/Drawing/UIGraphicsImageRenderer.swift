public import CoreGraphics
public import Foundation
import StrataViews

/// How pictures or pages are made.
open class UIGraphicsRendererFormat: NSObject, NSCopying {
  /// The bounds of the drawing, in points, in the format of a context; empty in others.
  public internal(set) final var bounds = CGRect.zero

  /// Creates a format.
  public override init() { super.init() }

  /// Returns a copy, as the contexts of drawings have one; subclasses make one of their own class.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIGraphicsRendererFormat()
    copy.bounds = bounds
    return copy
  }
}

/// How pictures are made: their scale and transparency.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
  /// Pixels per point.
  open var scale: CGFloat
  /// True for pictures without transparency, which are black at first.
  open var opaque = false

  /// Creates a format with the main screen's scale.
  public override init() {
    scale = UIScreen.mainScale
    super.init()
  }

  /// Returns a format with the main screen's scale.
  open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  /// Returns a format with the main screen's scale.
  open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }

  /// Returns a copy, as the contexts of drawings have one; subclasses make one of their own class.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIGraphicsImageRendererFormat()
    (copy.scale, copy.opaque, copy.bounds) = (scale, opaque, bounds)
    return copy
  }

  /// A copy for the context of a drawing.
  final func format(drawing bounds: CGRect) -> UIGraphicsImageRendererFormat {
    let format = copy(with: nil) as? UIGraphicsImageRendererFormat ?? UIGraphicsImageRendererFormat()
    format.bounds = bounds
    return format
  }
}

/// The context of a picture or page that is being drawn.
open class UIGraphicsRendererContext: NSObject {
  /// The context of Core Graphics, in points with y pointing down.
  public let cgContext: CGContext
  private let ownFormat: UIGraphicsRendererFormat

  init(_ context: CGContext, format: UIGraphicsRendererFormat) {
    (cgContext, ownFormat) = (context, format)
  }

  /// How the drawing is made, with its bounds.
  open var format: UIGraphicsRendererFormat { ownFormat }

  /// Fills a rectangle with the fill colour.
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }

  /// Fills a rectangle with the fill colour, blended in a mode.
  open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
    blended(blendMode) { cgContext.fill(rect) }
  }

  /// Strokes a rectangle with the stroke colour, one point wide, inside of it.
  open func stroke(_ rect: CGRect) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1) }

  /// Strokes a rectangle with the stroke colour, blended in a mode.
  open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
    blended(blendMode) { stroke(rect) }
  }

  /// Restricts drawing to a rectangle.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }

  private func blended(_ mode: CGBlendMode, _ draw: () -> Void) {
    cgContext.saveGState()
    cgContext.setBlendMode(mode)
    draw()
    cgContext.restoreGState()
  }
}

/// The context of a picture that is being drawn.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
  private let imageFormat: UIGraphicsImageRendererFormat

  init(_ context: CGContext, format: UIGraphicsImageRendererFormat) {
    imageFormat = format
    super.init(context, format: format)
  }

  /// The format of the picture, with its bounds.
  open override var format: UIGraphicsImageRendererFormat { imageFormat }

  /// The picture drawn so far.
  open var currentImage: UIImage {
    cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
  }
}

/// Makes pictures by drawing.
///
/// - Thread: Any.
open class UIGraphicsImageRenderer: NSObject {
  /// The size and origin of the pictures, in points.
  public let bounds: CGRect
  /// The scale and transparency of the pictures.
  public let format: UIGraphicsImageRendererFormat

  /// Creates a renderer of pictures of a size.
  public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

  /// Creates a renderer of pictures of a size.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// Creates a renderer of pictures of a rectangle.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

  /// Creates a renderer of pictures of a rectangle.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    (self.bounds, self.format) = (bounds, format)
  }

  /// Draws a picture; an empty size gives an empty picture.
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let (size, scale) = (bounds.size, format.scale)
    guard let context = BitmapContext.make(size: size, scale: scale, isOpaque: format.opaque) else {
      return UIImage()
    }
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    let drawing = UIGraphicsImageRendererContext(context, format: format.format(drawing: bounds))
    ContextStack.with(ContextStack.Entry(context, scale: scale)) { actions(drawing) }
    return drawing.currentImage
  }

  /// Draws a picture and returns it as PNG; empty without the package's image codecs.
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Foundation.Data {
    image(actions: actions).pngData() ?? Foundation.Data()
  }

  /// Draws a picture and returns it as JPEG of a quality from 0 to 1; empty without the package's image codecs.
  open func jpegData(
    withCompressionQuality quality: CGFloat,
    actions: (UIGraphicsImageRendererContext) -> Void
  ) -> Foundation.Data {
    image(actions: actions).jpegData(compressionQuality: quality) ?? Foundation.Data()
  }
}
