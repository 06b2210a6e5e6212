@_exported public import CoreGraphics
public import Foundation
import Synchronization

/// A source of an image: the bytes of a PNG, JPEG or WebP file.
///
/// - Thread: Any.
public final class CGImageSource: Hashable, Sendable {
  struct Contents: Sendable {
    var data = Data()
    var header: ImageHeader?
    /// True if the bytes are complete.
    var isFinal = true

    mutating func take(_ data: Data, isFinal: Bool) {
      self.data = data
      header = try? ImageCodec.header(of: data)
      self.isFinal = isFinal
    }
  }

  /// A function takes it once: another thread may replace it between two readings.
  private let contents: Mutex<Contents>

  fileprivate init(_ data: Data, isFinal: Bool = true) {
    var contents = Contents()
    contents.take(data, isFinal: isFinal)
    self.contents = Mutex(contents)
  }

  var current: Contents { contents.withLock { $0 } }

  fileprivate func update(_ data: Data, isFinal: Bool) {
    contents.withLock { contents in
      if !contents.isFinal { contents.take(data, isFinal: isFinal) }
    }
  }

  /// Returns whether both are the same object.
  public static func == (lhs: CGImageSource, rhs: CGImageSource) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The state of a source.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The bytes end too early.
  case statusUnexpectedEOF = -5
  /// The bytes are damaged.
  case statusInvalidData = -4
  /// The bytes do not begin with the signature of a known format.
  case statusUnknownType = -3
  /// The header is not complete yet.
  case statusReadingHeader = -2
  /// The image is not complete yet.
  case statusIncomplete = -1
  /// The image is complete.
  case statusComplete = 0
}

/// Returns a source of the bytes at a URL; nil if they cannot be read.
///
/// The options have no effect.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard let data = try? Data(contentsOf: url as URL) else { return nil }
  return CGImageSource(data)
}

/// Returns a source of the bytes of a data object; nil if it is empty.
///
/// The options have no effect.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  data.length > 0 ? CGImageSource(data.copiedBytes) : nil
}

/// Returns a source of a provider's bytes; nil if it is empty.
///
/// The options have no effect.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider,
  _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.flatMap { CGImageSourceCreateWithData($0, options) }
}

/// Returns a source whose bytes arrive in parts; see `CGImageSourceUpdateData`.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
  CGImageSource(Data(), isFinal: false)
}

/// Replaces the bytes of an incremental source by all bytes received so far; has no effect on other sources.
///
/// Size and type are available when the header is complete, and an image of the first rows soon after.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.update(data.copiedBytes, isFinal: final)
}

/// Replaces the bytes of an incremental source; see `CGImageSourceUpdateData`.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool)
{
  if let data = provider.data { CGImageSourceUpdateData(isrc, data, final) }
}

/// Returns the number of images: 1, or 0 if the bytes are not an image of a known format.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.current.header == nil ? 0 : 1 }

/// Returns the uniform type identifier of the bytes; nil if they are not an image of a known format.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
  isrc.current.header.map { $0.format.typeIdentifier as CFString }
}

/// Returns the index of the main image.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Returns the state of the source; `statusUnexpectedEOF` for bytes that are final and end too early.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
  let contents = isrc.current
  return contents.header != nil && !contents.isFinal ? .statusIncomplete : imageStatus(contents)
}

/// Returns the state of an image; `statusInvalidData` for an index other than 0.
///
/// The image of an incremental source is complete when its last byte is there, even before the source is final.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  index == 0 ? imageStatus(isrc.current) : .statusInvalidData
}

private func imageStatus(_ contents: CGImageSource.Contents) -> CGImageSourceStatus {
  if contents.header != nil {
    if ImageExtent(contents.data) == .whole { return .statusComplete }
    return contents.isFinal ? .statusUnexpectedEOF : .statusIncomplete
  }
  if !contents.isFinal { return .statusReadingHeader }
  return ImageHeader.format(of: contents.data) == nil ? .statusUnknownType : .statusInvalidData
}

/// Returns the uniform type identifiers that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  ImageFormat.allCases.map(\.typeIdentifier) as CFArray
}

/// Returns the image at an index; nil if the index is not 0, the header is damaged or no pixels have arrived yet.
///
/// Bytes that end too early give an image of the pixels that are there; the others are transparent, or black if the
/// image has no alpha. Pixels are decoded when they are first needed, or now with
/// `kCGImageSourceShouldCacheImmediately`; if that fails, returns nil. A `kCGImageSourceSubsampleFactor` of 2, 4 or 8
/// divides width and height, rounded up; JPEG files are then decoded in a part of the time and memory.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CGImage? {
  isrc.current.image(at: index, options)
}

extension CGImageSource.Contents {
  /// Returns the image, its size divided by a divisor of the decoder; nil for another index than 0, and without pixels.
  ///
  /// Only JPEG files have divisors other than 1.
  fileprivate func image(at index: Int, dividedBy divisor: Int) -> CGImage? {
    guard index == 0, header != nil, isFinal || ImageExtent(data) != .header else { return nil }
    return divisor > 1 ? try? CGImage(jpeg: data, dividedBy: divisor) : try? CGImage(file: data)
  }

  /// Returns the image; see `CGImageSourceCreateImageAtIndex`.
  func image(at index: Int, _ options: CFDictionary?) -> CGImage? {
    guard let header else { return nil }
    let asked = (options?[kCGImageSourceSubsampleFactor] as? NSNumber)?.intValue ?? 1
    let factor = [2, 4, 8].contains(asked) ? asked : 1
    let divisor = header.format == .jpeg ? factor : 1
    guard let image = image(at: index, dividedBy: divisor) else { return nil }
    if factor > divisor { return image.scaled(to: header.size(dividedBy: factor)) }
    if flag(options, kCGImageSourceShouldCacheImmediately) {
      if (try? image.decodeNow()) == nil {
        guard ImageExtent(data) == .part else { return nil }
        _ = image.pixels
      }
    }
    return image
  }
}

/// Returns the image, reduced so that its longer side has at most `kCGImageSourceThumbnailMaxPixelSize` pixels.
///
/// Returns nil unless `kCGImageSourceCreateThumbnailFromImageIfAbsent` or
/// `kCGImageSourceCreateThumbnailFromImageAlways` is true: thumbnails inside files are not read. With
/// `kCGImageSourceCreateThumbnailWithTransform` it is turned upright by the orientation that its file states.
///
/// JPEG files are decoded at the half, a quarter or an eighth of their size if that is at least twice the thumbnail's,
/// which takes a part of the time and memory.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CGImage? {
  let contents = isrc.current
  guard
    flag(options, kCGImageSourceCreateThumbnailFromImageIfAbsent)
      || flag(options, kCGImageSourceCreateThumbnailFromImageAlways),
    let header = contents.header
  else { return nil }
  let limit = (options?[kCGImageSourceThumbnailMaxPixelSize] as? NSNumber)?.doubleValue ?? .infinity
  let whole = SIMD2(header.width, header.height)
  let size = whole.limited(to: limit)
  let divisor = header.divisor(for: size)
  guard let image = contents.image(at: index, dividedBy: divisor) else { return nil }
  // Few pixels are turned faster than many; the longer side is the same.
  let reduced = size == whole ? image : image.scaled(to: size, from: SIMD2<Double>(whole) / Double(divisor))
  guard flag(options, kCGImageSourceCreateThumbnailWithTransform) else { return reduced }
  return reduced?.upright(from: ImageMetadata(contents.data).orientation)
}

extension SIMD2<Int> {
  /// Returns a size in pixels, reduced so that its longer side is at most `limit`.
  fileprivate func limited(to limit: Double) -> Self {
    let longer = Double(max())
    guard limit >= 1, longer > limit else { return self }
    return SIMD2(
      Swift.max(Int((Double(x) * limit / longer).rounded()), 1),
      Swift.max(Int((Double(y) * limit / longer).rounded()), 1)
    )
  }
}

extension CGImage {
  /// Returns the image, reduced so that its longer side has at most `limit` pixels.
  func limited(to limit: Double) -> CGImage? {
    let whole = SIMD2(width, height)
    let size = whole.limited(to: limit)
    return size == whole ? self : scaled(to: size)
  }

  /// Returns the image scaled to a size in pixels.
  ///
  /// `extent` is the part of the image, from its top left, that is to fill the size; all of it for nil. Its last pixels
  /// may lie in it in part.
  fileprivate func scaled(to size: SIMD2<Int>, from extent: SIMD2<Double>? = nil) -> CGImage? {
    let own = SIMD2(Double(self.width), Double(self.height))
    let drawn = SIMD2<Double>(size) * own / (extent ?? own)
    let context = CGContext(
      data: nil,
      width: size.x,
      height: size.y,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    context?.interpolationQuality = .high
    context?.draw(self, in: CGRect(x: 0, y: Double(size.y) - drawn.y, width: drawn.x, height: drawn.y))
    return context?.makeImage()
  }
}

/// Returns the size, depth, colour model, alpha, orientation and resolution of an image, under the `kCGImageProperty`
/// keys; nil without a valid header.
///
/// Orientation and resolution are also in a dictionary under `kCGImagePropertyTIFFDictionary`, if the file states them.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CFDictionary? {
  isrc.current.properties(at: index).map { NSDictionary(dictionary: $0) }
}

extension CGImageSource.Contents {
  /// Returns the properties of an image; see `CGImageSourceCopyPropertiesAtIndex`.
  func properties(at index: Int) -> [String: Any]? {
    guard index == 0, let header else { return nil }
    let metadata = ImageMetadata(data)
    var properties: [String: Any] = [
      kCGImagePropertyOrientation as String: NSNumber(value: metadata.orientation),
      kCGImagePropertyPixelWidth as String: NSNumber(value: header.width),
      kCGImagePropertyPixelHeight as String: NSNumber(value: header.height),
      kCGImagePropertyDepth as String: NSNumber(value: header.depth),
      kCGImagePropertyHasAlpha as String: NSNumber(value: header.hasAlpha),
      kCGImagePropertyIsIndexed as String: NSNumber(value: header.isIndexed),
      kCGImagePropertyColorModel as String: header.colorModel,
    ]
    if let resolution = metadata.resolution {
      properties[kCGImagePropertyDPIWidth as String] = NSNumber(value: resolution.x)
      properties[kCGImagePropertyDPIHeight as String] = NSNumber(value: resolution.y)
    }
    let details = metadata.tiffProperties
    if !details.isEmpty { properties[kCGImagePropertyTIFFDictionary as String] = details }
    return properties
  }
}

extension ImageHeader {
  fileprivate var colorModel: CFString {
    if isCMYK { return kCGImagePropertyColorModelCMYK }
    return isGray ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB
  }
}

/// Returns the number of bytes under `kCGImagePropertyFileSize`.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  NSDictionary(dictionary: [kCGImagePropertyFileSize as String: NSNumber(value: isrc.current.data.count)])
}

/// Returns whether an options dictionary has a true value for a key.
func flag(_ options: CFDictionary?, _ key: CFString) -> Bool {
  (options?[key] as? NSNumber)?.boolValue ?? false
}
