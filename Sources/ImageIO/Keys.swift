public import CoreGraphics

// The constants are immutable strings, shared between threads without harm.

/// Whether decoded pixels are kept; they always are.
nonisolated(unsafe) public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether pixels are decoded at once.
nonisolated(unsafe) public let kCGImageSourceShouldCacheImmediately: CFString =
  "kCGImageSourceShouldCacheImmediately"
/// The expected type; the bytes themselves decide.
nonisolated(unsafe) public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// The longest side of a thumbnail in pixels.
nonisolated(unsafe) public let kCGImageSourceThumbnailMaxPixelSize: CFString =
  "kCGImageSourceThumbnailMaxPixelSize"
/// Whether thumbnails are made of the image; they always are.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// Whether thumbnails are made of the image; they always are.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether a thumbnail is turned upright as the file says.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"
/// By how much the sides of an image are shortened: 2, 4 or 8.
nonisolated(unsafe) public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"
/// Which way up the picture was taken, the raw value of a `CGImagePropertyOrientation`.
nonisolated(unsafe) public let kCGImagePropertyOrientation: CFString = "Orientation"
/// The pixels per inch along x.
nonisolated(unsafe) public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The pixels per inch along y.
nonisolated(unsafe) public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The longest side of a written image in pixels.
nonisolated(unsafe) public let kCGImageDestinationImageMaxPixelSize: CFString =
  "kCGImageDestinationImageMaxPixelSize"
/// The number of columns.
nonisolated(unsafe) public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The number of rows.
nonisolated(unsafe) public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The bits of one component in the file.
nonisolated(unsafe) public let kCGImagePropertyDepth: CFString = "Depth"
/// Whether the file has transparency.
nonisolated(unsafe) public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// Whether the file has a palette.
nonisolated(unsafe) public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// The colour model: RGB or Gray.
nonisolated(unsafe) public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The number of bytes.
nonisolated(unsafe) public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The quality of lossy formats, 0 to 1.
nonisolated(unsafe) public let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
/// The `CGColor` behind transparent pixels, for formats without alpha.
nonisolated(unsafe) public let kCGImageDestinationBackgroundColor: CFString =
  "kCGImageDestinationBackgroundColor"

/// Which way up a picture was taken: where its first row and its first column are.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// Upright.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Upside down.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored along the diagonal from the top left.
  case leftMirrored = 5
  /// To be turned a quarter clockwise.
  case right = 6
  /// Mirrored along the other diagonal.
  case rightMirrored = 7
  /// To be turned a quarter counterclockwise.
  case left = 8
}
