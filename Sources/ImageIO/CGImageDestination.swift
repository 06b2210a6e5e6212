public import CoreGraphics
public import Foundation

/// Writes an image to a file or into bytes.
///
/// - Thread: One thread at a time.
public final class CGImageDestination: Hashable {
  fileprivate enum Target {
    case file(URL)
    case bytes(NSMutableData)
    case consumer(CGDataConsumer)
  }

  fileprivate let target: Target
  fileprivate let format: ImageFormat
  fileprivate var shared: [String: Any] = [:]
  fileprivate var image: (CGImage, options: [String: Any])?
  fileprivate var isFinished = false

  fileprivate init(_ target: Target, _ format: ImageFormat) {
    (self.target, self.format) = (target, format)
  }

  /// Returns whether both are the same object.
  public static func == (lhs: CGImageDestination, rhs: CGImageDestination) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Returns a destination that writes a file when it is finalized; nil for types that cannot be written, and for counts
/// other than 1, as every known format has one image.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard count == 1, let format = ImageFormat(rawValue: type as String) else { return nil }
  return CGImageDestination(.file(url as URL), format)
}

/// Returns a destination that appends to bytes when it is finalized; nil for types that cannot be written, and for counts
/// other than 1, as every known format has one image.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard count == 1, let format = ImageFormat(rawValue: type as String) else { return nil }
  return CGImageDestination(.bytes(data), format)
}

/// Returns a destination that hands bytes to a consumer when it is finalized; nil for types that cannot be written, and for
/// counts other than 1.
public func CGImageDestinationCreateWithDataConsumer(
  _ consumer: CGDataConsumer,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard count == 1, let format = ImageFormat(rawValue: type as String) else { return nil }
  return CGImageDestination(.consumer(consumer), format)
}

/// Returns the uniform type identifiers that can be written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
  ImageFormat.allCases.map(\.typeIdentifier) as CFArray
}

/// Sets options for the image that is added later; those given with the image go before.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.shared = values(properties)
}

/// Adds the image with options: quality, the colour behind transparent pixels, and the longest side.
///
/// A second image is ignored.
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination,
  _ image: CGImage,
  _ properties: CFDictionary?
) {
  guard !idst.isFinished, idst.image == nil else { return }
  idst.image = (image, values(properties))
}

/// Adds the image of a source with options; see `CGImageDestinationAddImage`.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination,
  _ isrc: CGImageSource,
  _ index: Int,
  _ properties: CFDictionary?
) {
  guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
  CGImageDestinationAddImage(idst, image, properties)
}

/// Encodes and writes; false when there is no image, or encoding or writing fails.
///
/// Works once.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  guard !idst.isFinished, let (image, own) = idst.image else { return false }
  idst.isFinished = true
  let options = idst.shared.merging(own) { $1 }
  let quality = (options[kCGImageDestinationLossyCompressionQuality as String] as? NSNumber)?.doubleValue
  var background = SIMD3<Float>(1, 1, 1)
  if let color = options[kCGImageDestinationBackgroundColor as String] as? CGColor {
    let rgba = color.extendedSRGB
    background = SIMD3(rgba.x, rgba.y, rgba.z)
  }
  do {
    try image.decodeNow()
    let limit = (options[kCGImageDestinationImageMaxPixelSize as String] as? NSNumber)?.doubleValue
    let data = try ImageCodec.encode(
      (image.limited(to: limit ?? .infinity) ?? image).pixels,
      as: idst.format,
      quality: quality ?? 0.9,
      background: background
    )
    switch idst.target {
    case .file(let url): try data.write(to: url, options: .atomic)
    case .bytes(let bytes): bytes.append(data)
    case .consumer(let consumer):
      consumer.write(data)
      consumer.finish()
    }
    return true
  } catch {
    return false
  }
}

/// An options dictionary by text.
private func values(_ dictionary: CFDictionary?) -> [String: Any] {
  var result: [String: Any] = [:]
  for (key, value) in dictionary ?? NSDictionary() {
    if let key = key as? String { result[key] = value }
  }
  return result
}
