#if Text
  import CFreeType
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRaster

  /// A font at a size, ready to give its glyphs.
  struct LoadedFont {
    private let design: FaceStore.Design
    /// The size of the em square in points.
    var size: Double
    /// The measures of lines in this font.
    var metrics: FontMetrics

    /// Whether the face looks otherwise at every place in a design space.
    var hasDesignSpace: Bool { face.pointee.face_flags & FT_Long(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0 }

    init(_ design: FaceStore.Design, size: Double, metrics: FontMetrics) {
      (self.design, self.size, self.metrics) = (design, size, metrics)
    }

    var face: FT_Face { design.face }
    /// The face's place in its design space; empty for a face without one.
    var coordinates: [FT_Fixed] { design.coordinates }
    /// The same for the same glyphs, as long as the program runs.
    var number: UInt64 { design.number }

    /// The font of a transcript.
    var transcript: GlyphTranscript.Font {
      GlyphTranscript.Font(number: number, size: size, unitsPerEm: metrics.unitsPerEm)
    }

    /// Points for each of the font's units.
    var scale: Double { size / Double(max(face.pointee.units_per_EM, 1)) }

    /// A glyph's outline in points around its place (baseline origin, y down); nil where the font has none.
    func outline(of glyph: UInt32) -> Outline? {
      guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0,
        let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
      else { return nil }
      let pen = Pen(scale: scale)
      var functions = FT_Outline_Funcs(
        move_to: { to, user in Pen.of(user) { $0.move(to) } },
        line_to: { to, user in Pen.of(user) { $0.line(to) } },
        conic_to: { control, to, user in Pen.of(user) { $0.quad(control, to) } },
        cubic_to: { first, second, to, user in Pen.of(user) { $0.cubic(first, second, to) } },
        shift: 0,
        delta: 0
      )
      let status = FT_Outline_Decompose(
        &slot.pointee.outline,
        &functions,
        Unmanaged.passUnretained(pen).toOpaque()
      )
      guard status == 0 else { return nil }
      pen.end()
      return pen.outline
    }

    /// The glyph's colour picture and its place relative to the baseline origin (y down), in points.
    func picture(of glyph: UInt32) -> (CGImage, CGRect)? {
      guard let strike = selectStrike(),
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
      let scale = size / strike
      let rect = CGRect(
        x: Double(slot.pointee.bitmap_left) * scale,
        y: -Double(slot.pointee.bitmap_top) * scale,
        width: Double(width) * scale,
        height: Double(height) * scale
      )
      return (CGImage(pixels: pixels), rect)
    }

    /// Selects the smallest strike that has twice the size, so that it is rarely enlarged, and gives its em in pixels.
    private func selectStrike() -> Double? {
      guard face.pointee.num_fixed_sizes > 0, let sizes = face.pointee.available_sizes else { return nil }
      let strikes = (0..<Int(face.pointee.num_fixed_sizes)).map { Double(sizes[$0].y_ppem) / 64 }
      let wanted = strikes.indices.first { strikes[$0] >= size * 2 } ?? strikes.indices.last ?? 0
      guard strikes[wanted] > 0, FT_Select_Size(face, FT_Int(wanted)) == 0 else { return nil }
      return strikes[wanted]
    }
  }

  extension FontMetrics {
    /// The measures that a face states, at a size.
    init(face: FT_Face, size: Double) {
      self.init()
      let unitsPerEm = Double(max(face.pointee.units_per_EM, 1))
      let scale = size / unitsPerEm
      self.unitsPerEm = Int(unitsPerEm)
      glyphCount = face.pointee.num_glyphs
      ascent = Double(face.pointee.ascender) * scale
      descent = -Double(face.pointee.descender) * scale
      leading = max(0, Double(face.pointee.height) * scale - ascent - descent)
      underlinePosition = Double(face.pointee.underline_position) * scale
      underlineThickness = Double(face.pointee.underline_thickness) * scale
      boundingBox = CGRect(
        x: Double(face.pointee.bbox.xMin) * scale,
        y: Double(face.pointee.bbox.yMin) * scale,
        width: Double(face.pointee.bbox.xMax - face.pointee.bbox.xMin) * scale,
        height: Double(face.pointee.bbox.yMax - face.pointee.bbox.yMin) * scale
      )
      if let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self) {
        capHeight = Double(table.pointee.sCapHeight) * scale
        xHeight = Double(table.pointee.sxHeight) * scale
      }
      // Tables of the first version state neither height.
      if capHeight <= 0 { capHeight = Self.height(of: "H", in: face) * scale }
      if xHeight <= 0 { xHeight = Self.height(of: "x", in: face) * scale }
      familyName = face.pointee.family_name.map { String(cString: $0) } ?? ""
      styleName = face.pointee.style_name.map { String(cString: $0) } ?? ""
      postScriptName = FT_Get_Postscript_Name(face).map { String(cString: $0) } ?? ""
    }

    private static func height(of letter: Unicode.Scalar, in face: FT_Face) -> Double {
      let glyph = FT_Get_Char_Index(face, FT_ULong(letter.value))
      guard glyph != 0, FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0,
        let slot = face.pointee.glyph
      else { return 0 }
      return Double(slot.pointee.metrics.horiBearingY)
    }
  }

  /// Draws FreeType's units, y up, into an outline of points, y down.
  private final class Pen {
    var outline = Outline()
    private let scale: Double
    private var isOpen = false

    init(scale: Double) { self.scale = scale }

    static func of(_ user: UnsafeMutableRawPointer?, _ body: (Pen) -> Void) -> Int32 {
      guard let user else { return 1 }
      body(Unmanaged<Pen>.fromOpaque(user).takeUnretainedValue())
      return 0
    }

    private func place(_ vector: UnsafePointer<FT_Vector>?) -> RasterPoint {
      guard let vector else { return .zero }
      return RasterPoint(Double(vector.pointee.x) * scale, -Double(vector.pointee.y) * scale)
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
