import CoreGraphics
import Foundation
import StrataViews

/// Pictures whose opacity is drawn in the fill colour.
extension UIImage {
  /// True if the pixels have no transparency; an image mask has.
  final var isOpaque: Bool {
    guard let pixels, !pixels.isMask else { return false }
    return [.none, .noneSkipFirst, .noneSkipLast].contains(pixels.alphaInfo)
  }

  /// Fills a rectangle of a context whose y axis points down with the fill colour, where a picture covers it.
  final func drawOpacity(of picture: UIImage, in rect: CGRect, _ context: CGContext) {
    guard let pixels = picture.pixels else { return }
    // The shadow is one of the group: a clip would cut it off.
    context.beginTransparencyLayer(in: rect, auxiliaryInfo: nil)
    let box = picture.turn(context, to: rect)
    if picture.isOpaque {
      context.fill(box)
    } else {
      context.clip(to: box, mask: pixels)
      context.fill(context.boundingBoxOfClipPath)
    }
    context.endTransparencyLayer()
  }

  /// The picture with its caps in another size, in points, in no less than the scale of the current context.
  final func stretched(to size: CGSize) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = max(scale, ContextStack.current?.scale ?? scale)
    return UIGraphicsImageRenderer(size: size, format: format).image { _ in
      withRenderingMode(.alwaysOriginal).draw(in: CGRect(origin: .zero, size: size))
    }
  }
}
