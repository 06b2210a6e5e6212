public import Foundation

/// A folder here that stands for one of another machine, whose absolute paths a document holds.
///
/// A reference to a file of the other machine's folder is looked up at the same place below ``folder``, and nowhere else:
/// neither `..` nor a symbolic link leads out of it.
public struct AssetFolder: Hashable, Sendable {
  /// The absolute path that references begin with, such as `/var/mobile/Wallpapers`.
  public var path: String
  /// The folder on this machine.
  public var folder: URL

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - path: The absolute path on the other machine; a trailing slash has no effect.
  ///   - folder: The folder on this machine.
  public init(_ path: String, folder: URL) {
    (self.path, self.folder) = (path, folder)
  }

  /// The places that stand for an absolute path, the closest folder first, each with the rest of the path.
  ///
  /// Folders match by whole names. An empty list means that none of them holds the path.
  static func places(of path: Substring, in folders: [AssetFolder]) -> [(folder: URL, rest: String)] {
    let names = path.split(separator: "/").filter { $0 != "." }
    guard !names.contains(where: { ($0.removingPercentEncoding ?? String($0)) == ".." }) else { return [] }
    let matches = folders.compactMap { folder -> (folder: URL, length: Int)? in
      let home = folder.path.split(separator: "/").filter { $0 != "." }
      let start = names.prefix(home.count)
      let isInside =
        start.elementsEqual(home)
        || start.map { $0.removingPercentEncoding ?? String($0) } == home.map(String.init)
      return isInside && names.count > home.count ? (folder.folder, home.count) : nil
    }
    return matches.enumerated().sorted { a, b in (-a.element.length, a.offset) < (-b.element.length, b.offset)
    }
    .map { ($0.element.folder, names.dropFirst($0.element.length).joined(separator: "/")) }
  }
}
