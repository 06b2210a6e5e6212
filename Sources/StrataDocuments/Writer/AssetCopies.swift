import Foundation
import StrataCAML

/// The files that a document takes along to another folder.
///
/// A file keeps its path, and an absolute reference to it becomes relative. One of another folder that the reader was
/// given comes into `assets`. Beside a bare file there may be files of other
/// documents: a path with other bytes stays theirs, and the copy gets a name of its own.
struct AssetCopies {
  /// The files with their paths in the folder.
  private(set) var files: [(path: String, file: PackageFile)] = []
  /// The attributes that name other paths than they did, by the index of their element.
  private(set) var changes: [Int: MarkupAttribute] = [:]
  private var paths: [String: String] = [:]
  private var taken: Set<String>
  private let folder: URL
  private let isBundle: Bool
  private let limits: ReadingLimits

  /// Creates an empty list for a folder; `taken` are the paths of other files that are written there.
  init(to folder: URL, isBundle: Bool, taken: Set<String>, limits: ReadingLimits) {
    (self.folder, self.isBundle, self.taken, self.limits) = (folder, isBundle, taken, limits)
  }

  /// Adds the files that the markup refers to, if they exist and the reader could read them.
  ///
  /// - Throws: ``DocumentError`` if another file cannot be read.
  mutating func add(
    filesOf tree: MarkupTree,
    in home: PackageFolder,
    _ images: ImageLoader?
  ) throws(DocumentError) {
    var others: [(element: Int, attribute: MarkupAttribute, file: PackageFile)] = []
    for element in tree.elements {
      guard let attribute = Self.reference(of: element),
        let (path, file) = Self.file(attribute.value, in: home, images), file.exists,
        images?.unreadable.contains(file.path) != true
      else { continue }
      guard let path else {
        others.append((element.index, attribute, file))
        continue
      }
      let target = try target(of: path, file)
      guard target != path || AssetLocator.isAbsolute(attribute.value) else { continue }
      changes[element.index] = MarkupAttribute(attribute.name, AssetLocator.reference(to: target))
    }
    // Their paths are chosen when those of the document's own files are known.
    for (element, attribute, file) in others {
      let target = try target(of: "assets/\(file.name)", file, isOwn: false)
      changes[element] = MarkupAttribute(attribute.name, AssetLocator.reference(to: target))
    }
  }

  /// Adds the file at a relative path of `home`, if it exists.
  ///
  /// - Throws: ``DocumentError`` if it cannot be read.
  mutating func add(_ path: String, in home: PackageFolder) throws(DocumentError) {
    guard let file = home.file(at: path), file.exists else { return }
    _ = try target(of: path, file)
  }

  /// The attribute of an element that refers to a file; nil for none, and for a data URL.
  static func reference(of element: MarkupElement) -> MarkupAttribute? {
    let isImage = element.name == "CGImage" || element["type"] == "CGImage"
    let names = isImage ? ["src", "value"] : ["src"]
    guard let name = names.first(where: { element[$0] != nil }), let text = element[name],
      text.utf8.count < 4096
    else { return nil }
    return MarkupAttribute(name, text)
  }

  /// The paths of the files inside a folder that markup refers to.
  static func paths(in tree: MarkupTree, _ home: PackageFolder, _ images: ImageLoader?) -> Set<String> {
    let references = tree.elements.compactMap { reference(of: $0)?.value }
    return Set(references.compactMap { file($0, in: home, images)?.path })
  }

  /// The file that a reference leads to, with its path in a folder; the path is nil for a file that lies elsewhere.
  static func file(_ reference: String, in home: PackageFolder, _ images: ImageLoader?) -> (
    path: String?, file: PackageFile
  )? {
    let resource = images?.resolve(reference) ?? AssetLocator.resolve(reference, in: home)
    guard case .file(let file) = resource else { return nil }
    return (home.relativePath(of: file), file)
  }

  /// The path of a file in the folder: `path` unless that is taken.
  private mutating func target(
    of path: String,
    _ file: PackageFile,
    isOwn: Bool = true
  ) throws(DocumentError) -> String {
    // A file of another folder has an absolute path, which none of the document's own has.
    let key = isOwn ? path : file.path
    if let known = paths[key] { return known }
    if isOwn, isInPlace(file, path) {
      taken.insert(path)
      paths[key] = path
      return path
    }
    var target = path
    if !isBundle || !isOwn {
      let data = try file.contents(limits: limits)
      var number = 2
      while taken.contains(target) || !AssetCollection.isFree(target, in: folder, for: data) {
        target = Self.numbered(path, number)
        number += 1
      }
    }
    taken.insert(target)
    paths[key] = target
    files.append((target, file))
    return target
  }

  /// True if a file lies where it is to be copied.
  private func isInPlace(_ file: PackageFile, _ path: String) -> Bool {
    guard case .disk(let source) = file else { return false }
    let target = folder.appending(path: path)
    return source.resolvingSymlinksInPath().path == target.resolvingSymlinksInPath().path
  }

  /// The path with a number before its extension.
  private static func numbered(_ path: String, _ number: Int) -> String {
    let suffix = (path as NSString).pathExtension
    return suffix.isEmpty
      ? "\(path)-\(number)" : "\((path as NSString).deletingPathExtension)-\(number).\(suffix)"
  }
}
