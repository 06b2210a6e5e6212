#if Text
  import CFreeType
  import CoreGraphics
  import StrataRaster

  /// The colour bitmap of a glyph.
  struct GlyphPicture: Sendable {
    /// Identifies a picture: the number of an instance of a font, one of its sets of bitmaps, and the glyph.
    struct Key: Hashable, Sendable {
      var font: UInt64
      var strike: Int
      var glyph: UInt32
    }

    /// The pictures of all fonts; nil for glyphs that have none.
    ///
    /// All engines share them, so that equal glyphs of all texts have one image.
    static let cache = ShardedCache<Key, GlyphPicture?>(capacity: 8192, bytes: 32 << 20) { _, picture in
      picture.map { $0.image.width * $0.image.height * 4 } ?? 0
    }

    private(set) var image: CGImage
    /// The distances of the left and upper edges from the origin, in the bitmap's pixels, y up.
    private let left: Double
    private let top: Double

    /// True if others hold the picture, such as a layout.
    mutating func isInUse() -> Bool { !isKnownUniquelyReferenced(&image) }

    /// Reads a glyph; nil if the face has no picture of it.
    init?(_ glyph: UInt32, of face: FT_Face, strike: Int) {
      guard FT_Select_Size(face, FT_Int(strike)) == 0,
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
      image = CGImage(pixels: pixels)
      (left, top) = (Double(slot.pointee.bitmap_left), Double(slot.pointee.bitmap_top))
    }

    /// The rectangle in points from the glyph's origin on the baseline, y down, at a scale in points per pixel.
    func rect(scale: Double) -> CGRect {
      CGRect(
        x: left * scale,
        y: -top * scale,
        width: Double(image.width) * scale,
        height: Double(image.height) * scale
      )
    }
  }
#endif
