package import Foundation

/// Resolves references of a document to files inside its package, or inside folders that the caller names.
///
/// A document may come from anywhere, so a reference must not reach a file beside the package: absolute paths,
/// `..` above the folder, symbolic links that lead out and URLs with a scheme (other than `data:`) are refused. An
/// absolute path, or a `file:` URL, is followed if an ``AssetFolder`` stands for its folder; it must not leave that one.
package enum AssetLocator {
  package enum Resource: Sendable {
    case file(PackageFile)
    case data(Data)
    /// The reference is not followed; the text gives the reason.
    case refused(String)
  }

  /// Resolves `reference`, a URL relative to `folder`.
  ///
  /// - Parameters:
  ///   - reference: The text of the reference.
  ///   - folder: The folder of the package; nil if the document has none.
  ///   - assetFolders: The folders that stand for those of another machine.
  /// - Returns: The file, present or not, the bytes of a data URL, or the reason for following neither.
  package static func resolve(
    _ reference: String,
    in folder: PackageFolder?,
    assetFolders: [AssetFolder] = []
  ) -> Resource {
    let trimmed = reference.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { return .refused("the reference is empty") }
    if trimmed.prefix(5).lowercased() == "data:" {
      return data(of: trimmed).map { .data($0) } ?? .refused("the data URL cannot be decoded")
    }
    if let path = absolutePath(of: trimmed) {
      for (home, rest) in AssetFolder.places(of: path, in: assetFolders) {
        if let file = file(of: rest, in: .disk(home)) { return .file(file) }
      }
      return .refused(
        trimmed.hasPrefix("/")
          ? "an absolute path points outside the package" : "file URLs point to files outside the package"
      )
    }
    if let scheme = scheme(of: trimmed) { return .refused("the scheme \(scheme): is not followed") }
    if trimmed.hasPrefix("\\") || trimmed.hasPrefix("~") {
      return .refused("an absolute path points outside the package")
    }
    guard let folder else { return .refused("the document has no folder") }
    return file(of: trimmed, in: folder).map { .file($0) } ?? .refused("the path leaves the package")
  }

  /// The reference that leads to the file at a relative path.
  package static func reference(to path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  /// True if a reference leads to its file from any folder.
  package static func isAbsolute(_ reference: String) -> Bool {
    absolutePath(of: reference.trimmingCharacters(in: .whitespacesAndNewlines)) != nil
  }

  /// The file of a relative reference: percent-decoded, or as written where only that names a file.
  ///
  /// A file name may hold '%' itself.
  private static func file(of reference: String, in folder: PackageFolder) -> PackageFile? {
    let decoded = reference.removingPercentEncoding ?? reference
    guard let file = folder.file(at: decoded) else { return nil }
    if decoded != reference, !file.exists, let literal = folder.file(at: reference), literal.exists {
      return literal
    }
    return file
  }

  /// The path of an absolute reference or of a `file:` URL, percent-encoded as written; nil for any other.
  private static func absolutePath(of text: String) -> Substring? {
    if text.hasPrefix("/") { return text[...] }
    guard scheme(of: text) == "file" else { return nil }
    let rest = text.dropFirst("file:".count)
    guard rest.hasPrefix("//") else { return rest }
    // The host of a file URL is empty or the machine itself.
    return rest.dropFirst(2).drop { $0 != "/" }
  }

  /// The scheme of a URL; nil for a relative reference.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    guard let first = scheme.first, first.isLetter,
      scheme.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." })
    else { return nil }
    return scheme.lowercased()
  }

  /// The bytes of a `data:` URL, base64 or percent-encoded.
  private static func data(of text: String) -> Data? {
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let header = text[..<comma].lowercased()
    let body = text[text.index(after: comma)...]
    guard header.contains(";base64") else { return body.removingPercentEncoding.map { Data($0.utf8) } }
    return Data(base64Encoded: Data(body.utf8), options: .ignoreUnknownCharacters)
  }
}
