import Foundation
import StrataBase
import StrataRaster

/// The fonts of a PDF: the glyphs that were drawn, as fonts of Type 3.
///
/// Such a font is a table of drawings, so that every kind of outline becomes one in the same way and no font file has to
/// be cut down. It has 255 codes. A code stands for a glyph and the text that it was drawn for: the same shape for another
/// text (one space for several kinds of space, a ligature) is another code with the same drawing. What codes mean is in
/// the font's table to Unicode.
final class PDFFonts {
  /// How a glyph is shown.
  struct Code {
    /// The object of the font.
    var font: Int
    var value: UInt8
    /// In units of the em square.
    var width: Double
  }

  private struct Key: Hashable {
    var glyph: UInt32
    /// Empty where it is told in another way.
    var text: String
  }

  /// The glyphs of one face.
  private struct Face {
    var unitsPerEm: Int
    var codes: [Key: Code] = [:]
    /// The drawings by number of the glyph.
    var drawings: [UInt32: Int] = [:]
    /// The object that takes the next code.
    var table: Int
  }

  /// One font object that is being gathered.
  fileprivate struct Table {
    var object: Int
    var unitsPerEm: Int
    var glyphs: [(name: String, drawing: Int, width: Double, text: String)] = []
    var box = CGRect.null
  }

  private static let mostCodes = 255

  private let document: PDFDocument
  private var faces: [UInt64: Face] = [:]
  private var files: [CGFont: UInt64] = [:]
  private var tables: [Table] = []

  init(_ document: PDFDocument) { self.document = document }

  /// The number by which transcripts name a font file.
  func number(of font: CGFont) -> UInt64 {
    if let known = files[font] { return known }
    let number = GlyphTranscript.Font.freshNumber()
    files[font] = number
    return number
  }

  /// The code of a glyph that stands for a text.
  func code(of mark: GlyphTranscript.Mark, _ font: GlyphTranscript.Font, text: String) -> Code {
    var face = faces[font.number] ?? Face(unitsPerEm: font.unitsPerEm, table: newTable(font.unitsPerEm))
    defer { faces[font.number] = face }
    let key = Key(glyph: mark.glyph, text: text)
    if let known = face.codes[key] { return known }
    let toUnits = Double(face.unitsPerEm) / font.size
    let width = (mark.advance * toUnits * 100).rounded() / 100
    let outline = mark.shape?.outline.mapPoints { point in
      // Hundredths of a unit are for the curves that were quadratic; the font's own places are whole.
      RasterPoint((point.x * toUnits * 100).rounded() / 100, (-point.y * toUnits * 100).rounded() / 100)
    }
    if tables[face.table].glyphs.count == Self.mostCodes { face.table = newTable(face.unitsPerEm) }
    let drawing = face.drawings[mark.glyph] ?? addDrawing(outline, width: width)
    face.drawings[mark.glyph] = drawing
    if let box = outline?.tightBox { tables[face.table].box = tables[face.table].box.union(box) }
    let code = tables[face.table].add(drawing, width: width, text: text)
    face.codes[key] = code
    return code
  }

  private func newTable(_ unitsPerEm: Int) -> Int {
    tables.append(Table(object: document.reserve(), unitsPerEm: unitsPerEm))
    return tables.count - 1
  }

  /// Writes what draws a glyph, in the colour that is set where it is shown.
  ///
  /// Of glyphs that promise to name no colour (`d1`) readers keep bitmaps, which stand on whole pixels; these are drawn
  /// where they are.
  private func addDrawing(_ outline: Outline?, width: Double) -> Int {
    var drawing = "\(PDFNotation.number(width)) 0 d0"
    if let outline { drawing += "\n\(PDFContent.path(outline))\nf" }
    return document.addStream("", Data(drawing.utf8))
  }

  /// Writes the fonts.
  func finish() {
    for table in tables { table.write(to: document) }
  }
}

extension PDFFonts.Table {
  fileprivate mutating func add(_ drawing: Int, width: Double, text: String) -> PDFFonts.Code {
    let value = UInt8(glyphs.count + 1)
    glyphs.append((name(value), drawing, width, text))
    return PDFFonts.Code(font: object, value: value, width: width)
  }

  /// A name without digits, which readers would take for a character's number.
  private func name(_ value: UInt8) -> String {
    func letter(_ digit: UInt8) -> Character { Character(Unicode.Scalar(UInt8(ascii: "a") + digit)) }
    return "glyph\(letter(value / 16))\(letter(value % 16))"
  }

  fileprivate func write(to document: PDFDocument) {
    let unit = Self.fraction(1 / Double(max(unitsPerEm, 1)))
    let corners = box.isNull ? CGRect.zero : box
    // The units of such fonts can be anything, so that readers guess the size of text from the width of its "m", of
    // which they expect six tenths. The code 0, which nothing uses, gives them one.
    let names = (["m"] + glyphs.map(\.name)).map { "/\($0)" }.joined(separator: " ")
    let widths = [(Double(unitsPerEm) * 0.6).rounded()] + glyphs.map(\.width)
    let drawings = glyphs.map { "/\($0.name) \($0.drawing) 0 R" }.joined(separator: " ")
    let meaning = document.addStream("", Data(toUnicode.utf8))
    document.add(
      "<< /Type /Font /Subtype /Type3 /FontBBox \(PDFNotation.rect(corners))"
        + " /FontMatrix [\(unit) 0 0 \(unit) 0 0] /Resources << >>"
        + " /FirstChar 0 /LastChar \(glyphs.count) /Widths [\(PDFNotation.numbers(widths))]"
        + " /Encoding << /Type /Encoding /Differences [0 \(names)] >> /CharProcs << \(drawings) >>"
        + " /ToUnicode \(meaning) 0 R >>",
      as: object
    )
  }

  /// A small number with all its digits.
  private static func fraction(_ value: Double) -> String {
    var digits = String(Int64((value * 1e15).rounded()))
    digits = String(repeating: "0", count: max(16 - digits.count, 0)) + digits
    var result = "\(digits.dropLast(15)).\(digits.suffix(15))"
    while result.hasSuffix("0") { result.removeLast() }
    return result.hasSuffix(".") ? String(result.dropLast()) : result
  }

  /// The table from codes to text.
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
    // A hundred lines at most belong together.
    for start in stride(from: 0, to: lines.count, by: 100) {
      let part = lines[start..<min(start + 100, lines.count)]
      result += "\(part.count) beginbfchar\n\(part.joined(separator: "\n"))\nendbfchar\n"
    }
    return result + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
  }
}
