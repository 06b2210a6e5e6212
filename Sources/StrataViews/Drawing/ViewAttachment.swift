package import CoreGraphics
import CoreText
public import Foundation
import QuartzCore

/// What stands in a text in place of a character: what the attachments of the view modules share.
open class ViewAttachment: NSObject, NSSecureCoding {
  private let mark = AttributeMark()

  /// The file that is attached; a picture is shown if the attachment has no other.
  public final var contents: Foundation.Data?
  /// The type of the contents, as a uniform type identifier.
  public final var fileType: String?
  /// The place, in points from the text's origin on the baseline, y up; zero is the picture's size, on the baseline.
  open var bounds = CGRect.zero

  /// Creates an attachment of a file, or an empty one.
  public init(data contentData: Foundation.Data?, ofType uti: String?) {
    (contents, fileType) = (contentData, uti)
  }

  /// Reads an attachment from an archive.
  public required init?(coder: NSCoder) {
    contents = coder.decodeObject(of: NSData.self, under: Key.contents).map { $0 as Foundation.Data }
    fileType = coder.decodeObject(of: NSString.self, under: Key.fileType).map { $0 as String }
    bounds = coder.decodeValue(forKey: Key.bounds) as? CGRect ?? .zero
  }

  private enum Key {
    static let contents = "contents"
    static let fileType = "fileType"
    static let bounds = "bounds"
  }

  /// True: attachments can be archived securely.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the attachment into a keyed archive.
  open func encode(with coder: NSCoder) {
    if let contents { coder.encode(contents as NSData, forKey: Key.contents) }
    if let fileType { coder.encode(fileType as NSString, forKey: Key.fileType) }
    coder.encodeValue(bounds, forKey: Key.bounds)
  }

  /// The character in whose place an attachment stands: U+FFFC.
  public static var character: Int { 0xFFFC }

  /// Returns the room for a picture, or for the bounds without one.
  package final func box(of picture: CGImage?, size: CGSize) -> InlineBox {
    let place = bounds == .zero ? CGRect(origin: .zero, size: size) : bounds
    return InlineBox(
      width: Double(place.width),
      ascent: Double(place.maxY),
      descent: Double(-place.minY),
      image: picture
    )
  }
}

extension NSAttributedString {
  /// Creates the character of an attachment.
  package convenience init(inline attachment: ViewAttachment) {
    self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
  }
}
