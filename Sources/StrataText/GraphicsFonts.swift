package import CoreGraphics
import Foundation
import Synchronization

#if Text
  import CPango
#endif

/// The names by which text finds fonts that programs have as objects.
///
/// A font that is installed keeps its PostScript name. Any other gets a name of its own, so that it does not take the place of
/// an installed one, and is private: only text that names it gets it.
///
/// Fontconfig reads fonts from files: a private font takes a file in memory, and a descriptor. Those that were used least
/// recently lose them, and get others when text needs them again. An unused font is dropped after a while.
///
/// A name is known to others only while text can find the font under it, or make it findable by ``withFonts(named:_:)``.
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
    /// The file in which text finds the font.
    var file: File?
    var uses = 0
    /// The number of tasks that need the file.
    var pins = 0
  }

  fileprivate struct Known {
    var entries: [String: Entry] = [:]
    /// The names of fonts that text has found.
    var namesByFont: [CGFont: String] = [:]
    var namesByFile: [String: String] = [:]
    /// The unused names, in the order in which their last use ended.
    var idle: [String] = []
    /// The names of fonts with a file; the one that was used last is at the end.
    var registered: [String] = []
    /// The names of fonts that have none of their own: they are installed, or text cannot read them.
    var publicNames: [CGFont: String] = [:]
    var count = 0
  }

  private static let known = Mutex(Known())
  /// Held while fonts get and lose files.
  ///
  /// Locks are taken in this order: this one, those of the engines, that of the known fonts.
  private static let registering = Mutex(())
  /// True once a font has a name of its own.
  private static let hasOwnNames = Atomic(false)

  /// The number of fonts without a user that are remembered.
  ///
  /// A frame that is being drawn may still have the name of a font that its last user has left.
  fileprivate static let mostIdle = 16
  /// The number of files in memory; more only while one task needs them.
  static let mostFiles = 64
  /// The number of files that are taken away at once, as engines then look for all fonts anew.
  fileprivate static let filesTaken = 16
  /// The number of fonts without a name of their own whose names are remembered.
  fileprivate static let mostPublicNames = 64

  /// Keeps a font in memory; values that have its name keep one.
  package final class Use: Sendable {
    private let name: String

    fileprivate init(_ name: String) { self.name = name }

    deinit { GraphicsFonts.endUse(of: name) }
  }

  /// Returns the name by which text finds a font; its own if there is no other.
  package static func name(of font: CGFont) -> String {
    if let name = font.replacedName { return name }
    if let name = known.withLock({ $0.name(of: font) }) { return name }
    let own = (font.postScriptName ?? font.fullName).map { $0 as String } ?? ""
    guard !isInstalled(font, own) else {
      known.withLock { $0.keep(own, of: font) }
      return own
    }
    #if Text
      return registering.withLock { _ in
        // Another thread may have been faster.
        if let name = known.withLock({ $0.name(of: font) }) { return name }
        hasOwnNames.store(true, ordering: .relaxed)
        let name = known.withLock { $0.add(font, own) }
        let outcome = register(name)
        known.withLock { known in
          known.finish(name, isFound: outcome == .found)
          if outcome == .unreadable { known.keep(own, of: font) }
        }
        return outcome == .found ? name : own
      }
    #else
      return own
    #endif
  }

  /// Keeps the font that has a name of its own in memory while the result lives; nil for other names.
  package static func use(named name: String) -> Use? {
    guard hasOwnNames.load(ordering: .relaxed) else { return nil }
    return known.withLock { known in
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

  /// Returns the font in a file that was made for it, and its name.
  static func font(ofFile path: String) -> (name: String, font: CGFont)? {
    known.withLock { known in
      guard let name = known.namesByFile[path], let entry = known.entries[name] else { return nil }
      return (name, entry.font)
    }
  }

  private static func isInstalled(_ font: CGFont, _ name: String) -> Bool {
    !name.isEmpty && TextLayoutEngine.isKnown(font: name)
      && installedFont(FontDescription(name: name, size: 12)) == font
  }

  #if Text
    /// Calls `body` while text finds fonts: those that have lost their files get others, and keep them meanwhile.
    ///
    /// - Parameters:
    ///   - names: The names of the fonts.
    ///   - areFound: Set to false if text does not find all of them now.
    ///   - body: What needs them.
    /// - Returns: The result of `body`.
    /// - Complexity: O(1) while no font has a name of its own.
    static func withFonts<Result>(
      named names: some Sequence<String>,
      _ areFound: inout Bool,
      _ body: () -> sending Result
    ) -> sending Result {
      guard hasOwnNames.load(ordering: .relaxed) else { return body() }
      let pinned = known.withLock { $0.pin(names) }
      defer { known.withLock { $0.unpin(pinned.all) } }
      for name in pinned.lost {
        let isFound = registering.withLock { _ in
          // Another thread may have been faster.
          known.withLock { $0.entries[name]?.file != nil } || register(name) == .found
        }
        if !isFound { areFound = false }
      }
      return body()
    }

    /// What became of a font that was to get a file.
    private enum Outcome {
      case found
      /// Text cannot read the font.
      case unreadable
      /// There is no descriptor or no memory for the file, for now.
      case noFile
    }

    /// Gives a font a file under its name, after taking those of others.
    private static func register(_ name: String) -> Outcome {
      let old = known.withLock { $0.forget() }
      if !old.files.isEmpty { TextLayoutEngine.unregister(fontFiles: old.files.map(\.path)) }
      for file in old.files { close(file.descriptor) }
      for name in old.names { FontFiles.noteDropped(name) }
      guard let entry = known.withLock({ $0.entries[name] }) else { return .noFile }
      let descriptor = entry.font.data.withUnsafeBytes { strata_memory_file($0.baseAddress, $0.count) }
      guard descriptor >= 0 else { return .noFile }
      let file = File(path: "/proc/self/fd/\(descriptor)", descriptor: descriptor)
      // Who reads the font from the file asks for its name.
      known.withLock { $0.namesByFile[file.path] = name }
      let face = Int32(clamping: entry.font.face)
      let isFound = TextLayoutEngine.register(
        fontFile: file.path,
        face: face,
        family: entry.family,
        name: name
      )
      known.withLock { $0.give(isFound ? file : nil, at: file.path, to: name) }
      if isFound { return .found }
      defer { close(descriptor) }
      return canOpen(file.path) ? .unreadable : .noFile
    }

    /// False if there is no descriptor for a file that exists.
    private static func canOpen(_ path: String) -> Bool {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      close(descriptor)
      return true
    }
  #endif
}

extension GraphicsFonts.Known {
  /// The name that a font was given, or that of its own that text uses.
  fileprivate func name(of font: CGFont) -> String? { namesByFont[font] ?? publicNames[font] }

  /// Remembers that text uses a font's own name.
  fileprivate mutating func keep(_ publicName: String, of font: CGFont) {
    if publicNames.count >= GraphicsFonts.mostPublicNames { publicNames.removeAll() }
    publicNames[font] = publicName
  }

  /// Adds a font without a file, and returns its name, which is not shared yet.
  fileprivate mutating func add(_ font: CGFont, _ own: String) -> String {
    count += 1
    let name = "\(own.filter { $0 != "\0" })#\(count)"
    entries[name] = GraphicsFonts.Entry(font: font, family: "Strata font \(count)")
    return name
  }

  /// Makes the name of a font that was added known, or removes the font.
  fileprivate mutating func finish(_ name: String, isFound: Bool) {
    guard isFound, let entry = entries[name] else {
      entries[name] = nil
      return
    }
    namesByFont[entry.font] = name
    idle.append(name)
  }

  /// Gives a font the file that text finds it in; nil if it does not.
  fileprivate mutating func give(_ file: GraphicsFonts.File?, at path: String, to name: String) {
    guard let file else {
      namesByFile[path] = nil
      return
    }
    entries[name]?.file = file
    registered.append(name)
  }

  /// Notes that a task needs fonts; returns the names of those that are private, and of those among them without a file.
  fileprivate mutating func pin(_ names: some Sequence<String>) -> (all: [String], lost: [String]) {
    var (all, lost): ([String], [String]) = ([], [])
    for name in names where entries[name] != nil && !all.contains(name) {
      all.append(name)
      entries[name]?.pins += 1
      if entries[name]?.file == nil {
        lost.append(name)
      } else if registered.last != name, let index = registered.firstIndex(of: name) {
        registered.append(registered.remove(at: index))
      }
    }
    return (all, lost)
  }

  fileprivate mutating func unpin(_ names: [String]) {
    for name in names { entries[name]?.pins -= 1 }
  }

  /// Forgets fonts that were left, and makes room for a file; returns the files that were taken, and the names forgotten.
  fileprivate mutating func forget() -> (files: [GraphicsFonts.File], names: [String]) {
    var files: [GraphicsFonts.File] = []
    let free = idle.filter { entries[$0]?.pins == 0 }
    let left = free.prefix(max(idle.count - GraphicsFonts.mostIdle, 0))
    for name in left {
      if let file = takeFile(of: name) { files.append(file) }
      if let entry = entries.removeValue(forKey: name) { namesByFont[entry.font] = nil }
      idle.removeAll { $0 == name }
    }
    if registered.count >= GraphicsFonts.mostFiles {
      let unused = registered.filter { entries[$0]?.pins == 0 }
      for name in unused.prefix(registered.count - GraphicsFonts.mostFiles + GraphicsFonts.filesTaken) {
        if let file = takeFile(of: name) { files.append(file) }
      }
    }
    return (files, Array(left))
  }

  private mutating func takeFile(of name: String) -> GraphicsFonts.File? {
    guard let file = entries[name]?.file else { return nil }
    entries[name]?.file = nil
    namesByFile[file.path] = nil
    registered.removeAll { $0 == name }
    return file
  }
}
