package import Foundation
import Glibc

/// A file that gets its name when it is complete.
///
/// The bytes go to a hidden file in the same folder, which is renamed at the end. Releasing an unfinished object removes
/// the hidden file.
package final class OutputFile {
  package let url: URL
  package let temporary: URL
  private var isFinished = false

  /// Creates the hidden file; throws if the folder is missing or not writable.
  package init(_ url: URL) throws(ExportError) {
    self.url = url
    let folder = url.deletingLastPathComponent()
    let name = ".\(url.lastPathComponent).\(getpid()).partial"
    temporary = folder.appending(path: name)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
      throw .cannotWrite(path: url.path, reason: "it is a folder")
    }
    let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
    }
    close(descriptor)
  }

  deinit {
    if !isFinished { unlink(temporary.path) }
  }

  /// Replaces the content with `data`; throws if the disk is full.
  package func write(_ data: Data) throws(ExportError) {
    let descriptor = open(temporary.path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
    }
    let failure = data.withUnsafeBytes { writeAll($0, to: descriptor) }
    let closing = close(descriptor)
    if let failure { throw .cannotWrite(path: url.path, reason: failure.reason) }
    if closing != 0 { throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno))) }
  }

  /// Gives the file its name.
  package func finish() throws(ExportError) {
    guard rename(temporary.path, url.path) == 0 else {
      throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
    }
    isFinished = true
  }
}

/// The reason why bytes were not written to a descriptor.
struct WriteFailure {
  let code: Int32
  var reason: String { String(cString: strerror(code)) }
  /// True if the reader closed its end.
  var isBrokenPipe: Bool { code == EPIPE }
}

/// Writes all bytes; returns the failure, if there is one.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> WriteFailure? {
  var rest = bytes
  while let base = rest.baseAddress, !rest.isEmpty {
    let count = Glibc.write(descriptor, base, rest.count)
    if count < 0 {
      if errno == EINTR { continue }
      return WriteFailure(code: errno)
    }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return nil
}
