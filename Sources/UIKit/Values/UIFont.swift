import CoreGraphics
import CoreText
public import Foundation
public import StrataViews

/// A font at a size.
///
/// The system's font is drawn with the installed family that comes nearest.
///
/// - Thread: Any.
open class UIFont: ViewFont, @unchecked Sendable {  // Immutable.
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

  /// Creates the font of a descriptor in a size, in points; 0 takes the descriptor's.
  public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    self.init(CTFontCreateCopyWithAttributes(descriptor.font, pointSize > 0 ? pointSize : 0, nil, nil))
  }

  /// The name and size of the font.
  open var fontDescriptor: UIFontDescriptor { UIFontDescriptor(self) }

  /// The name of the family.
  open var familyName: String { CTFontCopyFamilyName(self) as String }
  /// The height of a line, in points.
  open var lineHeight: CGFloat { ascender - descender + leading }

  // MARK: The system's fonts

  /// Returns the system's italic font.
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    system(SystemFonts.family, fontSize, .regular, isItalic: true)
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
}
