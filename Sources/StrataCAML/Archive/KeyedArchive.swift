/// The layer tree of a keyed archive, as the markup that a document would hold.
///
/// Core Animation's encoder writes the same tree into a `.caar` file as into CAML: an object has a field for each key that
/// was set, and proxies stand for values that `NSKeyedArchiver` cannot hold. So the archive is turned into elements, which
/// the reader of documents takes over: unknown classes and keys, states, limits and writing are the same for both.
///
/// Objects become elements through a list of work, not by recursion. An object that several others name gets an `id` where
/// it comes first and is an `object` reference after that, which also ends circles. What has no form in markup is skipped
/// with a diagnostic that names the object by its number in the archive.
package struct KeyedArchive {
  package let tree: MarkupTree
  /// True if the tree was made for a host whose y axis points down.
  package let isGeometryFlipped: Bool

  /// Reads an archive from the objects of its property list.
  ///
  /// - Throws: ``DocumentError`` if they are not a keyed archive of a layer tree, or a limit is passed.
  package init(_ list: any PropertyListObjects, limits: ReadingLimits, log: DiagnosticLog)
    throws(DocumentError)
  {
    let objects = try ArchiveObjects(list, limits: limits)
    var root = objects.root
    var isFlipped = false
    if let entries = try objects.dictionary(root) {
      func entry(_ key: String) -> Int? { entries.first { $0.key == key }?.value }
      guard let layer = entry("rootLayer") else {
        throw DocumentError(.notADocument, list.file, "the keyed archive has no rootLayer")
      }
      root = layer
      if let flag = entry("geometryFlipped") { isFlipped = try objects.number(flag) ?? 0 != 0 }
    }
    isGeometryFlipped = isFlipped
    var writer = ArchiveMarkup(objects, limits: limits, log: log)
    tree = try writer.tree(of: root)
  }
}
