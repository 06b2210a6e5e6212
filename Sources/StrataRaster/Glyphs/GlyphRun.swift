package import StrataBase
import Synchronization

/// The outline of a glyph relative to its origin, shared by many texts.
package final class GlyphOutline: Sendable {
  package let outline: Outline
  /// Unique among all glyph outlines of the process.
  package let id: UInt64
  package let bounds: OutlineBounds?

  package init(_ outline: Outline) {
    self.outline = outline
    bounds = outline.bounds
    id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

private let nextID = Atomic<UInt64>(0)

/// Glyphs that are painted as one shape.
///
/// The coverage of a pixel is the sum of the glyphs' coverages, each rounded to a byte, and at most 255. It can be
/// assembled from cached glyphs, and glyphs that touch look as they would in one outline.
package final class GlyphRun: Sendable {
  package struct Glyph: Sendable {
    package let shape: GlyphOutline
    package let place: RasterPoint
    /// The number of the outline, 0 if it is empty; a copy, so that looking a glyph up retains nothing.
    let id: UInt64

    package init(_ shape: GlyphOutline, at place: RasterPoint) {
      (self.shape, self.place) = (shape, place)
      id = shape.bounds == nil ? 0 : shape.id
    }
  }

  package let glyphs: [Glyph]
  /// The smallest rectangle around all glyphs; nil if none has an outline.
  package let bounds: OutlineBounds?
  /// The text of the first glyphs; the remaining ones are the ``rules``, lines below and through the text.
  ///
  /// Nil if the text is not known.
  package let transcript: GlyphTranscript?

  package init(_ glyphs: [Glyph], transcript: GlyphTranscript? = nil) {
    self.glyphs = glyphs
    self.transcript = transcript
    bounds = Self.bounds(of: glyphs)
  }

  private static func bounds(of glyphs: [Glyph]) -> OutlineBounds? {
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    var isEmpty = true
    for index in glyphs.indices {
      guard let box = glyphs[index].shape.bounds else { continue }
      let place = SIMD2(glyphs[index].place.x, glyphs[index].place.y)
      low = pointwiseMin(low, SIMD2(box.minX, box.minY) + place)
      high = pointwiseMax(high, SIMD2(box.maxX, box.maxY) + place)
      isEmpty = false
    }
    return isEmpty ? nil : OutlineBounds(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// The run moved by an offset.
  package func moved(by offset: RasterPoint) -> GlyphRun {
    GlyphRun(
      glyphs.map { Glyph($0.shape, at: $0.place + offset) },
      transcript: transcript?.moved(by: offset)
    )
  }

  /// The glyphs that the transcript does not contain: underlines and strikethroughs.
  package var rules: ArraySlice<Glyph> {
    glyphs.dropFirst(transcript?.marks.count { $0.shape != nil } ?? 0)
  }

  /// All glyphs as one outline.
  package var outline: Outline {
    var result = Outline()
    result.reserveCapacity(
      verbs: glyphs.reduce(0) { $0 + $1.shape.outline.verbs.count },
      points: glyphs.reduce(0) { $0 + $1.shape.outline.points.count }
    )
    for glyph in glyphs {
      result.append(glyph.shape.outline.mapPoints { $0 + glyph.place })
    }
    return result
  }
}
