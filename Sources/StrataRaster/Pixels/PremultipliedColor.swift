/// A premultiplied colour, as compositing needs it.
package struct PremultipliedColor: Hashable, Sendable {
  /// Red, green and blue times alpha, and alpha, in 0...1.
  package let channels: SIMD4<Float>

  /// Converts straight extended sRGB, clamped to 0...1 first; a NaN becomes 0.
  package init(straight color: SIMD4<Float>) {
    let clamped = color.replacing(with: 0, where: color .!= color).clampedToUnit
    let alpha = clamped.w
    channels = SIMD4(clamped.x * alpha, clamped.y * alpha, clamped.z * alpha, alpha)
  }

  package init(premultiplied channels: SIMD4<Float>) { self.channels = channels }

  /// Takes premultiplied channels of any value, clamped to 0...1; a NaN becomes 0.
  package init(clamping channels: SIMD4<Float>) {
    self.channels = channels.replacing(with: 0, where: channels .!= channels).clampedToUnit
  }

  /// The four bytes red, green, blue, alpha in memory order, as one little-endian word.
  ///
  /// Alpha is rounded first, halves downwards, and the colour is multiplied by the rounded alpha. The destination's share
  /// is then rounded upwards, so that half of red over white is 255, 128, 128 (rendering E-254).
  package var rgba8: UInt32 {
    guard let alpha = Self.byte(channels.w) else { return 0 }
    let scale = alpha / channels.w
    let limit = SIMD4<Float>(repeating: alpha)
    return PixelWord.word(
      SIMD4(channels.x * scale, channels.y * scale, channels.z * scale, alpha)
        .clamped(upTo: limit)
    )
  }

  /// An alpha of 0...1 as a whole number of 1...255, halves rounded downwards; nil if it rounds to 0.
  @inline(__always)
  static func byte(_ alpha: Float) -> Float? {
    let exact = alpha * 255 - 0.5
    guard exact > 0, exact < 256 else { return nil }
    // Rounds up without a function call.
    let whole = Float(Int32(exact))
    return whole < exact ? whole + 1 : whole
  }

  /// The colour with all channels, alpha too, times a factor.
  package func scaled(by factor: Float) -> PremultipliedColor {
    PremultipliedColor(premultiplied: channels * min(max(factor, 0), 1))
  }

  package var isOpaque: Bool { channels.w >= 1 }
  package var isTransparent: Bool { channels.w <= 0 }
}
