package import Foundation
import Glibc
import Synchronization

/// A file that gets its name when it is complete.
///
/// The bytes go to a hidden file in the same folder, which is renamed at the end. Releasing an unfinished object removes
/// the hidden file. Symbolic links are followed, so that a link stays and its destination is replaced. What exists and is
/// not a regular file, such as a device or a pipe, is never replaced: the bytes wait in the temporary folder and are
/// written through at the end.
package final class OutputFile {
  package let url: URL
  package let temporary: URL
  /// Where the file goes; nil for bytes that only wait on a disk.
  private let destination: URL?
  private let writesThrough: Bool
  private var isFinished = false
  /// The number of files that the process has created.
  private static let count = Atomic<Int>(0)

  /// Creates the hidden file; throws if the folder is missing or not writable.
  package init(_ url: URL) throws(ExportError) {
    var status = stat()
    let exists = stat(url.path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw .cannotWrite(path: url.path, reason: "it is a folder") }
    writesThrough = exists && kind != S_IFREG
    // A link to an open pipe or device, such as /dev/stdout, may name nothing that has a path.
    let destination = writesThrough ? url : try Self.followingLinks(url)
    let folder = destination.deletingLastPathComponent()
    // Two files may be on their way to the same name.
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    let name = ".\(destination.lastPathComponent).\(getpid()).\(number).partial"
    (self.url, self.destination) = (url, destination)
    temporary = writesThrough ? Self.waitingPlace(name) : folder.appending(path: name)
    if !writesThrough { try Self.check(folder, of: url) }
    try create()
  }

  /// Throws if the folder of a file does not exist.
  package static func checkFolder(of url: URL) throws(ExportError) {
    try check(try followingLinks(url).deletingLastPathComponent(), of: url)
  }

  private static func check(_ folder: URL, of url: URL) throws(ExportError) {
    guard access(folder.path, F_OK) != 0 else { return }
    throw .cannotWrite(path: url.path, reason: "the folder \(folder.path) does not exist; create it first")
  }

  /// Creates a hidden file in the temporary folder, for bytes that go elsewhere when they are complete.
  ///
  /// - Parameter name: The name of their destination in errors.
  /// - Throws: ``ExportError`` if the temporary folder cannot be written.
  init(temporaryFor name: String) throws(ExportError) {
    (url, destination, writesThrough) = (URL(filePath: name), nil, true)
    temporary = Self.waitingPlace(".\(getpid()).partial")
    try create()
  }

  private static func waitingPlace(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)\(name)")
  }

  private func create() throws(ExportError) {
    let path = temporary.path
    let isAccepted = Self.unfinished.withLock { unfinished in
      unfinished?.insert(path)
      return unfinished != nil
    }
    guard isAccepted else { throw .cancelled }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotWrite(path: url.path, reason: lastSystemError()) }
    close(descriptor)
  }

  deinit {
    if !isFinished { unlink(temporary.path) }
    Self.unfinished.withLock { _ = $0?.remove(temporary.path) }
  }

  /// The hidden files of this process; nil when it accepts no more.
  private static let unfinished = Mutex<Set<String>?>([])

  /// Removes all hidden files of this process, which is about to exit, and accepts no more.
  package static func abandonAll() {
    unfinished.withLock { unfinished in
      for path in unfinished ?? [] { unlink(path) }
      unfinished = nil
    }
  }

  /// Replaces the content with `data`; throws if the disk is full.
  package func write(_ data: Data) throws(ExportError) {
    let descriptor = open(temporary.path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: url.path, reason: lastSystemError())
    }
    let failure = data.withUnsafeBytes { writeAll($0, to: descriptor) }
    let closing = close(descriptor)
    if let failure { throw .cannotWrite(path: url.path, reason: failure.reason) }
    if closing != 0 { throw .cannotWrite(path: url.path, reason: lastSystemError()) }
  }

  /// Runs `write` with a descriptor at the end of the file; throws if the disk is full.
  func append(_ write: (Int32) throws(ExportError) -> Void) throws(ExportError) {
    let descriptor = open(temporary.path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotWrite(path: url.path, reason: lastSystemError()) }
    do {
      try write(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .cannotWrite(path: url.path, reason: lastSystemError()) }
  }

  /// Gives the file its name, or writes its bytes through to a device or a pipe.
  package func finish() throws(ExportError) {
    guard let destination else { return }
    if writesThrough { return try copy(to: destination) }
    guard rename(temporary.path, destination.path) == 0 else {
      throw .cannotWrite(path: url.path, reason: lastSystemError())
    }
    isFinished = true
  }

  /// Waits until the bytes are on their disk: what a full disk or a quota refuses may show only now.
  ///
  /// The file must not be empty.
  package func synchronize() throws(ExportError) {
    let descriptor = open(temporary.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: url.path, reason: lastSystemError())
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw .cannotWrite(path: url.path, reason: lastSystemError())
    }
    guard lseek(descriptor, 0, SEEK_END) > 0 else {
      throw .cannotWrite(path: url.path, reason: "nothing was written")
    }
  }

  /// The bytes of the hidden file.
  func contents() throws(ExportError) -> Data {
    do {
      return try Data(contentsOf: temporary, options: .mappedIfSafe)
    } catch {
      throw .cannotWrite(path: url.path, reason: "\(error)")
    }
  }

  private func copy(to destination: URL) throws(ExportError) {
    let bytes = try contents()
    let descriptor = open(destination.path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotWrite(path: url.path, reason: lastSystemError())
    }
    let failure = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    let closing = close(descriptor)
    if let failure { throw .cannotWrite(path: url.path, reason: failure.reason) }
    if closing != 0 { throw .cannotWrite(path: url.path, reason: lastSystemError()) }
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
