#if Text
  import CFreeType
  import CPango
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRaster

  /// A font at a size, from which glyphs are read.
  ///
  /// - Thread: One at a time.
  final class LoadedFont {
    private let instance: FaceStore.Instance
    /// The size of the em square in points.
    let size: Double
    /// The metrics of lines in this font, which may be those of the font that it replaces.
    let metrics: FontMetrics
    /// The name by which text finds the font.
    let name: String
    /// The number of points in a font unit.
    let scale: Double
    /// The farthest that a glyph or its picture reaches from its origin, in points.
    let reach: Double
    /// True if the font has pictures of glyphs.
    private let hasPictures: Bool

    init(_ instance: FaceStore.Instance, size: Double, metrics: FontMetrics) {
      (self.instance, self.size, self.metrics) = (instance, size, metrics)
      name = GraphicsFonts.font(ofFile: instance.path)?.name ?? metrics.postScriptName
      let face = instance.face
      scale = size / Double(max(face.pointee.units_per_EM, 1))
      let box = face.pointee.bbox
      let most = [box.xMin, box.xMax, box.yMin, box.yMax].reduce(0) { max($0, abs(Double($1))) }
      reach = max(most * scale, 4 * size)
      hasPictures = face.pointee.num_fixed_sizes > 0
    }

    /// True if the face is a variable font.
    var isVariable: Bool { face.pointee.face_flags & FT_Long(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0 }

    var face: FT_Face { instance.face }
    /// The design coordinates of the instance (OpenType `fvar`); empty unless the font is variable.
    var coordinates: [FT_Fixed] { instance.coordinates }
    /// A number that identifies the instance while the program runs.
    var number: UInt64 { instance.number }

    /// The font as transcripts record it.
    var transcript: GlyphTranscript.Font {
      GlyphTranscript.Font(number: number, size: size, unitsPerEm: metrics.unitsPerEm)
    }

    /// Returns a glyph's outline in points from its origin on the baseline, y down; nil if it has none.
    func outline(of glyph: UInt32) -> Outline? {
      guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0, let slot = face.pointee.glyph else {
        return nil
      }
      return Outline(slot, scale: SIMD2(scale, -scale))
    }

    /// Returns a glyph's colour bitmap, and its rectangle in points from its origin on the baseline, y down; nil if
    /// it has none.
    ///
    /// All texts share one image while it is cached, at any size that has the same bitmaps.
    func picture(of glyph: UInt32) -> (CGImage, CGRect)? {
      guard hasPictures, let (strike, pixelsPerEm) = strike else { return nil }
      let key = GlyphPicture.Key(font: number, strike: strike, glyph: glyph)
      let found = GlyphPicture.cache.value(for: key) { GlyphPicture(glyph, of: face, strike: strike) }
      return found.map { ($0.image, $0.rect(scale: size / pixelsPerEm)) }
    }

    /// Returns a string of the table of names, in English if there are several; nil without one.
    func string(named identifier: UInt16) -> String? {
      var first: String?
      for index in 0..<FT_Get_Sfnt_Name_Count(face) {
        var entry = FT_SfntName()
        guard FT_Get_Sfnt_Name(face, index, &entry) == 0, entry.name_id == identifier,
          let bytes = entry.string
        else { continue }
        let data = Data(bytes: bytes, count: Int(entry.string_len))
        // Platform 1 is the Macintosh's, whose language 0 is English; 0x409 is that of the others.
        let isMacintosh = entry.platform_id == 1
        guard let text = String(data: data, encoding: isMacintosh ? .macOSRoman : .utf16BigEndian) else {
          continue
        }
        if entry.language_id == (isMacintosh ? 0 : 0x409) { return text }
        first = first ?? text
      }
      return first
    }

    /// The smallest bitmap strike of at least twice the size, and its pixels per em.
    ///
    /// Twice the size avoids enlarging the bitmap on displays with a scale of 2.
    private var strike: (index: Int, pixelsPerEm: Double)? {
      guard let sizes = face.pointee.available_sizes else { return nil }
      let strikes = (0..<Int(face.pointee.num_fixed_sizes)).map { Double(sizes[$0].y_ppem) / 64 }
      guard let index = strikes.indices.first(where: { strikes[$0] >= size * 2 }) ?? strikes.indices.last,
        strikes[index] > 0
      else { return nil }
      return (index, strikes[index])
    }
  }

  extension FontMetrics {
    /// Creates the metrics that a face states, at a size in points.
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
      maximumAdvance = Double(face.pointee.max_advance_width) * scale
      boundingBox = CGRect(
        x: Double(face.pointee.bbox.xMin) * scale,
        y: Double(face.pointee.bbox.yMin) * scale,
        width: Double(face.pointee.bbox.xMax - face.pointee.bbox.xMin) * scale,
        height: Double(face.pointee.bbox.yMax - face.pointee.bbox.yMin) * scale
      )
      if let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self) {
        capHeight = Double(table.pointee.sCapHeight) * scale
        xHeight = Double(table.pointee.sxHeight) * scale
        traits.isCondensed = (1...4).contains(table.pointee.usWidthClass)
        traits.isExpanded = table.pointee.usWidthClass > 5
        traits.designClass = Int(table.pointee.sFamilyClass) >> 8 & 0xF
      }
      if let table = FT_Get_Sfnt_Table(face, FT_SFNT_POST)?.assumingMemoryBound(to: TT_Postscript.self) {
        italicAngle = Double(table.pointee.italicAngle) / 65536
      }
      traits.isBold = face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_BOLD) != 0
      traits.isItalic = face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
      traits.isMonospaced = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_FIXED_WIDTH) != 0
      traits.hasColor = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
      // Versions 0 and 1 of the table OS/2 lack both heights.
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
#endif
