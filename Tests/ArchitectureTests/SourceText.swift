import Foundation

/// A file of the repository, taken apart into code, comments and strings.
///
/// Each part is as long as the file: what belongs to another part is blank, and line breaks stay. So a place means
/// the same in all of them. Strings keep their quotes in the code.
struct SourceText {
  /// The path, from the repository's root.
  let path: String
  private(set) var code: [UInt8]
  private(set) var comments: [UInt8]
  private(set) var strings: [UInt8]

  init(path: String, text: String) {
    self.path = path
    let bytes = Array(text.utf8)
    let blank = bytes.map { $0 == UInt8.lineBreak ? $0 : UInt8.space }
    (code, comments, strings) = (bytes, blank, blank)
    var at = 0
    while at < bytes.count {
      if let end = Self.endOfComment(in: bytes, from: at) {
        move(at..<end, to: \.comments)
        at = end
      } else if let quote = Self.quote(in: bytes, at: at) {
        let end = Self.endOfString(in: bytes, from: at, quote: quote)
        move(at + quote.length..<max(at + quote.length, end - quote.length), to: \.strings)
        at = end
      } else {
        at += 1
      }
    }
  }

  /// The number of the line with a place, counted from 1.
  func line(at place: Int) -> Int {
    code[..<min(place, code.count)].count { $0 == .lineBreak } + 1
  }

  private mutating func move(_ range: Range<Int>, to part: WritableKeyPath<SourceText, [UInt8]>) {
    for place in range where code[place] != .lineBreak {
      self[keyPath: part][place] = code[place]
      code[place] = .space
    }
  }

  private static func endOfComment(in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "/"), start + 1 < bytes.count else { return nil }
    if bytes[start + 1] == UInt8(ascii: "/") {
      return bytes[start...].firstIndex(of: .lineBreak) ?? bytes.count
    }
    guard bytes[start + 1] == UInt8(ascii: "*") else { return nil }
    var at = start + 2
    while at + 1 < bytes.count, !(bytes[at] == UInt8(ascii: "*") && bytes[at + 1] == UInt8(ascii: "/")) {
      at += 1
    }
    return min(at + 2, bytes.count)
  }

  /// The beginning of a string: `"` or `"""`, behind any number of `#`.
  private struct Quote {
    var hashes: Int
    var isLong: Bool
    var length: Int { hashes + (isLong ? 3 : 1) }
  }

  private static func quote(in bytes: [UInt8], at start: Int) -> Quote? {
    var at = start
    while at < bytes.count, bytes[at] == UInt8(ascii: "#") { at += 1 }
    guard at < bytes.count, bytes[at] == .quote else { return nil }
    let isLong = at + 2 < bytes.count && bytes[at + 1] == .quote && bytes[at + 2] == .quote
    return Quote(hashes: at - start, isLong: isLong)
  }

  /// The end of a string, which may hold interpolations with strings of their own.
  private static func endOfString(in bytes: [UInt8], from start: Int, quote: Quote) -> Int {
    let closing =
      Array(repeating: UInt8.quote, count: quote.isLong ? 3 : 1)
      + Array(repeating: UInt8(ascii: "#"), count: quote.hashes)
    var (at, depth) = (start + quote.length, 0)
    while at < bytes.count {
      if bytes[at] == .lineBreak, !quote.isLong { return at }
      if depth == 0, bytes[at...].starts(with: closing) { return at + closing.count }
      if bytes[at] == UInt8(ascii: "\\"), quote.hashes == 0, at + 1 < bytes.count {
        if bytes[at + 1] == UInt8(ascii: "(") { depth += 1 }
        at += 2
        continue
      }
      if depth > 0, bytes[at] == UInt8(ascii: "(") { depth += 1 }
      if depth > 0, bytes[at] == UInt8(ascii: ")") { depth -= 1 }
      at += 1
    }
    return at
  }
}

extension UInt8 {
  static let lineBreak = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isUppercase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  var isLowercase: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
  /// True for what may stand inside a name.
  var isNamePart: Bool { isDigit || isUppercase || isLowercase || self == UInt8(ascii: "_") || self >= 0x80 }
}

/// The files of the repository.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of all files below some folders that have one of the extensions, in order.
  static func files(in folders: String..., extensions: Set<String>) -> [String] {
    folders.flatMap { folder in
      let all = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
      return (all?.compactMap { $0 as? String } ?? [])
        .filter { extensions.contains(URL(filePath: $0).pathExtension) && !$0.hasPrefix(".build/") }
        .sorted()
        .map { folder + "/" + $0 }
    }
  }

  static func source(_ path: String) throws -> SourceText {
    SourceText(path: path, text: try text(of: path))
  }
}
