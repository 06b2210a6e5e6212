#if Media
  import CoreGraphics
  import CoreVideo
  import StrataRaster

  extension CVBuffer {
    /// A buffer of an image's pixels, in a format of four bytes a pixel; nil for other formats.
    static func make(of image: CGImage, format: OSType) -> CVPixelBuffer? {
      let order: [Int]
      switch format {
      case kCVPixelFormatType_32BGRA: order = [2, 1, 0, 3]
      case kCVPixelFormatType_32RGBA: order = [0, 1, 2, 3]
      case kCVPixelFormatType_32ARGB: order = [3, 0, 1, 2]
      case kCVPixelFormatType_32ABGR: order = [3, 2, 1, 0]
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
#endif
