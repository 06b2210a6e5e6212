/// A colour ready to be blended.
package struct PremultipliedColor: Hashable, Sendable {
  /// Red, green, blue and alpha in 0...1, colour times alpha.
  package let channels: SIMD4<Float>

  /// From straight extended sRGB: clamped to 0...1 first, as colours are when they are drawn.
  package init(straight color: SIMD4<Float>) {
    let clamped = color.replacing(with: 0, where: color .!= color).clampedToUnit
    let alpha = clamped.w
    channels = SIMD4(clamped.x * alpha, clamped.y * alpha, clamped.z * alpha, alpha)
  }

  package init(premultiplied channels: SIMD4<Float>) { self.channels = channels }

  /// From premultiplied channels of any value: clamped to 0...1, and what is no number becomes 0.
  package init(clamping channels: SIMD4<Float>) {
    self.channels = channels.replacing(with: 0, where: channels .!= channels).clampedToUnit
  }

  /// The four bytes red, green, blue, alpha in memory order, as one little-endian word.
  ///
  /// Alpha is rounded first, halves downwards, and the colour is multiplied by the alpha that is left: what remains of
  /// the destination is then rounded upwards, so that half of red over white is 255, 128, 128 (rendering E-254).
  package var rgba8: UInt32 {
    guard let alpha = Self.byte(channels.w) else { return 0 }
    let scale = alpha / channels.w
    let limit = SIMD4<Float>(repeating: alpha)
    return PixelWord.word(
      SIMD4(channels.x * scale, channels.y * scale, channels.z * scale, alpha)
        .clamped(upTo: limit)
    )
  }

  /// An alpha of 0...1 as 1...255, halves downwards; nil where nothing is left.
  @inline(__always)
  static func byte(_ alpha: Float) -> Float? {
    let exact = alpha * 255 - 0.5
    guard exact > 0, exact < 256 else { return nil }
    // Rounded up without a call.
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
