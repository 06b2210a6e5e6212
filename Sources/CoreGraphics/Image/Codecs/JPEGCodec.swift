#if ImageCodecs
  import CJPEG
  import Foundation
  import StrataRaster

  /// JPEG (ITU-T T.81) by libjpeg-turbo; the Exif orientation is not applied.
  enum JPEGCodec {
    /// Returns the pixels; with `isPartial` those of a damaged file as far as they go.
    ///
    /// A `divisor` of 2, 4 or 8 gives each square of so many pixels as one, at a part of the time.
    static func decode(
      _ data: Data,
      _ header: ImageHeader,
      isPartial: Bool,
      divisor: Int
    ) throws(ImageError) -> PixelBuffer {
      let size = header.size(dividedBy: divisor)
      let pixels = PixelBuffer(width: size.x, height: size.y, format: .rgba8)
      var ink: Int32 = 0
      let message = data.withUnsafeBytes { bytes in
        strata_jpeg_decode(
          bytes.bindMemory(to: UInt8.self).baseAddress,
          bytes.count,
          pixels.base.assumingMemoryBound(to: UInt8.self),
          pixels.rowBytes,
          UInt32(size.x),
          UInt32(size.y),
          UInt32(divisor),
          &ink
        )
      }
      if !isPartial, let text = messageText(message.text) { throw .damaged(.jpeg, text) }
      if ink > 0 { pixels.convertFromInks(areInverted: ink == 2) }
      if let profile = ColorProfile.firstSegment(ofJPEG: data), ColorProfile.isDisplayP3(profile) {
        pixels.convertFromDisplayP3()
      }
      return pixels
    }

    static func encode(
      _ pixels: PixelBuffer,
      quality: Double,
      background: SIMD3<Float>
    ) throws(ImageError) -> Data {
      guard pixels.width <= 65500, pixels.height <= 65500 else {
        throw .notWritable(.jpeg, "no side may be longer than 65500 pixels")
      }
      let levels = background.clamped(lowerBound: .zero, upperBound: .one) * 255
      let packed = PackedRows(pixels, components: 3, background: levels)
      var bytes: UnsafeMutablePointer<UInt8>?
      var size: UInt = 0
      let message = strata_jpeg_encode(
        packed.bytes,
        packed.rowBytes,
        UInt32(pixels.width),
        UInt32(pixels.height),
        Int32(max(1, (quality * 100).rounded())),
        &bytes,
        &size
      )
      defer { free(bytes) }
      if let text = messageText(message.text) { throw .notWritable(.jpeg, text) }
      guard let bytes else { throw .notWritable(.jpeg, "nothing was written") }
      return Data(bytes: bytes, count: Int(size))
    }
  }

  extension PixelBuffer {
    /// Converts 8-bit CMYK to opaque RGB: (1 − ink) · (1 − black) for each component.
    fileprivate func convertFromInks(areInverted: Bool) {
      for y in 0..<height {
        let row = (base + y * rowBytes).assumingMemoryBound(to: SIMD4<UInt8>.self)
        for x in 0..<width {
          let left = areInverted ? row[x] : 255 &- row[x]
          row[x] = SIMD4(left.x.times(left.w), left.y.times(left.w), left.z.times(left.w), 255)
        }
      }
    }
  }
#endif
