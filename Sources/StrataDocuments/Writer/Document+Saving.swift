package import Foundation
import StrataCAML

extension Document {
  /// Why the document cannot be written to where it was read from; nil if it can.
  ///
  /// What was read decides, whatever the file is called.
  package var readOnlyReason: String? {
    if url == nil { return "a document from standard input has no file" }
    if parts.contains(where: \.isPacked) {
      return "archives of wallpapers are read only; strata convert unpacks them"
    }
    if isPacked { return "archives are read only; strata convert writes a .ca folder" }
    if ([self] + parts).contains(where: \.isKeyedArchive) {
      return "keyed archives are read only; strata convert writes a .ca folder"
    }
    return nil
  }

  /// The document's folder or file; that of a wallpaper may lie inside the folder that was opened.
  package var home: URL? { container?.folder.url ?? url }

  private var isPacked: Bool { package.map { $0.folder.url == nil } ?? false }

  /// Writes the document to where it was read from, in the form in which it was read.
  ///
  /// - Throws: ``DocumentError`` if the document is read only, or cannot be written.
  package func save() throws(DocumentError) {
    guard readOnlyReason == nil, let url else {
      let place = url?.path(percentEncoded: false) ?? "document"
      throw DocumentError(.unwritable, place, readOnlyReason ?? "it has no file")
    }
    try write(to: home ?? url, as: package.map { $0.isBundle ? .bundle : .file })
  }
}
