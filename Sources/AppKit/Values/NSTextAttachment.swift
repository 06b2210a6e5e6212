package import CoreGraphics
package import CoreText
public import Foundation
public import StrataViews

/// A picture in a text, in place of a character.
open class NSTextAttachment: ViewAttachment, CoreTextAttachment {
  /// The picture; nil shows that of ``ViewAttachment/contents``, if it is one.
  ///
  /// Templates have the colour of the text.
  open var image: NSImage?

  /// Creates an attachment of a file, or an empty one.
  public override init(data contentData: Foundation.Data? = nil, ofType uti: String? = nil) {
    super.init(data: contentData, ofType: uti)
  }

  /// Reads an attachment from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    image = coder.decodeObject(of: NSImage.self, under: Self.imageKey)
  }

  private static let imageKey = "image"

  /// Writes the attachment into a keyed archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    if let image { coder.encode(image, forKey: Self.imageKey) }
  }

  package func inlineBox(in color: CGColor?) -> InlineBox {
    guard let shown = image ?? contents.flatMap({ NSImage(data: $0) }) else {
      return box(of: nil, size: .zero)
    }
    let drawn = shown.isTemplate ? color.map { shown.inColor($0) } ?? shown : shown
    var place = CGRect(origin: .zero, size: bounds == .zero ? shown.size : bounds.size)
    return box(of: drawn.cgImage(forProposedRect: &place, context: nil, hints: nil), size: shown.size)
  }
}

extension NSImage {
  /// Returns the picture's opacity in a colour.
  fileprivate func inColor(_ color: CGColor) -> NSImage {
    NSImage(size: size, flipped: false) { rect in
      self.draw(in: rect)
      NSColor(cgColor: color)?.set()
      rect.fill(using: .sourceIn)
      return true
    }
  }
}

extension NSAttributedString {
  /// Creates the character of an attachment.
  public convenience init(attachment: NSTextAttachment) { self.init(inline: attachment) }
}
