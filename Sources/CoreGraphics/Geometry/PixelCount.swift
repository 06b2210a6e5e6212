import Foundation

/// The numbers of pixels that lengths take.
///
/// The product of a length and a scale is off a whole number by its rounding error, as 100 * 1.1 and 54 * (7 / 6) are.
/// It must not make a pixel more, which would be empty, or one less.
package enum PixelCount {
  /// The part of a pixel that is not worth one.
  private static let slack: CGFloat = 1e-6
  /// More than any picture has along a side.
  private static let most: CGFloat = 1e9

  /// The number of pixels of which a length in points covers at least a part; 0 if it is negative or not finite.
  package static func covering(_ length: CGFloat, scale: CGFloat = 1) -> Int {
    whole((length * scale - slack).rounded(.up))
  }

  /// The number of pixels that a length in pixels covers whole; 0 if it is negative or not finite.
  package static func within(_ length: CGFloat) -> Int { whole((length + slack).rounded(.down)) }

  private static func whole(_ pixels: CGFloat) -> Int {
    pixels.isFinite ? Int(min(max(pixels, 0), most)) : 0
  }
}
