import CoreGraphics
import CoreText
public import Foundation
import QuartzCore

/// The name and size of a font, and a way to other faces of its family.
///
/// - Thread: Any.
open class UIFontDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {  // Immutable.
  /// What is seen of a font's design.
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    /// The bits of the traits.
    public let rawValue: UInt32
    /// Creates traits from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The letters lean to the right.
    public static let traitItalic = SymbolicTraits(.traitItalic)
    /// The strokes are heavy.
    public static let traitBold = SymbolicTraits(.traitBold)
    /// The letters are wide.
    public static let traitExpanded = SymbolicTraits(.traitExpanded)
    /// The letters are narrow.
    public static let traitCondensed = SymbolicTraits(.traitCondensed)
    /// All letters have one width.
    public static let traitMonoSpace = SymbolicTraits(.traitMonoSpace)

    init(_ traits: CTFontSymbolicTraits) { rawValue = traits.rawValue }
  }

  /// The font in the descriptor's size.
  final let font: CTFont

  init(_ font: CTFont) { self.font = type(of: font) == CTFont.self ? font : CTFont(font) }

  /// Creates a descriptor of a font by PostScript, full or family name, and a size in points.
  ///
  /// A font that is not installed is drawn with a substitute.
  public convenience init(name fontName: String, size: CGFloat) {
    self.init(CTFontCreateWithName(fontName as CFString, size, nil))
  }

  /// Reads a descriptor from an archive; nil if there is none.
  public required init?(coder: NSCoder) {
    guard let font = coder.decodeValue(forKey: Self.archiveKey) as? CTFont else { return nil }
    self.font = font
  }

  /// Returns the descriptor of the font for a purpose, in the sizes of the ordinary setting.
  open class func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }

  /// The PostScript name.
  open var postscriptName: String { CTFontCopyPostScriptName(font) as String }
  /// The size of the em square, in points.
  open var pointSize: CGFloat { CTFontGetSize(font) }
  /// What is seen of the design of the font that is drawn, which may be a substitute.
  open var symbolicTraits: SymbolicTraits { SymbolicTraits(CTFontGetSymbolicTraits(font)) }

  /// Returns the descriptor with another size, in points.
  open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
    UIFontDescriptor(CTFontCreateCopyWithAttributes(font, newPointSize, nil, nil))
  }

  /// Returns the descriptor of the family's face that is bold, italic and condensed as the traits say.
  ///
  /// It is nil if the family has no such face, or is not as wide as the traits want.
  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    let wanted = CTFontSymbolicTraits(rawValue: symbolicTraits.rawValue)
    let changing: CTFontSymbolicTraits = [.traitBold, .traitItalic, .traitCondensed]
    let mask = changing.union(wanted.intersection([.traitMonoSpace, .traitExpanded]))
    return CTFontCreateCopyWithSymbolicTraits(font, 0, nil, wanted, mask).map { UIFontDescriptor($0) }
  }

  /// Returns whether both have the same name and size.
  open override func isEqual(_ object: Any?) -> Bool { (object as? UIFontDescriptor)?.font == font }
  /// The hash of name and size.
  open override var hash: Int { font.hashValue }
  /// Returns the descriptor itself, which does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private static let archiveKey = "font"
  /// True: descriptors can be archived securely.
  open class var supportsSecureCoding: Bool { true }
  /// Writes name and size into a keyed archive.
  open func encode(with coder: NSCoder) { coder.encodeValue(font, forKey: Self.archiveKey) }
}
