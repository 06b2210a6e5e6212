import CoreGraphics
import Foundation
import StrataBase
import Synchronization

#if Text
  import CPango
#endif

/// The font files of this machine.
package enum FontFiles {
  /// A file that glyphs were read from.
  package enum Opened: Sendable {
    case file(path: String)
    /// A font that is not installed.
    case memory(name: String, bytes: Int, sha256: String)
  }

  private struct Record {
    /// Files by their paths, and fonts in memory by their digests and names, as programs may make a font many times.
    var files: [String: Opened] = [:]
    /// The fonts in memory that were noted, by the names that text has for them.
    var names: Set<String> = []
    /// Those among them that have no digest yet: most programs ask for none.
    var waiting: [String: CGFont] = [:]

    mutating func add(_ font: Opened, for name: String) {
      guard case .memory(let own, _, let digest) = font else { return }
      files["#\(digest) \(own)"] = font
      waiting[name] = nil
    }
  }

  private static let record = Mutex(Record())

  /// The files that glyphs were read from since the program started, each once and in an order of their own.
  package static var opened: [Opened] {
    digestFonts()
    return record.withLock { record in record.files.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// The number of elements of ``opened``, which grows.
  package static var openedCount: Int {
    digestFonts()
    return record.withLock { $0.files.count }
  }

  static func noteOpened(_ path: String) {
    let own = GraphicsFonts.font(ofFile: path)
    record.withLock { record in
      guard let (name, font) = own else {
        if record.files[path] == nil { record.files[path] = .file(path: path) }
        return
      }
      if record.names.insert(name).inserted { record.waiting[name] = font }
    }
  }

  /// Notes that a font in memory is forgotten, whose bytes need not stay for the record.
  static func noteDropped(_ name: String) {
    digestFonts(named: name)
    record.withLock { _ = $0.names.remove(name) }
  }

  /// Adds the fonts that have no digest yet to the files: all, or the one with a name.
  private static func digestFonts(named name: String? = nil) {
    let fonts = record.withLock { record in record.waiting.filter { name == nil || $0.key == name } }
    for (name, font) in fonts {
      let (own, data) = (font.postScriptName.map { $0 as String } ?? "", font.data)
      let digest = data.withUnsafeBytes { SHA256.digest(of: $0) }
      record.withLock { $0.add(.memory(name: own, bytes: data.count, sha256: digest), for: name) }
    }
  }

  /// The paths of all installed files, sorted; empty in a build without text.
  package static var installed: [String] {
    #if Text
      var found: Set<String> = []
      TextLayoutEngine.withFontList {
        withUnsafeMutablePointer(to: &found) { found in
          strata_pango_visit_font_files(
            { path, found in
              guard let path, let found else { return }
              found.assumingMemoryBound(to: Set<String>.self).pointee.insert(String(cString: path))
            },
            found
          )
        }
      }
      return found.sorted()
    #else
      return []
    #endif
  }
}
