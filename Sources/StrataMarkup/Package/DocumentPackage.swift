package import Foundation

/// The place of a document: the folder, the manifest and the file of the layer tree.
package struct DocumentPackage: Sendable {
  /// The folder that references are resolved against.
  package var folder: URL
  /// The file of the layer tree.
  package var rootFile: URL
  package var manifest: PackageManifest
  /// True if the location is a folder with a manifest of its own, not a bare file.
  package var isBundle: Bool
  /// Remarks about the packaging.
  package var diagnostics: [Diagnostic] = []

  package init(folder: URL, rootFile: URL, manifest: PackageManifest, isBundle: Bool) {
    (self.folder, self.rootFile, self.manifest, self.isBundle) = (folder, rootFile, manifest, isBundle)
  }

  /// Finds the parts of the document at `url`: a `.ca` folder, or a file with the layer tree.
  package static func locate(
    _ url: URL,
    limits: ReadingLimits
  ) throws(DocumentError) -> DocumentPackage {
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
    guard isFolder.boolValue else {
      return DocumentPackage(
        folder: url.deletingLastPathComponent(),
        rootFile: url,
        manifest: PackageManifest(),
        isBundle: false
      )
    }
    return try locateInFolder(url, path: path, limits: limits)
  }

  private static func locateInFolder(
    _ url: URL,
    path: String,
    limits: ReadingLimits
  ) throws(DocumentError) -> DocumentPackage {
    let index = url.appending(path: "index.xml")
    var package = DocumentPackage(
      folder: url,
      rootFile: url.appending(path: "main.caml"),
      manifest: PackageManifest(),
      isBundle: true
    )
    if FileManager.default.fileExists(atPath: index.path(percentEncoded: false)) {
      let data = try contents(of: index, limits: limits)
      package.manifest = try PackageManifest.read(
        data,
        file: index.path(percentEncoded: false),
        limits: limits
      )
      package.diagnostics += package.manifest.unreadable.map { key, noun in
        Diagnostic(
          severity: .warning,
          kind: .badValue,
          file: index.path(percentEncoded: false),
          line: 0,
          column: 0,
          message: "\(key) is not \(noun); ignored"
        )
      }
      let name = package.manifest.rootDocument
      guard let file = AssetLocator.file(of: name, in: url) else {
        throw DocumentError(
          .notADocument,
          index.path(percentEncoded: false),
          "rootDocument is \"\(name)\", which is outside the package",
          advice: "name a file beside index.xml"
        )
      }
      package.rootFile = file
    } else {
      package.diagnostics.append(
        Diagnostic(
          severity: .note,
          kind: .resource,
          file: path,
          line: 0,
          column: 0,
          message: "the package has no index.xml; main.caml is read instead"
        )
      )
    }
    guard FileManager.default.fileExists(atPath: package.rootFile.path(percentEncoded: false)) else {
      let name = package.rootFile.lastPathComponent
      throw DocumentError(
        .notADocument,
        path,
        "the folder has no \(name)",
        advice: "a layer document is a folder with index.xml and main.caml, or a .caml file"
      )
    }
    return package
  }

  /// The bytes of a file within the limit.
  package static func contents(of url: URL, limits: ReadingLimits) throws(DocumentError) -> Data {
    let path = url.path(percentEncoded: false)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DocumentError(.missing, path, "there is no such file", advice: "check the path")
    }
    guard !isFolder.boolValue else { throw DocumentError(.unreadable, path, "this is a folder, not a file") }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard
      attributes?[.type] as? FileAttributeType == .typeRegular
        || attributes?[.type] as? FileAttributeType == .typeSymbolicLink
    else {
      throw DocumentError(.unreadable, path, "this is not a regular file")
    }
    if let size = (attributes?[.size] as? NSNumber)?.intValue, size > limits.totalBytes {
      throw DocumentError(
        .limit,
        path,
        "the file has \(size) bytes, more than the \(limits.totalBytes) allowed",
        advice: "raise ReadingLimits.totalBytes"
      )
    }
    do {
      return try Data(contentsOf: url)
    } catch {
      let reason =
        FileManager.default.isReadableFile(atPath: path) ? "reading failed" : "permission is missing"
      throw DocumentError(
        .unreadable,
        path,
        "the file cannot be read: \(reason)",
        advice: "check its permissions"
      )
    }
  }
}
