package import Foundation

/// What a location holds: one document, or a container of several.
package enum DocumentSource: Sendable {
  case document(DocumentPackage)
  case container(WallpaperContainer)

  /// Finds what is at `url`: a `.ca` folder, a file with a layer tree, or a wallpaper, as a folder or in a zip archive.
  ///
  /// - Throws: ``DocumentError`` when there is neither.
  package static func locate(_ url: URL, limits: ReadingLimits) throws(DocumentError) -> DocumentSource {
    let url = url.standardizedFileURL
    let path = url.path(percentEncoded: false)
    guard url.isFileURL else {
      throw DocumentError(
        .unreadable,
        url.absoluteString,
        "only local files can be read",
        advice: "download it first"
      )
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DocumentError(.missing, path, "there is no such file or folder", advice: "check the path")
    }
    if isFolder.boolValue { return try locate(in: .disk(url), limits: limits) }
    guard isArchive(url) else {
      return .document(
        DocumentPackage(
          folder: .disk(url.deletingLastPathComponent()),
          rootFile: .disk(url),
          manifest: PackageManifest(),
          isBundle: false
        )
      )
    }
    let archive = try ZipArchive(
      DocumentPackage.contents(of: url, limits: limits),
      file: path,
      limits: limits
    )
    return try locate(in: .archive(archive, path: ""), limits: limits)
  }

  /// True for a file that begins like a zip archive.
  private static func isArchive(_ url: URL) -> Bool {
    guard DocumentPackage.isRegularFile(url), let handle = try? FileHandle(forReadingFrom: url) else {
      return false
    }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: 4)).flatMap { $0 }.map { ZipArchive.isArchive($0) } ?? false
  }

  private static func locate(in folder: PackageFolder, limits: ReadingLimits) throws(DocumentError)
    -> DocumentSource
  {
    let isDocument = ["index.xml", "main.caml"].contains { folder.file(at: $0)?.exists == true }
    if !isDocument, let container = try WallpaperContainer.find(in: folder, limits: limits) {
      return .container(container)
    }
    var package = try DocumentPackage.locate(in: folder, limits: limits)
    package.diagnostics += folder.diagnostics
    return .document(package)
  }
}
