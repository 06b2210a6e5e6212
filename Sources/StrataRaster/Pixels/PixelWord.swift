import CStrataKernels

/// Four bytes red, green, blue, alpha as one word, and the floats they stand for.
///
/// Channel by channel: conversions of whole vectors between integers and floats go through the library's generic code and
/// cost a hundred times as much.
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
}
