package import CoreGraphics
package import Foundation
package import StrataBase
package import StrataRaster
import Synchronization

/// Laid-out text: its lines, and the outlines and images of their glyphs.
///
/// Coordinates are in points from the top left of the box of the text, y down.
package struct TextLayout: Sendable {
  /// One line.
  package struct Line: Sendable {
    /// The left end of the baseline.
    package var origin: CGPoint
    package var ascent: Double
    package var descent: Double
    package var leading: Double
    /// The advance of the whole line, with the white space at its end.
    package var width: Double
    /// The width of the white space at the end, which alignment ignores.
    package var trailingSpace = 0.0
    /// True if the paragraph goes on in the next line, after white space.
    package var isWrapped = false
    /// The width that the line takes in a box with its indents; a positive tail indent takes none.
    package var extent = 0.0
    /// True if the line's paragraph is written from right to left.
    package var isRightToLeft: Bool
    /// The characters of the line, in UTF-16 units of the whole text.
    package var range: Range<Int>
    /// The line's elements of ``TextLayout/fills`` and ``TextLayout/images``.
    package var fills: Range<Int>
    package var images: Range<Int>
    /// The line's elements of ``TextLayout/runs``; empty unless the request keeps glyphs.
    package var runs = 0..<0

    /// The width that the line takes in a box: white space at which it is broken does not count.
    package var widthInBox: Double { isWrapped ? width - trailingSpace : width }

    /// Returns true if the line ends above the lower end of a box, but for rounding.
    func fits(_ height: Double) -> Bool { origin.y + descent <= height + 1e-3 }
  }

  /// Consecutive glyphs of a line in one font and one style, in visual order.
  package struct Run: Sendable {
    /// The font of the glyphs, which may be a substitute.
    package var font: FontDescription
    /// The transform of their outlines, y up; nil for the identity.
    package var transform: CGAffineTransform?
    package var ascent: Double
    package var descent: Double
    package var leading: Double
    package var isRightToLeft: Bool
    package var glyphs: [UInt32] = []
    /// The positions of the glyphs, from the origin of the line, y up.
    package var positions: [CGPoint] = []
    package var advances: [Double] = []
    /// The first character of each glyph, in UTF-16 units of the whole text.
    package var indices: [Int] = []
    /// The characters of the run.
    package var range: Range<Int>
    /// The run's elements of ``TextLayout/fills`` and ``TextLayout/images``.
    package var fills: Range<Int>
    package var images: Range<Int>
  }

  /// Glyphs or decorations of one colour.
  package struct Fill: Sendable, Equatable {
    package fileprivate(set) var shapes: GlyphRun
    /// The colour; nil if the text does not set one.
    package let color: CGColor?
    /// A unique number, by which a renderer can cache drawings of the fill.
    package let id: UInt64

    package init(_ shapes: GlyphRun, color: CGColor?) {
      (self.shapes, self.color) = (shapes, color)
      // The top bit distinguishes fills from other paths, whose numbers count from one.
      id = 1 << 63 | nextFillID.wrappingAdd(1, ordering: .relaxed).newValue
    }

    package init(outline: Outline, color: CGColor?) {
      self.init(GlyphRun([GlyphRun.Glyph(GlyphOutline(outline), at: .zero)]), color: color)
    }

    /// All shapes as one outline.
    package var outline: Outline { shapes.outline }

    package var bounds: OutlineBounds? { shapes.bounds }

    package static func == (a: Fill, b: Fill) -> Bool { a.outline == b.outline && a.color == b.color }

    /// Returns the fill moved by an offset.
    package func moved(by offset: RasterPoint) -> Fill { Fill(shapes.moved(by: offset), color: color) }
  }

  /// A glyph that is an image, such as an emoji.
  package struct Picture: Sendable {
    package var image: CGImage
    package var rect: CGRect
    /// The text of the picture.
    package var transcript: GlyphTranscript

    /// Returns the picture moved by an offset.
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
  /// The greatest extent of a line and the height of all lines.
  package var size = CGSize.zero

  package init() {}

  /// True if others hold glyphs of the layout, such as a frame that shows it.
  mutating func isInUse() -> Bool {
    for index in fills.indices where !isKnownUniquelyReferenced(&fills[index].shapes) { return true }
    return false
  }

  /// About how many bytes the layout takes without the outlines and pictures of its glyphs, which texts share.
  package var memory: Int {
    func bytes(of text: GlyphTranscript?) -> Int {
      guard let text else { return 0 }
      return text.text.utf8.count + text.marks.count * MemoryLayout<GlyphTranscript.Mark>.stride
    }
    var result = lines.count * MemoryLayout<Line>.stride
    for fill in fills {
      result += 256 + fill.shapes.glyphs.count * MemoryLayout<GlyphRun.Glyph>.stride
      result += bytes(of: fill.shapes.transcript)
    }
    for image in images { result += 256 + bytes(of: image.transcript) }
    for run in runs {
      let glyph = MemoryLayout<CGPoint>.stride + 2 * MemoryLayout<Double>.stride + MemoryLayout<UInt32>.stride
      result += MemoryLayout<Run>.stride + run.glyphs.count * glyph
    }
    return result
  }
}

private let nextFillID = Atomic<UInt64>(0)

/// Lays out text, and caches the results.
///
/// The shaping libraries serve one thread at a time; threads that shape at once have engines of their own.
///
/// - Thread: Any.
package enum TextLayoutEngine {
  /// Returns the layout of a request; empty in a build without the trait `Text`.
  package static func layout(_ request: TextLayoutRequest) -> TextLayout {
    #if Text
      guard request.runs.contains(where: { !$0.text.isEmpty }) else { return TextLayout() }
      return cache.layout(request)
    #else
      return TextLayout()
    #endif
  }

  /// Returns whether the first character of a paragraph that has a direction is written from right to left; nil if none
  /// has, and in a build without the trait `Text`.
  package static func isRightToLeft(_ text: String) -> Bool? {
    #if Text
      return PangoEngine.isRightToLeft(text)
    #else
      return nil
    #endif
  }

  /// Drops the layouts, metrics and glyphs kept for later; a text whose layout is in use has the same one afterwards.
  package static func dropCaches() {
    #if Text
      cache.removeUnused()
    #endif
  }

  /// Adds what empties a cache of what is made of layouts, for as long as the process runs.
  ///
  /// It is called, on any thread, when other fonts are registered, when a layout was made without its font, and by
  /// ``dropCaches()``. A value that was begun before is then not to be kept.
  package static func addDependentCache(_ empty: @escaping @Sendable () -> Void) {
    #if Text
      cache.addDependent(empty)
    #endif
  }

  /// Returns the glyph of each UTF-16 unit in the font's character map; 0 if it does not have one.
  ///
  /// For a surrogate pair, the first element is the glyph and the second is 0.
  package static func glyphs(for units: [UInt16], font: FontDescription) -> [UInt32] {
    #if Text
      return cache.withEngine(for: font) { $0.glyphs(for: units, font: font) }
    #else
      return units.map { _ in 0 }
    #endif
  }

  /// Returns the outline of a glyph in points, y up from the baseline; nil if it has none.
  package static func outline(of glyph: UInt32, font: FontDescription) -> Outline? {
    #if Text
      return cache.withEngine(for: font) { $0.outline(of: glyph, font: font) }
    #else
      return nil
    #endif
  }

  /// Returns the horizontal advances of glyphs, in points.
  package static func advances(of glyphs: [UInt32], font: FontDescription) -> [Double] {
    #if Text
      return cache.withEngine(for: font) { $0.advances(of: glyphs, font: font) }
    #else
      return glyphs.map { _ in 0 }
    #endif
  }

  /// Returns a string of a font's table of names (OpenType 1.9, name), in English if there are several; nil without one.
  package static func string(named identifier: UInt16, of font: FontDescription) -> String? {
    #if Text
      return cache.withEngine(for: font) { $0.string(named: identifier, of: font) }
    #else
      return nil
    #endif
  }

  /// The remark about a font name that finds neither an installed font nor a known substitute; nil if it finds one.
  ///
  /// In a build without the trait `Text` no name has a remark.
  package static func remark(onFont name: String) -> String? {
    #if Text
      return cache.withEngine { $0.isMissing(font: name) } ? FontResolver.remark(onMissing: name) : nil
    #else
      return nil
    #endif
  }

  /// True if a font has a name, is replaced by a known substitute, or is one of Apple's systems.
  ///
  /// Of an unknown name there is a font, too: a substitute that nothing but the size connects with it.
  ///
  /// In a build without the trait `Text` all names are known.
  package static func isKnown(font name: String) -> Bool {
    #if Text
      return !cache.withEngine { $0.isMissing(font: name) } || AppleFamilies.contain(name)
    #else
      return true
    #endif
  }

  /// Registers a font file for all text; returns false if it does not contain a font.
  package static func register(fontFile path: String) -> Bool {
    #if Text
      return cache.register { PangoEngine.add(fontFile: path) }
    #else
      return false
    #endif
  }

  #if Text
    /// Registers a face of a file under names of its own, for text that names it; returns false if the file lacks it.
    static func register(fontFile path: String, face: Int32, family: String, name: String) -> Bool {
      cache.changePrivateFonts { PangoEngine.add(fontFile: path, face: face, family: family, name: name) }
    }

    /// Removes the faces of files that were registered, and closes them, so that other files may get their paths.
    static func unregister(fontFiles paths: [String]) {
      _ = cache.changePrivateFonts(closing: paths) {
        for path in paths { PangoEngine.remove(fontFile: path) }
        return true
      }
    }

    /// Calls `body` while no other thread reads or changes the fonts of the process.
    static func withFontList(_ body: () -> Void) { cache.withFontList(body) }
  #endif

  /// Where a font is.
  package struct FontFile: Hashable, Sendable {
    package var path: String
    /// The number of the face in the file.
    package var face: Int
  }

  /// Returns the file of the font that is drawn, which may be a substitute; nil in a build without the trait `Text`.
  package static func file(of font: FontDescription) -> FontFile? {
    #if Text
      return cache.withEngine(for: font) { $0.file(of: font) }
    #else
      return nil
    #endif
  }

  /// Returns the metrics of a font; zeros in a build without the trait `Text`.
  package static func metrics(of font: FontDescription) -> FontMetrics {
    #if Text
      return cache.metrics(of: font)
    #else
      return FontMetrics()
    #endif
  }

  #if Text
    private static let cache = TextLayoutCache()
  #endif
}

/// What a font file says about its design.
package struct FontTraits: Sendable, Equatable {
  package var isBold = false
  package var isItalic = false
  package var isExpanded = false
  package var isCondensed = false
  package var isMonospaced = false
  package var hasColor = false
  /// The class of the design: the upper byte of `sFamilyClass` (OpenType 1.9, OS/2).
  package var designClass = 0

  package init() {}
}

/// The metrics of a font at a size, in points.
package struct FontMetrics: Sendable, Equatable {
  /// The ascent above the baseline.
  package var ascent = 0.0
  /// The descent below the baseline; positive.
  package var descent = 0.0
  /// The space between lines.
  package var leading = 0.0
  package var capHeight = 0.0
  package var xHeight = 0.0
  /// The middle of the underline above the baseline; usually negative.
  package var underlinePosition = 0.0
  package var underlineThickness = 0.0
  /// The advance of the widest glyph.
  package var maximumAdvance = 0.0
  /// The union of the boxes of all glyphs, y up from the baseline.
  package var boundingBox = CGRect.zero
  package var unitsPerEm = 1000
  package var glyphCount = 0
  /// The names of the font that is drawn, which may be a substitute.
  package var familyName = ""
  package var styleName = ""
  package var postScriptName = ""
  /// The angle of upright strokes in degrees, counter-clockwise; negative for letters that lean to the right.
  package var italicAngle = 0.0
  package var traits = FontTraits()

  package init() {}
}
