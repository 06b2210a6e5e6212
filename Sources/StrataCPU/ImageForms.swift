import CoreGraphics
import StrataRaster

/// Images as RGBA bytes, remembered while they are in use.
///
/// - Thread: The render thread.
final class ImageForms {
  /// How many converted images are kept; all are dropped when there is one too many.
  private static let capacity = 128

  private var converted: [UInt64: PixelBuffer] = [:]

  func bytes(of image: CGImage) -> PixelBuffer {
    let pixels = image.pixels
    guard pixels.format != .rgba8 else { return pixels }
    if let known = converted[image.id] { return known }
    if converted.count >= Self.capacity { converted.removeAll() }
    let fresh = pixels.inBytes
    converted[image.id] = fresh
    return fresh
  }
}
