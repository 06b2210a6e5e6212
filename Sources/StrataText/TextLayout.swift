package import CoreGraphics
package import Foundation
package import StrataBase
package import StrataRaster
import Synchronization

/// Text that has found its place: lines, and the outlines and pictures of their glyphs.
///
/// Coordinates are points, x to the right and y down from the visual top left of the box that the text was laid out in.
package struct TextLayout: Sendable {
  /// One line.
  package struct Line: Sendable {
    /// Where the line's baseline begins.
    package var origin: CGPoint
    package var ascent: Double
    package var descent: Double
    package var leading: Double
    /// The advance of the whole line.
    package var width: Double
    /// Whether the line's paragraph is written from right to left.
    package var isRightToLeft: Bool
    /// The characters of the line, in UTF-16 units of the whole text.
    package var range: Range<Int>
    /// Indices into ``TextLayout/fills`` and ``TextLayout/images`` of what the line paints.
    package var fills: Range<Int>
    package var images: Range<Int>
    /// Indices into ``TextLayout/runs``; empty unless the request asks for glyphs.
    package var runs = 0..<0
  }

  /// Glyphs that stand beside each other in one font and one look, in visual order.
  package struct Run: Sendable {
    /// The font that the glyphs are of, which may be one that stands in for another.
    package var font: FontDescription
    package var ascent: Double
    package var descent: Double
    package var leading: Double
    package var isRightToLeft: Bool
    package var glyphs: [UInt32] = []
    /// Places of the glyphs from the origin of the line, y up.
    package var positions: [CGPoint] = []
    package var advances: [Double] = []
    /// The first character of each glyph, in UTF-16 units of the whole text.
    package var indices: [Int] = []
    /// The characters of the run.
    package var range: Range<Int>
    /// Indices into ``TextLayout/fills`` and ``TextLayout/images`` of what the run paints.
    package var fills: Range<Int>
    package var images: Range<Int>
  }

  /// Glyphs of one colour, or what is drawn beside them.
  package struct Fill: Sendable, Equatable {
    package let shapes: GlyphRun
    /// Nil where the text names no colour.
    package let color: CGColor?
    /// A number that no other fill has, so that what was drawn of it can be kept.
    package let id: UInt64

    package init(_ shapes: GlyphRun, color: CGColor?) {
      (self.shapes, self.color) = (shapes, color)
      // Numbers of other paths count from one.
      id = 1 << 63 | nextFillID.wrappingAdd(1, ordering: .relaxed).newValue
    }

    package init(outline: Outline, color: CGColor?) {
      self.init(GlyphRun([GlyphRun.Glyph(GlyphOutline(outline), at: .zero)]), color: color)
    }

    /// All of it as one outline.
    package var outline: Outline { shapes.outline }

    package var bounds: OutlineBounds? { shapes.bounds }

    package static func == (a: Fill, b: Fill) -> Bool { a.outline == b.outline && a.color == b.color }

    /// The same glyphs elsewhere.
    package func moved(by offset: RasterPoint) -> Fill { Fill(shapes.moved(by: offset), color: color) }
  }

  /// A glyph that is a picture, such as an emoji.
  package struct Picture: Sendable {
    package var image: CGImage
    package var rect: CGRect
    /// What the picture says.
    package var transcript: GlyphTranscript

    /// The same picture elsewhere.
    package func moved(by offset: RasterPoint) -> Picture {
      Picture(
        image: image,
        rect: rect.offsetBy(dx: offset.x, dy: offset.y),
        transcript: transcript.moved(by: offset)
      )
    }
  }

  package var lines: [Line] = []
  package var fills: [Fill] = []
  package var images: [Picture] = []
  package var runs: [Run] = []
  /// The width of the widest line and the height of all of them.
  package var size = CGSize.zero

  package init() {}
}

private let nextFillID = Atomic<UInt64>(0)

/// Lays text out, remembering the latest results.
///
/// Shaping libraries keep state that no two threads may touch at once, so one engine serves everybody in turn.
package enum TextLayoutEngine {
  /// The layout of a request; empty in a build without the trait `Text`.
  ///
  /// - Thread: Any.
  package static func layout(_ request: TextLayoutRequest) -> TextLayout {
    #if Text
      guard request.runs.contains(where: { !$0.text.isEmpty }) else { return TextLayout() }
      return cache.layout(request)
    #else
      return TextLayout()
    #endif
  }

  /// The glyph of each UTF-16 unit, as the font's own table says; 0 where there is none.
  ///
  /// Of a surrogate pair the first unit has the glyph.
  package static func glyphs(for units: [UInt16], font: FontDescription) -> [UInt32] {
    #if Text
      return cache.withEngine { $0.glyphs(for: units, font: font) }
    #else
      return units.map { _ in 0 }
    #endif
  }

  /// The outline of a glyph in points, y up from the baseline; nil where the glyph has none.
  package static func outline(of glyph: UInt32, font: FontDescription) -> Outline? {
    #if Text
      return cache.withEngine { $0.outline(of: glyph, font: font) }
    #else
      return nil
    #endif
  }

  /// The advances of glyphs, in points.
  package static func advances(of glyphs: [UInt32], font: FontDescription) -> [Double] {
    #if Text
      return cache.withEngine { $0.advances(of: glyphs, font: font) }
    #else
      return glyphs.map { _ in 0 }
    #endif
  }

  /// Adds a font file to those that text may use; false when it holds no font.
  package static func register(fontFile path: String) -> Bool {
    #if Text
      return cache.register(fontFile: path)
    #else
      return false
    #endif
  }

  /// The measures of a font; zero in a build without the trait `Text`.
  package static func metrics(of font: FontDescription) -> FontMetrics {
    #if Text
      return cache.metrics(of: font)
    #else
      return FontMetrics()
    #endif
  }

  /// Whether this build can lay out text at all.
  package static var isAvailable: Bool {
    #if Text
      return true
    #else
      return false
    #endif
  }

  #if Text
    private static let cache = TextLayoutCache()
  #endif
}

/// The measures of a font at its size, in points.
package struct FontMetrics: Sendable, Equatable {
  /// How far lines reach above their baseline.
  package var ascent = 0.0
  /// How far lines reach below their baseline.
  package var descent = 0.0
  /// The space between lines.
  package var leading = 0.0
  package var capHeight = 0.0
  package var xHeight = 0.0
  /// The middle of the underline, up from the baseline.
  package var underlinePosition = 0.0
  package var underlineThickness = 0.0
  /// What holds every glyph, y up from the baseline.
  package var boundingBox = CGRect.zero
  package var unitsPerEm = 1000
  package var glyphCount = 0
  /// The names of the font that is drawn, which is another than was asked for where that is absent.
  package var familyName = ""
  package var styleName = ""
  package var postScriptName = ""

  package init() {}
}
