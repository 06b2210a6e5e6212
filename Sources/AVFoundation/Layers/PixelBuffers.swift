#if Media
  import CoreGraphics
  import CoreVideo
  import StrataRaster

  extension CVBuffer {
    /// The formats that ``make(of:format:)`` makes.
    static let imageFormats = [
      kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB,
      kCVPixelFormatType_32ABGR, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ]

    /// A buffer of an image's pixels, in a format of four bytes a pixel or of luma and halved chroma; nil for other formats.
    ///
    /// Without a matrix, luma and chroma have that which the height has in buffers without one.
    static func make(of image: CGImage, format: OSType, matrix: YCbCrMatrix? = nil) -> CVPixelBuffer? {
      let order: [Int]
      switch format {
      case kCVPixelFormatType_32BGRA: order = [2, 1, 0, 3]
      case kCVPixelFormatType_32RGBA: order = [0, 1, 2, 3]
      case kCVPixelFormatType_32ARGB: order = [3, 0, 1, 2]
      case kCVPixelFormatType_32ABGR: order = [3, 2, 1, 0]
      case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
        return LumaAndChroma(of: image, format, matrix)?.buffer
      default: return nil
      }
      var buffer: CVPixelBuffer?
      let pixels = image.pixels
      guard pixels.format == .rgba8,
        CVPixelBufferCreate(nil, image.width, image.height, format, nil, &buffer) == kCVReturnSuccess,
        let buffer,
        CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess,
        let base = CVPixelBufferGetBaseAddress(buffer)
      else { return nil }
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
      for y in 0..<image.height {
        let source = UnsafeRawPointer(pixels.row(y)).assumingMemoryBound(to: SIMD4<UInt8>.self)
        let target = (base + y * rowBytes).assumingMemoryBound(to: SIMD4<UInt8>.self)
        for x in 0..<image.width {
          let p = source[x]
          target[x] = SIMD4(p[order[0]], p[order[1]], p[order[2]], p[order[3]])
        }
      }
      return buffer
    }
  }

  /// An image as planes of luma and halved chroma, by a matrix, or that which its height has in buffers without one.
  private struct LumaAndChroma {
    let buffer: CVPixelBuffer
    private let isFullRange: Bool
    private let red: Double
    private let blue: Double

    init?(of image: CGImage, _ format: OSType, _ given: YCbCrMatrix?) {
      var made: CVPixelBuffer?
      guard image.pixels.format == .rgba8,
        CVPixelBufferCreate(nil, image.width, image.height, format, nil, &made) == kCVReturnSuccess,
        let made,
        CVPixelBufferLockBaseAddress(made, []) == kCVReturnSuccess
      else { return nil }
      defer { CVPixelBufferUnlockBaseAddress(made, []) }
      let matrix = given ?? (image.height >= 720 ? .itu709 : .itu601)
      if let name = matrix.attachment {
        CVBufferSetAttachment(made, kCVImageBufferYCbCrMatrixKey, name, .shouldPropagate)
      }
      CVBufferSetAttachment(
        made,
        kCVImageBufferChromaLocationTopFieldKey,
        kCVImageBufferChromaLocation_Center,
        .shouldPropagate
      )
      (buffer, isFullRange) = (made, format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
      (red, blue) = matrix.weights
      write(image.pixels)
    }

    private func write(_ pixels: PixelBuffer) {
      guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
        let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
      else { return }
      let lumaBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
      let chromaBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
      let (black, scale) = isFullRange ? (0.0, 1.0) : (16.0, 219.0 / 255)
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          let level = black + scale * brightness(color(pixels, x, y))
          luma.storeBytes(of: Self.byte(level), toByteOffset: y * lumaBytes + x, as: UInt8.self)
        }
      }
      for y in 0..<(pixels.height + 1) / 2 {
        for x in 0..<(pixels.width + 1) / 2 {
          let pair = difference(pixels, x, y)
          chroma.storeBytes(of: pair, toByteOffset: y * chromaBytes + x * 2, as: SIMD2<UInt8>.self)
        }
      }
    }

    private func color(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> SIMD4<Double> {
      SIMD4(UnsafeRawPointer(pixels.row(y)).load(fromByteOffset: x * 4, as: SIMD4<UInt8>.self))
    }

    private func brightness(_ color: SIMD4<Double>) -> Double {
      red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
    }

    /// The differences of blue and red from luma in the middle of two by two pixels; at odd edges the last ones count twice.
    private func difference(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> SIMD2<UInt8> {
      let (right, below) = (min(x * 2 + 1, pixels.width - 1), min(y * 2 + 1, pixels.height - 1))
      let sum =
        color(pixels, x * 2, y * 2) + color(pixels, right, y * 2) + color(pixels, x * 2, below)
        + color(pixels, right, below)
      let (mean, scale) = (sum / 4, isFullRange ? 1.0 : 224.0 / 255)
      let luma = brightness(mean)
      return SIMD2(
        Self.byte(128 + scale * (mean[2] - luma) / (2 - 2 * blue)),
        Self.byte(128 + scale * (mean[0] - luma) / (2 - 2 * red))
      )
    }

    private static func byte(_ level: Double) -> UInt8 { UInt8(min(max(level.rounded(), 0), 255)) }
  }
#endif
