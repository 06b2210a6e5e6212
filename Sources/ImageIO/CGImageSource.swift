@_exported public import CoreGraphics
@_exported public import Foundation

/// Reads images from a file or from bytes.
///
/// PNG, JPEG and WebP are known; each has one image.
public final class CGImageSource: Hashable, Sendable {
  fileprivate let data: Data
  fileprivate let header: ImageHeader?

  fileprivate init(_ data: Data) {
    self.data = data
    header = try? ImageCodec.header(of: data)
  }

  /// Returns whether both are the same object.
  public static func == (lhs: CGImageSource, rhs: CGImageSource) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What is known of a source's bytes.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The bytes end too early.
  case statusUnexpectedEOF = -5
  /// The bytes are damaged.
  case statusInvalidData = -4
  /// The bytes begin like no format that is known.
  case statusUnknownType = -3
  /// The header is still being read.
  case statusReadingHeader = -2
  /// The image is not whole yet.
  case statusIncomplete = -1
  /// All is there.
  case statusComplete = 0
}

/// Returns a source of the bytes at a URL; nil when they cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard let data = try? Data(contentsOf: url as URL) else { return nil }
  return CGImageSource(data)
}

/// Returns a source of bytes; nil when there are none.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  data.length > 0 ? CGImageSource(data as Data) : nil
}

/// Returns a source of a provider's bytes; nil when there are none.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider,
  _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.flatMap { CGImageSourceCreateWithData($0, options) }
}

/// Returns the number of images: 1, or 0 when the bytes are no image that is known.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.header == nil ? 0 : 1 }

/// Returns the uniform type identifier of the bytes, or nil.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
  isrc.header.map { $0.format.typeIdentifier as CFString }
}

/// Returns the index of the main image.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Returns what is known of the bytes.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
  if isrc.header != nil { return .statusComplete }
  return ImageHeader.format(of: isrc.data) == nil ? .statusUnknownType : .statusInvalidData
}

/// Returns the uniform type identifiers that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  ImageFormat.allCases.map(\.typeIdentifier) as CFArray
}

/// Returns an image whose pixels are decoded when they are first needed, or at once with
/// `kCGImageSourceShouldCacheImmediately`; nil outside of the count and for damaged headers.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CGImage? {
  guard index == 0, isrc.header != nil, let image = try? CGImage(file: isrc.data) else { return nil }
  if flag(options, kCGImageSourceShouldCacheImmediately) {
    guard (try? image.decodeNow()) != nil else { return nil }
  }
  return image
}

/// Returns the image reduced so that its longer side has at most `kCGImageSourceThumbnailMaxPixelSize` pixels.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CGImage? {
  guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return nil }
  let limit = (options?[kCGImageSourceThumbnailMaxPixelSize] as? NSNumber)?.doubleValue ?? .infinity
  let longer = Double(max(image.width, image.height))
  guard limit >= 1, longer > limit else { return image }
  let width = max(Int((Double(image.width) * limit / longer).rounded()), 1)
  let height = max(Int((Double(image.height) * limit / longer).rounded()), 1)
  let context = CGContext(
    data: nil,
    width: width,
    height: height,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )
  context?.interpolationQuality = .high
  context?.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
  return context?.makeImage()
}

/// Returns size, depth, colour model and alpha of an image, under the `kCGImageProperty` keys.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0, let header = isrc.header else { return nil }
  let properties: [String: Any] = [
    kCGImagePropertyPixelWidth as String: NSNumber(value: header.width),
    kCGImagePropertyPixelHeight as String: NSNumber(value: header.height),
    kCGImagePropertyDepth as String: NSNumber(value: header.depth),
    kCGImagePropertyHasAlpha as String: NSNumber(value: header.hasAlpha),
    kCGImagePropertyIsIndexed as String: NSNumber(value: header.isIndexed),
    kCGImagePropertyColorModel as String: header.isGray ? "Gray" : "RGB",
  ]
  return NSDictionary(dictionary: properties)
}

/// Returns the file size of the source's bytes under `kCGImagePropertyFileSize`.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  NSDictionary(dictionary: [kCGImagePropertyFileSize as String: NSNumber(value: isrc.data.count)])
}

/// Whether an options dictionary has a true value under a key.
func flag(_ options: CFDictionary?, _ key: CFString) -> Bool {
  (options?[key] as? NSNumber)?.boolValue ?? false
}
