import Foundation
import Glibc
import StrataBase

/// The size and the digest of a file.
struct FileDigest: Hashable {
  let bytes: Int
  /// In hexadecimal digits.
  let sha256: String

  /// Reads a file to its end, in pieces.
  init(of url: URL) throws(ExportError) {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotJoin(path: url.path, reason: lastSystemError()) }
    defer { close(descriptor) }
    let piece = FrameBuffer(byteCount: 1 << 20)
    var (hash, total) = (SHA256(), 0)
    while true {
      let count = read(descriptor, piece.bytes.baseAddress, piece.bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotJoin(path: url.path, reason: lastSystemError()) }
      if count == 0 { break }
      hash.update(UnsafeRawBufferPointer(rebasing: piece.bytes[..<count]))
      total += count
    }
    (bytes, sha256) = (total, hash.finished())
  }

  init(of data: Data) {
    (bytes, sha256) = (data.count, data.withUnsafeBytes { SHA256.digest(of: $0) })
  }
}
