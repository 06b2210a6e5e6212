#if Window || Inspector
  import Dispatch
  import Foundation
  import Glibc

  /// Watches a document and the files that it refers to, and calls a handler on the main queue after one of them was saved.
  ///
  /// Editors write a file in several ways, and exporters write many files: the handler is called once, a moment after the last
  /// change. In a document that is a folder every file counts; of a loose file's folder, and of the folders of images elsewhere,
  /// only the files that are named do. A file or a folder that is missing may come later, and a folder may take the place of
  /// another. What the system refuses to watch is said once.
  ///
  /// - Thread: The main one.
  final class FileWatch {
    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private let handler: () -> Void
    private var pending: DispatchWorkItem?
    /// The path of the document if it is a folder.
    private let package: String?
    /// The paths of the files that count.
    private var files: Set<String>
    /// The watched folders by the numbers that the system gives them.
    private var folders: [Int32: String] = [:]
    /// True once it was said that a folder is not watched.
    private var hasComplained = false

    /// How long no change may follow, in seconds.
    private static let calm = 0.15
    /// The events of a folder that only holds watched folders: it has left its path.
    private static let leaving = UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
    /// The events of a folder with watched files; of created entries, only folders matter.
    private static let saving =
      leaving | UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE)

    /// A folder, and the events that the system reports for it.
    private struct WatchedFolder: Hashable {
      let path: String
      let mask: UInt32
    }

    /// Watches the document at a path; nil, and a message, if the system cannot.
    init?(_ path: String, handler: @escaping () -> Void) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else {
        Self.complain(of: path, errno)
        return nil
      }
      self.handler = handler
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      let url = URL(filePath: path)
      files = Self.paths(of: url)
      package = Self.isFolder(url.resolved) ? url.resolved : nil
      addFolders()
      let reference = WatchReference(self)
      source.setEventHandler { reference.watch?.note() }
      source.setCancelHandler { [descriptor] in _ = Glibc.close(descriptor) }
      source.activate()
    }

    deinit {
      pending?.cancel()
      source.cancel()
    }

    /// Watches further files, such as the images of a document that was read.
    func follow(_ others: [URL]) {
      let wanted = others.reduce(into: files) { $0.formUnion(Self.paths(of: $1)) }
      guard wanted != files else { return }
      files = wanted
      addFolders()
    }

    /// Carries a watch to blocks of the main queue.
    struct WatchReference: @unchecked Sendable {  // Used by the main queue.
      weak var watch: FileWatch?

      init(_ watch: FileWatch) { self.watch = watch }
    }

    // MARK: Folders

    private static func isFolder(_ path: String) -> Bool {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The path of a file, and that of the file itself if links lead there.
    private static func paths(of url: URL) -> Set<String> {
      [url.standardizedFileURL.path(percentEncoded: false), url.resolved]
    }

    /// Watches the folders of all files with those around them, and all folders of a document that is one.
    ///
    /// A folder that appears after it was looked for, but before the folder above is watched, causes no event. So the
    /// search is repeated until every folder that it finds was watched before it began. Outer folders are watched
    /// first, so that they report if an inner one has left its path.
    private func addFolders() {
      var watched: Set<WatchedFolder> = []
      while true {
        let missing = wantedFolders().subtracting(watched)
        guard !missing.isEmpty else { return }
        for folder in missing.sorted(by: { $0.path < $1.path }) {
          // Two paths may lead to one folder.
          let number = inotify_add_watch(descriptor, folder.path, folder.mask | UInt32(IN_MASK_ADD))
          if number >= 0 { folders[number] = folder.path } else { refused(folder, errno) }
        }
        watched.formUnion(missing)
      }
    }

    /// Says that files are not watched; a folder that has just gone, or that only holds others, is no loss.
    private func refused(_ folder: WatchedFolder, _ error: Int32) {
      guard folder.mask == Self.saving, error != ENOENT, error != ENOTDIR, !hasComplained else { return }
      hasComplained = true
      Self.complain(of: folder.path, error)
    }

    private static func complain(of path: String, _ error: Int32) {
      let reason =
        switch error {
        case EMFILE: "the limit fs.inotify.max_user_instances, or that of open files, is reached"
        case ENOSPC: "the limit fs.inotify.max_user_watches is reached"
        default: String(cString: strerror(error))
        }
      say("strata: \(path) is not watched: \(reason)")
    }

    private func wantedFolders() -> Set<WatchedFolder> {
      let inner = innerFolders()
      let outer = Set(inner.flatMap { $0.foldersAround }).subtracting(inner)
      return Set(inner.map { WatchedFolder(path: $0, mask: Self.saving) })
        .union(outer.map { WatchedFolder(path: $0, mask: Self.leaving) })
    }

    /// The folders with files that count, or in which such a folder may come.
    private func innerFolders() -> Set<String> {
      var wanted = Set(files.map { Self.existingFolder(above: $0) })
      if let package {
        let url = URL(filePath: package, directoryHint: .isDirectory)
        let inside = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isDirectoryKey])
        let below = (inside?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.hasDirectoryPath }
        wanted.formUnion(below.map { $0.path(percentEncoded: false) } + [package])
      }
      return wanted
    }

    /// The innermost folder above a path that exists.
    private static func existingFolder(above path: String) -> String {
      var folder = path.folder
      while folder != "/", !isFolder(folder) { folder = folder.folder }
      return folder
    }

    // MARK: Events

    private func note() {
      var isWanted = false
      var bytes = [UInt8](repeating: 0, count: 16 << 10)
      while true {
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { break }
        bytes.withUnsafeBytes { isWanted = takes(UnsafeRawBufferPointer(rebasing: $0[..<count])) || isWanted }
      }
      guard isWanted else { return }
      addFolders()
      pending?.cancel()
      let reference = WatchReference(self)
      let work = DispatchWorkItem { reference.watch?.handler() }
      pending = work
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.calm, execute: work)
    }

    /// True if one of the system's messages is about a file that counts.
    private func takes(_ messages: UnsafeRawBufferPointer) -> Bool {
      let headLength = MemoryLayout<inotify_event>.size
      var (start, isWanted) = (0, false)
      while start + headLength <= messages.count {
        let head = messages.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        let name = messages[(start + headLength)...].prefix(Int(head.len)).prefix { $0 != 0 }
        start += headLength + Int(head.len)
        // Messages that were lost may have been about anything.
        if head.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
        guard let folder = folders[head.wd] else { continue }
        if head.mask & Self.leaving != 0 {
          forget(folder)
          isWanted = true
          continue
        }
        isWanted = counts(String(decoding: name, as: UTF8.self), in: folder, head.mask) || isWanted
      }
      return isWanted
    }

    /// Ends the watch of a folder that has left its path, and of those in it.
    private func forget(_ folder: String) {
      for (number, path) in folders where path == folder || path.hasPrefix(folder.asFolder) {
        inotify_rm_watch(descriptor, number)
        folders[number] = nil
      }
    }

    private func counts(_ name: String, in folder: String, _ mask: UInt32) -> Bool {
      let isFolder = mask & UInt32(IN_ISDIR) != 0
      guard isFolder || mask & UInt32(IN_CREATE) == 0 else { return false }
      if let package, folder == package || folder.hasPrefix(package.asFolder) { return true }
      let path = folder.asFolder + name
      return files.contains(path) || isFolder && files.contains { $0.hasPrefix(path.asFolder) }
    }
  }

  extension URL {
    /// The path of the file itself, without links.
    fileprivate var resolved: String {
      let path = resolvingSymlinksInPath().path(percentEncoded: false)
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
  }

  extension String {
    /// The path of the folder around this one.
    fileprivate var folder: String {
      let parts = split(separator: "/").dropLast()
      return "/" + parts.joined(separator: "/")
    }

    /// The paths of the folders around this one, innermost first.
    fileprivate var foldersAround: [String] {
      sequence(first: folder) { $0 == "/" ? nil : $0.folder }.map { $0 }
    }

    /// The path with a slash behind it, as that of a folder.
    fileprivate var asFolder: String { hasSuffix("/") ? self : self + "/" }
  }
#endif
