import Foundation
import StrataBase
import StrataRaster

/// The fonts of a PDF: the glyphs that were drawn, as Type 3 fonts (ISO 32000-1, 9.6.5).
///
/// A Type 3 font is a table of content streams, so that all kinds of outlines are treated alike and font files need
/// not be subset. It has 255 codes. A code stands for a glyph and the text that it was drawn for; the same glyph for
/// a different text (one glyph for several kinds of space, say) has a second code for the same stream. The ToUnicode
/// table maps codes to text.
final class PDFFonts {
  /// The code that shows a glyph.
  struct Code {
    /// The object of the font.
    var font: Int
    var value: UInt8
    /// The advance in font units.
    var width: Double
  }

  private struct Key: Hashable {
    var glyph: UInt32
    /// The text; empty if ActualText has it.
    var text: String
  }

  /// The glyphs of one face.
  private struct Face {
    var unitsPerEm: Int
    var codes: [Key: Code] = [:]
    /// The content streams by glyph.
    var drawings: [UInt32: Int] = [:]
    /// The index of the font that takes the next code.
    var font: Int
  }

  /// A font object, written when the PDF is closed.
  fileprivate struct Type3Font {
    var object: Int
    var unitsPerEm: Int
    var glyphs: [(name: String, drawing: Int, width: Double, text: String)] = []
    var box = CGRect.null
  }

  private static let maximumCodeCount = 255

  private let document: PDFDocument
  private var faces: [UInt64: Face] = [:]
  private var files: [CGFont: UInt64] = [:]
  private var fonts: [Type3Font] = []

  init(_ document: PDFDocument) { self.document = document }

  /// Returns the number that identifies a font file in transcripts.
  func number(of font: CGFont) -> UInt64 {
    if let known = files[font] { return known }
    let number = GlyphTranscript.Font.freshNumber()
    files[font] = number
    return number
  }

  /// Returns the code of a glyph that stands for a text.
  func code(of mark: GlyphTranscript.Mark, _ font: GlyphTranscript.Font, text: String) -> Code {
    var face = faces[font.number] ?? Face(unitsPerEm: font.unitsPerEm, font: newFont(font.unitsPerEm))
    defer { faces[font.number] = face }
    let key = Key(glyph: mark.glyph, text: text)
    if let known = face.codes[key] { return known }
    let toUnits = Double(face.unitsPerEm) / font.size
    let width = (mark.advance * toUnits * 100).rounded() / 100
    let outline = mark.shape?.outline.mapPoints { point in
      // Font units are whole; hundredths serve for curves that were quadratic.
      RasterPoint((point.x * toUnits * 100).rounded() / 100, (-point.y * toUnits * 100).rounded() / 100)
    }
    if fonts[face.font].glyphs.count == Self.maximumCodeCount { face.font = newFont(face.unitsPerEm) }
    let drawing = face.drawings[mark.glyph] ?? addDrawing(outline, width: width)
    face.drawings[mark.glyph] = drawing
    if let box = outline?.tightBox { fonts[face.font].box = fonts[face.font].box.union(box) }
    let code = fonts[face.font].add(drawing, width: width, text: text)
    face.codes[key] = code
    return code
  }

  private func newFont(_ unitsPerEm: Int) -> Int {
    fonts.append(Type3Font(object: document.reserve(), unitsPerEm: unitsPerEm))
    return fonts.count - 1
  }

  /// Writes the content stream of a glyph, which takes the colour of the text.
  ///
  /// It begins with `d0` because readers cache glyphs with `d1` as bitmaps, which are placed on whole pixels.
  private func addDrawing(_ outline: Outline?, width: Double) -> Int {
    var drawing = "\(VectorNotation.number(width)) 0 d0"
    if let outline { drawing += "\n\(PDFContent.path(outline))\nf" }
    return document.addStream("", Data(drawing.utf8))
  }

  /// Writes the font objects.
  func finish() {
    for font in fonts { font.write(to: document) }
  }
}

extension PDFFonts.Type3Font {
  fileprivate mutating func add(_ drawing: Int, width: Double, text: String) -> PDFFonts.Code {
    let value = UInt8(glyphs.count + 1)
    glyphs.append((name(value), drawing, width, text))
    return PDFFonts.Code(font: object, value: value, width: width)
  }

  /// Returns a glyph name without digits, which readers could take for a character code.
  private func name(_ value: UInt8) -> String {
    func letter(_ digit: UInt8) -> Character { Character(Unicode.Scalar(UInt8(ascii: "a") + digit)) }
    return "glyph\(letter(value / 16))\(letter(value % 16))"
  }

  fileprivate func write(to document: PDFDocument) {
    let unit = Self.fraction(1 / Double(max(unitsPerEm, 1)))
    let corners = box.isNull ? CGRect.zero : box
    // Type 3 fonts may have any unit, so that readers estimate the text size from the width of "m", which they expect
    // to be 0.6 em. The unused code 0 has this name and width.
    let names = (["m"] + glyphs.map(\.name)).map { "/\($0)" }.joined(separator: " ")
    let widths = [(Double(unitsPerEm) * 0.6).rounded()] + glyphs.map(\.width)
    let drawings = glyphs.map { "/\($0.name) \($0.drawing) 0 R" }.joined(separator: " ")
    let meaning = document.addStream("", Data(toUnicode.utf8))
    document.add(
      "<< /Type /Font /Subtype /Type3 /FontBBox \(PDFNotation.rect(corners))"
        + " /FontMatrix [\(unit) 0 0 \(unit) 0 0] /Resources << >>"
        + " /FirstChar 0 /LastChar \(glyphs.count) /Widths [\(VectorNotation.numbers(widths))]"
        + " /Encoding << /Type /Encoding /Differences [0 \(names)] >> /CharProcs << \(drawings) >>"
        + " /ToUnicode \(meaning) 0 R >>",
      as: object
    )
  }

  /// Returns a small number with 15 decimals, without trailing zeros.
  private static func fraction(_ value: Double) -> String {
    var digits = String(Int64((value * 1e15).rounded()))
    digits = String(repeating: "0", count: max(16 - digits.count, 0)) + digits
    var result = "\(digits.dropLast(15)).\(digits.suffix(15))"
    while result.hasSuffix("0") { result.removeLast() }
    return result.hasSuffix(".") ? String(result.dropLast()) : result
  }

  /// The ToUnicode table, a CMap (ISO 32000-1, 9.10.3).
  private var toUnicode: String {
    let lines = glyphs.indices.filter { !glyphs[$0].text.isEmpty }.map { index in
      "<\(PDFNotation.hexadecimal([UInt8(index + 1)]))> <\(PDFNotation.utf16(glyphs[index].text))>"
    }
    var result = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <00> <FF>
      endcodespacerange

      """
    // A section has at most 100 lines.
    for start in stride(from: 0, to: lines.count, by: 100) {
      let part = lines[start..<min(start + 100, lines.count)]
      result += "\(part.count) beginbfchar\n\(part.joined(separator: "\n"))\nendbfchar\n"
    }
    return result + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
  }
}
