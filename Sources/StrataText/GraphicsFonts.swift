package import CoreGraphics
import Foundation
import Synchronization

#if Text
  import CPango
#endif

/// The names by which text finds fonts that programs have as objects.
///
/// A font that is installed keeps its PostScript name. Any other gets a name of its own, so that it does not take the place of
/// an installed one.
///
/// Fontconfig reads fonts from files: a font that is not installed takes a file in memory, and a descriptor. Those that were
/// used least recently lose them, and get others when text needs them again. A font that nobody uses is forgotten a while later.
package enum GraphicsFonts {
  /// A file in memory.
  fileprivate struct File {
    let path: String
    let descriptor: Int32
  }

  /// A font that has a name of its own.
  fileprivate struct Entry {
    let font: CGFont
    let family: String
    var file: File?
    var uses = 0
  }

  fileprivate struct Known {
    var entries: [String: Entry] = [:]
    var namesByFont: [CGFont: String] = [:]
    var namesByFile: [String: String] = [:]
    /// The names that nobody uses, in the order in which they were left.
    var idle: [String] = []
    /// The names of fonts with a file; the one that was used last is at the end.
    var registered: [String] = []
    /// Names of fonts that are installed.
    var installed: [CGFont: String] = [:]
    var count = 0
  }

  private static let known = Mutex(Known())
  /// True once a font has lost its file.
  private static let hasEvicted = Atomic(false)

  /// The number of fonts without a user that are remembered.
  ///
  /// A frame that is being drawn may still have the name of a font that its last user has left.
  private static let mostIdle = 16
  /// The number of files in memory.
  private static let mostFiles = 64
  /// The number of installed fonts whose names are remembered.
  private static let mostInstalled = 64

  /// Keeps a font in memory; values that have its name keep one.
  package final class Use: Sendable {
    private let name: String

    fileprivate init(_ name: String) { self.name = name }

    deinit { GraphicsFonts.endUse(of: name) }
  }

  /// Returns the name by which text finds a font; its own if there is no other.
  package static func name(of font: CGFont) -> String {
    if let name = font.replacedName { return name }
    if let name = known.withLock({ $0.namesByFont[font] ?? $0.installed[font] }) { return name }
    let own = (font.postScriptName ?? font.fullName).map { $0 as String } ?? ""
    guard !isInstalled(font, own) else {
      known.withLock { known in
        if known.installed.count >= mostInstalled { known.installed.removeAll() }
        known.installed[font] = own
      }
      return own
    }
    #if Text
      let name = known.withLock { $0.add(font, own) }
      register(name)
      return name
    #else
      return own
    #endif
  }

  /// Keeps the font that has a name of its own in memory while the result lives; nil for other names.
  package static func use(named name: String) -> Use? {
    known.withLock { known in
      guard known.entries[name] != nil else { return nil }
      known.entries[name]?.uses += 1
      known.idle.removeAll { $0 == name }
      return Use(name)
    }
  }

  private static func endUse(of name: String) {
    known.withLock { known in
      known.entries[name]?.uses -= 1
      if known.entries[name]?.uses == 0 { known.idle.append(name) }
    }
  }

  /// Returns the font that has a name of its own.
  package static func font(named name: String) -> CGFont? { known.withLock { $0.entries[name]?.font } }

  /// Returns the name of the font in a file that was made for it.
  static func name(ofFile path: String) -> String? { known.withLock { $0.namesByFile[path] } }

  /// Makes sure that text finds a font, which may have lost its file.
  ///
  /// - Complexity: O(1) while no font has lost its file.
  static func prepare(_ name: String) {
    guard hasEvicted.load(ordering: .relaxed) else { return }
    if known.withLock({ $0.touch(name) }) { register(name) }
  }

  private static func isInstalled(_ font: CGFont, _ name: String) -> Bool {
    guard !name.isEmpty, TextLayoutEngine.isKnown(font: name),
      let file = TextLayoutEngine.file(of: FontDescription(name: name, size: 12)), file.face == font.face,
      let data = try? Data(contentsOf: URL(fileURLWithPath: file.path), options: .mappedIfSafe)
    else { return false }
    return data == font.data
  }

  /// Makes a font available under its name, and takes their files from others.
  private static func register(_ name: String) {
    #if Text
      let old = known.withLock { $0.forget(idle: mostIdle, files: mostFiles - 1) }
      if !old.isEmpty { hasEvicted.store(true, ordering: .relaxed) }
      for file in old {
        TextLayoutEngine.unregister(fontFile: file.path)
        close(file.descriptor)
      }
      guard let entry = known.withLock({ $0.entries[name] }) else { return }
      let descriptor = entry.font.data.withUnsafeBytes { strata_memory_file($0.baseAddress, $0.count) }
      guard descriptor >= 0 else { return }
      let file = File(path: "/proc/self/fd/\(descriptor)", descriptor: descriptor)
      // Known before text can find it; another thread may have been faster.
      guard known.withLock({ $0.give(file, to: name) }) else {
        close(descriptor)
        return
      }
      let face = Int32(clamping: entry.font.face)
      _ = TextLayoutEngine.register(fontFile: file.path, face: face, family: entry.family, name: name)
    #endif
  }
}

extension GraphicsFonts.Known {
  /// Adds a font without a file, and returns its name.
  fileprivate mutating func add(_ font: CGFont, _ own: String) -> String {
    // Another thread may have been faster.
    if let name = namesByFont[font] { return name }
    count += 1
    let name = "\(own.filter { $0 != "\0" })#\(count)"
    entries[name] = GraphicsFonts.Entry(font: font, family: "Strata font \(count)")
    namesByFont[font] = name
    idle.append(name)
    return name
  }

  /// Gives a font a file; returns false if it has one, or is unknown.
  fileprivate mutating func give(_ file: GraphicsFonts.File, to name: String) -> Bool {
    guard let entry = entries[name], entry.file == nil else { return false }
    entries[name]?.file = file
    namesByFile[file.path] = name
    registered.append(name)
    return true
  }

  /// Notes that a font is used; returns true if it lacks a file.
  fileprivate mutating func touch(_ name: String) -> Bool {
    guard let entry = entries[name] else { return false }
    guard entry.file != nil else { return true }
    if registered.last != name, let index = registered.firstIndex(of: name) {
      registered.append(registered.remove(at: index))
    }
    return false
  }

  /// Keeps so many fonts without a user, and so many files; returns the other files.
  fileprivate mutating func forget(idle mostIdle: Int, files mostFiles: Int) -> [GraphicsFonts.File] {
    var files: [GraphicsFonts.File] = []
    let left = idle.prefix(max(idle.count - mostIdle, 0))
    idle.removeFirst(left.count)
    for name in left {
      if let file = takeFile(of: name) { files.append(file) }
      if let entry = entries.removeValue(forKey: name) { namesByFont[entry.font] = nil }
    }
    while registered.count > mostFiles, let name = registered.first {
      guard let file = takeFile(of: name) else { break }
      files.append(file)
    }
    return files
  }

  private mutating func takeFile(of name: String) -> GraphicsFonts.File? {
    guard let file = entries[name]?.file else { return nil }
    entries[name]?.file = nil
    namesByFile[file.path] = nil
    registered.removeAll { $0 == name }
    return file
  }
}
