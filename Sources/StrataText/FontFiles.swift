import Synchronization

#if Text
  import CPango
#endif

/// The font files of this machine.
package enum FontFiles {
  private static let paths = Mutex<Set<String>>([])

  /// The paths of the files that glyphs were read from since the program started, sorted.
  package static var opened: [String] { paths.withLock { $0.sorted() } }

  static func noteOpened(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// The paths of all installed files, sorted; empty in a build without text.
  package static var installed: [String] {
    #if Text
      var found: Set<String> = []
      withUnsafeMutablePointer(to: &found) { found in
        strata_pango_visit_font_files(
          { path, found in
            guard let path, let found else { return }
            found.assumingMemoryBound(to: Set<String>.self).pointee.insert(String(cString: path))
          },
          found
        )
      }
      return found.sorted()
    #else
      return []
    #endif
  }
}
