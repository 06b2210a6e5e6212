package import CoreGraphics
package import Foundation
package import StrataRaster

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
    /// The characters of the line, in UTF-16 units of the whole text.
    package var range: Range<Int>
    /// Indices into ``TextLayout/fills`` and ``TextLayout/images`` of what the line paints.
    package var fills: Range<Int>
    package var images: Range<Int>
  }

  /// Glyphs of one colour.
  package struct Fill: Sendable {
    package var outline: Outline
    /// Nil where the text names no colour.
    package var color: CGColor?
  }

  /// A glyph that is a picture, such as an emoji.
  package struct Picture: Sendable {
    package var image: CGImage
    package var rect: CGRect
  }

  package var lines: [Line] = []
  package var fills: [Fill] = []
  package var images: [Picture] = []
  /// The width of the widest line and the height of all of them.
  package var size = CGSize.zero

  package init() {}
}

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
  package var ascent = 0.0
  package var descent = 0.0
  package var leading = 0.0
  package var capHeight = 0.0
  package var xHeight = 0.0

  package init() {}
}
