import Foundation
import StrataCAML

/// The files that a document takes along to another folder.
///
/// A file keeps its path, and an absolute reference to it becomes relative. Beside a bare file there may be files of other
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

  /// Creates an empty list for a folder; `taken` are the paths of other files that are written there.
  init(to folder: URL, isBundle: Bool, taken: Set<String>) {
    (self.folder, self.isBundle, self.taken) = (folder, isBundle, taken)
  }

  /// Adds the files of `home` that the markup refers to, if they exist.
  mutating func add(filesOf tree: MarkupTree, in home: PackageFolder, _ images: ImageLoader?) {
    for element in tree.elements {
      guard let attribute = Self.reference(of: element),
        let (path, file) = Self.file(attribute.value, in: home, images), file.exists,
        let target = target(of: path, file)
      else { continue }
      guard target != path || AssetLocator.isAbsolute(attribute.value) else { continue }
      changes[element.index] = MarkupAttribute(attribute.name, AssetLocator.reference(to: target))
    }
  }

  /// Adds the file at a relative path of `home`, if it exists.
  mutating func add(_ path: String, in home: PackageFolder) {
    guard let file = home.file(at: path), file.exists else { return }
    _ = target(of: path, file)
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

  /// The paths of the files of a folder that markup refers to.
  static func paths(in tree: MarkupTree, _ home: PackageFolder, _ images: ImageLoader?) -> Set<String> {
    let references = tree.elements.compactMap { reference(of: $0)?.value }
    return Set(references.compactMap { file($0, in: home, images)?.path })
  }

  /// The file of a folder that a reference leads to, with its path there.
  static func file(_ reference: String, in home: PackageFolder, _ images: ImageLoader?) -> (
    path: String, file: PackageFile
  )? {
    let resource = images?.resolve(reference) ?? AssetLocator.resolve(reference, in: home)
    guard case .file(let file) = resource, let path = home.relativePath(of: file) else { return nil }
    return (path, file)
  }

  /// The path of a file in the folder; nil if it cannot be read.
  private mutating func target(of path: String, _ file: PackageFile) -> String? {
    if let known = paths[path] { return known }
    var target = path
    if !isBundle {
      guard let data = try? file.contents(limits: ReadingLimits()) else { return nil }
      var number = 2
      while taken.contains(target) || !AssetCollection.isFree(target, in: folder, for: data) {
        target = Self.numbered(path, number)
        number += 1
      }
    }
    taken.insert(target)
    paths[path] = target
    files.append((target, file))
    return target
  }

  /// The path with a number before its extension.
  private static func numbered(_ path: String, _ number: Int) -> String {
    let suffix = (path as NSString).pathExtension
    return suffix.isEmpty
      ? "\(path)-\(number)" : "\((path as NSString).deletingPathExtension)-\(number).\(suffix)"
  }
}
