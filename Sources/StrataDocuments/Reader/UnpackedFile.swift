import Foundation
import StrataCAML

/// A file of an archive as a temporary file, for programs that read files only; it goes with its owner.
final class UnpackedFile {
  let url: URL

  init(_ file: PackageFile, limits: ReadingLimits) throws(DocumentError) {
    let data = try file.contents(limits: limits)
    url = FileManager.default.temporaryDirectory
      .appending(path: "strata-\(UUID().uuidString).\((file.name as NSString).pathExtension)")
    do {
      try data.write(to: url)
    } catch {
      throw DocumentError(
        .unwritable,
        url.path(percentEncoded: false),
        "a file of an archive cannot be unpacked: \(error.localizedDescription)",
        advice: "check the temporary folder"
      )
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
