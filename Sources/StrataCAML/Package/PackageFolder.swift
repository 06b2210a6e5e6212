package import Foundation

/// A folder that holds documents or their files: on disk, or inside an archive.
///
/// Paths are relative and stay inside: ``file(at:)`` and ``folder(at:)`` are nil for a path that leads out.
package enum PackageFolder: Sendable {
  case disk(URL)
  /// A folder of an archive, by its path there without slashes at the ends; the archive's root is the empty path.
  case archive(ZipArchive, path: String)

  /// The path for messages; inside an archive it continues the archive's own.
  package var path: String {
    switch self {
    case .disk(let url): url.path(percentEncoded: false)
    case .archive(let archive, let path): path.isEmpty ? archive.file : "\(archive.file)/\(path)"
    }
  }

  /// The last part of the path.
  package var name: String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The location on disk; nil inside an archive.
  package var url: URL? { if case .disk(let url) = self { url } else { nil } }

  /// True for a folder of the disk that this process may not look into, so that its files seem to be missing.
  var isForbidden: Bool {
    url.map { !FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) } ?? false
  }

  /// Remarks about the archive that the folder lies in.
  package var diagnostics: [Diagnostic] {
    if case .archive(let archive, _) = self { archive.diagnostics } else { [] }
  }

  /// The file at a relative path, present or not; nil if the path, or a link on it, leads out of the folder.
  package func file(at path: String) -> PackageFile? {
    guard let parts = Self.parts(of: path), !parts.isEmpty else { return nil }
    switch self {
    case .disk(let url): return Self.target(parts, in: url).map { .disk($0) }
    case .archive(let archive, let own): return .entry(archive, path: Self.joined(own, parts))
    }
  }

  /// The path of a file from here; nil if it lies elsewhere.
  package func relativePath(of file: PackageFile) -> String? {
    switch (self, file) {
    case (.disk(let home), .disk(let url)):
      Self.path(of: url.standardizedFileURL, in: home.standardizedFileURL)
        // The same folder may have been reached by another way.
        ?? Self.path(of: url.resolvingSymlinksInPath(), in: home.resolvingSymlinksInPath())
    case (.archive(let archive, let own), .entry(let other, let path)):
      archive.file == other.file && (own.isEmpty || path.hasPrefix(own + "/"))
        ? String(path.dropFirst(own.isEmpty ? 0 : own.count + 1)) : nil
    default: nil
    }
  }

  private static func path(of url: URL, in folder: URL) -> String? {
    let (path, root) = (url.path(percentEncoded: false), folder.path(percentEncoded: false))
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }

  /// The folder at a relative path; nil if there is none, or if the path leads out of this one.
  package func folder(at path: String) -> PackageFolder? {
    guard let parts = Self.parts(of: path), !parts.isEmpty else { return nil }
    switch self {
    case .disk(let url):
      guard let target = Self.target(parts, in: url) else { return nil }
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: target.path(percentEncoded: false),
        isDirectory: &isFolder
      )
      return exists && isFolder.boolValue ? .disk(target) : nil
    case .archive(let archive, let own):
      let path = Self.joined(own, parts)
      return archive.holdsFolder(path) ? .archive(archive, path: path) : nil
    }
  }

  /// The names of the folders inside, sorted, without hidden ones and those of other systems' housekeeping.
  package var folderNames: [String] {
    let names =
      switch self {
      case .disk(let url):
        (try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []
      case .archive(let archive, let path): archive.folderNames(in: path)
      }
    return names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" && folder(at: $0) != nil }.sorted()
  }

  /// The parts of a relative path, with `..` resolved; nil if it is absolute or leads out.
  package static func parts(of path: String) -> [String]? {
    guard !path.hasPrefix("/"), !path.contains("\0") else { return nil }
    var parts: [String] = []
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(String(part))
      }
    }
    return parts
  }

  private static func joined(_ path: String, _ parts: [String]) -> String {
    ((path.isEmpty ? [] : [path]) + parts).joined(separator: "/")
  }

  /// The place of a path on disk; nil if a link on it leads out of the folder.
  private static func target(_ parts: [String], in folder: URL) -> URL? {
    // Links above the folder count for neither path; a file that is not there would keep those of its folder.
    let home = folder.resolvingSymlinksInPath().standardizedFileURL
    let target = parts.reduce(home) { $0.appending(path: $1) }.resolvingSymlinksInPath().standardizedFileURL
    let root = home.path(percentEncoded: false)
    let prefix = root.hasSuffix("/") ? root : root + "/"
    guard target.path(percentEncoded: false).hasPrefix(prefix) else { return nil }
    return parts.reduce(folder) { $0.appending(path: $1) }
  }
}

/// A file of a document: on disk, or an entry of an archive.
package enum PackageFile: Sendable {
  case disk(URL)
  case entry(ZipArchive, path: String)

  /// The path for messages.
  package var path: String {
    switch self {
    case .disk(let url): url.path(percentEncoded: false)
    case .entry(let archive, let path): "\(archive.file)/\(path)"
    }
  }

  /// The last part of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  package var exists: Bool {
    switch self {
    case .disk(let url): FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
    case .entry(let archive, let path): archive.holdsFile(path)
    }
  }

  /// The bytes of the file.
  ///
  /// - Throws: ``DocumentError`` if there is no such file, it cannot be read, or it passes a limit.
  package func contents(limits: ReadingLimits) throws(DocumentError) -> Data {
    switch self {
    case .disk(let url): try DocumentPackage.contents(of: url, limits: limits)
    case .entry(let archive, let path): try archive.contents(of: path, limits: limits)
    }
  }
}
