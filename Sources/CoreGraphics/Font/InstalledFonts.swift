import Foundation
import Synchronization

/// The fonts in the system's font directories, by name.
enum InstalledFonts {
  /// A face of a file.
  struct Location: Sendable {
    var url: URL
    var face: Int
    /// True if the font stands for one of Apple's systems.
    var isSubstitute = false
  }

  /// What is found in the directories.
  fileprivate struct Catalogue {
    /// By PostScript and full name.
    var names: [String: Location] = [:]
    /// By family, in lower case without spaces.
    var families: [String: [Member]] = [:]
  }

  /// A face of a family.
  fileprivate struct Member {
    let location: Location
    let weight: Int
    let isItalic: Bool
    let isCondensed: Bool

    init(_ location: Location, _ tables: SFNT) {
      self.location = location
      weight = tables.unsigned("OS/2", 4) ?? 400
      isItalic = (tables.unsigned("head", 44) ?? 0) & 2 != 0
      isCondensed = (1...4).contains(tables.unsigned("OS/2", 6) ?? 5)
    }

    /// How far the face is from one that is asked for.
    func distance(from face: FontFace) -> Int {
      let slant = isItalic == face.isItalic ? 0 : 2000
      return slant + (isCondensed == face.isCondensed ? 0 : 1000) + abs(weight - face.weight)
    }
  }

  /// Filled on first use.
  private static let catalogue = Mutex<Catalogue?>(nil)

  /// Returns where a font is, or the one that stands for it; nil for an unknown name.
  static func location(of name: String) -> Location? {
    guard !name.isEmpty else { return nil }
    return catalogue.withLock { catalogue in
      let found = catalogue ?? scan()
      catalogue = found
      return found.names[name] ?? found.member(for: name)
    }
  }

  private static var directories: [URL] {
    let home = FileManager.default.homeDirectoryForCurrentUser
    return [
      URL(fileURLWithPath: "/usr/share/fonts"), URL(fileURLWithPath: "/usr/local/share/fonts"),
      home.appendingPathComponent(".local/share/fonts"), home.appendingPathComponent(".fonts"),
    ]
  }

  /// Reads all files in the order of their paths, so that the choice between two fonts of one name is always the same.
  private static func scan() -> Catalogue {
    var result = Catalogue()
    for directory in directories {
      let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
      let urls = (files?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
      for url in urls where ["ttf", "otf", "ttc", "otc"].contains(url.pathExtension.lowercased()) {
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { continue }
        for face in 0..<SFNT.faceCount(data) {
          guard let tables = SFNT(data, face: face) else { continue }
          result.add(Location(url: url, face: face), tables)
        }
      }
    }
    return result
  }
}

extension InstalledFonts.Catalogue {
  fileprivate mutating func add(_ location: InstalledFonts.Location, _ tables: SFNT) {
    for name in [tables.name(6), tables.name(4)] {
      if let name, names[name] == nil { names[name] = location }
    }
    // 16 is the family without the weight, where there are more than four faces.
    for family in Set([tables.name(1), tables.name(16)].compactMap { $0.map(FontFace.folded) }) {
      families[family, default: []].append(InstalledFonts.Member(location, tables))
    }
  }

  /// Returns the face of the first family that is there, of those that a name asks for.
  fileprivate func member(for name: String) -> InstalledFonts.Location? {
    let face = FontFace(name: name)
    let isApple = AppleFamilies.contain(name)
    for family in face.families + (isApple ? FontFace.lastResort : []) {
      guard let members = families[FontFace.folded(family)],
        let best = members.min(by: { $0.distance(from: face) < $1.distance(from: face) })
      else { continue }
      var location = best.location
      location.isSubstitute = (face.isKnown || isApple) && !face.isFace(ofFamily: family)
      return location
    }
    return nil
  }
}
