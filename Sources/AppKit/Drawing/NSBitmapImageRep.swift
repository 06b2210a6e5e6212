public import CoreGraphics
public import Foundation
import StrataViews

/// The pixels of a picture.
///
/// - Thread: One at a time.
open class NSBitmapImageRep: NSImageRep {
  /// A format of files.
  public enum FileType: UInt, Sendable {
    /// TIFF, which is not written.
    case tiff
    /// BMP, which is not written.
    case bmp
    /// GIF, which is not written.
    case gif
    /// JPEG.
    case jpeg
    /// PNG.
    case png
    /// JPEG 2000, which is not written.
    case jpeg2000

    fileprivate var identifier: NSString? {
      switch self {
      case .jpeg: "public.jpeg"
      case .png: "public.png"
      case .tiff, .bmp, .gif, .jpeg2000: nil
      }
    }
  }

  /// The name of an option of a file.
  public struct PropertyKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The quality of a JPEG, a number from 0 to 1.
    public static let compressionFactor = PropertyKey(rawValue: "NSImageCompressionFactor")
  }

  private enum Source {
    case nothing
    case image(CGImage)
    case memory(CGContext)
  }

  private struct Drawer {
    weak var context: CGContext?
  }

  private var source: Source
  /// What may draw into the memory.
  private var drawers: [Drawer] = []

  /// Creates a representation of pixels, one point for each of them.
  public init(cgImage: CGImage) {
    source = .image(cgImage)
    super.init()
    let isOpaque = [.none, .noneSkipFirst, .noneSkipLast].contains(cgImage.alphaInfo)
    describe(cgImage.width, cgImage.height, hasAlpha: !isOpaque)
  }

  /// Creates a representation without pixels.
  init(nothing: Void) {
    source = .nothing
    super.init()
  }

  /// Decodes a picture; nil if the data is not one.
  ///
  /// The resolution that the file states gives the size in points of 1/72 inch; without one each pixel is a point.
  public convenience init?(data: Foundation.Data) {
    guard let file = PictureFile(data) else { return nil }
    self.init(cgImage: file.image)
    size = file.size
  }

  /// Creates pixels to draw into, which are transparent or black; nil for a size that is empty or too large.
  init?(pixelsWide: Int, pixelsHigh: Int, hasAlpha: Bool = true) {
    guard
      let context = CGContext(width: pixelsWide, height: pixelsHigh, isOpaque: !hasAlpha, base: .identity)
    else { return nil }
    source = .memory(context)
    super.init()
    describe(pixelsWide, pixelsHigh, hasAlpha: hasAlpha)
  }

  /// Creates pixels to draw into: 8 bits of red, green and blue each, transparent with `hasAlpha` and black without.
  ///
  /// Nil for other formats, for memory of the program's own, and for a size that is empty or too large. The numbers of bytes
  /// and bits are the class's own choice, which 0 asks for.
  public convenience init?(
    bitmapDataPlanes planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    pixelsWide width: Int,
    pixelsHigh height: Int,
    bitsPerSample bps: Int,
    samplesPerPixel spp: Int,
    hasAlpha alpha: Bool,
    isPlanar: Bool,
    colorSpaceName: NSColorSpaceName,
    bytesPerRow rBytes: Int,
    bitsPerPixel pBits: Int
  ) {
    let isKnown = [.deviceRGB, .calibratedRGB].contains(colorSpaceName) && bps == 8 && spp == (alpha ? 4 : 3)
    guard planes?.pointee == nil, isKnown, !isPlanar else { return nil }
    self.init(pixelsWide: width, pixelsHigh: height, hasAlpha: alpha)
  }

  private func describe(_ width: Int, _ height: Int, hasAlpha: Bool) {
    (pixelsWide, pixelsHigh, self.hasAlpha) = (width, height, hasAlpha)
    size = NSSize(width: width, height: height)
  }

  /// The pixels as Core Graphics has them: the same image until a context for them is made.
  ///
  /// As long as such a context lives, each use copies the pixels.
  open var cgImage: CGImage? {
    switch source {
    case .nothing: return nil
    case .image(let image): return image
    case .memory(let memory):
      guard let image = memory.makeImage() else { return nil }
      if drawers.allSatisfy({ $0.context == nil }) { (source, drawers) = (.image(image), []) }
      return image
    }
  }

  override func pixels(in size: NSSize, scale: CGFloat) -> CGImage? { cgImage }

  /// Makes a context that draws into the pixels, in points of ``NSImageRep/size`` from the lower left corner.
  ///
  /// All contexts draw into the same pixels, each with its own state.
  func makeContext() -> CGContext? {
    guard size.width > 0, size.height > 0, let memory = makeMemory() else { return nil }
    let scale = NSSize(
      width: CGFloat(memory.width) / size.width,
      height: CGFloat(memory.height) / size.height
    )
    let context = CGContext(
      sharing: memory,
      base: CGAffineTransform(scaleX: scale.width, y: scale.height)
    )
    drawers.removeAll { $0.context == nil }
    drawers.append(Drawer(context: context))
    return context
  }

  /// The pixels as memory that can be drawn into; nil without pixels.
  private func makeMemory() -> CGContext? {
    switch source {
    case .nothing: return nil
    case .memory(let memory): return memory
    case .image(let image):
      let (width, height) = (image.width, image.height)
      let memory = CGContext(width: width, height: height, isOpaque: !hasAlpha, base: .identity)
      guard let memory else { return nil }
      memory.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
      source = .memory(memory)
      return memory
    }
  }

  /// Returns a file of the picture, with its resolution if a pixel is not a point; nil for formats that are not written, and without the package's image codecs.
  open func representation(using storageType: FileType, properties: [PropertyKey: Any]) -> Foundation.Data? {
    guard let type = storageType.identifier, let image = cgImage else { return nil }
    let quality =
      (properties[.compressionFactor] as? NSNumber)?.doubleValue
      ?? properties[.compressionFactor] as? Double
    let options = PictureFile.options(showing: image, in: size, quality: quality)
    return PictureFile.encode(image, as: type, options: options)
  }

  /// Draws the picture in its size, at the origin of the current context, as the context is turned.
  @discardableResult open override func draw() -> Bool {
    guard let context = ContextStack.current?.context, let cgImage else { return false }
    context.draw(cgImage, in: NSRect(origin: .zero, size: size))
    return true
  }

  /// Returns a representation of the same pixels and size.
  open override func copy(with zone: NSZone? = nil) -> Any {
    guard let image = cgImage else { return self }
    let copy = NSBitmapImageRep(cgImage: image)
    copy.size = size
    return copy
  }

  override var isEmpty: Bool { pixelsWide <= 0 }
}
