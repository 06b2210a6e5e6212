public import CoreGraphics
public import Foundation
import StrataRaster
import StrataText

/// Returns the angle of upright strokes in degrees, counter-clockwise; negative for letters that lean to the right.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { CGFloat(font.metrics.italicAngle) }

/// Returns the glyph with a name; 0 if the font that is drawn does not have it.
public func CTFontGetGlyphWithName(_ font: CTFont, _ glyphName: CFString) -> CGGlyph {
  CTFontCopyGraphicsFont(font, nil).getGlyphWithGlyphName(name: glyphName)
}

/// Writes the boxes of glyph outlines and returns their union, in points, y up from the baseline.
///
/// Glyphs without an outline have an empty box at the origin.
///
/// - Parameters:
///   - font: The font.
///   - orientation: The direction of the text; has no effect, origins are on the baseline.
///   - glyphs: The glyphs.
///   - boundingRects: Receives the boxes; nil for only the union.
///   - count: The number of glyphs.
/// - Returns: The union of the boxes; null without a glyph.
@discardableResult
public func CTFontGetBoundingRectsForGlyphs(
  _ font: CTFont,
  _ orientation: CTFontOrientation,
  _ glyphs: UnsafePointer<CGGlyph>,
  _ boundingRects: UnsafeMutablePointer<CGRect>?,
  _ count: CFIndex
) -> CGRect {
  guard count > 0 else { return .null }
  var union = CGRect.null
  for index in 0..<count {
    let box = CTFontCreatePathForGlyph(font, glyphs[index], nil)?.boundingBoxOfPath ?? .null
    boundingRects?[index] = box.isNull ? .zero : box
    union = union.union(box)
  }
  return union.isNull ? .zero : union
}

/// Draws glyphs at positions in text space, with the context's fill colour and in its text drawing mode.
///
/// Glyphs that are pictures are not drawn, and text of a PDF that is drawn in this way cannot be searched.
///
/// - Parameters:
///   - font: The font.
///   - glyphs: The glyphs.
///   - positions: The origins of the glyphs.
///   - count: The number of glyphs.
///   - context: The context.
public func CTFontDrawGlyphs(
  _ font: CTFont,
  _ glyphs: UnsafePointer<CGGlyph>,
  _ positions: UnsafePointer<CGPoint>,
  _ count: Int,
  _ context: CGContext
) {
  guard count > 0 else { return }
  var text = Outline()
  for index in 0..<count {
    let glyph = TextLayoutEngine.outline(of: UInt32(glyphs[index]), font: font.fontDescription)
    guard let glyph else { continue }
    let place = CGAffineTransform(translationX: positions[index].x, y: positions[index].y)
    text.append(glyph.applying(font.matrix.concatenating(place)))
  }
  context.drawText(text)
}

/// Returns a font that has glyphs for a part of a string.
///
/// - Parameters:
///   - currentFont: The font to keep if it has all glyphs.
///   - string: The string.
///   - range: The part, in UTF-16 units.
/// - Returns: The font; for the first characters that it lacks, the one of its class that draws them in its place.
public func CTFontCreateForString(_ currentFont: CTFont, _ string: CFString, _ range: CFRange) -> CTFont {
  let part = NSIntersectionRange(
    NSRange(location: max(range.location, 0), length: max(range.length, 0)),
    NSRange(location: 0, length: string.length)
  )
  let text = StyledText(string.substring(with: part), font: currentFont.fontDescription, color: nil)
  var request = TextLayoutRequest(runs: [text])
  request.keepsGlyphs = true
  let own = currentFont.metrics.postScriptName
  let fonts = TextLayoutEngine.layout(request).runs.sorted { $0.range.lowerBound < $1.range.lowerBound }
    .map(\.font)
  let other = fonts.first {
    $0.name != own && $0.name != currentFont.fontDescription.name
  }
  guard let other else { return currentFont }
  return currentFont.with(name: other.name)
}

/// Returns the font without its size, which may be a substitute, as the graphics contexts take it.
///
/// - Parameters:
///   - font: The font.
///   - attributes: Receives nil: all attributes are in the font; may be nil.
/// - Returns: The font, which later calls return again for a while; one without glyphs in a build without the trait
///   `Text`, and, which is logged, if its file cannot be read.
public func CTFontCopyGraphicsFont(
  _ font: CTFont,
  _ attributes: UnsafeMutablePointer<Unmanaged<CTFontDescriptor>?>?
) -> CGFont {
  attributes?.pointee = nil
  let description = font.fontDescription
  return GraphicsFonts.font(named: description.name) ?? GraphicsFonts.installedFont(description)
    ?? .withoutGlyphs
}

extension CGFont {
  /// A font of three empty tables.
  fileprivate static let withoutGlyphs: CGFont = {
    let head: [UInt8] = [0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0]
    let tables = ["head", "hhea", "maxp"].flatMap { Array($0.utf8) + [UInt8](repeating: 0, count: 12) }
    guard let font = CGFont(data: Data(head + tables)) else {
      preconditionFailure("A font of empty tables cannot be read.")
    }
    return font
  }()
}
