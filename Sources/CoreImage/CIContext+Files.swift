public import CoreGraphics
public import Foundation
import ImageIO
import StrataRaster
public import StrataRenderTree

// The codecs belong to Core Graphics, so that files need no other module.

extension CIContext {
  /// Returns the pixels of an image's extent as a PNG file; nil if the extent is infinite or empty.
  ///
  /// Files are in sRGB with eight bits; `format`, `colorSpace` and `options` have no effect.
  public func pngRepresentation(
    of image: CIImage,
    format: CIFormat,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    try? file(of: image, .png, 1)
  }

  /// Returns the pixels of an image's extent over white as a JPEG file; nil if the extent is infinite or empty.
  ///
  /// The option for the quality is `kCGImageDestinationLossyCompressionQuality`, 0 to 1.
  public func jpegRepresentation(
    of image: CIImage,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    try? file(of: image, .jpeg, options.quality)
  }

  /// Writes the pixels of an image's extent into a PNG file.
  ///
  /// - Throws: If the extent is infinite or empty, or if the file cannot be written.
  public func writePNGRepresentation(
    of image: CIImage,
    to url: URL,
    format: CIFormat,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try file(of: image, .png, 1).write(to: url, options: .atomic)
  }

  /// Writes the pixels of an image's extent over white into a JPEG file.
  ///
  /// - Throws: If the extent is infinite or empty, or if the file cannot be written.
  public func writeJPEGRepresentation(
    of image: CIImage,
    to url: URL,
    colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try file(of: image, .jpeg, options.quality).write(to: url, options: .atomic)
  }

  private func file(of image: CIImage, _ format: ImageFormat, _ quality: Double) throws -> Data {
    guard let picture = createCGImage(image, from: image.extent, format: .RGBA8, colorSpace: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    return try ImageCodec.encode(picture.pixels, as: format, quality: quality)
  }
}

/// A key of the options of a written file, which the keys of Image I/O cast to.
///
/// ```swift
/// let options = [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: 0.8]
/// ```
public struct CIImageRepresentationOption: Hashable, RawRepresentable, Sendable {
  /// The name of the key.
  public let rawValue: String

  /// Creates a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension CIImageRepresentationOption: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}

extension [CIImageRepresentationOption: Any] {
  /// The quality of a JPEG file, from 0 to 1.
  fileprivate var quality: Double {
    let key = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)
    return self[key].flatMap { FilterInput.number($0) } ?? 0.9
  }
}
