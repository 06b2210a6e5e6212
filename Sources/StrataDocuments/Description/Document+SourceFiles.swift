package import Foundation
import StrataCAML

extension Document {
  /// The files on disk that the document is read from: its text, the images that it refers to, and those of its parts.
  ///
  /// Images that are missing are among them. Files in an archive are not; the archive is the document's ``url``.
  package var sourceFiles: [URL] {
    let own = [package?.rootFile].compactMap(\.self) + (reader?.images?.files ?? [])
    return own.compactMap { if case .disk(let url) = $0 { url } else { nil } } + parts.flatMap(\.sourceFiles)
  }
}
