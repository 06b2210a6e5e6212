import Foundation

/// The declarations of a Swift source that have measures: functions, types and switches.
///
/// This is a reader of words and brackets, not of the language. It knows the forms that the sources use.
struct CodeMeasures {
  struct Function: Equatable {
    var name: String
    var line: Int
    /// The lines from the opening to the closing brace; 0 without a body.
    var bodyLines: Int
    /// The number of parameters without a label.
    var unlabelled: Int
  }

  struct TypeDeclaration: Equatable {
    var kind: String
    var name: String
    var line: Int
    var isPublic: Bool
  }

  struct Switch: Equatable {
    var subject: String
    var line: Int
    var hasDefault: Bool
  }

  private(set) var functions: [Function] = []
  private(set) var types: [TypeDeclaration] = []
  private(set) var switches: [Switch] = []

  private let code: [UInt8]
  /// For each place the number of line breaks before it.
  private let lines: [Int]

  init(of source: SourceText) {
    code = source.code
    var count = 0
    lines = code.map { byte in
      defer { count += byte == .lineBreak ? 1 : 0 }
      return count
    }
    var at = 0
    while let word = nextWord(from: at) {
      read(word)
      at = word.upperBound
    }
  }

  private mutating func read(_ word: Range<Int>) {
    let isMember = word.lowerBound > 0 && code[word.lowerBound - 1] == UInt8(ascii: ".")
    guard !isMember else { return }
    switch text(word) {
    case "func": readFunction(nameAt: skipBlanks(from: word.upperBound))
    case "init", "subscript": readFunction(nameAt: word.lowerBound)
    case "struct", "class", "enum", "actor", "extension", "protocol", "typealias": readType(word)
    case "switch": readSwitch(word)
    default: break
    }
  }

  // MARK: Functions

  private mutating func readFunction(nameAt start: Int) {
    var at = start
    while at < code.count, ![.space, .lineBreak, UInt8(ascii: "(")].contains(code[at]) {
      if code[at] == UInt8(ascii: "<"), at > start, code[at - 1].isNamePart { break }
      at += 1
    }
    let name = text(start..<at)
    at = skipBlanks(from: at)
    if at < code.count, code[at] == UInt8(ascii: "<") { at = skipGeneric(from: at) }
    guard at < code.count, code[at] == UInt8(ascii: "("), let close = code.closing(of: at) else { return }
    let unlabelled = code.parts(of: at + 1..<close).count {
      text($0).firstMatch(of: /^\s*(?:@\w+\s+)*_\s+\w+\s*:/) != nil
    }
    let body = bodyOfFunction(after: close)
    functions.append(
      Function(
        name: name,
        line: lines[start] + 1,
        bodyLines: body.map { lines[$0.upperBound] - lines[$0.lowerBound] + 1 } ?? 0,
        unlabelled: unlabelled
      )
    )
  }

  private func skipGeneric(from start: Int) -> Int {
    var (at, depth) = (start, 0)
    while at < code.count {
      if code[at] == UInt8(ascii: "<") { depth += 1 }
      if code[at] == UInt8(ascii: ">"), code[at - 1] != UInt8(ascii: "-") { depth -= 1 }
      at += 1
      if depth == 0 { break }
    }
    return skipBlanks(from: at)
  }

  /// The braces behind a signature; requirements of protocols have none.
  private func bodyOfFunction(after close: Int) -> Range<Int>? {
    var at = close + 1
    while at < code.count {
      switch code[at] {
      case UInt8(ascii: "{"): return code.closing(of: at).map { at..<$0 }
      case UInt8(ascii: "}"), UInt8(ascii: "="): return nil
      case UInt8(ascii: "("), UInt8(ascii: "["): at = code.closing(of: at) ?? code.count
      case .lineBreak:
        let next = skipBlanks(from: at)
        let goesOn = ["where", "->", "throws", "rethrows", "async", "{"].contains {
          code[next...].starts(with: $0.utf8)
        }
        let isList = code[..<at].last { $0 != .space } == UInt8(ascii: ",")
        guard goesOn || isList else { return nil }
      default: break
      }
      at += 1
    }
    return nil
  }

  // MARK: Types and switches

  private mutating func readType(_ word: Range<Int>) {
    let start = skipBlanks(from: word.upperBound)
    var end = start
    while end < code.count, code[end].isNamePart || code[end] == UInt8(ascii: ".") { end += 1 }
    // `class func` and `class var` declare no type.
    guard end > start, code[start].isUppercase || code[start] == UInt8(ascii: "_") else { return }
    let lineStart = (code[..<word.lowerBound].lastIndex(of: .lineBreak) ?? -1) + 1
    let modifiers = text(lineStart..<word.lowerBound).split(separator: " ")
    types.append(
      TypeDeclaration(
        kind: text(word),
        name: text(start..<end),
        line: lines[word.lowerBound] + 1,
        isPublic: modifiers.contains("public") || modifiers.contains("open")
      )
    )
  }

  private mutating func readSwitch(_ word: Range<Int>) {
    guard let open = code[word.upperBound...].firstIndex(of: UInt8(ascii: "{")),
      let close = code.closing(of: open)
    else { return }
    var (depth, at, hasDefault) = (0, open + 1, false)
    while at < close {
      if [UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "[")].contains(code[at]) { depth += 1 }
      if [UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(code[at]) { depth -= 1 }
      if depth == 0, code[at...].starts(with: "default:".utf8), !code[at - 1].isNamePart { hasDefault = true }
      at += 1
    }
    let subject = text(word.upperBound..<open).trimmingCharacters(in: .whitespacesAndNewlines)
    switches.append(Switch(subject: subject, line: lines[word.lowerBound] + 1, hasDefault: hasDefault))
  }

  // MARK: Words

  private func text(_ range: Range<Int>) -> String { String(decoding: code[range], as: UTF8.self) }

  private func nextWord(from start: Int) -> Range<Int>? {
    guard let first = code[start...].firstIndex(where: \.isNamePart) else { return nil }
    return first..<(code[first...].firstIndex { !$0.isNamePart } ?? code.count)
  }

  private func skipBlanks(from start: Int) -> Int {
    code[start...].firstIndex { $0 != .space && $0 != .lineBreak } ?? code.count
  }
}
