package import Foundation
import StrataBase
package import StrataCAML

extension Document {
  /// The bytes of an archive with the document and its images, which reads as the document does.
  ///
  /// They depend on the document alone. The document is written as ``write(to:as:)`` writes it, as a bundle at the top of the
  /// archive; a wallpaper is a folder in it.
  ///
  /// - Parameter isCancelled: Asked before each file, on the calling thread; true ends the packing with an error.
  /// - Returns: The archive.
  /// - Throws: ``DocumentError`` if the document cannot be written, or an image of it not be read.
  package func packed(isCancelled: () -> Bool = { false }) throws(DocumentError) -> Data {
    let place = FileManager.default.temporaryDirectory.appending(path: "strata-pack-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    try write(
      to: parts.isEmpty ? place : place.appending(path: "Packed.wallpaper"),
      as: .bundle,
      isCancelled: isCancelled
    )
    var archive = ZipWriter()
    let root = place.resolvingSymlinksInPath().path(percentEncoded: false)
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: root) else {
      throw DocumentError(.unwritable, root, "the temporary folder cannot be read")
    }
    for name in names.sorted() {
      if isCancelled() { throw DocumentError(.unwritable, root, "the packing was cancelled") }
      let file = URL(filePath: root).appending(path: name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false), isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      try archive.add(name, try PackageFile.disk(file).contents(limits: limits))
    }
    return archive.data
  }

  /// The SHA-256 digest of bytes, in hexadecimal digits.
  package static func digest(of data: Data) -> String { data.withUnsafeBytes { SHA256.digest(of: $0) } }
}
