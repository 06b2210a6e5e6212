import Foundation
import StrataBase
import StrataRaster

/// Text of a page (ISO 32000-1, 9.4).
extension VectorText {
  /// Writes the operators that show the glyphs in the current colour.
  func write(to content: PDFContent, _ fonts: PDFFonts) {
    var writer = Writer(text: self, content: content, fonts: fonts)
    content.write("BT")
    var index = 0
    while index < transcript.marks.count {
      let cluster = transcript.marks[index].text
      var end = index + 1
      while end < transcript.marks.count, transcript.marks[end].text == cluster { end += 1 }
      writer.show(Array(transcript.marks[index..<end]))
      index = end
    }
    writer.flush()
    content.write("ET")
  }

  private struct Writer {
    let text: VectorText
    let content: PDFContent
    let fonts: PDFFonts
    /// The current font.
    var font: Int?
    /// The position of the next glyph without adjustment, in the space of positions; nil before the first one.
    var penPosition: RasterPoint?
    /// The operands of the next TJ operator.
    var pieces = ""
    var codes: [UInt8] = []

    /// Shows the glyphs of one cluster.
    mutating func show(_ marks: [GlyphTranscript.Mark]) {
      let meaning = marks.first.map(text.transcript.text) ?? ""
      // Glyphs without a shape, and without an advance or text, are skipped.
      let marks = marks.filter { $0.shape != nil || ($0.advance > 0 && !meaning.isEmpty) }
      guard marks.count > 1, !meaning.isEmpty else {
        for mark in marks { show(mark, meaning) }
        return
      }
      // Codes cannot map several glyphs to one text; ActualText does (ISO 32000-1, 14.9.4).
      flush()
      content.write("/Span << /ActualText \(PDFNotation.text(meaning)) >> BDC")
      for (index, mark) in marks.enumerated() { show(mark, index == 0 ? meaning : "") }
      flush()
      content.write("EMC")
    }

    private mutating func show(_ mark: GlyphTranscript.Mark, _ meaning: String) {
      let (font, unitsPerEm) = (text.transcript.font, Double(text.transcript.font.unitsPerEm))
      let code = fonts.code(of: mark, font, text: meaning)
      if code.font != self.font {
        flush()
        content.write("\(content.name(code.font, "Font")) \(VectorNotation.number(font.size)) Tf")
        self.font = code.font
      }
      // Adjustments are in thousandths of the size. Those below a twentieth are invisible, and the next one includes
      // them.
      let step = penPosition.map { (mark.place.x - $0.x) * 1000 / font.size }
      if let step, let penPosition, abs(mark.place.y - penPosition.y) < 1e-6, abs(step) < 1e5 {
        if abs(step) >= 0.05 {
          let written = (step * 100).rounded() / 100
          flushCodes()
          pieces += VectorNotation.number(-written)
          self.penPosition?.x += written * font.size / 1000
        }
      } else {
        flush()
        let place = CGPoint(x: mark.place.x, y: mark.place.y).applying(text.toBase)
        let map = text.toBase
        // Glyphs are defined with y up.
        let matrix = CGAffineTransform(map.a, map.b, -map.c, -map.d, place.x, place.y)
        content.write("\(VectorNotation.matrix(matrix)) Tm")
        penPosition = mark.place
      }
      codes.append(code.value)
      penPosition?.x += code.width * font.size / unitsPerEm
    }

    private mutating func flushCodes() {
      guard !codes.isEmpty else { return }
      pieces += "<\(PDFNotation.hexadecimal(codes))>"
      codes.removeAll()
    }

    mutating func flush() {
      flushCodes()
      guard !pieces.isEmpty else { return }
      content.write("[\(pieces)] TJ")
      pieces = ""
    }
  }
}
