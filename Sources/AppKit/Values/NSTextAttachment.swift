package import CoreGraphics
package import CoreText
public import Foundation
public import StrataViews

/// A picture in a text, in place of a character.
open class NSTextAttachment: ViewAttachment, CoreTextAttachment {
  /// The picture; nil shows that of ``ViewAttachment/contents``, if it is one.
  ///
  /// Templates have the colour of the text. Closures and forms of the program's own draw once for each size, scale and
  /// colour in turn.
  open var image: NSImage? {
    didSet { forgetPicture() }
  }

  /// In which form a picture is shown.
  private struct Form: Hashable {
    let size: CGSize
    let scale: CGFloat
    let tint: CGColor?
  }

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
    guard let shown = image ?? decoded({ NSImage(data: $0) }) else { return box(of: nil, size: .zero) }
    let size = bounds == .zero ? shown.size : bounds.size
    return box(of: pixels(of: shown, size, shown.isTemplate ? color : nil), size: shown.size)
  }

  /// Returns the pixels of a picture in a size, in points, and in a colour, if it has one.
  private func pixels(of image: NSImage, _ size: CGSize, _ tint: CGColor?) -> CGImage? {
    func pixels(of image: NSImage) -> CGImage? {
      var place = CGRect(origin: .zero, size: size)
      return image.cgImage(forProposedRect: &place, context: nil, hints: nil)
    }
    let form = image.bestRepresentation(for: CGRect(origin: .zero, size: size), context: nil, hints: nil)
    // A bitmap has its pixels at hand, and programs may change them.
    let present = form is NSBitmapImageRep ? pixels(of: image) : nil
    guard let source: AnyObject = present?.still ?? form else { return nil }
    let scale = ContextStack.current?.scale ?? MainScreen.scale
    return picture(of: source, as: Form(size: size, scale: scale, tint: tint)) {
      tint.map { pixels(of: image.inColor($0)) } ?? present ?? pixels(of: image)
    }
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
