public import CoreGraphics
public import Foundation
import StrataText

/// What is seen of a font's design; the upper four bits number the class of its strokes.
public struct CTFontSymbolicTraits: OptionSet, Hashable, Sendable {
  /// The bits of the traits.
  public let rawValue: UInt32

  /// Creates traits from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The letters lean to the right.
  public static let traitItalic = CTFontSymbolicTraits(rawValue: 1 << 0)
  /// The strokes are heavy.
  public static let traitBold = CTFontSymbolicTraits(rawValue: 1 << 1)
  /// The letters are wide.
  public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
  /// The letters are narrow.
  public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
  /// All letters have one width.
  public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
  /// The glyphs are for vertical lines; no font has it.
  public static let traitVertical = CTFontSymbolicTraits(rawValue: 1 << 11)
  /// The font is made for user interfaces; no font has it.
  public static let traitUIOptimized = CTFontSymbolicTraits(rawValue: 1 << 12)
  /// Glyphs have colours of their own.
  public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
  /// The font is made of several; no font has it.
  public static let traitComposite = CTFontSymbolicTraits(rawValue: 1 << 14)
  /// The bits of the class.
  public static let traitClassMask = CTFontSymbolicTraits(rawValue: 15 << 28)

  /// Another name of `traitItalic`.
  public static let italicTrait = traitItalic
  /// Another name of `traitBold`.
  public static let boldTrait = traitBold
  /// Another name of `traitExpanded`.
  public static let expandedTrait = traitExpanded
  /// Another name of `traitCondensed`.
  public static let condensedTrait = traitCondensed
  /// Another name of `traitMonoSpace`.
  public static let monoSpaceTrait = traitMonoSpace
  /// Another name of `traitVertical`.
  public static let verticalTrait = traitVertical
  /// Another name of `traitUIOptimized`.
  public static let uiOptimizedTrait = traitUIOptimized
  /// Another name of `traitColorGlyphs`.
  public static let colorGlyphsTrait = traitColorGlyphs
  /// Another name of `traitComposite`.
  public static let compositeTrait = traitComposite
  /// Another name of `traitClassMask`.
  public static let classMaskTrait = traitClassMask
}

/// Returns the traits of the font that is drawn, which may be a substitute.
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
  let traits = font.metrics.traits
  var result = CTFontSymbolicTraits(rawValue: UInt32(traits.designClass) << 28)
  if traits.isItalic { result.insert(.traitItalic) }
  if traits.isBold { result.insert(.traitBold) }
  if traits.isExpanded { result.insert(.traitExpanded) }
  if traits.isCondensed { result.insert(.traitCondensed) }
  if traits.isMonospaced { result.insert(.traitMonoSpace) }
  if traits.hasColor { result.insert(.traitColorGlyphs) }
  return result
}

/// Returns the face of a font's family that has certain traits.
///
/// - Parameters:
///   - font: The font.
///   - size: The size in points; 0 keeps the font's.
///   - matrix: The transform of glyph outlines; nil keeps the font's.
///   - symTraitValue: The values of the traits that change.
///   - symTraitMask: The traits that change.
/// - Returns: The font, of the other's class; nil if the family has no such face.
public func CTFontCreateCopyWithSymbolicTraits(
  _ font: CTFont,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?,
  _ symTraitValue: CTFontSymbolicTraits,
  _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
  let own = CTFontGetSymbolicTraits(font)
  let wanted = own.subtracting(symTraitMask).union(symTraitValue.intersection(symTraitMask))
  guard wanted != own else { return CTFontCreateCopyWithAttributes(font, size, matrix, nil) }
  let face = font.fontDescription.withFace(
    isBold: wanted.contains(.traitBold),
    isItalic: wanted.contains(.traitItalic),
    isCondensed: wanted.contains(.traitCondensed)
  )
  // The family of an unknown name would be that of any substitute.
  guard CTFont.isKnown(name: face.name) else { return nil }
  let other = font.with(name: face.name, size: size, matrix: matrix?.pointee)
  let found = CTFontGetSymbolicTraits(other).intersection(symTraitMask)
  return found == symTraitValue.intersection(symTraitMask) ? other : nil
}
