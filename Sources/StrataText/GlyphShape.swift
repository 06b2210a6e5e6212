#if Text
  import CoreGraphics
  import StrataBase
  import StrataRaster

  /// The transform of the outlines of a run, such as the slant of a synthetic italic.
  struct GlyphShape {
    /// The transform with y down; nil for the identity.
    private let transform: CGAffineTransform?
    /// The font with its outlines transformed.
    private let font: FaceStore.FontKey
    private let faces: FaceStore

    /// Creates the shape of a transform with y up for the glyphs of a font.
    init(_ transform: CGAffineTransform?, of font: LoadedFont, in faces: FaceStore) {
      self.transform = transform.map {
        CGAffineTransform(a: $0.a, b: -$0.b, c: -$0.c, d: $0.d, tx: $0.tx, ty: -$0.ty)
      }
      let number = transform.map { faces.number(of: font, in: $0) } ?? font.number
      (self.font, self.faces) = (FaceStore.FontKey(font: number, size: font.size), faces)
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

    /// Returns the transform of a glyph's outline, the same object while it is cached.
    func outline(_ shape: GlyphOutline, of glyph: UInt32) -> GlyphOutline {
      guard let transform else { return shape }
      let shaped = faces.glyph(glyph, of: font) {
        FaceStore.Glyph(shape: GlyphOutline(shape.outline.applying(transform)), advance: 0)
      }
      return shaped.shape ?? shape
    }

    /// Returns the rectangle of a picture, which is scaled but not slanted.
    func picture(_ rect: CGRect) -> CGRect {
      guard let transform else { return rect }
      return rect.applying(CGAffineTransform(scaleX: abs(transform.a), y: abs(transform.d)))
    }
  }
#endif
