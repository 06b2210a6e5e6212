package import CoreGraphics
package import Foundation

/// Bitmaps whose coordinates are points.
package enum BitmapContext {
  /// The longest side, in pixels.
  package static let longestSide = 16384

  /// Makes a bitmap for a size in points.
  ///
  /// Its coordinates are also the base space, which has the offsets of shadows and the patterns. The upper edge of
  /// the size is that of the bitmap.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - scale: Pixels per point.
  ///   - isOpaque: The bitmap has no transparency, and is black at first.
  ///   - isFlipped: The origin is the upper left corner, with y pointing down, and not the lower left one.
  /// - Returns: The bitmap; nil if the size is empty, not finite, or larger than ``longestSide``.
  package static func make(
    size: CGSize,
    scale: CGFloat,
    isOpaque: Bool,
    isFlipped: Bool = true
  ) -> CGContext? {
    guard let width = pixels(size.width, scale), let height = pixels(size.height, scale) else { return nil }
    let base = CGAffineTransform(
      scale,
      0,
      0,
      isFlipped ? -scale : scale,
      0,
      CGFloat(height) - (isFlipped ? 0 : size.height * scale)
    )
    return CGContext(width: width, height: height, isOpaque: isOpaque, base: base)
  }

  private static func pixels(_ points: CGFloat, _ scale: CGFloat) -> Int? {
    let count = (points * scale).rounded(.up)
    return count >= 1 && count <= CGFloat(longestSide) ? Int(count) : nil
  }
}
