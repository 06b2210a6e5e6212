package import CoreGraphics
package import CoreText
public import Foundation
public import StrataViews

/// A picture in a text, in place of a character.
open class NSTextAttachment: ViewAttachment, CoreTextAttachment {
  /// The picture; nil shows that of ``ViewAttachment/contents``, if it is one.
  ///
  /// Templates have the colour of the text.
  open var image: UIImage? {
    didSet { forgetPicture() }
  }

  /// Creates an attachment of a file, or an empty one.
  public override init(data contentData: Foundation.Data? = nil, ofType uti: String? = nil) {
    super.init(data: contentData, ofType: uti)
  }

  /// Creates an attachment of a picture.
  public convenience init(image: UIImage) {
    self.init(data: nil, ofType: nil)
    self.image = image
  }

  /// Reads an attachment from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    image = coder.decodeObject(of: UIImage.self, under: Self.imageKey)
  }

  private static let imageKey = "image"

  /// Writes the attachment into a keyed archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    if let image { coder.encode(image, forKey: Self.imageKey) }
  }

  package func inlineBox(in color: CGColor?) -> InlineBox {
    guard let shown = image ?? decoded({ UIImage(data: $0) }) else { return box(of: nil, size: .zero) }
    let tint = shown.renderingMode == .alwaysTemplate ? color : nil
    let picture = picture(of: shown.cgImage?.still ?? shown, as: tint) {
      (tint.map { shown.withTintColor(UIColor(cgColor: $0)) } ?? shown).uprightImage
    }
    return box(of: picture, size: shown.size)
  }
}

extension NSAttributedString {
  /// Creates the character of an attachment.
  public convenience init(attachment: NSTextAttachment) { self.init(inline: attachment) }
}
