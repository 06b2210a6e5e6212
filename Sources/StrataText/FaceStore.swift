#if Text
  import CFreeType
  import CPango
  import CoreGraphics
  import StrataRaster
  import Synchronization

  /// The open font files, and a cache of their glyphs.
  ///
  /// Pango's faces are not used, because reading unscaled outlines and colour bitmaps needs different settings than
  /// shaping.
  ///
  /// - Thread: One at a time.
  final class FaceStore {
    private struct Key: Hashable {
      var path: String
      var index: Int32
    }

    /// The number of files that stay open: those of fonts in memory, and as many others.
    private static let capacity = 2 * GraphicsFonts.mostFiles

    /// A font of glyphs by its number, or the number that it has with its outlines transformed.
    struct FontKey: Hashable {
      var font: UInt64
      var size: Double
    }

    /// The capacity of the glyph cache; it is cleared when it is full.
    private static let glyphCapacity = 8192

    /// An instance of a face, by its design coordinates.
    private struct InstanceKey: Hashable {
      var face: Key
      var coordinates: [FT_Fixed]
    }

    /// A glyph of a font at a size.
    struct Glyph {
      /// The outline; nil if it has none.
      var shape: GlyphOutline?
      /// The advance in points.
      var advance: Double
    }

    /// The glyphs of a font at a size, in pages of neighbouring numbers: a text has few of a font's thousands.
    final class GlyphTable {
      private static let pageSize = 64
      private typealias Page = UnsafeMutablePointer<Glyph?>
      /// Pages without a glyph are nil.
      @exclusivity(unchecked)
      private var pages: UnsafeMutablePointer<Page?>?
      @exclusivity(unchecked)
      private var pageCount = 0

      deinit {
        for page in 0..<pageCount {
          pages?[page]?.deinitialize(count: Self.pageSize)
          pages?[page]?.deallocate()
        }
        pages?.deallocate()
      }

      subscript(glyph: UInt32) -> Glyph? {
        let (page, place) = Int(glyph).quotientAndRemainder(dividingBy: Self.pageSize)
        guard page < pageCount, let glyphs = pages?[page] else { return nil }
        return glyphs[place]
      }

      fileprivate func insert(_ fresh: Glyph, at glyph: UInt32) {
        let (page, place) = Int(glyph).quotientAndRemainder(dividingBy: Self.pageSize)
        if page >= pageCount { grow(to: page + 1) }
        guard let pages else { return }
        let glyphs = pages[page] ?? .allocate(capacity: Self.pageSize)
        if pages[page] == nil { glyphs.initialize(repeating: nil, count: Self.pageSize) }
        pages[page] = glyphs
        glyphs[place] = fresh
      }

      private func grow(to count: Int) {
        let grown = UnsafeMutablePointer<Page?>.allocate(capacity: count)
        grown.initialize(repeating: nil, count: count)
        if let pages { grown.update(from: pages, count: pageCount) }
        pages?.deallocate()
        (pages, pageCount) = (grown, count)
      }
    }

    private var library: FT_Library?
    private var faces: [Key: FT_Face] = [:]
    private var glyphs: [FontKey: GlyphTable] = [:]
    private var glyphCount = 0
    /// The table that was asked last: neighbouring glyphs have one font.
    private var lastTable: (key: FontKey, table: GlyphTable)?
    private struct ShapedKey: Hashable {
      var font: UInt64
      var transform: CGAffineTransform
    }

    private struct Numbers {
      var instances: [InstanceKey: UInt64] = [:]
      /// The numbers of instances whose outlines are transformed.
      var shaped: [ShapedKey: UInt64] = [:]
    }

    /// The numbers of fonts, the same in all stores; they are kept when files are closed.
    private static let numbers = Mutex(Numbers())
    /// The transformed font that was asked last: the pieces of a text rarely differ in it.
    private var lastShaped: (key: ShapedKey, number: UInt64)?
    /// The number of transforms that are remembered; programs may animate them.
    private static let shapedCapacity = 4096

    /// Returns the number that a font has with its outlines transformed.
    func number(of font: LoadedFont, in transform: CGAffineTransform) -> UInt64 {
      let key = ShapedKey(font: font.number, transform: transform)
      if let lastShaped, lastShaped.key == key { return lastShaped.number }
      let number = Self.numbers.withLock { numbers in
        if let known = numbers.shaped[key] { return known }
        if numbers.shaped.count >= Self.shapedCapacity { numbers.shaped.removeAll() }
        let fresh = GlyphTranscript.Font.freshNumber()
        numbers.shaped[key] = fresh
        return fresh
      }
      lastShaped = (key, number)
      return number
    }

    init() {
      FT_Init_FreeType(&library)
    }

    deinit {
      for face in faces.values { FT_Done_Face(face) }
      FT_Done_FreeType(library)
    }

    /// Closes all files if there are too many, and returns whether it did; then all faces are invalid.
    func trim() -> Bool {
      guard faces.count > Self.capacity else { return false }
      for face in faces.values { FT_Done_Face(face) }
      faces.removeAll()
      return true
    }

    /// Closes a file, whose path may be used for another; none of its fonts may be in use.
    func close(_ path: String) {
      for (key, face) in faces where key.path == path {
        FT_Done_Face(face)
        faces[key] = nil
      }
      Self.numbers.withLock { numbers in
        for key in numbers.instances.keys where key.face.path == path { numbers.instances[key] = nil }
      }
    }

    /// Drops all glyphs; the files stay open.
    func removeGlyphs() {
      glyphs = [:]
      glyphCount = 0
      lastTable = nil
    }

    /// Returns a glyph of a font, with the same outline object while it is cached.
    func glyph(_ glyph: UInt32, of font: LoadedFont) -> Glyph {
      self.glyph(glyph, of: FontKey(font: font.number, size: font.size)) { read(glyph, of: font) }
    }

    /// Returns a glyph of a font, after making it if it is not cached.
    func glyph(_ glyph: UInt32, of font: FontKey, make: () -> Glyph) -> Glyph {
      if let known = table(of: font)[glyph] { return known }
      let fresh = make()
      if glyphCount >= Self.glyphCapacity { removeGlyphs() }
      table(of: font).insert(fresh, at: glyph)
      glyphCount += 1
      return fresh
    }

    /// The glyphs of a font that were read since all glyphs were dropped.
    func table(of font: LoadedFont) -> GlyphTable { table(of: FontKey(font: font.number, size: font.size)) }

    private func table(of key: FontKey) -> GlyphTable {
      if let lastTable, lastTable.key == key { return lastTable.table }
      let table = glyphs[key] ?? GlyphTable()
      glyphs[key] = table
      lastTable = (key, table)
      return table
    }

    private func read(_ glyph: UInt32, of font: LoadedFont) -> Glyph {
      // A previous font of the line may be a different instance of the same face.
      Self.set(font.face, to: font.coordinates)
      let outline = font.outline(of: glyph)
      // Reading the outline has set the metrics of the slot.
      let advance = outline == nil ? 0 : Double(font.face.pointee.glyph.pointee.metrics.horiAdvance)
      let shape = outline.flatMap { $0.isEmpty ? nil : GlyphOutline($0) }
      return Glyph(shape: shape, advance: advance * font.scale)
    }

    /// A face, and an instance of it if it is a variable font.
    struct Instance {
      var face: FT_Face
      /// The design coordinates; empty unless the face is a variable font.
      var coordinates: [FT_Fixed]
      /// A number that identifies the instance while the program runs.
      var number: UInt64
      /// The path of the file.
      var path: String
    }

    /// Returns the face of a font, set to the font's instance; nil for a font without a file.
    func instance(of font: UnsafeMutablePointer<PangoFont>) -> Instance? {
      var path: UnsafePointer<CChar>?
      var index: Int32 = 0
      guard strata_pango_font_file(font, &path, &index) != 0, let path else { return nil }
      let key = Key(path: String(cString: path), index: index)
      guard let face = faces[key] ?? open(key) else { return nil }
      let place = InstanceKey(face: key, coordinates: Self.coordinates(of: font))
      Self.set(face, to: place.coordinates)
      let number = Self.numbers.withLock { numbers in
        let number = numbers.instances[place] ?? GlyphTranscript.Font.freshNumber()
        numbers.instances[place] = number
        return number
      }
      return Instance(face: face, coordinates: place.coordinates, number: number, path: key.path)
    }

    private func open(_ key: Key) -> FT_Face? {
      var face: FT_Face?
      // The upper 16 bits of the index select a named instance, in fontconfig as in FreeType.
      guard FT_New_Face(library, key.path, FT_Long(key.index), &face) == 0, let face else { return nil }
      FontFiles.noteOpened(key.path)
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
