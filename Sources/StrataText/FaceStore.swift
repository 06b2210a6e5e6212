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

    private struct GlyphKey: Hashable {
      var font: UInt64
      var size: Double
      var glyph: UInt32
    }

    /// How many glyphs are remembered; all are forgotten when there is one too many.
    private static let glyphCapacity = 8192

    /// A face at a place in its design space.
    private struct DesignKey: Hashable {
      var face: Key
      var coordinates: [FT_Fixed]
    }

    /// A glyph that was read.
    struct Glyph {
      /// Nil for one without an outline.
      var shape: GlyphOutline?
      /// In points.
      var advance: Double
    }

    private var library: FT_Library?
    private var faces: [Key: FT_Face] = [:]
    private var glyphs: [GlyphKey: Glyph] = [:]
    /// The numbers of fonts, which stay when files are closed.
    private var numbers: [DesignKey: UInt64] = [:]

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
      return true
    }

    /// A glyph of a font, with the same outline object each time while it is remembered.
    func glyph(_ glyph: UInt32, of font: LoadedFont) -> Glyph {
      let key = GlyphKey(font: font.number, size: font.size, glyph: glyph)
      if let known = glyphs[key] { return known }
      let fresh = read(glyph, of: font)
      if glyphs.count >= Self.glyphCapacity { glyphs.removeAll() }
      glyphs[key] = fresh
      return fresh
    }

    private func read(_ glyph: UInt32, of font: LoadedFont) -> Glyph {
      // Another font of the line may be the same face at another place in its design space.
      Self.set(font.face, to: font.coordinates)
      let outline = font.outline(of: glyph)
      // The outline's reader has left its measures in the slot.
      let advance = outline == nil ? 0 : Double(font.face.pointee.glyph.pointee.metrics.horiAdvance)
      let shape = outline.flatMap { $0.isEmpty ? nil : GlyphOutline($0) }
      return Glyph(shape: shape, advance: advance * font.scale)
    }

    /// A face at a place in its design space.
    struct Design {
      var face: FT_Face
      /// Empty for a face without a design space.
      var coordinates: [FT_Fixed]
      /// The same for the same place, as long as the program runs.
      var number: UInt64
    }

    /// The face behind a font, set to the font's place in its design space; nil for a font without a file.
    func design(of font: UnsafeMutablePointer<PangoFont>) -> Design? {
      var path: UnsafePointer<CChar>?
      var index: Int32 = 0
      guard strata_pango_font_file(font, &path, &index) != 0, let path else { return nil }
      let key = Key(path: String(cString: path), index: index)
      guard let face = faces[key] ?? open(key) else { return nil }
      let place = DesignKey(face: key, coordinates: Self.coordinates(of: font))
      Self.set(face, to: place.coordinates)
      let number = numbers[place] ?? GlyphTranscript.Font.freshNumber()
      numbers[place] = number
      return Design(face: face, coordinates: place.coordinates, number: number)
    }

    private func open(_ key: Key) -> FT_Face? {
      var face: FT_Face?
      // The upper half of fontconfig's index names an instance of a variable font, as FreeType's does.
      guard FT_New_Face(library, key.path, FT_Long(key.index), &face) == 0, let face else { return nil }
      faces[key] = face
      return face
    }

    private static func coordinates(of font: UnsafeMutablePointer<PangoFont>) -> [FT_Fixed] {
      guard let shaper = pango_font_get_hb_font(font) else { return [] }
      var count: UInt32 = 0
      guard let coordinates = hb_font_get_var_coords_design(shaper, &count), count > 0 else { return [] }
      return (0..<Int(count)).map { FT_Fixed(Double(coordinates[$0]) * 65536) }
    }

    private static func set(_ face: FT_Face, to coordinates: [FT_Fixed]) {
      guard !coordinates.isEmpty else { return }
      var fixed = coordinates
      FT_Set_Var_Design_Coordinates(face, FT_UInt(fixed.count), &fixed)
    }
  }
#endif
