#if Text
  import CFreeType
  import CPango
  import StrataRaster

  /// Open font files.
  ///
  /// Faces are opened apart from Pango's own, because what is read here (unscaled outlines, coloured strikes) needs other
  /// settings than shaping does.
  ///
  /// - Thread: One at a time.
  final class FaceStore {
    private struct Key: Hashable {
      var path: String
      var index: Int32
    }

    /// How many files stay open; texts of more fonts than this in a row open files again.
    private static let capacity = 64

    /// A glyph of a face, which is known by its address while it is open.
    private struct GlyphKey: Hashable {
      var face: FT_Face
      var size: Double
      var glyph: UInt32
    }

    /// How many glyphs are remembered; all are forgotten when there is one too many.
    private static let glyphCapacity = 8192

    private var library: FT_Library?
    private var faces: [Key: FT_Face] = [:]
    /// Glyphs that were read; nil stands for those without an outline.
    private var glyphs: [GlyphKey: GlyphOutline?] = [:]

    init() {
      FT_Init_FreeType(&library)
    }

    deinit {
      for face in faces.values { FT_Done_Face(face) }
      FT_Done_FreeType(library)
    }

    /// Closes all files when there are too many, and tells; no face that was given out before may be used afterwards.
    func trim() -> Bool {
      guard faces.count > Self.capacity else { return false }
      for face in faces.values { FT_Done_Face(face) }
      faces.removeAll()
      glyphs.removeAll()
      return true
    }

    /// A glyph of a font, the same object each time while it is remembered; nil for one without an outline.
    func glyph(_ glyph: UInt32, of font: LoadedFont) -> GlyphOutline? {
      guard !font.hasDesignSpace else { return read(glyph, of: font) }
      let key = GlyphKey(face: font.face, size: font.size, glyph: glyph)
      if let known = glyphs[key] { return known }
      let fresh = read(glyph, of: font)
      if glyphs.count >= Self.glyphCapacity { glyphs.removeAll() }
      glyphs[key] = .some(fresh)
      return fresh
    }

    private func read(_ glyph: UInt32, of font: LoadedFont) -> GlyphOutline? {
      guard let outline = font.outline(of: glyph), !outline.isEmpty else { return nil }
      return GlyphOutline(outline)
    }

    /// The face behind a font, set to the font's place in its design space; nil for a font without a file.
    func face(of font: UnsafeMutablePointer<PangoFont>) -> FT_Face? {
      var path: UnsafePointer<CChar>?
      var index: Int32 = 0
      guard strata_pango_font_file(font, &path, &index) != 0, let path else { return nil }
      let key = Key(path: String(cString: path), index: index)
      guard let face = faces[key] ?? open(key) else { return nil }
      setVariations(of: face, as: font)
      return face
    }

    private func open(_ key: Key) -> FT_Face? {
      var face: FT_Face?
      // The upper half of fontconfig's index names an instance of a variable font, as FreeType's does.
      guard FT_New_Face(library, key.path, FT_Long(key.index), &face) == 0, let face else { return nil }
      faces[key] = face
      return face
    }

    private func setVariations(of face: FT_Face, as font: UnsafeMutablePointer<PangoFont>) {
      guard let shaper = pango_font_get_hb_font(font) else { return }
      var count: UInt32 = 0
      guard let coordinates = hb_font_get_var_coords_design(shaper, &count), count > 0 else { return }
      var fixed = (0..<Int(count)).map { FT_Fixed(Double(coordinates[$0]) * 65536) }
      FT_Set_Var_Design_Coordinates(face, count, &fixed)
    }
  }
#endif
