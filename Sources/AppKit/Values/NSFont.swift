import CoreGraphics
import CoreText
public import Foundation
public import StrataViews

/// A font at a size.
///
/// The system's font is drawn with the installed family that comes nearest.
///
/// - Thread: Any.
open class NSFont: ViewFont, @unchecked Sendable {  // Immutable.
  /// A purpose of text, which gives its size and weight.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a style.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// 26 points.
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    /// 22 points.
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    /// 17 points.
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    /// 15 points.
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    /// 13 points, bold.
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    /// 11 points.
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    /// 13 points.
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    /// 12 points.
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    /// 10 points.
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    /// 10 points.
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    /// 10 points, medium.
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  /// An option of ``preferredFont(forTextStyle:options:)``; there are none.
  public struct TextStyleOptionKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The name of the family.
  open var familyName: String? { CTFontCopyFamilyName(self) as String }

  /// The name that people read.
  open var displayName: String? { CTFontCopyDisplayName(self) as String }
  /// The smallest rectangle that holds every glyph at one place, in points from its origin.
  open var boundingRectForFont: NSRect { CTFontGetBoundingBox(self) }
  /// The middle of the underline, in points above the baseline; usually negative.
  open var underlinePosition: CGFloat { CTFontGetUnderlinePosition(self) }
  /// The thickness of the underline, in points.
  open var underlineThickness: CGFloat { CTFontGetUnderlineThickness(self) }
  /// The angle of upright strokes in degrees, counter-clockwise; negative for letters that lean to the right.
  open var italicAngle: CGFloat { CTFontGetSlantAngle(self) }
  /// The number of glyphs.
  open var numberOfGlyphs: Int { CTFontGetGlyphCount(self) }
  /// The advance of the widest glyph, in points.
  open var maximumAdvancement: NSSize { maximumAdvance }
  /// Returns the distance from a glyph to the next one, in points.
  open func advancement(forCGGlyph glyph: CGGlyph) -> NSSize {
    var advance = CGSize.zero
    withUnsafePointer(to: glyph) { _ = CTFontGetAdvancesForGlyphs(self, .default, $0, &advance, 1) }
    return advance
  }
  /// Returns the box of a glyph's outline, in points from its origin.
  open func boundingRect(forCGGlyph glyph: CGGlyph) -> NSRect {
    withUnsafePointer(to: glyph) { CTFontGetBoundingRectsForGlyphs(self, .default, $0, nil, 1) }
  }
  /// True if all letters have one width.
  open var isFixedPitch: Bool { CTFontGetSymbolicTraits(self).contains(.traitMonoSpace) }

  // MARK: The system's fonts

  /// Returns the system's font of a size, in points, and a weight; ``systemFontSize`` for a size of 0.
  open override class func systemFont(ofSize fontSize: CGFloat, weight: Weight = .regular) -> Self {
    super.systemFont(ofSize: fontSize > 0 ? fontSize : systemFontSize, weight: weight)
  }

  /// Returns the font for text of the user; that of the system, 12 points for a size of 0.
  open class func userFont(ofSize fontSize: CGFloat) -> NSFont? {
    systemFont(ofSize: fontSize > 0 ? fontSize : 12)
  }

  /// Returns the font for text of the user whose letters have one width; 12 points for a size of 0.
  open class func userFixedPitchFont(ofSize fontSize: CGFloat) -> NSFont? {
    monospacedSystemFont(ofSize: fontSize > 0 ? fontSize : 12, weight: .regular)
  }

  /// Returns the font for menus; that of the system.
  open class func menuFont(ofSize fontSize: CGFloat) -> NSFont { systemFont(ofSize: fontSize) }

  /// Returns the font for the menu bar; that of the system.
  open class func menuBarFont(ofSize fontSize: CGFloat) -> NSFont { systemFont(ofSize: fontSize) }

  /// Returns the font for messages; that of the system.
  open class func messageFont(ofSize fontSize: CGFloat) -> NSFont { systemFont(ofSize: fontSize) }

  /// Returns the font for the contents of controls; that of the system, 12 points for a size of 0.
  open class func controlContentFont(ofSize fontSize: CGFloat) -> NSFont {
    systemFont(ofSize: fontSize > 0 ? fontSize : 12)
  }

  /// Returns the font for the titles of windows; the system's bold font.
  open class func titleBarFont(ofSize fontSize: CGFloat) -> NSFont { boldSystemFont(ofSize: fontSize) }

  /// Returns the font for the notes that explain controls; the system's, 11 points for a size of 0.
  open class func toolTipsFont(ofSize fontSize: CGFloat) -> NSFont {
    systemFont(ofSize: fontSize > 0 ? fontSize : smallSystemFontSize)
  }

  /// Returns the font for a purpose.
  open class func preferredFont(
    forTextStyle style: TextStyle,
    options: [TextStyleOptionKey: Any] = [:]
  ) -> NSFont {
    let weights: [TextStyle: Weight] = [.headline: .bold, .caption2: .medium]
    return systemFont(ofSize: sizes[style] ?? systemFontSize, weight: weights[style] ?? .regular)
  }

  private static let sizes: [TextStyle: CGFloat] = [
    .largeTitle: 26, .title1: 22, .title2: 17, .title3: 15, .headline: 13, .subheadline: 11, .body: 13,
    .callout: 12, .footnote: 10, .caption1: 10, .caption2: 10,
  ]

  /// Returns the font for labels.
  open class func labelFont(ofSize fontSize: CGFloat) -> NSFont {
    systemFont(ofSize: fontSize > 0 ? fontSize : labelFontSize)
  }

  /// The size of labels, in points.
  open class var labelFontSize: CGFloat { 10 }
  /// The size of small text, in points.
  open class var smallSystemFontSize: CGFloat { 11 }
  /// The size of ordinary text, in points.
  open class var systemFontSize: CGFloat { 13 }
}
