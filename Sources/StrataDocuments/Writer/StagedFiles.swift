import Foundation

/// Files that take their places when all of them are written; a failure before that leaves what was there.
///
/// Until then each is a hidden file beside its place. Links stay, and the files that they lead to are replaced.
struct StagedFiles {
  private var files: [(staged: URL, place: URL)] = []

  /// Writes a file with the permissions of the one that it will replace.
  mutating func add(_ data: Data, at url: URL) throws {
    let (manager, place) = (FileManager.default, url.resolvingSymlinksInPath())
    let folder = place.deletingLastPathComponent()
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
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

  /// Renames the files, in the order in which they were added.
  mutating func takePlaces() throws {
    while let (staged, place) = files.first {
      guard rename(staged.path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      files.removeFirst()
    }
  }

  /// Removes the files that have not taken their places.
  func discard() {
    for file in files { try? FileManager.default.removeItem(at: file.staged) }
  }
}
