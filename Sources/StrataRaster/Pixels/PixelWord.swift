import StrataKernels

/// Conversion between pixels, packed into words, and channels as floats.
///
/// Channels are converted one by one: conversions of whole vectors between integers and floats go through generic code
/// of the standard library and take a hundred times as long.
enum PixelWord {
  /// The channels as 0...255.
  @inline(__always)
  static func channels(_ word: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(word & 255),
      Float((word >> 8) & 255),
      Float((word >> 16) & 255),
      Float(word >> 24)
    )
  }

  /// The word of channels that lie in 0...255, rounded to the nearest.
  @inline(__always)
  static func word(_ channels: SIMD4<Float>) -> UInt32 {
    strata_word(channels.x, channels.y, channels.z, channels.w)
  }

  // The bits of a half float of 0...1 are those of the float whose exponent is smaller by 112, without the last 13 bits
  // of the fraction (IEEE 754: the biases differ by 127 − 15 = 112).

  /// The channels of four half floats, none of them negative.
  @inline(__always)
  static func channels(wide word: UInt64) -> SIMD4<Float> {
    @inline(__always) func channel(_ shift: UInt64) -> Float {
      Float(bitPattern: UInt32(truncatingIfNeeded: word &>> shift & 0xffff) << 13)
    }
    return SIMD4(channel(0), channel(16), channel(32), channel(48)) * Float(bitPattern: 0x7780_0000)
  }

  /// Four half floats of channels of 0...1, rounded to the nearest.
  @inline(__always)
  static func wideWord(_ channels: SIMD4<Float>) -> UInt64 {
    let small = channels * Float(bitPattern: 0x0780_0000)
    @inline(__always) func half(_ value: Float) -> UInt64 { UInt64((value.bitPattern &+ 0x1000) >> 13) }
    return half(small.x) | half(small.y) << 16 | half(small.z) << 32 | half(small.w) << 48
  }
}
