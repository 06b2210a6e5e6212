import CoreGraphics
package import Foundation
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
    /// A font that is not installed, and its bytes.
    case memory(name: String, data: Data)
    /// One that programs have dropped since.
    case dropped(name: String, bytes: Int, sha256: String)
  }

  private struct Record {
    /// Files by their paths, fonts in memory by the names that text has for them, and those dropped by their digests.
    var files: [String: Opened] = [:]
    var count = 0
  }

  private static let record = Mutex(Record())

  /// The files that glyphs were read from since the program started, in an order that does not depend on time.
  package static var opened: [Opened] {
    record.withLock { record in record.files.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// A number that grows with each new element of ``opened``.
  package static var openedCount: Int { record.withLock { $0.count } }

  static func noteOpened(_ path: String) {
    guard let (name, font) = GraphicsFonts.font(ofFile: path) else {
      return note(.file(path: path), under: path)
    }
    note(.memory(name: font.postScriptName.map { $0 as String } ?? "", data: font.data), under: name)
  }

  private static func note(_ file: Opened, under key: String) {
    record.withLock { record in
      guard record.files[key] == nil else { return }
      record.files[key] = file
      record.count += 1
    }
  }

  /// Notes that a font in memory is forgotten, whose bytes need not stay for the record.
  static func noteDropped(_ name: String) {
    guard case .memory(let own, let data)? = record.withLock({ $0.files[name] }) else { return }
    let digest = data.withUnsafeBytes { SHA256.digest(of: $0) }
    record.withLock { record in
      record.files[name] = nil
      record.files["#\(digest)"] = .dropped(name: own, bytes: data.count, sha256: digest)
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
