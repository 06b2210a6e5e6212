#if Media
  import CoreGraphics
  import StrataRaster

  /// Pictures as the bytes of frames of a size.
  enum FittedPicture {
    /// Writes an image, scaled to a size in its proportions, with black beside it; all black without one.
    static func copy(
      _ image: CGImage?,
      to size: (width: Int, height: Int),
      into bytes: UnsafeMutableRawBufferPointer
    ) {
      guard let image else {
        for i in 0..<size.width * size.height {
          bytes.storeBytes(of: 0xFF00_0000, toByteOffset: i * 4, as: UInt32.self)
        }
        return
      }
      let pixels: PixelBuffer
      if image.width == size.width, image.height == size.height, image.pixels.format == .rgba8 {
        pixels = image.pixels
      } else {
        pixels = PixelBuffer(width: size.width, height: size.height, format: .rgba8)
        let context = CGContext(pixels: pixels)
        context.interpolationQuality = .high
        let whole = CGRect(x: 0, y: 0, width: size.width, height: size.height)
        let place = AVMakeRect(
          aspectRatio: CGSize(width: image.width, height: image.height),
          insideRect: whole
        )
        // Sizes are rounded to pixels: a difference below one is none of proportions.
        let isWhole = place.minX < 0.5 && place.minY < 0.5
        if !isWhole {
          context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
          context.fill(whole)
        }
        context.draw(image, in: isWhole ? whole : place)
      }
      guard let base = bytes.baseAddress else { return }
      for y in 0..<size.height {
        (base + y * size.width * 4).copyMemory(from: pixels.row(y), byteCount: size.width * 4)
      }
    }

    /// Scales the bytes of a frame to another size.
    static func copy(
      _ frame: UnsafeMutableRawBufferPointer,
      width: Int,
      height: Int,
      to size: (width: Int, height: Int),
      into bytes: UnsafeMutableRawBufferPointer
    ) {
      let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
      guard let base = frame.baseAddress else { return }
      for y in 0..<height { pixels.row(y).copyMemory(from: base + y * width * 4, byteCount: width * 4) }
      copy(CGImage(pixels: pixels), to: size, into: bytes)
    }
  }
#endif
