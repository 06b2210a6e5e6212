public import CoreGraphics
import Foundation
import StrataRaster

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
  /// The option for the quality is ``CIImageRepresentationOption/lossyCompressionQuality``, 0 to 1.
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

/// A key of the options of a written file.
public struct CIImageRepresentationOption: Hashable, RawRepresentable, Sendable {
  /// The name of the key.
  public let rawValue: String

  /// Creates a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The quality of a JPEG file, a number from 0 to 1.
  public static let lossyCompressionQuality = CIImageRepresentationOption(
    rawValue: "kCGImageDestinationLossyCompressionQuality"
  )
}

extension [CIImageRepresentationOption: Any] {
  fileprivate var quality: Double { (self[.lossyCompressionQuality] as? NSNumber)?.doubleValue ?? 0.9 }
}
