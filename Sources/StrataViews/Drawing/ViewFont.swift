import CoreGraphics
public import CoreText
public import Foundation
import QuartzCore

/// A font at a size: what the fonts of the view modules share.
///
/// The system's font is drawn with the installed family that comes nearest.
///
/// - Thread: Any.
open class ViewFont: CTFont, NSCopying, NSSecureCoding, @unchecked Sendable {  // Immutable.
  /// The heaviness of the strokes, from -1 to 1.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: CGFloat
    /// Creates a weight.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// Creates a weight.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    /// -0.8.
    public static let ultraLight = Weight(-0.8)
    /// -0.6.
    public static let thin = Weight(-0.6)
    /// -0.4.
    public static let light = Weight(-0.4)
    /// 0.
    public static let regular = Weight(0)
    /// 0.23.
    public static let medium = Weight(0.23)
    /// 0.3.
    public static let semibold = Weight(0.3)
    /// 0.4.
    public static let bold = Weight(0.4)
    /// 0.56.
    public static let heavy = Weight(0.56)
    /// 0.62.
    public static let black = Weight(0.62)
  }

  /// Creates the font that equals one of Core Text.
  public required init(_ font: CTFont) { super.init(font) }

  /// Reads a font from an archive; nil if there is none.
  public required init?(coder: NSCoder) {
    guard let font = coder.decodeValue(forKey: Self.archiveKey) as? CTFont else { return nil }
    super.init(font)
  }

  /// Creates a font by PostScript, full or family name; nil if nobody knows the name.
  ///
  /// Fonts of Apple's systems that are not installed are drawn with a substitute.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard CTFont.isKnown(name: fontName) else { return nil }
    self.init(CTFontCreateWithName(fontName as CFString, fontSize, nil))
  }

  /// The size of the em square, in points.
  open var pointSize: CGFloat { CTFontGetSize(self) }
  /// The PostScript name.
  open var fontName: String { CTFontCopyPostScriptName(self) as String }
  /// The height of the line above the baseline, in points.
  open var ascender: CGFloat { CTFontGetAscent(self) }
  /// The depth of the line below the baseline, in points, negative.
  open var descender: CGFloat { -CTFontGetDescent(self) }
  /// The height of capital letters, in points.
  open var capHeight: CGFloat { CTFontGetCapHeight(self) }
  /// The height of the letter x, in points.
  open var xHeight: CGFloat { CTFontGetXHeight(self) }
  /// The space between lines, in points.
  open var leading: CGFloat { CTFontGetLeading(self) }

  /// Returns the font at another size, in points.
  open func withSize(_ fontSize: CGFloat) -> Self {
    Self(CTFontCreateCopyWithAttributes(self, fontSize, nil, nil))
  }

  /// Returns the font itself, which does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private static let archiveKey = "font"
  /// True: fonts can be archived securely.
  open class var supportsSecureCoding: Bool { true }
  /// Writes name and size into a keyed archive.
  open func encode(with coder: NSCoder) { coder.encodeValue(CTFont(self), forKey: Self.archiveKey) }

  // MARK: The system's fonts

  /// Returns the system's font of a size, in points, and a weight.
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight = .regular) -> Self {
    system(SystemFonts.family, fontSize, weight)
  }

  /// Returns the system's bold font.
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> Self {
    systemFont(ofSize: fontSize, weight: .bold)
  }

  /// Returns the system's font with letters of one width.
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> Self {
    system(SystemFonts.monospacedFamily, fontSize, weight)
  }

  /// Returns the system's font: the digits of Helvetica Neue and of its like have one width.
  open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> Self {
    systemFont(ofSize: fontSize, weight: weight)
  }

  package class func system(
    _ family: String,
    _ size: CGFloat,
    _ weight: Weight,
    isItalic: Bool = false
  ) -> Self {
    let name = SystemFonts.name(family: family, weight: weight.rawValue, isItalic: isItalic)
    return Self(CTFontCreateWithName(name as CFString, size, nil))
  }
}
