package import Foundation

/// Resolves references of a document to files inside its package.
///
/// A document may come from anywhere, so a reference must not reach a file beside the package: absolute paths,
/// `..` above the folder, symbolic links that lead out and URLs with a scheme (other than `data:`) are refused.
package enum AssetLocator {
  package enum Resource: Sendable {
    case file(URL)
    case data(Data)
    /// The reference is not followed; the text gives the reason.
    case refused(String)
  }

  /// Resolves `reference`, a URL relative to `folder`.
  package static func resolve(_ reference: String, in folder: URL) -> Resource {
    let trimmed = reference.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { return .refused("the reference is empty") }
    if trimmed.prefix(5).lowercased() == "data:" {
      return data(of: trimmed).map { .data($0) } ?? .refused("the data URL cannot be decoded")
    }
    if let scheme = scheme(of: trimmed) {
      return .refused(
        scheme == "file"
          ? "file URLs point to files outside the package" : "the scheme \(scheme): is not followed"
      )
    }
    if trimmed.hasPrefix("/") || trimmed.hasPrefix("\\") || trimmed.hasPrefix("~") {
      return .refused("an absolute path points outside the package")
    }
    // A file name may hold '%' itself: the reference as written is the second choice.
    let decoded = trimmed.removingPercentEncoding ?? trimmed
    guard let file = file(of: decoded, in: folder) else {
      return .refused("the path leaves the package")
    }
    if decoded != trimmed, !FileManager.default.fileExists(atPath: file.path(percentEncoded: false)),
      let literal = self.file(of: trimmed, in: folder),
      FileManager.default.fileExists(atPath: literal.path(percentEncoded: false))
    {
      return .file(literal)
    }
    return .file(file)
  }

  /// The file of a relative path inside `folder`; nil when the path or a link on it leads out.
  package static func file(of path: String, in folder: URL) -> URL? {
    var parts: [Substring] = []
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    guard !path.hasPrefix("/"), !parts.isEmpty, !path.contains("\0") else { return nil }
    let file = parts.reduce(folder) { $0.appending(path: String($1)) }
    let home = folder.resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false)
    let target = file.resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false)
    let prefix = home.hasSuffix("/") ? home : home + "/"
    return target.hasPrefix(prefix) ? file : nil
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
