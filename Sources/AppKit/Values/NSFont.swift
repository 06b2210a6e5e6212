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
  /// The name of the family.
  open var familyName: String? { CTFontCopyFamilyName(coreTextFont) as String }

  /// The name that people read.
  open var displayName: String? { CTFontCopyDisplayName(coreTextFont) as String }
  /// The smallest rectangle that holds every glyph at one place, in points from its origin.
  open var boundingRectForFont: NSRect { CTFontGetBoundingBox(coreTextFont) }
  /// True if all letters have one width.
  open var isFixedPitch: Bool { CTFontGetSymbolicTraits(coreTextFont).contains(.traitMonoSpace) }

  // MARK: The system's fonts

  /// Returns the system's font of a size, in points, and a weight; ``systemFontSize`` for a size of 0.
  open override class func systemFont(ofSize fontSize: CGFloat, weight: Weight = .regular) -> Self {
    super.systemFont(ofSize: fontSize > 0 ? fontSize : systemFontSize, weight: weight)
  }

  /// Returns the font for text of the user; that of the system, 12 points for a size of 0.
  open class func userFont(ofSize fontSize: CGFloat) -> NSFont? {
    systemFont(ofSize: fontSize > 0 ? fontSize : 12)
  }

  /// Returns the font for menus; that of the system.
  open class func menuFont(ofSize fontSize: CGFloat) -> NSFont { systemFont(ofSize: fontSize) }

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
