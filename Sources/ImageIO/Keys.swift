public import CoreGraphics

// The constants are immutable strings, which threads can share.

/// The option to keep decoded pixels, a Boolean; has no effect, they are always kept.
nonisolated(unsafe) public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// The option to decode the pixels now, a Boolean.
nonisolated(unsafe) public let kCGImageSourceShouldCacheImmediately: CFString =
  "kCGImageSourceShouldCacheImmediately"
/// The option for the expected type, a string; has no effect, the bytes determine the type.
nonisolated(unsafe) public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// The option for the longest side of a thumbnail in pixels, a number.
nonisolated(unsafe) public let kCGImageSourceThumbnailMaxPixelSize: CFString =
  "kCGImageSourceThumbnailMaxPixelSize"
/// The option to create a thumbnail from the image, a Boolean; false without it.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// The option to create a thumbnail from the image unless the file has one, a Boolean; false without it.
///
/// Thumbnails inside files are not read, so that it does what `kCGImageSourceCreateThumbnailFromImageAlways` does.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// The option to turn a thumbnail upright by the orientation that its file states, a Boolean.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"
/// The option for the divisor of width and height: 2, 4 or 8; other numbers have no effect.
nonisolated(unsafe) public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"
/// The property for the orientation, the raw value of a `CGImagePropertyOrientation`.
nonisolated(unsafe) public let kCGImagePropertyOrientation: CFString = "Orientation"
/// The property for the pixels per inch along x.
nonisolated(unsafe) public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The property for the pixels per inch along y.
nonisolated(unsafe) public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The property for a dictionary of what an Exif block states in its first directory.
nonisolated(unsafe) public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The property of the TIFF dictionary for the orientation, the raw value of a `CGImagePropertyOrientation`.
nonisolated(unsafe) public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// The property of the TIFF dictionary for the pixels per unit along x.
nonisolated(unsafe) public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// The property of the TIFF dictionary for the pixels per unit along y.
nonisolated(unsafe) public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// The property of the TIFF dictionary for the unit of the resolution: 1 is none, 2 the inch, 3 the centimetre.
///
/// Sources state the inch. Destinations take all three; without a unit they write no resolution.
nonisolated(unsafe) public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// The option for the longest side of a written image in pixels, a number.
nonisolated(unsafe) public let kCGImageDestinationImageMaxPixelSize: CFString =
  "kCGImageDestinationImageMaxPixelSize"
/// The property for the width in pixels.
nonisolated(unsafe) public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The property for the height in pixels.
nonisolated(unsafe) public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The property for the number of bits of one component in the file.
nonisolated(unsafe) public let kCGImagePropertyDepth: CFString = "Depth"
/// The property that is true if the file has transparency.
nonisolated(unsafe) public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The property that is true if the file has a palette.
nonisolated(unsafe) public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// The property for the colour model of the file: one of the four below.
nonisolated(unsafe) public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// Red, green and blue.
nonisolated(unsafe) public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// Gray.
nonisolated(unsafe) public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// Inks, which JPEG files may have.
nonisolated(unsafe) public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// CIE L\*a\*b\*, which no file of the formats here has.
nonisolated(unsafe) public let kCGImagePropertyColorModelLab: CFString = "Lab"
/// The property for the number of bytes.
nonisolated(unsafe) public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The option to leave the place where a picture was taken out of its file, a Boolean.
///
/// Files are written without it in any case.
nonisolated(unsafe) public let kCGImageMetadataShouldExcludeGPS: CFString =
  "kCGImageMetadataShouldExcludeGPS"
/// The option for the quality of JPEG and WebP, 0 to 1; 1 makes WebP lossless.
///
/// The default is 0.9.
nonisolated(unsafe) public let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
/// The option for the `CGColor` behind transparent pixels in formats without alpha; the default is white.
nonisolated(unsafe) public let kCGImageDestinationBackgroundColor: CFString =
  "kCGImageDestinationBackgroundColor"

/// The orientation of a picture: the sides of the scene that its first row and first column show (Exif 2.3, 4.6.4).
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
  /// Upright after a quarter turn clockwise.
  case right = 6
  /// Mirrored along the other diagonal.
  case rightMirrored = 7
  /// Upright after a quarter turn counterclockwise.
  case left = 8
}
