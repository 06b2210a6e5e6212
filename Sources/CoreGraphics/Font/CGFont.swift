public import Foundation
import StrataRaster
import Synchronization

/// The number of a glyph in its font.
public typealias CGFontIndex = UInt16
/// The number of a glyph in its font.
public typealias CGGlyph = CGFontIndex

/// A font without a size; its measures are in font units, ``unitsPerEm`` to an em.
///
/// - Thread: Any.
public final class CGFont: Hashable, Sendable {
  /// The bytes of the font file.
  package let data: Data
  /// The number of the face in the file.
  package let face: Int
  /// The name that was asked for, if the file is a substitute's.
  package let replacedName: String?
  private let tables: SFNT
  private let glyphs: GlyphFace
  /// The characters of glyphs; filled on first use.
  private let characters = Mutex<[CGGlyph: Unicode.Scalar]?>(nil)

  /// Creates a font from the bytes of a file; nil if they are not an OpenType or TrueType font.
  package convenience init?(data: Data, face: Int = 0) { self.init(data: data, face: face, replacing: nil) }

  private init?(data: Data, face: Int, replacing name: String?) {
    guard let tables = SFNT(data, face: face) else { return nil }
    self.data = data
    self.face = face
    replacedName = name
    self.tables = tables
    glyphs = GlyphFace(data, face: face)
  }

  /// Creates a font from the bytes of a file; nil if they are not an OpenType or TrueType font.
  public convenience init?(_ provider: CGDataProvider) {
    self.init(data: provider.fileBytes)
  }

  /// Creates a font by PostScript, full or family name; nil if no font has the name.
  ///
  /// A font of Apple's systems that is not installed keeps its name, and has the glyphs and measures of a substitute.
  ///
  /// - Complexity: The first call reads the names of all installed fonts; fonts installed later are not found.
  public convenience init?(_ name: CFString) {
    guard let location = InstalledFonts.location(of: name as String),
      let data = try? Data(contentsOf: location.url, options: .mappedIfSafe)
    else { return nil }
    let isSubstitute = location.isSubstitute
    self.init(data: data, face: location.face, replacing: isSubstitute ? name as String : nil)
  }

  /// The number of font units in an em.
  public var unitsPerEm: Int32 { Int32(tables.unsigned("head", 18) ?? 1000) }

  /// The ascent above the baseline, in font units.
  public var ascent: Int32 { Int32(tables.signed("hhea", 4) ?? 0) }

  /// The descent below the baseline, in font units; usually negative.
  public var descent: Int32 { Int32(tables.signed("hhea", 6) ?? 0) }

  /// The space between lines, in font units.
  public var leading: Int32 { Int32(tables.signed("hhea", 8) ?? 0) }

  /// The height of capital letters, in font units; 0 if the font does not state it.
  public var capHeight: Int32 { Int32(tables.signed("OS/2", 88) ?? 0) }

  /// The height of lowercase letters, in font units; 0 if the font does not state it.
  public var xHeight: Int32 { Int32(tables.signed("OS/2", 86) ?? 0) }

  /// The union of the boxes of all glyphs, in font units.
  public var fontBBox: CGRect {
    let edges = [36, 38, 40, 42].map { tables.signed("head", $0) ?? 0 }
    return CGRect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
  }

  /// The number of glyphs.
  public var numberOfGlyphs: Int { tables.unsigned("maxp", 4) ?? 0 }

  /// The PostScript name.
  public var postScriptName: CFString? {
    (replacedName.flatMap(PostScriptNames.name(ofAppleFont:)) ?? tables.name(6)).map { $0 as CFString }
  }

  /// The full name.
  public var fullName: CFString? {
    (replacedName.map { FontFace(name: $0).fullName } ?? tables.name(4)).map { $0 as CFString }
  }

  /// Writes the advance of each glyph, in font units; returns false if the font does not have one of the glyphs.
  public func getGlyphAdvances(
    glyphs: UnsafePointer<CGGlyph>,
    count: Int,
    advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    let metrics = tables.unsigned("hhea", 34) ?? 0
    guard metrics > 0, count >= 0 else { return false }
    for index in 0..<count {
      guard Int(glyphs[index]) < numberOfGlyphs else { return false }
      // Glyphs after the last entry have its advance.
      advances[index] = Int32(tables.unsigned("hmtx", 4 * min(Int(glyphs[index]), metrics - 1)) ?? 0)
    }
    return true
  }

  /// Writes the box of each glyph, in font units; returns false if the font does not have one of the glyphs or its
  /// outline.
  public func getGlyphBBoxes(
    glyphs: UnsafePointer<CGGlyph>,
    count: Int,
    bboxes: UnsafeMutablePointer<CGRect>
  ) -> Bool {
    guard count >= 0 else { return false }
    for index in 0..<count {
      guard let box = self.glyphs.box(of: glyphs[index]) else { return false }
      bboxes[index] = box
    }
    return true
  }

  /// Returns the glyph with a name; 0 if the font does not have it.
  public func getGlyphWithGlyphName(name: CFString) -> CGGlyph { glyphs.glyph(named: name as String) }

  /// Returns the name of a glyph; nil if the font does not have the glyph or does not name it.
  public func name(for glyph: CGGlyph) -> CFString? { glyphs.name(of: glyph).map { $0 as CFString } }

  /// Returns the outline of a glyph in font units, y up; nil if it has none.
  func outline(of glyph: CGGlyph) -> Outline? { glyphs.outline(of: glyph) }

  /// Returns the first character that the font maps to a glyph; nil if there is none.
  func character(of glyph: CGGlyph) -> Unicode.Scalar? {
    characters.withLock { known in
      let all = known ?? glyphs.characters()
      known = all
      return all[glyph]
    }
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGFont.self) }

  /// Returns whether both are the same face of the same file, under one name.
  public static func == (lhs: CGFont, rhs: CGFont) -> Bool {
    lhs === rhs
      || (lhs.face == rhs.face && lhs.replacedName == rhs.replacedName && lhs.data == rhs.data)
  }

  /// Feeds the face into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(face)
    hasher.combine(data.count)
    hasher.combine(tables.name(6))
  }
}

extension CGFont: CoreFoundationObject {}
