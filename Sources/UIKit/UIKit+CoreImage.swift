// Programs that import UIKit know images and filters, too, as on Apple's systems.

@_exported public import CoreImage
import CoreGraphics
public import Foundation
import Synchronization

/// An image of Core Image as a picture, whose pixels are rendered when they are needed first.
final class PictureRecipe: Sendable {
  let image: CIImage
  private let rendered = Mutex<CGImage?>(nil)
  private static let renderer = CIContext()

  init(_ image: CIImage) { self.image = image }

  /// The size of the image's extent, in pixels; zero for an image without pixels or without end.
  var size: CGSize { image.extent.isNull || image.extent.isInfinite ? .zero : image.extent.size }

  /// The pixels of the extent; nil if it is empty, infinite or too large.
  var pixels: CGImage? {
    rendered.withLock { known in
      let pixels = known ?? image.cgImage ?? Self.renderer.createCGImage(image, from: image.extent)
      known = pixels
      return pixels
    }
  }
}

extension UIImage {
  /// Creates a picture of an image of Core Image, of one pixel a point.
  ///
  /// Its ``cgImage`` is nil; the pixels are rendered when the picture is first shown, drawn or encoded. An image without end
  /// shows nothing.
  public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

  /// Creates a picture of an image of Core Image, which is rendered when it is first shown, drawn or encoded.
  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    self.init(Source(recipe: PictureRecipe(ciImage)), scale: scale, orientation: orientation)
  }

  /// The image of Core Image that the picture was made of; nil for other pictures.
  public var ciImage: CIImage? { recipe?.image }
}

/// What can be made of pictures of UIKit; an initializer of a protocol may return an object that is there.
public protocol _PictureInitializable {}

extension CIImage: _PictureInitializable {}

extension _PictureInitializable where Self == CIImage {
  /// Creates an image of a picture's pixels as they are stored, whatever the picture's orientation and scale.
  ///
  /// That of a picture that was made of an image of Core Image is this one. Nil for an empty picture.
  public init?(image: UIImage) { self.init(image: image, options: nil) }

  /// Creates an image of a picture's pixels as they are stored; `options` have no effect.
  public init?(image: UIImage, options: [CIImageOption: Any]?) {
    guard let made = image.ciImage ?? image.cgImage.map({ CIImage(cgImage: $0, options: options) }) else {
      return nil
    }
    self = made
  }
}

extension CIColor {
  /// Creates the colour of one of UIKit.
  public convenience init(color: UIColor) { self.init(cgColor: color.cgColor) }
}

extension UIColor {
  /// Creates a colour of Core Image.
  public convenience init(ciColor: CIColor) {
    let color = CGColor(colorSpace: ciColor.colorSpace, components: ciColor.components)
    self.init(
      cgColor: color
        ?? CGColor(srgbRed: ciColor.red, green: ciColor.green, blue: ciColor.blue, alpha: ciColor.alpha)
    )
  }

  /// The colour for filters.
  ///
  /// Apple's property is for colours that were made of one of Core Image alone.
  public var ciColor: CIColor { CIColor(color: self) }
}
