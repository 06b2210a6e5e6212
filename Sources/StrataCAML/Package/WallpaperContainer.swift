import Foundation

/// A container of documents that are shown as one stack, such as a wallpaper.
///
/// A `.wallpaper` folder holds two or three `.ca` folders and a property list that names them from back to front:
/// background, floating, foreground. A `.tendies` file is a zip archive around such folders. Without the list, the names
/// of the `.ca` folders say the order.
package struct WallpaperContainer: Sendable {
  /// The name of the property list.
  package static let listName = "Wallpaper.plist"

  /// The folder of the container.
  package let folder: PackageFolder
  /// The `.ca` folders, from back to front.
  package let parts: [PackageFolder]
  /// The entries of the property list; nil without one.
  package let list: PropertyListValue?
  /// Remarks about the container.
  package let diagnostics: [Diagnostic]

  /// The keys of the property list that name the parts, from back to front.
  package static let keys = [
    "backgroundAnimationFileName", "floatingAnimationFileNameKey", "foregroundAnimationFileName",
  ]
  /// The path inside the property list to the dictionary with these keys.
  private static let keyPath = ["assets", "lockAndHome", "default"]

  /// Finds the container in a folder: the folder itself, or one inside; nil if there is none.
  ///
  /// An archive is searched as a whole, a folder on disk only along the names that an unpacked archive has: a folder far
  /// above, such as that of all projects, is no wallpaper.
  ///
  /// Of several versions of a wallpaper the highest counts, and of several wallpapers the first; a diagnostic names the
  /// others.
  package static func find(in folder: PackageFolder, limits: ReadingLimits) throws(DocumentError)
    -> WallpaperContainer?
  {
    let found = newest(of: folders(below: folder))
    guard let first = found.first else { return nil }
    var remarks = folder.diagnostics
    if found.count > 1 {
      let names = found.map { $0.way.joined(separator: "/") }
      let others = names.dropFirst().joined(separator: ", ")
      remarks.append(
        remark(
          folder.path,
          "there are \(found.count) wallpapers; \(names[0]) is shown, not \(others)"
        )
      )
    }
    return try WallpaperContainer(first.folder, remarks, limits: limits)
  }

  private init(_ folder: PackageFolder, _ remarks: [Diagnostic], limits: ReadingLimits) throws(DocumentError)
  {
    self.folder = folder
    var remarks = remarks
    var list: PropertyListValue?
    var named: [PackageFolder] = []
    if let file = folder.file(at: Self.listName), file.exists {
      let read = try PropertyListValue(file.contents(limits: limits), file: file.path, limits: limits)
      list = read
      let names = Self.keyPath.reduce(Optional(read)) { $0?[$1] }
      for key in Self.keys {
        guard let name = names?[key]?.text else { continue }
        if let part = folder.folder(at: name) ?? folder.folder(at: name + ".ca") {
          named.append(part)
        } else {
          remarks.append(Self.remark(file.path, "\(key) names \"\(name)\", which is not there; ignored"))
        }
      }
    }
    self.list = list
    parts = named.isEmpty ? Self.partsByName(of: folder) : named
    guard !parts.isEmpty else {
      throw DocumentError(
        .notADocument,
        folder.path,
        "the wallpaper has no documents",
        advice: "a wallpaper holds .ca folders that \(Self.listName) names"
      )
    }
    diagnostics = remarks
  }

  private static func remark(_ file: String, _ message: String) -> Diagnostic {
    Diagnostic(severity: .warning, kind: .resource, file: file, line: 0, column: 0, message: message)
  }

  /// The list to write beside the parts: the one that was read, or one that names the parts by their places.
  package var writtenList: PropertyListValue {
    if let list { return list }
    let placed = parts.map { part in
      (key: Self.keys[Self.words.firstIndex { part.name.lowercased().contains($0) } ?? 1], name: part.name)
    }
    let names = placed.map { PropertyListEntry(key: $0.key, value: .string($0.name)) }
    let type = PropertyListEntry(key: "type", value: .string("LayeredAnimation"))
    return Self.keyPath.reversed().reduce(PropertyListValue.dictionary(names + [type])) { inner, key in
      .dictionary([PropertyListEntry(key: key, value: inner)])
    }
  }

  // MARK: Finding

  private static func documentNames(in folder: PackageFolder) -> [String] {
    folder.folderNames.filter { $0.lowercased().hasSuffix(".ca") }
  }

  /// The words in the names of documents that say their place, from back to front.
  private static let words = ["background", "floating", "foreground"]

  /// The `.ca` folders by the place that their names say.
  ///
  /// Folders that only happen to lie together are not a container: without such words, one counts if it is alone.
  private static func partsByName(of folder: PackageFolder) -> [PackageFolder] {
    let names = documentNames(in: folder)
    let placed = names.compactMap { name in
      words.firstIndex { name.lowercased().contains($0) }.map { (rank: $0, name: name) }
    }
    if placed.isEmpty { return names.count == 1 ? names.compactMap { folder.folder(at: $0) } : [] }
    return placed.sorted { $0 < $1 }.compactMap { folder.folder(at: $0.name) }
  }

  /// How deep containers are looked for; archives of wallpapers need six.
  private static let greatestDepth = 8
  /// How many folders are looked at.
  private static let mostFolders = 4_096

  /// The containers in a folder and below, in the order of their names, each with the names on the way to it.
  private static func folders(below folder: PackageFolder) -> [(folder: PackageFolder, way: [String])] {
    let isUnpacked = folder.url != nil && !isContainerName(folder.name)
    var found: [(folder: PackageFolder, way: [String])] = []
    var pending: [(folder: PackageFolder, way: [String])] = [(folder, [])]
    var count = 0
    while let next = pending.popLast(), count < mostFolders {
      count += 1
      let hasList = next.folder.file(at: listName)?.exists == true
      if hasList || !partsByName(of: next.folder).isEmpty {
        found.append(next)
        continue
      }
      guard next.way.count < greatestDepth else { continue }
      for name in next.folder.folderNames.reversed() {
        guard let inner = next.folder.folder(at: name) else { continue }
        if isUnpacked, !leadsToWallpapers(inner, in: next.folder, isOutermost: next.way.isEmpty) { continue }
        pending.append((inner, next.way + [name]))
      }
    }
    return found
  }

  /// The names of the folders above the wallpapers of an archive: descriptors/ID/versions/NUMBER/contents.
  private static let innerNames: Set<String> = ["descriptors", "descriptor", "versions", "contents"]

  private static func isContainerName(_ name: String) -> Bool {
    [".wallpaper", ".tendies"].contains { name.lowercased().hasSuffix($0) }
  }

  /// True for a folder on the way to the wallpapers of an unpacked archive, which may have a folder of its own.
  private static func leadsToWallpapers(
    _ inner: PackageFolder,
    in outer: PackageFolder,
    isOutermost: Bool
  ) -> Bool {
    isContainerName(inner.name) || innerNames.contains(inner.name)
      || ["descriptors", "descriptor", "versions"].contains(outer.name)
      || inner.folder(at: "versions") != nil
      || isOutermost && ["descriptors", "descriptor"].contains { inner.folder(at: $0) != nil }
  }

  /// Keeps the highest version of each wallpaper, which is a folder with a number in a folder `versions`.
  private static func newest(of found: [(folder: PackageFolder, way: [String])]) -> [(
    folder: PackageFolder, way: [String]
  )] {
    var best: [[String]: Int] = [:]
    func version(_ way: [String]) -> (owner: [String], number: Int)? {
      guard let at = way.lastIndex(of: "versions"), at + 1 < way.count, let number = Int(way[at + 1]) else {
        return nil
      }
      return (Array(way[..<at]), number)
    }
    for item in found {
      if let version = version(item.way) {
        best[version.owner] = max(best[version.owner] ?? .min, version.number)
      }
    }
    return found.filter { item in version(item.way).map { best[$0.owner] == $0.number } ?? true }
  }
}
