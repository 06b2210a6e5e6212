#if ImageCodecs
  import CPNG
  import Foundation
  import StrataRaster

  /// PNG (ISO/IEC 15948) by libpng.
  enum PNGCodec {
    /// Returns the pixels; with `isPartial` those of a damaged file as far as they go.
    static func decode(
      _ data: Data,
      _ header: ImageHeader,
      isPartial: Bool
    ) throws(ImageError) -> PixelBuffer {
      guard let width = UInt32(exactly: header.width), let height = UInt32(exactly: header.height) else {
        throw .damaged(.png, "its size is out of range")
      }
      // Deflate compresses at most 1032 to 1, so that less data cannot hold all rows.
      guard isPartial || (header.width * header.depth + 7) / 8 * header.height / 1032 <= data.count else {
        throw .damaged(.png, "the file is cut off")
      }
      let pixels = PixelBuffer(width: header.width, height: header.height, format: .rgba8)
      var rows = pixels.rowPointers
      var profile: UnsafeMutablePointer<UInt8>?
      var profileSize: UInt32 = 0
      let file = isPartial ? withoutMissingBytes(data) : data
      let message = file.withUnsafeBytes { bytes in
        strata_png_decode(
          bytes.bindMemory(to: UInt8.self).baseAddress,
          bytes.count,
          &rows,
          width,
          height,
          &profile,
          &profileSize
        )
      }
      defer { free(profile) }
      if !isPartial, let text = messageText(message.text) { throw .damaged(.png, text) }
      if let profile, ColorProfile.isDisplayP3(UnsafeBufferPointer(start: profile, count: Int(profileSize))) {
        pixels.convertFromDisplayP3()
      }
      return pixels
    }

    /// Returns a file whose last chunk, if it is cut off, states the length that is there.
    ///
    /// The decoder reads a chunk of pixels in large blocks, and would drop the last one.
    private static func withoutMissingBytes(_ data: Data) -> Data {
      let bytes = ByteReader(data)
      var place = 8
      while place + 8 <= bytes.count {
        let (length, rest) = (bytes.big32(place), bytes.count - place - 8)
        if length > rest {
          var file = Data(data)
          for index in 0..<4 { file[place + index] = UInt8(truncatingIfNeeded: rest >> (24 - 8 * index)) }
          return file
        }
        place += length + 12
      }
      return data
    }

    static func encode(_ pixels: PixelBuffer, alphaAsGray: Bool) throws(ImageError) -> Data {
      let (width, height) = (pixels.width, pixels.height)
      var components = 4
      if pixels.format == .alpha8 {
        components = alphaAsGray ? 1 : 2
      } else if pixels.isOpaque {
        components = 3
      }
      guard let width32 = UInt32(exactly: width), let height32 = UInt32(exactly: height) else {
        throw .notWritable(.png, "its size is out of range")
      }
      let packed = PackedRows(pixels, components: components)
      var rows = packed.rowPointers
      var output = strata_png_output()
      // Level 3 costs half the time of the default and 5 % of size on drawn pictures.
      let message = strata_png_encode(&rows, width32, height32, Int32(components), 3, &output)
      defer { free(output.bytes) }
      if let text = messageText(message.text) { throw .notWritable(.png, text) }
      guard let bytes = output.bytes else { throw .notWritable(.png, "nothing was written") }
      return Data(bytes: bytes, count: output.count)
    }
  }

  /// Straight 8-bit rows without padding, of 1 (alpha as gray), 2 (black and alpha), 3 (RGB) or 4 (RGBA) components.
  final class PackedRows {
    let bytes: UnsafeMutablePointer<UInt8>
    let rowBytes: Int
    private let height: Int

    /// Packs pixels; `background` (0 to 255) is composited behind them if there are 3 components, nil drops their
    /// alpha.
    init(_ pixels: PixelBuffer, components: Int, background: SIMD3<Float>? = nil) {
      let (width, height) = (pixels.width, pixels.height)
      (self.height, rowBytes) = (height, width * components)
      bytes = .allocate(capacity: max(rowBytes * height, 1))
      withUnsafeTemporaryAllocation(of: SIMD4<UInt8>.self, capacity: width) { row in
        guard let base = row.baseAddress else { return }
        for y in 0..<height {
          pixels.copyStraightRow(y, to: base)
          var target = bytes + y * rowBytes
          for x in 0..<width {
            var pixel = base[x]
            switch components {
            case 1: target[0] = pixel.w
            case 2: (target[0], target[1]) = (pixel.x, pixel.w)
            default:
              if components == 3, let background, pixel.w < 255 {
                let alpha = Float(pixel.w) / 255
                let color =
                  SIMD3(Float(pixel.x), Float(pixel.y), Float(pixel.z)) * alpha + background * (1 - alpha)
                let levels = color + 0.5
                pixel = SIMD4(UInt8(levels.x), UInt8(levels.y), UInt8(levels.z), 255)
              }
              (target[0], target[1], target[2]) = (pixel.x, pixel.y, pixel.z)
              if components == 4 { target[3] = pixel.w }
            }
            target += components
          }
        }
      }
    }

    deinit { bytes.deallocate() }

    var rowPointers: [UnsafeMutablePointer<UInt8>?] { (0..<height).map { bytes + $0 * rowBytes } }
  }

  extension PixelBuffer {
    var rowPointers: [UnsafeMutablePointer<UInt8>?] {
      (0..<height).map { (base + $0 * rowBytes).assumingMemoryBound(to: UInt8.self) }
    }

    /// Converts straight pixels from Display P3 to sRGB, in place and clamped.
    func convertFromDisplayP3() {
      let conversion = EightBitConversion(ColorEncoding(primaries: .displayP3))
      for y in 0..<height {
        let row = (base + y * rowBytes).assumingMemoryBound(to: SIMD4<UInt8>.self)
        for x in 0..<width {
          let (r, g, b) = conversion.sRGB(row[x].x, row[x].y, row[x].z)
          row[x] = SIMD4(r, g, b, row[x].w)
        }
      }
    }
  }

  /// Returns the text in a fixed array of C characters; nil if it is empty.
  func messageText<Characters>(_ characters: Characters) -> String? {
    withUnsafeBytes(of: characters) { bytes in
      let text = bytes.prefix { $0 != 0 }
      return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
  }
#endif
