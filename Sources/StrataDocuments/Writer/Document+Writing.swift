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
  /// Lines are indented as those of the text that was read, comments stay, and a manifest that says the same stays as it is: a
  /// document that is written where it was read from differs in what was changed, if each tag of it has a line of its own.
  ///
  /// New images get names that are free. In a bundle, those of images of the document that is replaced are free, too.
  /// Beside a bare file, images that were read get such names if the folder has other files of theirs: those may belong
  /// to other documents. Images of ``ReadingOptions/assetFolders`` outside of the document's folder are copied, too, unless
  /// the document is written to where it was read from.
  ///
  /// What documents have no form for is left out: contents that are not images, values that have no text, and in keyframes the
  /// times of such values.
  ///
  /// A wallpaper is written as a folder with a bundle for each of its documents (``parts``) and the list of them.
  ///
  /// - Parameters:
  ///   - url: The folder or file to write; existing files are replaced once all new ones are written.
  ///   - form: The form; nil for a bundle, unless the extension is `caml`. A wallpaper has one form only.
  /// - Throws: ``DocumentError`` of kind `unwritable`; the document that stood there is then still whole.
  public func write(to url: URL, as form: Form? = nil) throws(DocumentError) {
    try write(to: url, as: form) { false }
  }

  /// Writes the document as ``write(to:as:)`` does, unless it is cancelled before all files are written.
  ///
  /// - Parameters:
  ///   - url: The folder or file.
  ///   - form: The form; nil for that of the extension.
  ///   - isCancelled: Asked before each file, on the calling thread; true ends the writing with an error.
  /// - Throws: ``DocumentError`` of kind `unwritable`; nothing is left of what was written.
  package func write(
    to url: URL,
    as form: Form? = nil,
    isCancelled: () -> Bool
  ) throws(DocumentError) {
    let form = form ?? (url.pathExtension.lowercased() == "caml" ? .file : .bundle)
    do {
      try withoutActuallyEscaping(isCancelled) { isCancelled in
        var files = StagedFiles(isCancelled: isCancelled)
        defer { files.discard() }
        if parts.isEmpty {
          try stage(to: url, form, &files)
        } else {
          try stageContainer(to: url, form, &files)
        }
        try files.takePlaces()
      }
    } catch {
      throw unwritable(url, error)
    }
  }

  /// Writes the files of one document beside their places.
  private func stage(to url: URL, _ form: Form, _ files: inout StagedFiles) throws(DocumentError) {
    let folder = form == .bundle ? url : url.deletingLastPathComponent()
    let (markup, assets) = try withBaseValues { () throws(DocumentError) in
      let encoder = DocumentEncoder(self, folder: folder, isBundle: form == .bundle)
      let tree = encoder.encode(self, form)
      return (tree, encoder.assets)
    }
    if let failure = assets.failures.first {
      throw unwritable(url, "an image cannot be encoded: \(failure)")
    }
    let copies = try copies(of: markup, to: url, form, assets)
    guard let root = markup.replacingAttributes(copies.changes).root else { return }
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
      try files.addFolder(at: folder)
      let file = form == .bundle ? folder.appending(path: manifest.rootDocument) : url
      // Assets come first, so that a written document never lacks one.
      for asset in assets.files { try add(asset.data, asset.path, in: folder, to: &files) }
      for copy in copies.files {
        try add(copy.file.contents(limits: limits), copy.path, in: folder, to: &files)
      }
      let text = MarkupWriter.text(of: root, layout: layout)
      try files.add(Data(text.utf8), at: file)
      let isInPlace = package?.isBundle == true && isOwn(folder)
      if form == .bundle, !isInPlace || manifest != package?.manifest {
        try files.add(Data(manifest.text.utf8), at: folder.appending(path: "index.xml"))
      }
    } catch {
      throw unwritable(url, error)
    }
  }

  /// The limits with which the document was read, and so may its files be again.
  var limits: ReadingLimits { (reader ?? parts.first?.reader)?.limits ?? ReadingLimits() }

  /// The layout of the text that was read; that of Core Animation's encoder if there is none.
  private var layout: MarkupWriter.Layout {
    let text = source ?? (try? package?.rootFile.contents(limits: limits))
    return text.map { MarkupWriter.Layout(of: $0) } ?? .standard
  }

  /// True if the document was read from a folder of the disk.
  private func isOwn(_ folder: URL) -> Bool {
    guard let own = package?.folder.url else { return false }
    return own.resolvingSymlinksInPath().path == folder.resolvingSymlinksInPath().path
  }

  /// True if the document's markup was read from a file of the disk.
  private func isOwn(file url: URL) -> Bool {
    guard case .disk(let own)? = package?.rootFile else { return false }
    return own.resolvingSymlinksInPath().path == url.resolvingSymlinksInPath().path
  }

  private func unwritable(_ url: URL, _ error: any Error) -> DocumentError {
    error as? DocumentError
      ?? DocumentError(
        .unwritable,
        url.path(percentEncoded: false),
        "the document cannot be written: \(error.localizedDescription)",
        advice: "check that the folder exists and may be written"
      )
  }

  private func unwritable(_ url: URL, _ reason: String) -> DocumentError {
    DocumentError(.unwritable, url.path(percentEncoded: false), reason)
  }

  /// Writes the documents of a wallpaper side by side, with the list that says their order.
  private func stageContainer(
    to url: URL,
    _ form: Form,
    _ files: inout StagedFiles
  ) throws(DocumentError) {
    guard form == .bundle, url.pathExtension.lowercased() != "ca", let list = container?.writtenList else {
      throw DocumentError(
        .unwritable,
        url.path(percentEncoded: false),
        "a wallpaper of \(parts.count) documents cannot be written as one document",
        advice: "write it to a .wallpaper folder"
      )
    }
    for part in parts {
      try part.stage(to: url.appending(path: part.package?.folder.name ?? "Floating.ca"), .bundle, &files)
    }
    do {
      let text = PropertyListText.text(of: list)
      try files.add(Data(text.utf8), at: url.appending(path: WallpaperContainer.listName))
    } catch {
      throw unwritable(url, error)
    }
  }

  /// The markup that ``write(to:as:)`` would write into a bundle; of a wallpaper, that of its layers as one tree.
  public func markupText() throws(DocumentError) -> String {
    let tree = try withBaseValues { () throws(DocumentError) in DocumentEncoder(self).encode(self, .bundle) }
    return tree.root.map { MarkupWriter.text(of: $0) } ?? ""
  }

  private func add(_ data: Data, _ path: String, in folder: URL, to files: inout StagedFiles) throws {
    guard case .disk(let target)? = PackageFolder.disk(folder).file(at: path) else {
      throw unwritable(folder.appending(path: path), "a link leads out of the document's folder")
    }
    try files.check()
    if FileManager.default.contents(atPath: target.path(percentEncoded: false)) != data {
      try files.add(data, at: target)
    }
  }

  /// The files that the markup refers to, for another place than that of the document.
  private func copies(
    of markup: MarkupTree,
    to url: URL,
    _ form: Form,
    _ assets: AssetCollection
  ) throws(DocumentError) -> AssetCopies {
    let isBundle = form == .bundle
    let folder = isBundle ? url : url.deletingLastPathComponent()
    let taken = Set(assets.files.map(\.path))
    var copies = AssetCopies(to: folder, isBundle: isBundle, taken: taken, limits: limits)
    guard let home = package?.folder, isBundle ? !isOwn(folder) : !isOwn(file: url) else { return copies }
    try copies.add(filesOf: markup, in: home, reader?.images)
    if isBundle, let name = package?.manifest["assetManifest"]?.text { try copies.add(name, in: home) }
    return copies
  }

  /// The paths of the files in the document's folder that it refers to.
  var assetPaths: Set<String> {
    guard let home = package?.folder, let markup else { return [] }
    return AssetCopies.paths(in: markup.tree, home, reader?.images)
  }
}
