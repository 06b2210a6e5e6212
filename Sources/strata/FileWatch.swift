#if Window || Inspector
  import Dispatch
  import Foundation
  import Glibc

  /// Watches a document and calls a handler on the main queue after it was saved.
  ///
  /// Editors write a file in several ways, and exporters write many files: the handler is called once, a moment after the
  /// last change in the folder of the document or below it.
  final class FileWatch {
    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private let handler: () -> Void
    private var pending: DispatchWorkItem?

    /// How long no change may follow, in seconds.
    private static let calm = 0.15

    /// Watches the document at a path; nil if the system cannot.
    init?(_ path: String, handler: @escaping () -> Void) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      self.handler = handler
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
      for folder in Self.folders(of: path) { _ = inotify_add_watch(descriptor, folder, mask) }
      let reference = WatchReference(watch: self)
      source.setEventHandler { reference.watch?.note() }
      source.setCancelHandler { [descriptor] in _ = Glibc.close(descriptor) }
      source.activate()
    }

    deinit {
      pending?.cancel()
      source.cancel()
    }

    /// Carries the watch to blocks of the main queue.
    private struct WatchReference: @unchecked Sendable {  // Used by the main queue.
      weak var watch: FileWatch?
    }

    /// The folder that holds the document, and all folders in it if it is one.
    private static func folders(of path: String) -> [String] {
      let url = URL(filePath: path).resolvingSymlinksInPath()
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: url.path(percentEncoded: false), isDirectory: &isFolder)
      guard isFolder.boolValue else { return [url.deletingLastPathComponent().path(percentEncoded: false)] }
      let inside = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isDirectoryKey])
      let below = (inside?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.hasDirectoryPath }
      return ([url] + below).map { $0.path(percentEncoded: false) }
    }

    private func note() {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &bytes, bytes.count) > 0 {}
      pending?.cancel()
      let reference = WatchReference(watch: self)
      let work = DispatchWorkItem { reference.watch?.handler() }
      pending = work
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.calm, execute: work)
    }
  }
#endif
