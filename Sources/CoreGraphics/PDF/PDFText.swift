import Foundation
import StrataBase
import StrataRaster

/// Glyphs that are shown as text on a page.
struct PDFText {
  let transcript: GlyphTranscript
  /// From the space of the glyphs' places, y down, to base space.
  let toBase: CGAffineTransform

  /// Nil for what cannot be shown as text.
  init?(_ glyphs: GlyphRun, toBase: CGAffineTransform) {
    let determinant = toBase.a * toBase.d - toBase.b * toBase.c
    guard let transcript = glyphs.transcript, transcript.font.size > 0, determinant.isFinite, determinant != 0
    else { return nil }
    (self.transcript, self.toBase) = (transcript, toBase)
  }

  /// Whether glyphs beside each other may touch, so that alpha would be seen twice there.
  var overlaps: Bool {
    var previous: [CGRect] = []
    for mark in transcript.marks {
      guard let bounds = mark.shape?.bounds else { continue }
      let box = CGRect(
        x: bounds.minX + mark.place.x,
        y: bounds.minY + mark.place.y,
        width: bounds.maxX - bounds.minX,
        height: bounds.maxY - bounds.minY
      )
      if previous.contains(where: { !$0.overlap(with: box).isNull }) { return true }
      // A letter with its accents, and the one before.
      previous = previous.suffix(3) + [box]
    }
    return false
  }

  /// Writes the instructions that show the glyphs in the colour that is set.
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
    let text: PDFText
    let content: PDFContent
    let fonts: PDFFonts
    /// The font that is set.
    var font: Int?
    /// Where the next glyph would stand, in the space of places; nil before the first one.
    var pen: RasterPoint?
    /// What is being gathered of one instruction.
    var pieces = ""
    var codes: [UInt8] = []

    /// Shows glyphs that stand for the same characters.
    mutating func show(_ marks: [GlyphTranscript.Mark]) {
      let meaning = marks.first.map(text.transcript.text) ?? ""
      // Marks without anything to see or to say are left out.
      let marks = marks.filter { $0.shape != nil || ($0.advance > 0 && !meaning.isEmpty) }
      guard marks.count > 1, !meaning.isEmpty else {
        for mark in marks { show(mark, meaning) }
        return
      }
      // One code cannot say that several glyphs are one character, or swap places with it.
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
        content.write("\(content.name(code.font, "Font")) \(PDFNotation.number(font.size)) Tf")
        self.font = code.font
      }
      // Steps in thousandths of the size; a twentieth of one is not seen, and is made up for by the next.
      let step = pen.map { (mark.place.x - $0.x) * 1000 / font.size }
      if let step, let pen, abs(mark.place.y - pen.y) < 1e-6, abs(step) < 1e5 {
        if abs(step) >= 0.05 {
          let written = (step * 100).rounded() / 100
          flushCodes()
          pieces += PDFNotation.number(-written)
          self.pen?.x += written * font.size / 1000
        }
      } else {
        flush()
        let place = CGPoint(x: mark.place.x, y: mark.place.y).applying(text.toBase)
        let map = text.toBase
        // Glyphs stand upright where y points up.
        let matrix = CGAffineTransform(map.a, map.b, -map.c, -map.d, place.x, place.y)
        content.write("\(PDFNotation.matrix(matrix)) Tm")
        pen = mark.place
      }
      codes.append(code.value)
      pen?.x += code.width * font.size / unitsPerEm
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
