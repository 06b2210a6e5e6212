import StrataRaster

/// The reduction of drawn pixels to the format of a backing store, or to what they may be.
extension PixelBuffer {
  /// Makes every colour the grey of its luma, by the weights of BT.709 on gamma-encoded values.
  func removeColor() {
    for y in 0..<height {
      let pixels = row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<width {
        let p = pixels[x]
        // In 65536ths; the sum of the weights is one.
        let luma = (UInt32(p.x) * 13933 + UInt32(p.y) * 46871 + UInt32(p.z) * 4732 + 32768) >> 16
        let level = UInt8(truncatingIfNeeded: min(luma, 255))
        pixels[x] = SIMD4(level, level, level, p.w)
      }
    }
  }

  /// Makes every pixel opaque, as over black; premultiplied colours stay as they are.
  func removeAlpha() {
    for y in 0..<height {
      let pixels = row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<width { pixels[x].w = 255 }
    }
  }

  /// Takes from every colour what is above its alpha.
  func limitColorsToAlpha() {
    for y in 0..<height {
      let pixels = row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<width { pixels[x] = pointwiseMin(pixels[x], SIMD4(repeating: pixels[x].w)) }
    }
  }
}
