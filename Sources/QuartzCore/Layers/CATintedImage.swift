public import CoreGraphics
public import Foundation
import StrataRenderTree

/// Contents of a layer that are an image's alpha in one colour.
///
/// Documents use it for template glyphs; the class is private in Apple's frameworks.
public final class CATintedImage: NSObject {
  /// The image whose alpha is painted.
  public var image: CGImage?
  /// The colour.
  public var tint: CGColor?

  /// Creates contents of an image and a colour.
  public init(image: CGImage? = nil, tint: CGColor? = nil) {
    self.image = image
    self.tint = tint
  }
}

extension CATintedImage: ContentsRepresentable {
  package var contentsValue: ContentsValue {
    guard let image = image?.still else { return .none }
    return tint.map { .tinted(image, $0) } ?? .image(image)
  }
}
