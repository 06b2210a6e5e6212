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
/// Whether a thumbnail is turned as the camera noted; it never is.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"
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
