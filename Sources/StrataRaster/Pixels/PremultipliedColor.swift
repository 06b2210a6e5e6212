/// A colour ready to be blended.
package struct PremultipliedColor: Hashable, Sendable {
  /// Red, green, blue and alpha in 0...1, colour times alpha.
  package let channels: SIMD4<Float>

  /// From straight extended sRGB: clamped to 0...1 first, as colours are when they are drawn.
  package init(straight color: SIMD4<Float>) {
    let clamped = color.replacing(with: 0, where: color .!= color).clamped(
      lowerBound: .zero,
      upperBound: .one
    )
    let alpha = clamped.w
    channels = SIMD4(clamped.x * alpha, clamped.y * alpha, clamped.z * alpha, alpha)
  }

  package init(premultiplied channels: SIMD4<Float>) { self.channels = channels }

  /// The four bytes red, green, blue, alpha in memory order, as one little-endian word.
  package var rgba8: UInt32 {
    let bytes = SIMD4<UInt32>((channels * 255).rounded(.toNearestOrAwayFromZero))
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
  }

  package var isOpaque: Bool { channels.w >= 1 }
  package var isTransparent: Bool { channels.w <= 0 }
}
