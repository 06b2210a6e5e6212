import CoreGraphics
package import CoreText
public import Foundation
import StrataViews

/// A font at a size.
///
/// The system's font is drawn with the installed family that comes nearest.
///
/// - Thread: Any.
open class UIFont: NSObject, NSCopying, @unchecked Sendable {  // Immutable.
  /// The font as Core Text has it.
  package let coreTextFont: CTFont

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

  /// A purpose of text, which gives its size and weight.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a style.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// 34 points.
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    /// 28 points.
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    /// 22 points.
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    /// 20 points.
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    /// 17 points, semibold.
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    /// 15 points.
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    /// 17 points.
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    /// 16 points.
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    /// 13 points.
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    /// 12 points.
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    /// 11 points.
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  private init(_ font: CTFont) { coreTextFont = font }

  /// Creates a font by PostScript, full or family name; it is drawn with a substitute if it is not installed.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard !fontName.isEmpty else { return nil }
    self.init(CTFontCreateWithName(fontName as CFString, fontSize, nil))
  }

  /// The size of the em square, in points.
  open var pointSize: CGFloat { CTFontGetSize(coreTextFont) }
  /// The PostScript name.
  open var fontName: String { CTFontCopyPostScriptName(coreTextFont) as String }
  /// The name of the family.
  open var familyName: String { CTFontCopyFamilyName(coreTextFont) as String }
  /// The height of the line above the baseline, in points.
  open var ascender: CGFloat { CTFontGetAscent(coreTextFont) }
  /// The depth of the line below the baseline, in points, negative.
  open var descender: CGFloat { -CTFontGetDescent(coreTextFont) }
  /// The height of capital letters, in points.
  open var capHeight: CGFloat { CTFontGetCapHeight(coreTextFont) }
  /// The height of the letter x, in points.
  open var xHeight: CGFloat { CTFontGetXHeight(coreTextFont) }
  /// The space between lines, in points.
  open var leading: CGFloat { CTFontGetLeading(coreTextFont) }
  /// The height of a line, in points.
  open var lineHeight: CGFloat { ascender - descender + leading }

  /// Returns the font at another size, in points.
  open func withSize(_ fontSize: CGFloat) -> UIFont {
    UIFont(CTFontCreateCopyWithAttributes(coreTextFont, fontSize, nil, nil))
  }

  /// Returns whether both are the same font at the same size.
  open override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.coreTextFont == coreTextFont }
  /// The hash of name and size.
  open override var hash: Int { coreTextFont.hashValue }
  /// Returns the font itself, which does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: The system's fonts

  /// Returns the system's font of a size, in points, and a weight.
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight = .regular) -> UIFont {
    system(SystemFonts.family, fontSize, weight)
  }

  /// Returns the system's bold font.
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .bold)
  }

  /// Returns the system's italic font.
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    system(SystemFonts.family, fontSize, .regular, isItalic: true)
  }

  /// Returns the system's font with letters of one width.
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    system(SystemFonts.monospacedFamily, fontSize, weight)
  }

  /// Returns the font for a purpose, in the sizes of the ordinary setting.
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    systemFont(ofSize: sizes[style] ?? 17, weight: style == .headline ? .semibold : .regular)
  }

  private static let sizes: [TextStyle: CGFloat] = [
    .largeTitle: 34, .title1: 28, .title2: 22, .title3: 20, .headline: 17, .subheadline: 15, .body: 17,
    .callout: 16, .footnote: 13, .caption1: 12, .caption2: 11,
  ]

  /// The size of labels, in points.
  open class var labelFontSize: CGFloat { 17 }
  /// The size of buttons, in points.
  open class var buttonFontSize: CGFloat { 18 }
  /// The size of small text, in points.
  open class var smallSystemFontSize: CGFloat { 12 }
  /// The size of ordinary text, in points.
  open class var systemFontSize: CGFloat { 14 }

  private static func system(
    _ family: String,
    _ size: CGFloat,
    _ weight: Weight,
    isItalic: Bool = false
  ) -> UIFont {
    let name = SystemFonts.name(family: family, weight: weight.rawValue, isItalic: isItalic)
    return UIFont(CTFontCreateWithName(name as CFString, size, nil))
  }
}

extension UIFont: CoreTextFont {}
