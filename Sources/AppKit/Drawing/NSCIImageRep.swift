public import CoreImage
import CoreGraphics
import Foundation
import StrataViews

/// The form of a picture that is an image of Core Image, a point for each pixel unless the size is set.
///
/// An image without end has no size, and shows nothing.
open class NSCIImageRep: NSImageRep {
  /// The image.
  public let ciImage: CIImage
  /// The pixels, once they were needed.
  private var rendered: CGImage?

  /// Creates a form of an image, which is rendered when it is first needed.
  public init(ciImage image: CIImage) {
    ciImage = image
    super.init()
    guard !image.extent.isNull, !image.extent.isInfinite else { return }
    size = image.extent.size
    (pixelsWide, pixelsHigh) = (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
  }

  override func pixels(in size: NSSize, scale: CGFloat) -> CGImage? {
    guard !isEmpty else { return nil }
    if rendered == nil { rendered = CIContext().createCGImage(ciImage, from: ciImage.extent) }
    return rendered
  }

  override var isEmpty: Bool { pixelsWide <= 0 }

  /// Draws the image in its size, at the origin of the current context, as the context is turned.
  @discardableResult open override func draw() -> Bool {
    guard let context = ContextStack.current?.context, let image = pixels(in: size, scale: 1) else {
      return false
    }
    context.draw(image, in: NSRect(origin: .zero, size: size))
    return true
  }

  /// Returns a form of the same image and size.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSCIImageRep(ciImage: ciImage)
    copy.size = size
    copy.rendered = rendered
    return copy
  }
}
