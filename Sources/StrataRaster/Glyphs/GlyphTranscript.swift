package import StrataBase
import Synchronization

/// The text of a run of glyphs: their font, and the characters that each of them stands for.
///
/// Painting does not need it; a PDF page whose text can be searched does.
package struct GlyphTranscript: Sendable {
  /// A face with the coordinates of its variations, at a size.
  package struct Font: Sendable {
    /// Identifies the face and its variations: equal numbers mean equal glyphs in units of the em square.
    package var number: UInt64
    /// The side of the em square in units of the plane.
    package var size: Double
    /// The side of the em square in the font's units.
    package var unitsPerEm: Int

    package init(number: UInt64, size: Double, unitsPerEm: Int) {
      (self.number, self.size, self.unitsPerEm) = (number, size, unitsPerEm)
    }

    /// Returns a number that no earlier call returned.
    package static func freshNumber() -> UInt64 { nextNumber.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  /// A glyph and the text that it stands for.
  package struct Mark: Sendable {
    /// The number of the glyph in the font.
    package var glyph: UInt32
    /// Nil for a glyph without an outline, such as a space.
    package var shape: GlyphOutline?
    package var place: RasterPoint
    /// The font's distance from this glyph's origin to the next one's.
    package var advance: Double
    /// The characters that the glyph stands for, in UTF-8 units of the text.
    ///
    /// Neighbouring glyphs with equal ranges stand for them together.
    package var text: Range<Int>

    package init(
      glyph: UInt32,
      shape: GlyphOutline?,
      at place: RasterPoint,
      advance: Double,
      text: Range<Int>
    ) {
      (self.glyph, self.shape, self.place) = (glyph, shape, place)
      (self.advance, self.text) = (advance, text)
    }
  }

  package var font: Font
  package var text: String
  /// In visual order, from left to right.
  package var marks: [Mark]

  package init(font: Font, text: String, marks: [Mark]) {
    (self.font, self.text, self.marks) = (font, text, marks)
  }

  /// The glyphs that have an outline.
  package var glyphs: [GlyphRun.Glyph] {
    marks.compactMap { mark in mark.shape.map { GlyphRun.Glyph($0, at: mark.place) } }
  }

  /// The characters of a mark.
  package func text(of mark: Mark) -> String {
    let bytes = text.utf8
    func index(_ offset: Int) -> String.Index {
      bytes.index(bytes.startIndex, offsetBy: min(max(offset, 0), bytes.count))
    }
    return String(text[index(mark.text.lowerBound)..<index(max(mark.text.lowerBound, mark.text.upperBound))])
  }

  /// The transcript moved by an offset.
  package func moved(by offset: RasterPoint) -> GlyphTranscript {
    var result = self
    for index in result.marks.indices { result.marks[index].place += offset }
    return result
  }
}

private let nextNumber = Atomic<UInt64>(0)
