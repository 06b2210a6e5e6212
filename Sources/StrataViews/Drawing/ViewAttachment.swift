package import CoreGraphics
import CoreText
public import Foundation
import QuartzCore

/// What stands in a text in place of a character: what the attachments of the view modules share.
open class ViewAttachment: NSObject, NSSecureCoding {
  private let mark = AttributeMark()
  /// Guards what is kept: texts are laid out and drawn on any thread.
  private let lock = NSLock()
  /// The picture that was decoded from ``contents``.
  private var decodedContents: AnyObject?
  /// The pixels that were shown last, and what they were made of.
  private var shown: (source: AnyObject, form: AnyHashable, pixels: CGImage?)?

  /// The file that is attached; a picture is shown if the attachment has no other.
  public final var contents: Foundation.Data? {
    didSet { forgetPicture() }
  }
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
    contents = coder.decodeObject(of: NSData.self, under: Key.contents)?.copiedBytes
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

  /// Forgets what is kept of the picture.
  package final func forgetPicture() { lock.withLock { (decodedContents, shown) = (nil, nil) } }

  /// Returns the picture of the contents, which is decoded once; nil if they are none.
  package final func decoded<Picture: AnyObject>(_ decode: (Foundation.Data) -> Picture?) -> Picture? {
    lock.withLock {
      if let known = decodedContents as? Picture { return known }
      let picture = contents.flatMap(decode)
      decodedContents = picture
      return picture
    }
  }

  /// Returns the pixels of a picture in a form; `make` makes them if they were not shown last.
  ///
  /// The source is an object that stays as it is: of a picture over mutable data the image of now.
  package final func picture(of source: AnyObject, as form: AnyHashable, _ make: () -> CGImage?) -> CGImage? {
    let known = lock.withLock { shown }
    if let known, known.source === source, known.form == form { return known.pixels }
    let pixels = make()
    lock.withLock { shown = (source, form, pixels) }
    return pixels
  }

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
