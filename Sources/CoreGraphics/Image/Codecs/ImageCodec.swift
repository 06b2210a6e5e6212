import Foundation
package import StrataRaster

/// Reads and writes PNG, JPEG and WebP files.
///
/// Headers are read without a codec. Pixels need the trait `ImageCodecs`; without it, reading and writing throw
/// ``ImageError/codecsAreOff(_:)``.
package enum ImageCodec {
  /// Returns the header of a file; throws ``ImageError/tooManyPixels(width:height:limit:)`` above the limit.
  package static func header(of data: Data, pixelLimit: Int = CGImage.pixelLimit) throws(ImageError)
    -> ImageHeader
  {
    let header = try ImageHeader(data)
    guard PixelBuffer.pixelsInMemory(width: header.width, height: header.height) <= pixelLimit else {
      throw .tooManyPixels(width: header.width, height: header.height, limit: pixelLimit)
    }
    return header
  }

  /// Returns the pixels of a file, premultiplied and in sRGB.
  package static func decode(_ data: Data, pixelLimit: Int = CGImage.pixelLimit) throws(ImageError)
    -> PixelBuffer
  {
    let pixels = try decodeStraight(data, header(of: data, pixelLimit: pixelLimit))
    pixels.premultiply()
    return pixels
  }

  /// Returns the pixels of a JPEG file in sRGB, its width and height divided by 1, 2, 4 or 8 and rounded up.
  static func decodeJPEG(_ data: Data, dividedBy divisor: Int) throws(ImageError) -> PixelBuffer {
    try decodeStraight(data, header(of: data), divisor: divisor)
  }

  /// Returns the pixels that a damaged file still has, premultiplied and in sRGB; the others are transparent.
  ///
  /// Nil without a valid header.
  static func decodePart(_ data: Data, divisor: Int = 1) -> PixelBuffer? {
    guard let header = try? header(of: data),
      let pixels = try? decodeStraight(data, header, isPartial: true, divisor: divisor)
    else { return nil }
    pixels.premultiply()
    return pixels
  }

  /// Returns the red or gray values of a file as the alpha of a mask.
  package static func decodeGrayAsAlpha(
    _ data: Data,
    pixelLimit: Int = CGImage.pixelLimit
  ) throws(ImageError) -> PixelBuffer {
    let pixels = try decodeStraight(data, header(of: data, pixelLimit: pixelLimit))
    let alpha = PixelBuffer(width: pixels.width, height: pixels.height, format: .alpha8)
    for y in 0..<pixels.height {
      let (from, to) = (pixels.base + y * pixels.rowBytes, alpha.base + y * alpha.rowBytes)
      for x in 0..<pixels.width {
        (to + x).storeBytes(of: (from + x * 4).load(as: UInt8.self), as: UInt8.self)
      }
    }
    return alpha
  }

  /// Returns the bytes of a file with the given pixels.
  ///
  /// - Parameters:
  ///   - pixels: The pixels, premultiplied and in sRGB.
  ///   - format: The file format.
  ///   - quality: 0 to 1, for JPEG and WebP; 1 makes WebP lossless.
  ///   - background: The colour behind transparent pixels in formats without alpha, in extended sRGB.
  ///   - alphaAsGray: Writes an alpha-only image as gray; documents store masks in this way.
  /// - Returns: The bytes of the file.
  /// - Throws: ``ImageError`` if the format cannot store the image.
  package static func encode(
    _ pixels: PixelBuffer,
    as format: ImageFormat,
    quality: Double = 0.9,
    background: SIMD3<Float> = SIMD3(1, 1, 1),
    alphaAsGray: Bool = false
  ) throws(ImageError) -> Data {
    guard pixels.width > 0, pixels.height > 0 else { throw .notWritable(format, "it has no pixels") }
    let quality = quality.isFinite ? min(max(quality, 0), 1) : 0.9
    return try encodePixels(
      pixels,
      as: format,
      quality: quality,
      background: background,
      alphaAsGray: alphaAsGray
    )
  }

  #if ImageCodecs
    /// Returns straight sRGB pixels.
    private static func decodeStraight(
      _ data: Data,
      _ header: ImageHeader,
      isPartial: Bool = false,
      divisor: Int = 1
    ) throws(ImageError) -> PixelBuffer {
      switch header.format {
      case .png: try PNGCodec.decode(data, header, isPartial: isPartial)
      case .jpeg: try JPEGCodec.decode(data, header, isPartial: isPartial, divisor: divisor)
      case .webP: isPartial ? WebPCodec.decodePart(data, header) : try WebPCodec.decode(data, header)
      }
    }

    private static func encodePixels(
      _ pixels: PixelBuffer,
      as format: ImageFormat,
      quality: Double,
      background: SIMD3<Float>,
      alphaAsGray: Bool
    ) throws(ImageError) -> Data {
      switch format {
      case .png: try PNGCodec.encode(pixels, alphaAsGray: alphaAsGray)
      case .jpeg: try JPEGCodec.encode(pixels, quality: quality, background: background)
      case .webP: try WebPCodec.encode(pixels, quality: quality)
      }
    }
  #else
    private static func decodeStraight(
      _ data: Data,
      _ header: ImageHeader,
      isPartial: Bool = false,
      divisor: Int = 1
    ) throws(ImageError) -> PixelBuffer {
      throw .codecsAreOff(header.format)
    }

    private static func encodePixels(
      _ pixels: PixelBuffer,
      as format: ImageFormat,
      quality: Double,
      background: SIMD3<Float>,
      alphaAsGray: Bool
    ) throws(ImageError) -> Data {
      throw .codecsAreOff(format)
    }
  #endif
}

extension PixelBuffer {
  /// Multiplies straight 8-bit colours by their alpha, in place.
  func premultiply() {
    guard format == .rgba8 else { return }
    for y in 0..<height {
      let row = (base + y * rowBytes).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<width {
        let pixel = row[x]
        if pixel.w == 255 { continue }
        row[x] = SIMD4(pixel.x.times(pixel.w), pixel.y.times(pixel.w), pixel.z.times(pixel.w), pixel.w)
      }
    }
  }

  /// Copies one row of any format as straight 8-bit RGBA; alpha-only pixels are black.
  func copyStraightRow(_ y: Int, to target: UnsafeMutablePointer<SIMD4<UInt8>>) {
    let row = base + y * rowBytes
    switch format {
    case .rgba8:
      let pixels = row.assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<width {
        let pixel = pixels[x]
        target[x] =
          pixel.w == 255
          ? pixel
          : SIMD4(
            pixel.x.unpremultiplied(pixel.w),
            pixel.y.unpremultiplied(pixel.w),
            pixel.z.unpremultiplied(pixel.w),
            pixel.w
          )
      }
    case .rgba16f:
      let pixels = row.assumingMemoryBound(to: SIMD4<Float16>.self)
      for x in 0..<width {
        let pixel = SIMD4<Double>(pixels[x])
        let alpha = min(max(pixel.w, 0), 1)
        let color = alpha > 0 ? pixel / alpha : .zero
        target[x] = SIMD4(
          UInt8(clampedLevel: color.x),
          UInt8(clampedLevel: color.y),
          UInt8(clampedLevel: color.z),
          UInt8(clampedLevel: alpha)
        )
      }
    case .alpha8:
      for x in 0..<width { target[x] = SIMD4(0, 0, 0, (row + x).load(as: UInt8.self)) }
    }
  }

  /// True if every pixel is opaque.
  var isOpaque: Bool {
    for y in 0..<height {
      let row = base + y * rowBytes
      for x in 0..<width {
        let isTransparent =
          switch format {
          case .rgba8: (row + x * 4 + 3).load(as: UInt8.self) < 255
          case .rgba16f: (row + x * 8 + 6).load(as: Float16.self) < 1
          case .alpha8: (row + x).load(as: UInt8.self) < 255
          }
        if isTransparent { return false }
      }
    }
    return true
  }
}
