package import Foundation
import Glibc

/// A file that gets its name when it is complete.
///
/// The bytes go to a hidden file in the same folder, which is renamed at the end. Releasing an unfinished object removes
/// the hidden file. Symbolic links are followed, so that a link stays and its destination is replaced. What exists and is
/// not a regular file, such as a device or a pipe, is never replaced: the bytes wait in the temporary folder and are
/// written through at the end.
package final class OutputFile {
  package let url: URL
  package let temporary: URL
  private let destination: URL
  private let writesThrough: Bool
  private var isFinished = false

  /// Creates the hidden file; throws if the folder is missing or not writable.
  package init(_ url: URL) throws(ExportError) {
    self.url = url
    var status = stat()
    let exists = stat(url.path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw .cannotWrite(path: url.path, reason: "it is a folder") }
    writesThrough = exists && kind != S_IFREG
    // A link to an open pipe or device, such as /dev/stdout, may name nothing that has a path.
    destination = writesThrough ? url : try Self.followingLinks(url)
    let name = ".\(destination.lastPathComponent).\(getpid()).partial"
    if writesThrough {
      temporary = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)\(name)")
    } else {
      temporary = destination.deletingLastPathComponent().appending(path: name)
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

  /// Gives the file its name, or writes its bytes through to a device or a pipe.
  package func finish() throws(ExportError) {
    if writesThrough { return try copyToDestination() }
    guard rename(temporary.path, destination.path) == 0 else {
      throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
    }
    isFinished = true
  }

  /// Waits until the bytes are on their disk: what a full disk or a quota refuses may show only now.
  ///
  /// The file must not be empty.
  package func synchronize() throws(ExportError) {
    let descriptor = open(temporary.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
    }
    guard lseek(descriptor, 0, SEEK_END) > 0 else {
      throw .cannotWrite(path: url.path, reason: "nothing was written")
    }
  }

  private func copyToDestination() throws(ExportError) {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: temporary, options: .mappedIfSafe)
    } catch {
      throw .cannotWrite(path: url.path, reason: "\(error)")
    }
    let descriptor = open(destination.path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
    }
    let failure = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    let closing = close(descriptor)
    if let failure { throw .cannotWrite(path: url.path, reason: failure.reason) }
    if closing != 0 { throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno))) }
  }

  /// The place that a chain of symbolic links leads to, which need not exist.
  private static func followingLinks(_ url: URL) throws(ExportError) -> URL {
    var place = url
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place.path) else {
        return place
      }
      place = URL(filePath: next, relativeTo: place.deletingLastPathComponent()).absoluteURL
    }
    throw .cannotWrite(path: url.path, reason: String(cString: strerror(ELOOP)))
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
