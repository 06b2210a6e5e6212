import Foundation

/// The sources of the tests, read once for all checks.
enum TestSources {
  static let all: [SourceText] = Repository.files(in: "Tests", extensions: ["swift"]).compactMap {
    try? Repository.source($0)
  }
}

extension SourceText {
  /// The file's name without its extension.
  var fileName: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// The expectations: where each begins, and the number of `&&` and `||` in it.
  var expectations: [(start: Int, joins: Int)] {
    ["#expect(", "#require("].flatMap { macro in
      places(of: macro).map { start in
        let end = code.closing(of: start + macro.utf8.count - 1) ?? code.count
        return (start, ["&&", "||"].reduce(0) { $0 + places(of: $1, in: start..<end).count })
      }
    }
  }

  /// The names of the types at the top of the file that hold tests.
  var suites: [String] {
    let openings = [UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{")]
    var names: [String] = []
    var at = 0
    while at < code.count {
      if openings.contains(code[at]) {
        at = (code.closing(of: at) ?? code.count) + 1
      } else if code[at].isNamePart {
        let word = name(at: at)
        at += word.utf8.count
        guard ["struct", "class", "enum", "actor"].contains(word),
          let body = code[at...].firstIndex(of: UInt8(ascii: "{"))
        else { continue }
        let end = code.closing(of: body) ?? code.count
        if !places(of: "@Test", in: body..<end).isEmpty { names.append(name(at: at + 1)) }
        at = end
      } else {
        at += 1
      }
    }
    return names
  }

  private func name(at start: Int) -> String {
    String(decoding: code[start...].prefix { $0.isNamePart }, as: UTF8.self)
  }

  private func places(of text: String, in range: Range<Int>? = nil) -> [Int] {
    let (range, wanted) = (range ?? 0..<code.count, Array(text.utf8))
    guard let first = wanted.first, range.count >= wanted.count else { return [] }
    return (range.lowerBound...range.upperBound - wanted.count).filter {
      code[$0] == first && code[$0...].starts(with: wanted)
    }
  }
}
