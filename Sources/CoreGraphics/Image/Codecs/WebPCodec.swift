#if ImageCodecs
  import CWebP
  import Foundation
  import StrataRaster

  /// WebP (RFC 9649) by libwebp.
  enum WebPCodec {
    /// Returns the pixels of the rows before the end of a file that is cut off.
    static func decodePart(_ data: Data, _ header: ImageHeader) -> PixelBuffer {
      let pixels = PixelBuffer(width: header.width, height: header.height, format: .rgba8)
      let decoder = WebPINewRGB(
        MODE_RGBA,
        pixels.base.assumingMemoryBound(to: UInt8.self),
        pixels.rowBytes * pixels.height,
        Int32(clamping: pixels.rowBytes)
      )
      guard let decoder else { return pixels }
      _ = data.withUnsafeBytes { bytes in
        WebPIAppend(decoder, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
      }
      WebPIDelete(decoder)
      return pixels
    }

    static func decode(_ data: Data, _ header: ImageHeader) throws(ImageError) -> PixelBuffer {
      let bytes = ByteReader(data)
      if bytes.tag(12) == "VP8X", bytes[20] & 0x02 != 0 { throw .unsupported(.webP, "an animation") }
      let pixels = PixelBuffer(width: header.width, height: header.height, format: .rgba8)
      var config = WebPDecoderConfig()
      guard WebPInitDecoderConfig(&config) != 0 else {
        throw .unsupported(.webP, "another version of its decoder")
      }
      config.output.colorspace = MODE_RGBA
      config.output.is_external_memory = 1
      config.output.u.RGBA.rgba = pixels.base.assumingMemoryBound(to: UInt8.self)
      config.output.u.RGBA.stride = Int32(clamping: pixels.rowBytes)
      config.output.u.RGBA.size = pixels.rowBytes * pixels.height
      let status = data.withUnsafeBytes { bytes in
        WebPDecode(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &config)
      }
      WebPFreeDecBuffer(&config.output)
      switch status {
      case VP8_STATUS_OK: break
      case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .damaged(.webP, "the file is cut off")
      case VP8_STATUS_OUT_OF_MEMORY: throw .damaged(.webP, "it needs too much memory")
      case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(.webP, "a feature of another version")
      default: throw .damaged(.webP, "its bit stream is invalid")
      }
      if let profile = ColorProfile.chunk(ofWebP: data), ColorProfile.isDisplayP3(profile) {
        pixels.convertFromDisplayP3()
      }
      return pixels
    }

    static func encode(_ pixels: PixelBuffer, quality: Double) throws(ImageError) -> Data {
      guard pixels.width <= 16383, pixels.height <= 16383 else {
        throw .notWritable(.webP, "no side may be longer than 16383 pixels")
      }
      let packed = PackedRows(pixels, components: 4)
      var output: UnsafeMutablePointer<UInt8>?
      let (width, height, rowBytes) = (Int32(pixels.width), Int32(pixels.height), Int32(packed.rowBytes))
      let size =
        quality >= 1
        ? WebPEncodeLosslessRGBA(packed.bytes, width, height, rowBytes, &output)
        : WebPEncodeRGBA(packed.bytes, width, height, rowBytes, Float(quality * 100), &output)
      defer { WebPFree(output) }
      guard size > 0, let output else { throw .notWritable(.webP, "the encoder gave up") }
      return Data(bytes: output, count: size)
    }
  }
#endif
