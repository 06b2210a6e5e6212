import Foundation
import StrataBase
package import StrataCAML

extension Document {
  /// A digest of everything that was read: markup, manifest and images, but not fonts.
  ///
  /// Files are read again. Equal bytes give equal digests wherever they lie.
  ///
  /// - Throws: ``DocumentError`` if a file that was there cannot be read any more.
  package func contentDigest(limits: ReadingLimits) throws(DocumentError) -> String {
    var hash = SHA256()
    func add(_ data: Data) {
      hash.update("\(data.count)\n")
      data.withUnsafeBytes { hash.update($0) }
    }
    for part in parts { hash.update(try part.contentDigest(limits: limits)) }
    if let source {
      add(source)
    } else if let package {
      add(try package.rootFile.contents(limits: limits))
      add(Data(package.manifest.text.utf8))
    }
    for file in reader?.images?.files ?? [] where file.exists { add(try file.contents(limits: limits)) }
    return hash.finished()
  }
}
