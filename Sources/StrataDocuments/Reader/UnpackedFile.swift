import Foundation
import StrataCAML
import Synchronization

/// A file of an archive as a temporary file, for programs that read files only.
///
/// It goes with its last owner. ``keep(_:for:)`` is one for as long as a film is in use, which may be long after its
/// document is gone, but no longer than the process.
final class UnpackedFile: Sendable {
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

  // MARK: Users

  /// A file with the object that reads it.
  private struct Use: @unchecked Sendable {  // The object is only asked whether it is there.
    let file: UnpackedFile
    /// Nil for a film that is no object, which may be in use anywhere.
    let user: WeakUser?
    var isOver: Bool { user.map { $0.object == nil } ?? false }
  }

  private final class WeakUser {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  private static let uses = Mutex<[Use]>([])

  /// Empties the list when the process exits, where no reference is released.
  private static let exitHandler: Void = {
    atexit { UnpackedFile.removeAll() }
  }()

  /// Keeps a file for as long as an object is there that reads it.
  static func keep(_ file: UnpackedFile, for film: Any) {
    _ = exitHandler
    let user = type(of: film) is AnyClass ? WeakUser(film as AnyObject) : nil
    uses.withLock { $0.append(Use(file: file, user: user)) }
  }

  /// Removes the files whose users are gone.
  static func removeUnused() {
    // The files go when the lock is open again.
    _ = uses.withLock { uses in
      let unused = uses.filter(\.isOver)
      if !unused.isEmpty { uses.removeAll(where: \.isOver) }
      return unused
    }
  }

  private static func removeAll() {
    _ = uses.withLock { uses in
      let all = uses
      uses = []
      return all
    }
  }
}
