package import StrataBase
import Synchronization

/// What a run of glyphs says: the font that they are of, and the text that each of them stands for.
///
/// Painting needs nothing of this; a page that can be searched does.
package struct GlyphTranscript: Sendable {
  /// A face at a place in its design space, at a size.
  package struct Font: Sendable {
    /// Equal numbers mean equal glyphs in units of the em square.
    package var number: UInt64
    /// The size of the em square.
    package var size: Double
    /// The units in the side of the em square.
    package var unitsPerEm: Int

    package init(number: UInt64, size: Double, unitsPerEm: Int) {
      (self.number, self.size, self.unitsPerEm) = (number, size, unitsPerEm)
    }

    /// A number that no other font has.
    package static func freshNumber() -> UInt64 { nextNumber.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  /// One glyph.
  package struct Mark: Sendable {
    /// The number of the glyph in the font.
    package var glyph: UInt32
    /// Nil for a glyph without an outline, such as a space.
    package var shape: GlyphOutline?
    package var place: RasterPoint
    /// How far the font lets the next glyph stand from this one.
    package var advance: Double
    /// The characters that the glyph stands for, in UTF-8 units of the text; glyphs beside each other with equal ranges
    /// stand for them together.
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

  /// The same glyphs elsewhere.
  package func moved(by offset: RasterPoint) -> GlyphTranscript {
    var result = self
    for index in result.marks.indices { result.marks[index].place += offset }
    return result
  }
}

private let nextNumber = Atomic<UInt64>(0)
