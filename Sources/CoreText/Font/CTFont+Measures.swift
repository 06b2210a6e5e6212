public import CoreGraphics
public import Foundation
import StrataText

/// Returns the size of the em square in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { CGFloat(font.fontDescription.size) }

/// Returns how far lines reach above the baseline, in points.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.ascent) }

/// Returns how far lines reach below the baseline, in points, as a positive number.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.descent) }

/// Returns the space between lines, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.leading) }

/// Returns the height of capital letters, in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.capHeight) }

/// Returns the height of lowercase letters, in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.xHeight) }

/// Returns the middle of the underline, in points up from the baseline.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.underlinePosition) }

/// Returns the thickness of the underline, in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat {
  CGFloat(font.metrics.underlineThickness)
}

/// Returns the box of all glyphs, in points, y up from the baseline.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect { font.metrics.boundingBox }

/// Returns the units in the side of the em square.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { UInt32(clamping: font.metrics.unitsPerEm) }

/// Returns the number of glyphs.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.metrics.glyphCount }

/// Returns what glyph outlines are transformed by.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }

/// Returns the PostScript name, as it was asked for or as the font states it.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString {
  // A stand-in does not lend its name: what is archived and compared is the font that was meant.
  let name = font.fontDescription.name
  return (name.contains(" ") || name.isEmpty ? font.metrics.postScriptName : name) as CFString
}

/// Returns the name of the family that is drawn.
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { font.metrics.familyName as CFString }

/// Returns the names of the family and the face that are drawn.
public func CTFontCopyFullName(_ font: CTFont) -> CFString {
  let metrics = font.metrics
  return [metrics.familyName, metrics.styleName].filter { !$0.isEmpty }.joined(separator: " ") as CFString
}

/// Writes the glyphs of characters and returns whether there is one for each.
///
/// Of a surrogate pair the first place has the glyph and the second has 0.
///
/// - Parameters:
///   - font: The font.
///   - characters: UTF-16 units.
///   - glyphs: Where the glyphs go; 0 where the font has none.
///   - count: The number of units and of places.
/// - Returns: Whether the font has a glyph for each character.
public func CTFontGetGlyphsForCharacters(
  _ font: CTFont,
  _ characters: UnsafePointer<UniChar>,
  _ glyphs: UnsafeMutablePointer<CGGlyph>,
  _ count: CFIndex
) -> Bool {
  guard count > 0 else { return true }
  let units = Array(UnsafeBufferPointer(start: characters, count: count))
  var isComplete = true
  for (index, glyph) in TextLayoutEngine.glyphs(for: units, font: font.fontDescription).enumerated() {
    glyphs[index] = CGGlyph(truncatingIfNeeded: glyph)
    if glyph == 0, !UTF16.isTrailSurrogate(units[index]) { isComplete = false }
  }
  return isComplete
}

/// Returns a glyph's outline in points, y up from the baseline; nil where the font has none.
///
/// - Parameters:
///   - font: The font.
///   - glyph: The number of the glyph.
///   - matrix: What the outline is transformed by; nil for nothing.
/// - Returns: The outline; nil where the font has none.
public func CTFontCreatePathForGlyph(
  _ font: CTFont,
  _ glyph: CGGlyph,
  _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  guard let outline = TextLayoutEngine.outline(of: UInt32(glyph), font: font.fontDescription) else {
    return nil
  }
  var transform = font.matrix.concatenating(matrix?.pointee ?? .identity)
  return CGPath(outline: outline).copy(using: &transform)
}

/// Writes the advances of glyphs and returns their sum, in points.
///
/// - Parameters:
///   - font: The font.
///   - orientation: The direction of the text; advances are those of horizontal lines.
///   - glyphs: The numbers of the glyphs.
///   - advances: Where the advances go; nil for the sum alone.
///   - count: The number of glyphs.
/// - Returns: The sum of the advances.
@discardableResult
public func CTFontGetAdvancesForGlyphs(
  _ font: CTFont,
  _ orientation: CTFontOrientation,
  _ glyphs: UnsafePointer<CGGlyph>,
  _ advances: UnsafeMutablePointer<CGSize>?,
  _ count: CFIndex
) -> Double {
  guard count > 0 else { return 0 }
  let numbers = UnsafeBufferPointer(start: glyphs, count: count).map(UInt32.init)
  var sum = 0.0
  for (index, advance) in TextLayoutEngine.advances(of: numbers, font: font.fontDescription).enumerated() {
    advances?[index] = CGSize(width: advance, height: 0)
    sum += advance
  }
  return sum
}

/// The direction of text that a font is used for.
public enum CTFontOrientation: UInt32, Sendable {
  /// As the font says, which is horizontal.
  case `default` = 0
  /// Glyphs beside each other.
  case horizontal = 1
}

/// A UTF-16 unit.
public typealias UniChar = UInt16
