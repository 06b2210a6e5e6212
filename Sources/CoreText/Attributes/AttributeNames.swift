public import CoreGraphics
public import Foundation

// The raw values are those of archives and of strings from other platforms. Keys that Core Text names, too,
// have its names.

extension NSAttributedString.Key {
  /// The font, a `CTFont`.
  public static let font = NSAttributedString.Key(kCTFontAttributeName as String)
  /// The colour of the text, a `CGColor`.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// The colour of the line around glyphs, a `CGColor`; the default is the colour of the text.
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  /// The width of a line around glyphs in percent of the font size, a number; negative also fills the glyphs.
  public static let strokeWidth = NSAttributedString.Key(kCTStrokeWidthAttributeName as String)
  /// The extra space after each character, a number of points.
  public static let kern = NSAttributedString.Key(kCTKernAttributeName as String)
  /// The use of ligatures, a number; 0 disables them.
  public static let ligature = NSAttributedString.Key(kCTLigatureAttributeName as String)
  /// What stands in place of the character U+FFFC, an `NSTextAttachment`.
  public static let attachment = NSAttributedString.Key("NSAttachment")
  /// The style of the paragraph, an `NSParagraphStyle`.
  public static let paragraphStyle = NSAttributedString.Key(kCTParagraphStyleAttributeName as String)
  /// The underline, the raw value of an `NSUnderlineStyle`; 0 for none.
  public static let underlineStyle = NSAttributedString.Key(kCTUnderlineStyleAttributeName as String)
  /// The line through the text, the raw value of an `NSUnderlineStyle`; 0 for none.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// The colour of the line below the text, a `CGColor`; the text's own where it is absent.
  public static let underlineColor = NSAttributedString.Key(kCTUnderlineColorAttributeName as String)
  /// The colour of the line through the text, a `CGColor`; the default is the colour of the text.
  public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
  /// The colour behind the text, a `CGColor`.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// The extra space after each character, a number of points; letters form no ligatures.
  public static let tracking = NSAttributedString.Key(kCTTrackingAttributeName as String)
  /// What a click on the text opens, a `URL` or a string; drawing ignores it.
  public static let link = NSAttributedString.Key("NSLink")
  /// The slant of the glyphs, a number: how far their tops are to the right, in parts of the height.
  public static let obliqueness = NSAttributedString.Key("NSObliqueness")
  /// The stretch of the glyphs along the line, a number: its natural logarithm, 0 for none.
  public static let expansion = NSAttributedString.Key("NSExpansion")
  /// The distance of the text above the baseline of its line, a number of points.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}

extension NSAttributedString {
  /// Creates an empty string.
  ///
  /// Foundation on Linux lacks the initializer without parameters, which an extension cannot declare: a call of this one looks the same.
  public convenience init(_ nothing: Void = ()) { self.init(string: "") }
}

/// The style of a line below or through text.
public struct NSUnderlineStyle: OptionSet, Sendable {
  /// The bits of the style.
  public let rawValue: Int

  /// Creates a style from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A single line.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// A line of twice the thickness.
  public static let thick = NSUnderlineStyle(rawValue: 2)
  /// Two lines.
  public static let double = NSUnderlineStyle(rawValue: 9)
  /// An unbroken line.
  public static let patternSolid: NSUnderlineStyle = []
  /// A line of dots.
  public static let patternDot = NSUnderlineStyle(rawValue: 0x100)
  /// A line of dashes.
  public static let patternDash = NSUnderlineStyle(rawValue: 0x200)
  /// A line of dashes and dots in turns.
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x300)
  /// A line of dashes, each followed by two dots.
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x400)
  /// A line of words alone, without the white space between them.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)

  /// The pattern of the line.
  var pattern: TextRule.Pattern {
    switch rawValue & 0x700 {
    case 0x100: .dot
    case 0x200: .dash
    case 0x300: .dashDot
    case 0x400: .dashDotDot
    default: .solid
    }
  }
}

/// The name of the attribute for the font, a `CTFont`.
public nonisolated(unsafe) let kCTFontAttributeName: CFString = "NSFont"
/// The name of the attribute for the colour of the text, a `CGColor`.
public nonisolated(unsafe) let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"
/// The name of the attribute that makes text take the context's fill colour, a Boolean.
public nonisolated(unsafe) let kCTForegroundColorFromContextAttributeName: CFString =
  "CTForegroundColorFromContext"
/// The name of the attribute for the style of the paragraph, an `NSParagraphStyle`.
public nonisolated(unsafe) let kCTParagraphStyleAttributeName: CFString = "NSParagraphStyle"
/// The name of the attribute for the extra space after each character, a number of points.
public nonisolated(unsafe) let kCTKernAttributeName: CFString = "NSKern"
/// The name of the attribute for the extra space after each character, a number of points, without ligatures.
public nonisolated(unsafe) let kCTTrackingAttributeName: CFString = "CTTracking"
/// The name of the attribute for the use of ligatures, a number; 0 disables them.
public nonisolated(unsafe) let kCTLigatureAttributeName: CFString = "NSLigature"
/// The name of the attribute for the width of the line around glyphs, in percent of the font size.
public nonisolated(unsafe) let kCTStrokeWidthAttributeName: CFString = "NSStrokeWidth"
/// The name of the attribute for the colour of the line around glyphs, a `CGColor`.
public nonisolated(unsafe) let kCTStrokeColorAttributeName: CFString = "CTStrokeColor"
/// The name of the attribute for the colour behind the text, a `CGColor`.
public nonisolated(unsafe) let kCTBackgroundColorAttributeName: CFString = "CTBackgroundColor"
/// The name of the attribute for the distance of the text above its baseline, a number of points.
public nonisolated(unsafe) let kCTBaselineOffsetAttributeName: CFString = "CTBaselineOffset"
/// The name of the attribute for the colour of the line below text, a `CGColor`.
public nonisolated(unsafe) let kCTUnderlineColorAttributeName: CFString = "NSUnderlineColor"
/// The name of the attribute for the underline, the raw value of an `NSUnderlineStyle`.
public nonisolated(unsafe) let kCTUnderlineStyleAttributeName: CFString = "NSUnderline"
