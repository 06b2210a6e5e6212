package import CoreGraphics
package import Foundation
import Logging
import Synchronization

/// Bitmaps whose coordinates are points.
package enum BitmapContext {
  /// Makes a bitmap for a size in points.
  ///
  /// Its coordinates are also the base space, which has the offsets of shadows and the patterns. The upper edge of
  /// the size is that of the bitmap. Its bytes are blue, green, red and alpha, as UIKit documents them.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - scale: Pixels per point.
  ///   - isOpaque: The bitmap has no transparency, and is black at first.
  ///   - isFlipped: The origin is the upper left corner, with y pointing down, and not the lower left one.
  /// - Returns: The bitmap; nil if the size is empty, not finite, or of more pixels than ``CGImage/pixelLimit``, which is
  ///   logged once.
  package static func make(
    size: CGSize,
    scale: CGFloat,
    isOpaque: Bool,
    isFlipped: Bool = true
  ) -> CGContext? {
    let (across, down) = (size.width * scale, size.height * scale)
    guard !(across <= 0), !(down <= 0) else { return nil }
    guard let width = pixels(across), let height = pixels(down), width <= CGImage.pixelLimit / height else {
      if !isLogged.exchange(true, ordering: .relaxed) {
        logger.warning("there is no bitmap of \(across) × \(down) pixels; what is drawn for it is lost")
      }
      return nil
    }
    let base = CGAffineTransform(
      scale,
      0,
      0,
      isFlipped ? -scale : scale,
      0,
      CGFloat(height) - (isFlipped ? 0 : size.height * scale)
    )
    return CGContext(width: width, height: height, isOpaque: isOpaque, isReversed: true, base: base)
  }

  /// The number of whole pixels that a length touches; nil for one that no bitmap has.
  private static func pixels(_ length: CGFloat) -> Int? {
    let count = PixelCount.covering(length)
    return count >= 1 && count <= CGImage.pixelLimit ? count : nil
  }

  private static let logger = Logger(label: "strata.views")
  /// True once a size was logged: a program that asks in each frame must not fill the log.
  private static let isLogged = Atomic(false)
}
