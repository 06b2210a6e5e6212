public import CoreGraphics
public import Foundation

/// A destination that encodes one image into a file, a data object or a consumer.
///
/// - Thread: One at a time.
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

/// Returns a destination that writes a file when it is finalized.
///
/// `type` is a uniform type identifier. Returns nil for types that cannot be written, and for counts other than 1,
/// because the known formats have one image. The options have no effect.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard count == 1, let format = ImageFormat(rawValue: type as String) else { return nil }
  return CGImageDestination(.file(url as URL), format)
}

/// Returns a destination that appends to a data object when it is finalized; see `CGImageDestinationCreateWithURL`.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData,
  _ type: CFString,
  _ count: Int,
  _ options: CFDictionary?
) -> CGImageDestination? {
  guard count == 1, let format = ImageFormat(rawValue: type as String) else { return nil }
  return CGImageDestination(.bytes(data), format)
}

/// Returns a destination that writes to a consumer when it is finalized; see `CGImageDestinationCreateWithURL`.
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

/// Sets options for the image; options that are given with the image take precedence.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.shared = values(properties)
}

/// Adds the image with options under the `kCGImageDestination` keys; a second image is ignored.
///
/// The properties for orientation and resolution are written into the file.
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination,
  _ image: CGImage,
  _ properties: CFDictionary?
) {
  guard !idst.isFinished, idst.image == nil else { return }
  idst.image = (image, values(properties))
}

/// Adds the image of a source with options; see `CGImageDestinationAddImage`.
///
/// Orientation and resolution are those of the source, unless the options have others; `NSNull` removes them.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination,
  _ isrc: CGImageSource,
  _ index: Int,
  _ properties: CFDictionary?
) {
  // Both are of one state of an incremental source.
  let contents = isrc.current
  guard let image = contents.image(at: index, nil) else { return }
  let options = (contents.properties(at: index) ?? [:]).merging(values(properties)) { $1 }
  CGImageDestinationAddImage(idst, image, NSDictionary(dictionary: options))
}

/// Encodes and writes the image, once.
///
/// Returns false without an image, on a second call, and if decoding, encoding or writing fails: a consumer's function
/// that takes fewer bytes than there are fails, too.
@discardableResult
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
    guard let limited = image.limited(to: limit ?? .infinity) else { return false }
    let encoded = try ImageCodec.encode(
      limited.pixels,
      as: idst.format,
      quality: quality ?? 0.9,
      background: background
    )
    let data = ImageMetadata(properties: options).written(into: encoded)
    switch idst.target {
    case .file(let url): try data.write(to: url, options: .atomic)
    case .bytes(let bytes): bytes.append(data)
    case .consumer(let consumer):
      let isTaken = consumer.write(data)
      return consumer.finish() && isTaken
    }
    return true
  } catch {
    return false
  }
}

/// Returns the entries of an options dictionary whose keys are strings.
private func values(_ dictionary: CFDictionary?) -> [String: Any] {
  var result: [String: Any] = [:]
  for (key, value) in dictionary ?? NSDictionary() {
    if let key = key as? String { result[key] = value }
  }
  return result
}
