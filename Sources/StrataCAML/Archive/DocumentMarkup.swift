package import Foundation

/// The markup of a document in any of its forms: CAML, or a keyed archive as a binary or an XML property list.
package struct DocumentMarkup {
  package let tree: MarkupTree
  /// True if the tree was made for a host whose y axis points down; nil if the form does not say.
  package let isGeometryFlipped: Bool?
  /// True if the bytes are a keyed archive.
  package let isArchive: Bool

  /// Reads the bytes in the form that they begin with.
  ///
  /// - Throws: ``DocumentError`` if they are malformed, not a document, or pass a limit.
  package init(_ data: Data, file: String, limits: ReadingLimits, log: DiagnosticLog) throws(DocumentError) {
    let list: any PropertyListObjects
    if BinaryPropertyList.isBinary(data) {
      list = try BinaryPropertyList(data, file: file, limits: limits)
    } else {
      let markup = try MarkupReader.read(data, file: file, limits: limits)
      guard markup.root?.name == "plist" else {
        (tree, isGeometryFlipped, isArchive) = (markup, nil, false)
        return
      }
      list = MarkupPropertyList(try PropertyListText.value(of: markup, file: file), file: file)
    }
    let archive = try KeyedArchive(list, limits: limits, log: log)
    (tree, isGeometryFlipped, isArchive) = (archive.tree, archive.isGeometryFlipped, true)
  }
}
