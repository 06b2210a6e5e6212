import Foundation

/// Real documents beside the package, where they are present.
enum SharedDocuments {
  static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let candidates = [
      ProcessInfo.processInfo.environment["STRATA_SHARED"].map { URL(filePath: $0) },
      root.deletingLastPathComponent().appending(path: "shared"),
    ]
    return candidates.compactMap { $0?.appending(path: "data/caml") }
      .first { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
  }()

  static var arePresent: Bool { folder != nil }

  /// The `.ca` folders, by their path below the data folder.
  static let bundles: [String] = {
    guard let folder else { return [] }
    let home = folder.path(percentEncoded: false)
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.allObjects ?? []).compactMap { ($0 as? URL)?.path(percentEncoded: false) }
      .map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
      .filter { $0.hasSuffix(".ca") }.map { String($0.dropFirst(home.count)).trimmingPrefix("/").description }
      .sorted()
  }()

  /// A template that is not well-formed on purpose.
  static let malformed = "tendies-template/Floating.ca"

  static func url(_ path: String) -> URL { (folder ?? URL(filePath: "/")).appending(path: path) }
}
