package import Foundation
import Glibc

/// A file of a disk, whatever its names are.
package struct FilePlace: Hashable {
  private let device: dev_t
  private let number: ino_t

  /// Follows symbolic links; nil if there is no file.
  package init?(_ url: URL) {
    var status = stat()
    guard stat(url.path(percentEncoded: false), &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }

  /// The first of several files that is the one of a place, by whatever name.
  package static func first(of files: [URL], at place: URL) -> URL? {
    guard let place = FilePlace(place) else { return nil }
    return files.first { FilePlace($0) == place }
  }
}
