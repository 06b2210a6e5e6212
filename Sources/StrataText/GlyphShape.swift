#if Text
  import CoreGraphics
  import StrataBase
  import StrataRaster

  /// The transform of the outlines of a run, such as the slant of a synthetic italic.
  struct GlyphShape {
    /// The transform with y down; nil for the identity.
    private let transform: CGAffineTransform?
    /// The outlines that were transformed for the run.
    private var outlines: [UInt32: GlyphOutline] = [:]

    /// Creates the shape of a transform with y up.
    init(_ transform: CGAffineTransform?) {
      self.transform = transform.map {
        CGAffineTransform(a: $0.a, b: -$0.b, c: -$0.c, d: $0.d, tx: $0.tx, ty: -$0.ty)
      }
    }

    /// How much longer a line in a glyph may get.
    var greatestScale: Double {
      guard let transform else { return 1 }
      return Double(abs(transform.a) + abs(transform.b) + abs(transform.c) + abs(transform.d))
    }

    /// Returns the distance of a mark from its letter.
    func offset(_ offset: RasterPoint) -> RasterPoint {
      guard let transform, offset != .zero else { return offset }
      return RasterPoint(
        offset.x * Double(transform.a) + offset.y * Double(transform.c),
        offset.x * Double(transform.b) + offset.y * Double(transform.d)
      )
    }

    /// Returns the outline of a glyph of the font.
    mutating func outline(_ shape: GlyphOutline, of glyph: UInt32) -> GlyphOutline {
      guard let transform else { return shape }
      if let known = outlines[glyph] { return known }
      let fresh = GlyphOutline(shape.outline.applying(transform))
      outlines[glyph] = fresh
      return fresh
    }

    /// Returns the rectangle of a picture, which is scaled but not slanted.
    func picture(_ rect: CGRect) -> CGRect {
      guard let transform else { return rect }
      return rect.applying(CGAffineTransform(scaleX: abs(transform.a), y: abs(transform.d)))
    }
  }
#endif
