public import Foundation
import QuartzCore
public import StrataMarkup

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
  /// - Parameters:
  ///   - url: The folder or file to write; existing files are replaced one by one.
  ///   - form: The form; nil for a bundle, unless the extension is `caml`.
  /// - Throws: ``DocumentError`` of kind `unwritable`.
  public func write(to url: URL, as form: Form? = nil) throws(DocumentError) {
    let form = form ?? (url.pathExtension.lowercased() == "caml" ? .file : .bundle)
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
      try Data(MarkupWriter.text(of: root).utf8).write(to: file, options: .atomic)
      if form == .bundle {
        try Data(manifest.text.utf8).write(to: folder.appending(path: "index.xml"), options: .atomic)
      }
    } catch {
      throw DocumentError(
        .unwritable,
        url.path(percentEncoded: false),
        "the document cannot be written: \(error.localizedDescription)",
        advice: "check that the folder exists and may be written"
      )
    }
    if let failure = assets.failures.first {
      throw DocumentError(
        .unwritable,
        url.path(percentEncoded: false),
        "an image cannot be encoded: \(failure)"
      )
    }
  }

  /// The markup that ``write(to:as:)`` would write into a bundle.
  public func markupText() throws(DocumentError) -> String {
    let tree = try inBaseState { () throws(DocumentError) in DocumentEncoder(self).encode(self, .bundle) }
    return tree.root.map { MarkupWriter.text(of: $0) } ?? ""
  }

  private func write(_ data: Data, _ path: String, in folder: URL) throws {
    guard let target = AssetLocator.file(of: path, in: folder) else { return }
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try data.write(to: target, options: .atomic)
  }

  /// Copies the files that the markup refers to, if they exist inside the package.
  private func copyAssets(of root: MarkupElement, to folder: URL, isBundle: Bool) throws {
    guard let source = package?.folder, source.standardizedFileURL != folder.standardizedFileURL else {
      return
    }
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
        let data = try? Data(contentsOf: file)
      else { continue }
      let home = source.standardizedFileURL.path(percentEncoded: false)
      let path = file.standardizedFileURL.path(percentEncoded: false)
      guard path.hasPrefix(home) else { continue }
      try write(data, String(path.dropFirst(home.count)).trimmingPrefix("/").description, in: folder)
    }
  }
}
