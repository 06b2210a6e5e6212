package import Foundation
import Glibc
import Synchronization

/// A file that gets its name when it is complete.
///
/// The bytes go to a hidden file in the same folder, which is renamed at the end. Releasing an unfinished object removes
/// the hidden file. Symbolic links are followed, so that a link stays and its destination is replaced. What exists and is
/// not a regular file, such as a device or a pipe, is never replaced: the bytes wait in the temporary folder and are
/// written through at the end.
///
/// The hidden file is locked while its object exists, so that other processes know those of programs that were killed.
/// The lock shuts out nobody's bytes, which come through other descriptors.
package final class OutputFile {
  package let url: URL
  package let temporary: URL
  /// Where the file goes; nil for bytes that only wait on a disk.
  private let destination: URL?
  private let writesThrough: Bool
  private var isFinished = false
  /// The open file that has the lock; nil for a file without one.
  private let lock: Int32?
  /// The number of files that the process has created.
  private static let count = Atomic<Int>(0)

  /// Creates the hidden file.
  ///
  /// - Parameters:
  ///   - url: The file to create or replace.
  ///   - isLocked: False for one of many files at a time: a lock takes a descriptor.
  /// - Throws: ``ExportError`` if the folder is missing or not writable.
  package init(_ url: URL, isLocked: Bool = true) throws(ExportError) {
    var status = stat()
    let exists = stat(url.path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw .cannotWrite(path: url.path, reason: "it is a folder") }
    writesThrough = exists && kind != S_IFREG
    // A link to an open pipe or device, such as /dev/stdout, may name nothing that has a path.
    let destination = writesThrough ? url : try Self.followingLinks(url)
    let folder = destination.deletingLastPathComponent()
    (self.url, self.destination) = (url, destination)
    if writesThrough {
      (temporary, lock) = try Self.create(for: url, isLocked: false) {
        Self.waitingPlace(".\(destination.lastPathComponent).\(getpid()).\($0).partial")
      }
    } else {
      try Self.check(folder, of: url)
      (temporary, lock) = try Self.create(for: url, isLocked: isLocked) {
        folder.appending(path: ".\(destination.lastPathComponent).\(getpid()).\($0).partial")
      }
    }
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
    (temporary, lock) = try Self.create(for: url, isLocked: false) { _ in
      Self.waitingPlace(".\(getpid()).partial")
    }
  }

  private static func waitingPlace(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)\(name)")
  }

  /// Creates an empty file under a name that no other file has.
  ///
  /// Two files may be on their way to the same name, and a process of another container may have the same number and
  /// have come as far: what exists belongs to somebody.
  private static func create(
    for url: URL,
    isLocked: Bool,
    _ place: (Int) -> URL
  ) throws(ExportError) -> (place: URL, lock: Int32?) {
    while true {
      let place = place(count.wrappingAdd(1, ordering: .relaxed).newValue)
      let opened = unfinished.withLock { unfinished -> (descriptor: Int32, problem: Int32)? in
        guard unfinished != nil else { return nil }
        let descriptor = open(place.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return (descriptor, errno) }
        unfinished?.insert(place.path)
        return (descriptor, 0)
      }
      guard let (descriptor, problem) = opened else { throw .cancelled }
      if problem == EEXIST { continue }
      guard problem == 0 else {
        throw .cannotWrite(path: url.path, reason: String(cString: strerror(problem)))
      }
      let state = isLocked ? FileLock.take(descriptor) : .unknown
      // Another process may have taken it for an abandoned one before it was locked.
      if state == .taken, isNamed(descriptor) { return (place, descriptor) }
      close(descriptor)
      // Not every disk has locks.
      if state == .unknown { return (place, nil) }
      // Who asked whether it is abandoned removes it.
      unfinished.withLock { _ = $0?.remove(place.path) }
    }
  }

  /// True if an open file still has a name.
  private static func isNamed(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  deinit {
    if !isFinished { unlink(temporary.path) }
    if let lock { close(lock) }
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

  /// Removes hidden files of a folder whose processes were killed.
  ///
  /// Where machines share a disk, its locks must hold for all of them; a file that a machine cannot lock stays.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isExpected: True for a name that a file should have got.
  static func removeAbandoned(in folder: URL, where isExpected: (String) -> Bool) {
    for hidden in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      guard let parts = hidden.wholeMatch(of: /\.(.+)\.[0-9]+\.[0-9]+\.partial/),
        isExpected(String(parts.output.1))
      else { continue }
      let path = folder.appending(path: hidden).path
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if FileLock.take(descriptor) == .taken { unlink(path) }
      close(descriptor)
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
  ///
  /// A pipe is waited for, until it has a reader and while the reader stalls, or until the export is cancelled.
  package func finish(_ cancellation: ExportCancellation = ExportCancellation()) throws(ExportError) {
    guard let destination else { return }
    if writesThrough { return try copy(to: destination, cancellation) }
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

  private func copy(to destination: URL, _ cancellation: ExportCancellation) throws(ExportError) {
    let bytes = try contents()
    let descriptor = try opened(destination, cancellation)
    let failure = withoutBrokenPipes {
      bytes.withUnsafeBytes { writeAll($0, to: descriptor, cancellation: cancellation) }
    }
    let closing = close(descriptor)
    try cancellation.check()
    if let failure { throw .cannotWrite(path: url.path, reason: failure.reason) }
    if closing != 0 { throw .cannotWrite(path: url.path, reason: lastSystemError()) }
  }

  /// Opens a device or a pipe, which may have no reader yet.
  private func opened(_ place: URL, _ cancellation: ExportCancellation) throws(ExportError) -> Int32 {
    var status = stat()
    let isPipe = stat(place.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    while true {
      try cancellation.check()
      let descriptor = open(place.path, O_WRONLY | O_CLOEXEC | (isPipe ? O_NONBLOCK : 0))
      if descriptor >= 0 { return descriptor }
      guard isPipe, errno == ENXIO else { throw .cannotWrite(path: url.path, reason: lastSystemError()) }
      usleep(10_000)
    }
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
