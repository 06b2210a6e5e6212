import Foundation

/// A source file of the tests, with its code apart from its comments and strings.
struct TestSource {
  /// The path below `Tests`.
  let path: String
  /// The text in which comments and strings are blanks, so that the rest can be searched.
  private let code: [UInt8]

  init(path: String, text: String) {
    self.path = path
    var blanking = Blanking(bytes: Array(text.utf8))
    blanking.run()
    code = blanking.bytes
  }

  /// All sources below `Tests`.
  static let all: [TestSource] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let paths = FileManager.default.enumerator(atPath: root.path())?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      (try? String(contentsOf: root.appending(path: path), encoding: .utf8)).map {
        TestSource(path: path, text: $0)
      }
    }
  }()

  /// The file's name without its extension.
  var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// The expectations: where each begins, and the number of `&&` and `||` in it.
  var expectations: [(start: Int, joins: Int)] {
    ["#expect(", "#require("].flatMap { macro in
      places(of: macro).map { start in
        let end = end(ofBracketsAt: start + macro.utf8.count - 1)
        return (start, ["&&", "||"].reduce(0) { $0 + places(of: $1, in: start..<end).count })
      }
    }
  }

  /// The line of a place, counted from one.
  func line(of place: Int) -> Int { code[..<place].count { $0 == UInt8(ascii: "\n") } + 1 }

  /// The names of the types at the top of the file that hold tests.
  var suites: [String] {
    var names: [String] = []
    var at = 0
    while at < code.count {
      guard isWordStart(at) else {
        at = isOpening(code[at]) ? end(ofBracketsAt: at) : at + 1
        continue
      }
      let kind = word(at: at)
      at += kind.utf8.count
      guard ["struct", "class", "enum", "actor"].contains(kind), at + 1 < code.count, isWordStart(at + 1)
      else {
        continue
      }
      guard let body = code[at...].firstIndex(of: UInt8(ascii: "{")) else { break }
      let end = end(ofBracketsAt: body)
      if !places(of: "@Test", in: body..<end).isEmpty { names.append(word(at: at + 1)) }
      at = end
    }
    return names
  }

  private func places(of text: String, in range: Range<Int>? = nil) -> [Int] {
    let (range, wanted) = (range ?? 0..<code.count, Array(text.utf8))
    guard range.count >= wanted.count else { return [] }
    return (range.lowerBound...range.upperBound - wanted.count).filter {
      code[$0] == wanted[0] && code[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  private func isOpening(_ byte: UInt8) -> Bool { "([{".utf8.contains(byte) }

  /// The place behind the bracket that closes the one at `start`.
  private func end(ofBracketsAt start: Int) -> Int {
    var depth = 0
    for at in start..<code.count {
      if isOpening(code[at]) { depth += 1 }
      if ")]}".utf8.contains(code[at]) { depth -= 1 }
      if depth == 0 { return at + 1 }
    }
    return code.count
  }

  private func isWord(_ at: Int) -> Bool {
    let scalar = Unicode.Scalar(code[at])
    return scalar == "_" || !scalar.isASCII || scalar.properties.isAlphabetic
      || ("0"..."9").contains(scalar)
  }

  private func isWordStart(_ at: Int) -> Bool { isWord(at) && (at == 0 || !isWord(at - 1)) }

  private func word(at start: Int) -> String {
    String(decoding: code[start...].indices.prefix(while: isWord).map { code[$0] }, as: UTF8.self)
  }
}

/// Overwrites comments and strings with blanks; lines stay where they are.
private struct Blanking {
  var bytes: [UInt8]
  private var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() {
    while at < bytes.count {
      if starts(with: "//") {
        blank(to: bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
      } else if starts(with: "/*") {
        var end = at + 2
        while end < bytes.count, !starts(with: "*/", at: end) { end += 1 }
        blank(to: min(end + 2, bytes.count))
      } else if let hashes = hashesOfString {
        blank(to: endOfString(at, hashes))
      } else {
        at += 1
      }
    }
  }

  /// The number of `#` before the quote of the string that starts here; nil if none does.
  private var hashesOfString: Int? {
    let hashes = bytes[at...].prefix { $0 == UInt8(ascii: "#") }.count
    return starts(with: "\"", at: at + hashes) ? hashes : nil
  }

  private func endOfString(_ start: Int, _ hashes: Int) -> Int {
    let fence = String(repeating: "#", count: hashes)
    let isLong = starts(with: "\"\"\"", at: start + hashes)
    let closing = (isLong ? "\"\"\"" : "\"") + fence
    var end = start + hashes + (isLong ? 3 : 1)
    while end < bytes.count, !starts(with: closing, at: end) {
      // A string of one line ends with it: what looked like a quote was part of a regular expression.
      if !isLong, bytes[end] == UInt8(ascii: "\n") { return end }
      if starts(with: "\\" + fence + "(", at: end) {
        end = endOfInterpolation(end + hashes + 1)
      } else {
        end += starts(with: "\\" + fence, at: end) ? hashes + 2 : 1
      }
    }
    return min(end + closing.utf8.count, bytes.count)
  }

  /// An interpolation may hold strings of its own.
  private func endOfInterpolation(_ start: Int) -> Int {
    var (end, depth) = (start, 0)
    repeat {
      if bytes[end] == UInt8(ascii: "\"") {
        end = endOfString(end, 0)
        continue
      }
      if bytes[end] == UInt8(ascii: "(") { depth += 1 }
      if bytes[end] == UInt8(ascii: ")") { depth -= 1 }
      end += 1
    } while depth > 0 && end < bytes.count
    return end
  }

  private func starts(with text: String, at start: Int? = nil) -> Bool {
    let start = start ?? at
    return start <= bytes.count && bytes[start...].starts(with: text.utf8)
  }

  private mutating func blank(to end: Int) {
    for i in at..<end where bytes[i] != UInt8(ascii: "\n") { bytes[i] = UInt8(ascii: " ") }
    at = end
  }
}
