#if Text
  import CFreeType
  import CPango
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRaster

  /// Glyphs of a font as outlines, or as pictures where the font has only those.
  enum GlyphSource {
    /// Lends the FreeType face behind a font, with the size of its em in points.
    static func withFace<Result>(
      of font: UnsafeMutablePointer<PangoFont>,
      _ body: (FT_Face, Double) -> Result
    ) -> Result? {
      guard let face = strata_pango_font_lock(font) else { return nil }
      defer { strata_pango_font_unlock(font) }
      let description = pango_font_describe_with_absolute_size(font)
      defer { pango_font_description_free(description) }
      return body(face, Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE))
    }

    /// Appends a glyph to an outline at a place (baseline origin, y down); false when it has no outline.
    static func append(
      _ glyph: UInt32,
      of face: FT_Face,
      size: Double,
      at origin: RasterPoint,
      to outline: inout Outline
    ) -> Bool {
      guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0,
        face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
      else { return false }
      let pen = Pen(scale: size / Double(max(face.pointee.units_per_EM, 1)), origin: origin)
      var functions = FT_Outline_Funcs(
        move_to: { to, user in Pen.of(user) { $0.move(to) } },
        line_to: { to, user in Pen.of(user) { $0.line(to) } },
        conic_to: { control, to, user in Pen.of(user) { $0.quad(control, to) } },
        cubic_to: { first, second, to, user in Pen.of(user) { $0.cubic(first, second, to) } },
        shift: 0,
        delta: 0
      )
      let status = FT_Outline_Decompose(
        &face.pointee.glyph.pointee.outline,
        &functions,
        Unmanaged.passUnretained(pen).toOpaque()
      )
      guard status == 0 else { return false }
      pen.end()
      outline.append(pen.outline)
      return true
    }

    /// The glyph's colour picture and its place relative to the baseline origin (y down), in points.
    static func picture(of glyph: UInt32, of face: FT_Face, size: Double) -> (CGImage, CGRect)? {
      guard face.pointee.num_fixed_sizes > 0, let sizes = face.pointee.available_sizes else { return nil }
      // The smallest strike that is at least as large as asked for twice over, so that it is only ever shrunk.
      let strikes = (0..<Int(face.pointee.num_fixed_sizes)).map { Double(sizes[$0].y_ppem) / 64 }
      let wanted = strikes.indices.first { strikes[$0] >= size * 2 } ?? strikes.indices.last ?? 0
      guard FT_Select_Size(face, FT_Int(wanted)) == 0,
        FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_COLOR)) == 0, let slot = face.pointee.glyph,
        slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
        slot.pointee.bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue),
        let source = slot.pointee.bitmap.buffer
      else { return nil }
      let (width, height) = (Int(slot.pointee.bitmap.width), Int(slot.pointee.bitmap.rows))
      guard width > 0, height > 0 else { return nil }
      let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
      for y in 0..<height {
        let row = source + y * Int(slot.pointee.bitmap.pitch)
        let target = (pixels.base + y * pixels.rowBytes).assumingMemoryBound(to: UInt8.self)
        for x in 0..<width {
          target[x * 4] = row[x * 4 + 2]
          target[x * 4 + 1] = row[x * 4 + 1]
          target[x * 4 + 2] = row[x * 4]
          target[x * 4 + 3] = row[x * 4 + 3]
        }
      }
      let scale = size / strikes[wanted]
      let rect = CGRect(
        x: Double(slot.pointee.bitmap_left) * scale,
        y: -Double(slot.pointee.bitmap_top) * scale,
        width: Double(width) * scale,
        height: Double(height) * scale
      )
      return (CGImage(pixels: pixels), rect)
    }
  }

  /// Draws FreeType's units, y up, into an outline of points, y down.
  private final class Pen {
    var outline = Outline()
    private let scale: Double
    private let origin: RasterPoint
    private var isOpen = false

    init(scale: Double, origin: RasterPoint) {
      (self.scale, self.origin) = (scale, origin)
    }

    static func of(_ user: UnsafeMutableRawPointer?, _ body: (Pen) -> Void) -> Int32 {
      guard let user else { return 1 }
      body(Unmanaged<Pen>.fromOpaque(user).takeUnretainedValue())
      return 0
    }

    private func place(_ vector: UnsafePointer<FT_Vector>?) -> RasterPoint {
      guard let vector else { return origin }
      return RasterPoint(
        origin.x + Double(vector.pointee.x) * scale,
        origin.y - Double(vector.pointee.y) * scale
      )
    }

    func move(_ to: UnsafePointer<FT_Vector>?) {
      end()
      outline.move(to: place(to))
      isOpen = true
    }

    func line(_ to: UnsafePointer<FT_Vector>?) { outline.line(to: place(to)) }

    func quad(_ control: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) {
      outline.quad(control: place(control), to: place(to))
    }

    func cubic(
      _ first: UnsafePointer<FT_Vector>?,
      _ second: UnsafePointer<FT_Vector>?,
      _ to: UnsafePointer<FT_Vector>?
    ) {
      outline.cubic(place(first), place(second), to: place(to))
    }

    func end() {
      if isOpen { outline.close() }
      isOpen = false
    }
  }
#endif
