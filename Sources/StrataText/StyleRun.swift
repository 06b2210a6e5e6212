#if Text
  import CoreGraphics
  import StrataBase
  import StrataRaster

  /// Glyphs of one item and one style, gathered while a line is read.
  struct StyleRun {
    /// The index of the request's run whose style the glyphs have; nil without one.
    var style: Int?
    /// Where the run begins, in points from the left edge of the layout.
    var start: Double
    /// The index of its first picture in the layout.
    var image: Int
    /// True if the glyphs are an ellipsis that replaces text.
    var isEllipsis: Bool
    /// How far a space without a decoration reaches beyond the run, in points.
    private(set) var overhang = 0.0
    var shapes: [GlyphRun.Glyph] = []
    var marks: [GlyphTranscript.Mark] = []
    // One element for each glyph, filled if the request keeps glyphs; see ``TextLayout/Run``.
    private(set) var glyphs: [UInt32] = []
    private(set) var positions: [CGPoint] = []
    private(set) var advances: [Double] = []
    private(set) var indices: [Int] = []

    init(style: Int?, start: Double, image: Int, isEllipsis: Bool) {
      (self.style, self.start, self.image, self.isEllipsis) = (style, start, image, isEllipsis)
    }

    mutating func reserveCapacity(_ count: Int) {
      shapes.reserveCapacity(count)
      marks.reserveCapacity(count)
    }

    /// Leaves a space at the end of a wrapped line without decorations.
    mutating func hang(_ width: Double, isRightToLeft: Bool) {
      if isRightToLeft { start += width } else { overhang = width }
    }

    /// Keeps a glyph for the layout; `index` is its first character in UTF-16 units.
    mutating func keep(
      _ glyph: UInt32,
      at place: RasterPoint,
      advance: Double,
      lineOrigin: CGPoint,
      index: Int
    ) {
      glyphs.append(glyph)
      positions.append(CGPoint(x: place.x - lineOrigin.x, y: lineOrigin.y - place.y))
      advances.append(advance)
      indices.append(index)
    }
  }
#endif
