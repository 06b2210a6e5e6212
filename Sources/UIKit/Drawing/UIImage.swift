public import CoreGraphics
public import Foundation
import ImageIO
import QuartzCore
import StrataViews

/// A picture with a scale and an orientation.
///
/// - Thread: Any.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {  // Immutable.
  /// How the pixels are turned and mirrored to be shown.
  public enum Orientation: Int, Sendable {
    /// As they are.
    case up
    /// By half a turn.
    case down
    /// By a quarter of a turn to the left.
    case left
    /// By a quarter of a turn to the right.
    case right
    /// Mirrored left to right.
    case upMirrored
    /// Mirrored left to right, then by half a turn.
    case downMirrored
    /// Mirrored left to right, then by a quarter of a turn to the left.
    case leftMirrored
    /// Mirrored left to right, then by a quarter of a turn to the right.
    case rightMirrored
  }

  /// What the colours of a picture are for.
  public enum RenderingMode: Int, Sendable {
    /// The place where the picture is shown decides.
    case automatic
    /// The colours are shown.
    case alwaysOriginal
    /// The opacity is shown in the tint colour.
    case alwaysTemplate
  }

  /// How the part between the caps fills a larger rectangle.
  public enum ResizingMode: Int, Sendable {
    /// By repetition.
    case tile
    /// By stretching.
    case stretch
  }

  /// The pixels; nil for an empty picture, and for one that was made of an image of Core Image.
  public let cgImage: CGImage?
  /// The image of Core Image that the picture was made of; nil for other pictures.
  final let recipe: PictureRecipe?
  /// Pixels per point.
  public let scale: CGFloat
  /// How the pixels are turned and mirrored.
  public let imageOrientation: Orientation
  /// What the colours are for.
  public let renderingMode: RenderingMode
  /// The pictures of an animated one, in order.
  public let images: [UIImage]?
  /// The time that all pictures of an animated one take, in seconds.
  public let duration: TimeInterval
  /// The distances from the edges, in points, that keep their size in a rectangle of another size.
  public let capInsets: UIEdgeInsets
  /// How the part between the caps fills a larger rectangle.
  public let resizingMode: ResizingMode
  /// True for a picture that was made for rectangles of other sizes.
  private let isResizable: Bool
  /// True for a picture of Apple's symbols, which there are none of here: false.
  public var isSymbolImage: Bool { false }

  init(
    _ source: Source,
    scale: CGFloat,
    orientation: Orientation,
    mode: RenderingMode = .automatic,
    frames: (images: [UIImage], duration: TimeInterval)? = nil,
    caps: (insets: UIEdgeInsets, mode: ResizingMode)? = nil
  ) {
    (cgImage, recipe, self.scale) = (source.cgImage, source.recipe, scale > 0 ? scale : 1)
    (imageOrientation, renderingMode) = (orientation, mode)
    (images, duration) = (frames?.images, frames?.duration ?? 0)
    (capInsets, resizingMode) = caps ?? (.zero, .tile)
    isResizable = caps != nil
  }

  private var caps: (insets: UIEdgeInsets, mode: ResizingMode)? {
    isResizable ? (capInsets, resizingMode) : nil
  }

  /// What a picture is made of.
  struct Source {
    var cgImage: CGImage?
    var recipe: PictureRecipe?
  }

  private var source: Source { Source(cgImage: cgImage, recipe: recipe) }

  /// The pixels as they are stored, those of an image of Core Image included, which is rendered for them.
  final var pixels: CGImage? { cgImage ?? recipe?.pixels }

  /// Reads a picture from an archive.
  public required init?(coder: NSCoder) {
    recipe = nil
    cgImage = coder.decodeValue(forKey: Key.pixels).flatMap { $0 as? CGImage }
    let number = coder.decodeDouble(forKey: Key.scale)
    scale = number > 0 && number.isFinite ? CGFloat(number) : 1
    imageOrientation = Orientation(rawValue: coder.decodeInteger(forKey: Key.orientation)) ?? .up
    renderingMode = RenderingMode(rawValue: coder.decodeInteger(forKey: Key.renderingMode)) ?? .automatic
    let frames = coder.decodeObjects(of: UIImage.self, forKey: Key.images)
    images = frames.isEmpty ? nil : frames
    let time = coder.decodeDouble(forKey: Key.duration)
    duration = time > 0 && time.isFinite ? time : 0
    let list = coder.decodeValue(forKey: Key.caps) as? [Any] ?? []
    let caps = list.compactMap { ($0 as? NSNumber)?.doubleValue }.filter(\.isFinite).map { CGFloat($0) }
    capInsets =
      caps.count == 4
      ? UIEdgeInsets(top: caps[0], left: caps[1], bottom: caps[2], right: caps[3]) : .zero
    resizingMode = ResizingMode(rawValue: coder.decodeInteger(forKey: Key.resizingMode)) ?? .tile
    isResizable = coder.decodeBool(forKey: Key.isResizable) || capInsets != .zero
  }

  /// Creates an empty picture.
  public override convenience init() { self.init(Source(), scale: 1, orientation: .up) }

  /// Creates a picture of one pixel a point.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  /// Creates a picture.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init(Source(cgImage: cgImage), scale: scale, orientation: orientation)
  }

  /// Decodes a picture of one pixel a point; nil if the data is not a picture.
  public convenience init?(data: Foundation.Data) { self.init(data: data, scale: 1) }

  /// Decodes a picture; nil if the data is not one.
  public convenience init?(data: Foundation.Data, scale: CGFloat) {
    guard let file = PictureFile(data) else { return nil }
    let orientation = file.orientation.flatMap(Orientation.init(exif:)) ?? .up
    self.init(cgImage: file.image, scale: scale, orientation: orientation)
  }

  /// Reads a file; the suffix `@2x` or `@3x` of the name gives the scale.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data, scale: PictureFile.scale(ofFile: path))
  }

  /// Reads a picture of the main bundle, in the largest scale that is there; without an extension it is a PNG.
  public convenience init?(named name: String) {
    self.init(named: name, in: nil, compatibleWith: nil)
  }

  /// Reads a picture of a bundle, the main one for nil, in the scale that fits the surroundings' best; without an extension
  /// it is a PNG.
  ///
  /// Where the surroundings state no scale it is the largest that is there.
  public convenience init?(
    named name: String,
    in bundle: Bundle?,
    compatibleWith traitCollection: UITraitCollection?
  ) {
    let stated = traitCollection?.displayScale ?? 0
    let scale = stated > 0 ? stated : CGFloat.infinity
    guard let path = PictureFile.path(named: name, in: bundle ?? .main, scale: scale) else { return nil }
    self.init(contentsOfFile: path)
  }

  /// Returns the picture of a number of pictures that follow each other in `duration`, in seconds; nil without any.
  open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    return UIImage(
      first.source,
      scale: first.scale,
      orientation: first.imageOrientation,
      mode: first.renderingMode,
      frames: (images, duration > 0 ? duration : Double(images.count) / 30)
    )
  }

  /// The size as shown, in points.
  open var size: CGSize {
    let stored = cgImage.map { CGSize(width: $0.width, height: $0.height) } ?? recipe?.size ?? .zero
    let (width, height) = (stored.width / scale, stored.height / scale)
    return imageOrientation.swapsSides
      ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
  }

  /// Returns the picture with another purpose of its colours.
  open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    let frames = images.map { ($0.map { $0.withRenderingMode(renderingMode) }, duration) }
    return UIImage(
      source,
      scale: scale,
      orientation: imageOrientation,
      mode: renderingMode,
      frames: frames,
      caps: caps
    )
  }

  /// Returns the picture with caps that keep their size, in points; the part between them is repeated.
  open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    resizableImage(withCapInsets: capInsets, resizingMode: .tile)
  }

  /// Returns the picture with caps that keep their size, in points, and a way in which the part between them grows.
  ///
  /// Edges go along with the part between: they are repeated or stretched in one direction.
  open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
    let frames = images.map {
      ($0.map { $0.resizableImage(withCapInsets: capInsets, resizingMode: resizingMode) }, duration)
    }
    return UIImage(
      source,
      scale: scale,
      orientation: imageOrientation,
      mode: renderingMode,
      frames: frames,
      caps: (capInsets, resizingMode)
    )
  }

  /// Returns the picture's opacity in a colour.
  open func withTintColor(_ color: UIColor) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    let tinted = UIGraphicsImageRenderer(size: size, format: format).image { context in
      draw(at: .zero)
      color.setFill()
      context.fill(CGRect(origin: .zero, size: size), blendMode: .sourceIn)
    }
    return UIImage(
      tinted.source,
      scale: scale,
      orientation: .up,
      mode: renderingMode,
      caps: caps
    )
  }

  /// Returns the picture's opacity in a colour, for another purpose.
  open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    withTintColor(color).withRenderingMode(renderingMode)
  }

  /// The pixels as shown: turned and mirrored.
  package var uprightImage: CGImage? {
    guard imageOrientation != .up else { return pixels }
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    return UIGraphicsImageRenderer(size: size, format: format).image { _ in
      withRenderingMode(.alwaysOriginal).draw(at: .zero)
    }.cgImage
  }

  /// Returns the picture mirrored left to right, as it is shown.
  open func withHorizontallyFlippedOrientation() -> UIImage {
    UIImage(
      source,
      scale: scale,
      orientation: imageOrientation.mirrored,
      mode: renderingMode,
      frames: images.map { ($0.map { $0.withHorizontallyFlippedOrientation() }, duration) },
      caps: caps
    )
  }

  // MARK: Drawing

  /// Draws the picture in its size, from its upper left corner.
  open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the picture in its size, blended in a mode and with an opacity.
  open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the picture stretched over a rectangle of the current context.
  open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  /// Draws the picture stretched over a rectangle, blended in a mode and with an opacity; caps keep their size.
  ///
  /// Of a picture that is ``RenderingMode/alwaysTemplate`` the opacity is drawn in the context's fill colour.
  open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let pixels, let context = ContextStack.current?.context else { return }
    context.saveGState()
    if blendMode != .normal { context.setBlendMode(blendMode) }
    if alpha != 1 { context.setAlpha(alpha) }
    let isWhole = capInsets == .zero && resizingMode == .stretch
    let hasParts = isResizable && !isWhole && rect.size != size
    if renderingMode == .alwaysTemplate {
      let picture = hasParts ? stretched(to: rect.size) : self
      // A stretched picture has whole pixels.
      drawOpacity(of: picture, in: hasParts ? CGRect(origin: rect.origin, size: picture.size) : rect, context)
    } else if hasParts {
      drawParts(in: rect, context)
    } else {
      drawWhole(pixels, in: rect, context)
    }
    context.restoreGState()
  }

  /// A format for pictures like this one: its scale, and no transparency if it has none.
  open var imageRendererFormat: UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    format.opaque = isOpaque
    return format
  }

  private func drawWhole(_ cgImage: CGImage, in rect: CGRect, _ context: CGContext) {
    context.draw(cgImage, in: turn(context, to: rect))
  }

  /// Turns a context so that Core Graphics draws the stored pixels in the returned rectangle as they are shown in `rect`.
  final func turn(_ context: CGContext, to rect: CGRect) -> CGRect {
    context.translateBy(x: rect.midX, y: rect.midY)
    context.concatenate(imageOrientation.transform)
    let size =
      imageOrientation.swapsSides ? CGSize(width: rect.height, height: rect.width) : rect.size
    // Core Graphics draws upright where y points up.
    context.scaleBy(x: 1, y: -1)
    return CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
  }

  // MARK: Encoding

  private enum Key {
    static let pixels = "pixels"
    static let scale = "scale"
    static let orientation = "orientation"
    static let renderingMode = "renderingMode"
    static let images = "images"
    static let duration = "duration"
    static let caps = "capInsets"
    static let resizingMode = "resizingMode"
    static let isResizable = "isResizable"
  }

  /// True: pictures can be archived securely.
  open class var supportsSecureCoding: Bool { true }

  /// Writes pixels and properties into a keyed archive.
  open func encode(with coder: NSCoder) {
    coder.encodeValue(pixels, forKey: Key.pixels)
    coder.encode(Double(scale), forKey: Key.scale)
    coder.encode(imageOrientation.rawValue, forKey: Key.orientation)
    coder.encode(renderingMode.rawValue, forKey: Key.renderingMode)
    coder.encodeObjects(images ?? [], forKey: Key.images)
    coder.encode(duration, forKey: Key.duration)
    let caps = [capInsets.top, capInsets.left, capInsets.bottom, capInsets.right]
    coder.encodeValue(caps.map { NSNumber(value: Double($0)) }, forKey: Key.caps)
    coder.encode(resizingMode.rawValue, forKey: Key.resizingMode)
    coder.encode(isResizable, forKey: Key.isResizable)
  }

  /// The picture as PNG; nil for an empty picture, and without the package's image codecs.
  ///
  /// The pixels are turned upright.
  open func pngData() -> Foundation.Data? {
    uprightImage.flatMap { PictureFile.encode($0, as: "public.png", options: nil) }
  }

  /// The picture as JPEG of a quality from 0 to 1; nil for an empty picture, and without the package's image codecs.
  ///
  /// The file states the orientation, and has the pixels as they are stored.
  open func jpegData(compressionQuality: CGFloat) -> Foundation.Data? {
    let options: NSDictionary = [
      kCGImageDestinationLossyCompressionQuality: NSNumber(value: Double(compressionQuality)),
      kCGImagePropertyOrientation: NSNumber(value: imageOrientation.exif),
    ]
    return pixels.flatMap { PictureFile.encode($0, as: "public.jpeg", options: options) }
  }
}
