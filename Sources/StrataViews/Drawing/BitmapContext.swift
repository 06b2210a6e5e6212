package import CoreGraphics
package import Foundation

/// Bitmaps whose coordinates are points, with y pointing down.
package enum BitmapContext {
  /// The longest side, in pixels.
  package static let longestSide = 16384

  /// Makes a bitmap for a size in points; nil if the size is empty, not finite, or larger than ``longestSide``.
  package static func make(size: CGSize, scale: CGFloat, isOpaque: Bool) -> CGContext? {
    guard let width = pixels(size.width, scale), let height = pixels(size.height, scale) else { return nil }
    let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
    let context = CGContext(
      data: nil,
      width: width,
      height: height,
      bitsPerComponent: 8,
      bytesPerRow: width * 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: alpha.rawValue
    )
    context?.translateBy(x: 0, y: CGFloat(height))
    context?.scaleBy(x: scale, y: -scale)
    return context
  }

  private static func pixels(_ points: CGFloat, _ scale: CGFloat) -> Int? {
    let count = (points * scale).rounded(.up)
    return count >= 1 && count <= CGFloat(longestSide) ? Int(count) : nil
  }
}
