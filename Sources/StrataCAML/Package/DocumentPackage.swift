package import Foundation

/// The place of a document: the folder, the manifest and the file of the layer tree.
package struct DocumentPackage: Sendable {
  /// The folder that references are resolved against.
  package var folder: PackageFolder
  /// The file of the layer tree.
  package var rootFile: PackageFile
  package var manifest: PackageManifest
  /// True if the location is a folder with a manifest of its own, not a bare file.
  package var isBundle: Bool
  /// Remarks about the packaging.
  package var diagnostics: [Diagnostic] = []

  package init(folder: PackageFolder, rootFile: PackageFile, manifest: PackageManifest, isBundle: Bool) {
    (self.folder, self.rootFile, self.manifest, self.isBundle) = (folder, rootFile, manifest, isBundle)
  }

  /// Finds the parts of the document in a `.ca` folder.
  ///
  /// - Throws: ``DocumentError`` if the folder has no layer tree, or a manifest that cannot be read.
  package static func locate(in folder: PackageFolder, limits: ReadingLimits) throws(DocumentError)
    -> DocumentPackage
  {
    guard let index = folder.file(at: "index.xml"), let file = folder.file(at: "main.caml") else {
      throw DocumentError(.notADocument, folder.path, "index.xml or main.caml leads out of the folder")
    }
    var package = DocumentPackage(folder: folder, rootFile: file, manifest: PackageManifest(), isBundle: true)
    if index.exists {
      try package.readManifest(index, limits: limits)
    } else {
      package.diagnostics.append(
        Diagnostic(
          severity: .note,
          kind: .resource,
          file: folder.path,
          line: 0,
          column: 0,
          message: "the package has no index.xml; main.caml is read instead"
        )
      )
    }
    guard package.rootFile.exists else {
      if folder.isForbidden {
        throw DocumentError(
          .unreadable,
          folder.path,
          "the folder cannot be read: permission is missing",
          advice: "check its permissions"
        )
      }
      throw DocumentError(
        .notADocument,
        folder.path,
        "the folder has no \(package.rootFile.name)",
        advice: "a layer document is a folder with index.xml and main.caml, or a .caml file"
      )
    }
    return package
  }

  private mutating func readManifest(_ index: PackageFile, limits: ReadingLimits) throws(DocumentError) {
    manifest = try PackageManifest.read(index.contents(limits: limits), file: index.path, limits: limits)
    diagnostics += manifest.unreadable.map { key, noun in
      Diagnostic(
        severity: .warning,
        kind: .badValue,
        file: index.path,
        line: 0,
        column: 0,
        message: "\(key) is not \(noun); ignored"
      )
    }
    let name = manifest.rootDocument
    guard let file = folder.file(at: name) else {
      throw DocumentError(
        .notADocument,
        index.path,
        "rootDocument is \"\(name)\", which is outside the package",
        advice: "name a file beside index.xml"
      )
    }
    rootFile = file
  }

  /// True for a file that can be read to its end; reading a pipe or a device may never return.
  static func isRegularFile(_ url: URL) -> Bool {
    let target = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// The bytes of a file within the limit.
  package static func contents(of url: URL, limits: ReadingLimits) throws(DocumentError) -> Data {
    let path = url.path(percentEncoded: false)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DocumentError(.missing, path, "there is no such file", advice: "check the path")
    }
    guard !isFolder.boolValue else { throw DocumentError(.unreadable, path, "this is a folder, not a file") }
    guard isRegularFile(url) else { throw DocumentError(.unreadable, path, "this is not a regular file") }
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: url.resolvingSymlinksInPath().path(percentEncoded: false)
    )
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
