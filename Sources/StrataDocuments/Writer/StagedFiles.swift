import Foundation

/// Files that take their places when all of them are written; a failure before that leaves what was there.
///
/// Until then each is a hidden file beside its place. Links stay, and the files that they lead to are replaced.
struct StagedFiles {
  /// Asked before each file, and before the first takes its place; true is an error.
  let isCancelled: () -> Bool
  private var files: [(staged: URL, place: URL)] = []
  /// The folders that were made, each before those inside.
  private var folders: [String] = []

  init(isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

  /// Writes a file with the permissions of the one that it will replace.
  mutating func add(_ data: Data, at url: URL) throws {
    try check()
    let (manager, place) = (FileManager.default, url.resolvingSymlinksInPath())
    let folder = place.deletingLastPathComponent()
    try addFolder(at: folder)
    let former = try? manager.attributesOfItem(atPath: place.path(percentEncoded: false))
    // A folder would be noticed only when other files have been replaced.
    if former?[.type] as? FileAttributeType == .typeDirectory { throw CocoaError(.fileWriteFileExists) }
    let staged = folder.appending(path: ".strata-\(UUID().uuidString)")
    files.append((staged, place))
    try data.write(to: staged)
    guard let permissions = former?[.posixPermissions] else { return }
    try manager.setAttributes(
      [.posixPermissions: permissions],
      ofItemAtPath: staged.path(percentEncoded: false)
    )
  }

  /// Makes a folder, and those above it that are missing.
  mutating func addFolder(at url: URL) throws {
    let manager = FileManager.default
    var (missing, next): ([String], URL) = ([], url.absoluteURL.standardizedFileURL)
    while !manager.fileExists(atPath: next.path(percentEncoded: false)), next.pathComponents.count > 1 {
      missing.append(next.path(percentEncoded: false))
      next.deleteLastPathComponent()
    }
    folders += missing.reversed()
    try manager.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Throws if the writing is cancelled.
  func check() throws {
    if isCancelled() { throw CocoaError(.userCancelled) }
  }

  /// Renames the files, in the order in which they were added.
  mutating func takePlaces() throws {
    try check()
    while let (staged, place) = files.first {
      guard rename(staged.path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      files.removeFirst()
    }
  }

  /// Removes the files that have not taken their places, and the folders made for them alone.
  func discard() {
    for file in files { try? FileManager.default.removeItem(at: file.staged) }
    // Which removes a folder without files only.
    for folder in folders.reversed() { rmdir(folder) }
  }
}
