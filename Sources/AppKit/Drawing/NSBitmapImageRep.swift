public import CoreGraphics
public import Foundation
import StrataViews

/// The pixels of a picture.
///
/// - Thread: One at a time.
open class NSBitmapImageRep: NSObject, NSCopying {
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

  private let image: CGImage
  /// The size, in points; one point for each pixel unless it is set.
  open var size: NSSize

  /// Creates a representation of pixels.
  public init(cgImage: CGImage) {
    image = cgImage
    size = NSSize(width: cgImage.width, height: cgImage.height)
  }

  /// Decodes a picture; nil if the data is not one.
  public convenience init?(data: Foundation.Data) {
    guard let file = PictureFile(data) else { return nil }
    self.init(cgImage: file.image)
  }

  /// The pixels as Core Graphics has them.
  open var cgImage: CGImage? { image }
  /// The number of columns of pixels.
  open var pixelsWide: Int { image.width }
  /// The number of rows of pixels.
  open var pixelsHigh: Int { image.height }
  /// True if pixels may be transparent.
  open var hasAlpha: Bool { ![.none, .noneSkipFirst, .noneSkipLast].contains(image.alphaInfo) }

  /// Returns a file of the picture; nil for formats that are not written, and without the package's image codecs.
  open func representation(using storageType: FileType, properties: [PropertyKey: Any]) -> Foundation.Data? {
    guard let type = storageType.identifier else { return nil }
    let quality =
      (properties[.compressionFactor] as? NSNumber)?.doubleValue
      ?? properties[.compressionFactor] as? Double
    return PictureFile.encode(image, as: type, options: quality.map { PictureFile.options(quality: $0) })
  }

  /// Draws the picture over a rectangle of the current context, as the context is turned.
  @discardableResult open func draw(in rect: NSRect) -> Bool {
    guard let context = ContextStack.current?.context else { return false }
    context.draw(image, in: rect)
    return true
  }

  /// Returns a representation of the same pixels and size.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBitmapImageRep(cgImage: image)
    copy.size = size
    return copy
  }
}
