public import Foundation
import StrataRaster
import Synchronization

/// The number of a glyph in its font.
public typealias CGFontIndex = UInt16
/// The number of a glyph in its font.
public typealias CGGlyph = CGFontIndex

/// A font without a size; its numbers are in units of the em square.
public final class CGFont: Hashable, Sendable {
  /// The bytes of the font file.
  package let data: Data
  /// The number of the face in the file.
  package let face: Int
  private let tables: SFNT
  private let glyphs: GlyphFace
  /// What glyphs stand for; filled on first use.
  private let characters = Mutex<[CGGlyph: Unicode.Scalar]?>(nil)

  /// Creates a font of a file's bytes; nil when they are no OpenType or TrueType font.
  package init?(data: Data, face: Int = 0) {
    guard let tables = SFNT(data, face: face) else { return nil }
    self.data = data
    self.face = face
    self.tables = tables
    glyphs = GlyphFace(data, face: face)
  }

  /// Creates a font of a file's bytes; nil when they are no OpenType or TrueType font.
  public convenience init?(_ provider: CGDataProvider) {
    self.init(data: provider.bytes)
  }

  /// Creates the installed font with a PostScript or full name; nil when there is none.
  public convenience init?(_ name: CFString) {
    guard let place = InstalledFonts.place(of: name as String),
      let data = try? Data(contentsOf: place.url, options: .mappedIfSafe)
    else { return nil }
    self.init(data: data, face: place.face)
  }

  /// The units in the side of the em square.
  public var unitsPerEm: Int32 { Int32(tables.unsigned("head", 18) ?? 1000) }

  /// How far glyphs reach above the baseline.
  public var ascent: Int32 { Int32(tables.signed("hhea", 4) ?? 0) }

  /// How far glyphs reach below the baseline, as a negative number.
  public var descent: Int32 { Int32(tables.signed("hhea", 6) ?? 0) }

  /// The space between lines.
  public var leading: Int32 { Int32(tables.signed("hhea", 8) ?? 0) }

  /// The height of capital letters, or 0 when the font does not say.
  public var capHeight: Int32 { Int32(tables.signed("OS/2", 88) ?? 0) }

  /// The height of lowercase letters, or 0 when the font does not say.
  public var xHeight: Int32 { Int32(tables.signed("OS/2", 86) ?? 0) }

  /// The union of the boxes of all glyphs.
  public var fontBBox: CGRect {
    let edges = [36, 38, 40, 42].map { tables.signed("head", $0) ?? 0 }
    return CGRect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
  }

  /// The number of glyphs.
  public var numberOfGlyphs: Int { tables.unsigned("maxp", 4) ?? 0 }

  /// The PostScript name.
  public var postScriptName: CFString? { tables.name(6).map { $0 as CFString } }

  /// The full name.
  public var fullName: CFString? { tables.name(4).map { $0 as CFString } }

  /// Writes the advance of each glyph; false when one is not in the font.
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

  /// Writes the box of each glyph; false when one is not in the font or the font has no outlines.
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

  /// Returns the glyph with a name, or 0 when the font has none of that name.
  public func getGlyphWithGlyphName(name: CFString) -> CGGlyph { glyphs.glyph(named: name as String) }

  /// Returns the name of a glyph, or nil when the font has no such glyph or no names.
  public func name(for glyph: CGGlyph) -> CFString? { glyphs.name(of: glyph).map { $0 as CFString } }

  /// The outline of a glyph in units of the font, y up; nil when it has none.
  func outline(of glyph: CGGlyph) -> Outline? { glyphs.outline(of: glyph) }

  /// The first character that the font shows by a glyph; nil when there is none.
  func character(of glyph: CGGlyph) -> Unicode.Scalar? {
    characters.withLock { known in
      let all = known ?? glyphs.characters()
      known = all
      return all[glyph]
    }
  }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGFont.self) }

  /// Returns whether both are the same face of the same file.
  public static func == (lhs: CGFont, rhs: CGFont) -> Bool {
    lhs === rhs || (lhs.face == rhs.face && lhs.data == rhs.data)
  }

  /// Feeds the face into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(face)
    hasher.combine(data.count)
    hasher.combine(tables.name(6))
  }
}

extension CGFont: CoreFoundationObject {}

/// The fonts in the directories where systems keep them, by name.
private enum InstalledFonts {
  struct Place: Sendable {
    var url: URL
    var face: Int
  }

  /// Filled on first use; later installations are not seen.
  private static let places = Mutex<[String: Place]?>(nil)

  static func place(of name: String) -> Place? {
    places.withLock { places in
      if let places { return places[name] }
      let found = scan()
      places = found
      return found[name]
    }
  }

  private static var directories: [URL] {
    let home = FileManager.default.homeDirectoryForCurrentUser
    return [
      URL(fileURLWithPath: "/usr/share/fonts"), URL(fileURLWithPath: "/usr/local/share/fonts"),
      home.appendingPathComponent(".local/share/fonts"), home.appendingPathComponent(".fonts"),
    ]
  }

  /// Files in order of their paths, so that the first of two fonts of one name is always the same.
  private static func scan() -> [String: Place] {
    var result: [String: Place] = [:]
    for directory in directories {
      let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
      let urls = (files?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
      for url in urls where ["ttf", "otf", "ttc", "otc"].contains(url.pathExtension.lowercased()) {
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { continue }
        for face in 0..<SFNT.faceCount(data) {
          guard let tables = SFNT(data, face: face) else { continue }
          for name in [tables.name(6), tables.name(4)] {
            if let name, result[name] == nil { result[name] = Place(url: url, face: face) }
          }
        }
      }
    }
    return result
  }
}
