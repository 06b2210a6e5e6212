public import CoreGraphics
public import Foundation
import StrataRaster
import StrataText

/// Returns the size of the em square in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { CGFloat(font.fontDescription.size) }

/// Returns the ascent above the baseline, in points.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.ascent) }

/// Returns the descent below the baseline, in points; positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.descent) }

/// Returns the space between lines, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.leading) }

/// Returns the height of capital letters, in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.capHeight) }

/// Returns the height of lowercase letters, in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.xHeight) }

/// Returns the middle of the underline, in points above the baseline; usually negative.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.underlinePosition) }

/// Returns the thickness of the underline, in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat {
  CGFloat(font.metrics.underlineThickness)
}

/// Returns the box of all glyphs, in points, y up from the baseline.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect { font.metrics.boundingBox }

/// Returns the number of font units in an em.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { UInt32(clamping: font.metrics.unitsPerEm) }

/// Returns the number of glyphs.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.metrics.glyphCount }

/// Returns the transform of glyph outlines.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }

/// Returns the PostScript name.
///
/// A font of Apple's systems that is not installed keeps the name that was asked for.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString {
  // Comparisons use the font that was asked for, not its substitute.
  let (name, metrics) = (font.fontDescription.name, font.metrics)
  guard GraphicsFonts.font(named: name) == nil else { return metrics.postScriptName as CFString }
  let isThere = FontFace(name: name).isFace(ofFamily: metrics.familyName)
  if !isThere, let known = PostScriptNames.name(ofAppleFont: name) { return known as CFString }
  let isName = !name.contains(" ") && CTFont.isKnown(name: name)
  return (isName ? name : metrics.postScriptName) as CFString
}

/// Returns the family name of the font that is drawn, which may be a substitute.
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { font.metrics.familyName as CFString }

/// Returns the family and style names of the font that is drawn, which may be a substitute.
public func CTFontCopyFullName(_ font: CTFont) -> CFString {
  let metrics = font.metrics
  return [metrics.familyName, metrics.styleName].filter { !$0.isEmpty }.joined(separator: " ") as CFString
}

/// Writes the glyphs of characters, as the font's character map has them.
///
/// For a surrogate pair, the first element is the glyph and the second is 0.
///
/// - Parameters:
///   - font: The font.
///   - characters: UTF-16 units.
///   - glyphs: Receives the glyphs; 0 for characters without one.
///   - count: The number of units and of glyphs.
/// - Returns: True if the font has a glyph for each character.
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

/// Returns a glyph's outline in points, y up from the baseline.
///
/// - Parameters:
///   - font: The font.
///   - glyph: The glyph.
///   - matrix: A transform of the outline, applied after the font's own; nil for none.
/// - Returns: The outline; nil if the font does not have one, as for a space.
public func CTFontCreatePathForGlyph(
  _ font: CTFont,
  _ glyph: CGGlyph,
  _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  guard let outline = TextLayoutEngine.outline(of: UInt32(glyph), font: font.fontDescription),
    !outline.isEmpty
  else { return nil }
  var transform = font.matrix.concatenating(matrix?.pointee ?? .identity)
  return CGPath(outline: outline).copy(using: &transform)
}

/// Writes the advances of glyphs and returns their sum, in points.
///
/// - Parameters:
///   - font: The font.
///   - orientation: The direction of the text; has no effect, advances are horizontal.
///   - glyphs: The glyphs.
///   - advances: Receives the advances; nil for only the sum.
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
  let scale = font.matrix.advanceScale
  for (index, own) in TextLayoutEngine.advances(of: numbers, font: font.fontDescription).enumerated() {
    let advance = own * scale
    advances?[index] = CGSize(width: advance, height: 0)
    sum += advance
  }
  return sum
}

/// The direction of text in a font.
public enum CTFontOrientation: UInt32, Sendable {
  /// The font's default, which is horizontal.
  case `default` = 0
  /// Horizontal lines.
  case horizontal = 1
}

/// A UTF-16 unit.
public typealias UniChar = UInt16
