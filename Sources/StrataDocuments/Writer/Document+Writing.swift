public import Foundation
import QuartzCore
public import StrataCAML

extension Document {
  /// The form of a written document.
  public enum Form: Hashable, Sendable {
    /// A folder with a manifest, the markup and the assets.
    case bundle
    /// The markup alone, with the assets in a folder beside it.
    case file
  }

  /// Writes the document in its base state, including unknown parts that were read.
  ///
  /// A file has no manifest. If the document's canvas is flipped or scales its root, the file's root is a layer of the
  /// canvas's size that does so, around the document's root: every reader of such files then shows the same.
  ///
  /// Lines are indented as those of the text that was read, and a manifest that says the same stays as it is: a document that is
  /// written where it was read from differs in what was changed.
  ///
  /// A wallpaper is written as a folder with a bundle for each of its documents (``parts``) and the list of them.
  ///
  /// - Parameters:
  ///   - url: The folder or file to write; existing files are replaced one by one.
  ///   - form: The form; nil for a bundle, unless the extension is `caml`. A wallpaper has one form only.
  /// - Throws: ``DocumentError`` of kind `unwritable`.
  public func write(to url: URL, as form: Form? = nil) throws(DocumentError) {
    let form = form ?? (url.pathExtension.lowercased() == "caml" ? .file : .bundle)
    guard parts.isEmpty else { return try writeContainer(to: url, as: form) }
    let (markup, assets) = try inBaseState { () throws(DocumentError) in
      let encoder = DocumentEncoder(self)
      let tree = encoder.encode(self, form)
      return (tree, encoder.assets)
    }
    guard let root = markup.root else { return }
    let folder = form == .bundle ? url : url.deletingLastPathComponent()
    var manifest = package?.manifest ?? PackageManifest()
    if form == .bundle {
      if manifest["rootDocument"] == nil { manifest["rootDocument"] = .string("main.caml") }
      manifest["geometryFlipped"] = .bool(isGeometryFlipped)
      if package == nil, let layer = rootLayer, canvasSize != layer.bounds.size {
        manifest["documentWidth"] = .real(Double(canvasSize.width))
        manifest["documentHeight"] = .real(Double(canvasSize.height))
      }
    }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = form == .bundle ? folder.appending(path: manifest.rootDocument) : url
      // Assets come first, so that a written document never lacks one.
      for asset in assets.files { try write(asset.data, asset.path, in: folder) }
      try copyAssets(of: root, to: folder, isBundle: form == .bundle)
      let text = MarkupWriter.text(of: root, indentation: indentation)
      try Data(text.utf8).write(to: file, options: .atomic)
      let isInPlace = package?.isBundle == true && isOwn(folder)
      if form == .bundle, !isInPlace || manifest != package?.manifest {
        try Data(manifest.text.utf8).write(to: folder.appending(path: "index.xml"), options: .atomic)
      }
    } catch {
      throw unwritable(url, error)
    }
    if let failure = assets.failures.first {
      throw DocumentError(
        .unwritable,
        url.path(percentEncoded: false),
        "an image cannot be encoded: \(failure)"
      )
    }
  }

  /// The indentation of the text that was read; that of Core Animation's encoder if there is none.
  private var indentation: MarkupWriter.Indentation {
    let text = source ?? (try? package?.rootFile.contents(limits: ReadingLimits()))
    return text.map { MarkupWriter.Indentation(of: $0) } ?? .tabs
  }

  /// True if the document was read from a folder of the disk.
  private func isOwn(_ folder: URL) -> Bool {
    package?.folder.url?.standardizedFileURL == folder.standardizedFileURL
  }

  private func unwritable(_ url: URL, _ error: any Error) -> DocumentError {
    DocumentError(
      .unwritable,
      url.path(percentEncoded: false),
      "the document cannot be written: \(error.localizedDescription)",
      advice: "check that the folder exists and may be written"
    )
  }

  /// Writes the documents of a wallpaper side by side, with the list that says their order.
  private func writeContainer(to url: URL, as form: Form) throws(DocumentError) {
    guard form == .bundle, url.pathExtension.lowercased() != "ca", let list = container?.writtenList else {
      throw DocumentError(
        .unwritable,
        url.path(percentEncoded: false),
        "a wallpaper of \(parts.count) documents cannot be written as one document",
        advice: "write it to a .wallpaper folder"
      )
    }
    for part in parts {
      try part.write(to: url.appending(path: part.package?.folder.name ?? "Floating.ca"), as: .bundle)
    }
    do {
      try Data(PropertyListText.text(of: list).utf8)
        .write(to: url.appending(path: WallpaperContainer.listName), options: .atomic)
    } catch {
      throw unwritable(url, error)
    }
  }

  /// The markup that ``write(to:as:)`` would write into a bundle; of a wallpaper, that of its layers as one tree.
  public func markupText() throws(DocumentError) -> String {
    let tree = try inBaseState { () throws(DocumentError) in DocumentEncoder(self).encode(self, .bundle) }
    return tree.root.map { MarkupWriter.text(of: $0) } ?? ""
  }

  private func write(_ data: Data, _ path: String, in folder: URL) throws {
    guard case .disk(let target)? = PackageFolder.disk(folder).file(at: path) else { return }
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try data.write(to: target, options: .atomic)
  }

  /// Copies the files that the markup refers to, if they exist inside the package.
  private func copyAssets(of root: MarkupElement, to folder: URL, isBundle: Bool) throws {
    guard let source = package?.folder, !isOwn(folder) else { return }
    var references: [String] = []
    for element in root.tree.elements {
      if let reference = element["src"], reference.utf8.count < 4096 {
        references.append(reference)
      }
    }
    if isBundle, let name = package?.manifest["assetManifest"]?.text { references.append(name) }
    var done: Set<String> = []
    for reference in references where done.insert(reference).inserted {
      guard case .file(let file) = AssetLocator.resolve(reference, in: source),
        let data = try? file.contents(limits: ReadingLimits())
      else { continue }
      let (home, path) = (source.path, file.path)
      guard path.hasPrefix(home) else { continue }
      try write(data, String(path.dropFirst(home.count)).trimmingPrefix("/").description, in: folder)
    }
  }
}
