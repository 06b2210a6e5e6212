import Foundation

/// The ids of the rules in `Documentation/Rules`, page by page.
struct RuleBook {
  /// The pages, with the words that stand for them in citations.
  static let pages = [
    "animation": "model", "compatibility": "model", "rendering": "rendering", "caml": "documents",
  ]

  /// The ids of rules and examples by page, such as `L-5` and `#3`.
  private(set) var rules: [String: Set<String>] = [:]
  /// The numbers of sections by page, such as `6.2`.
  private(set) var sections: [String: Set<String>] = [:]
  /// The letters that begin ids, such as `L` and `SC`.
  private(set) var families: Set<String> = []
  /// How many steps `rendering R-1` has.
  private(set) var stepCount = 0

  init() throws {
    for page in Set(Self.pages.values) {
      try read(page: page, text: Repository.text(of: "Documentation/Rules/\(page).md"))
    }
  }

  private mutating func read(page: String, text: String) throws {
    for line in text.split(separator: "\n") {
      for match in line.matches(of: /\*\*(#\d+|[A-Z]{1,3}-\d+)\*\*/) {
        let id = String(match.output.1)
        rules[page, default: []].insert(id)
        if let dash = id.firstIndex(of: "-") { families.insert(String(id[..<dash])) }
      }
      if let match = line.firstMatch(of: /^(?:#+ |- \*\*|- <a id="[^"]+"><\/a>\*\*)(\d+(?:\.\d+)?)/) {
        sections[page, default: []].insert(String(match.output.1))
      }
      if let match = line.firstMatch(of: /^#+ (Appendix [A-Z])/) {
        sections[page, default: []].insert(String(match.output.1))
      }
      if page == "rendering", let match = line.firstMatch(of: /^\| (\d+) \|/) {
        stepCount = max(stepCount, Int(match.output.1) ?? 0)
      }
    }
  }

  /// True if a page has the rule, or any page where the citation names none.
  func has(rule id: String, page: String?) -> Bool {
    if let page, !(page != "model" && id.hasPrefix("SC-")) { return rules[page]?.contains(id) ?? false }
    return rules.values.contains { $0.contains(id) }
  }

  /// True if a page has the section, or any page where the citation names none.
  func has(section number: String, page: String?) -> Bool {
    if let page { return sections[page]?.contains(number) ?? false }
    return sections.values.contains { $0.contains(number) }
  }
}

/// A place that names a rule which the rule book does not have.
struct UnresolvedCitation: Equatable, CustomStringConvertible {
  var path: String
  var line: Int
  var id: String

  var description: String { "\(path):\(line): \(id) is not a rule" }
}

extension RuleBook {
  /// The citations of a text that do not resolve.
  ///
  /// A word such as *rendering* names the page of the ids that follow it in the line. Ids without such a word may be
  /// of any page. Examples (`#3`) are looked for only where `citesExamples` says that the line may hold some.
  func unresolved(in text: [UInt8], path: String, citesExamples: (Substring) -> Bool) -> [UnresolvedCitation]
  {
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { index, line -> [UnresolvedCitation] in
      guard line.utf8.contains(where: { $0.isDigit }) else { return [] }
      let ids = unresolvedRules(in: line, citesExamples: citesExamples(line)) + unresolvedSections(in: line)
      return ids.map { UnresolvedCitation(path: path, line: index + 1, id: $0) }
    }
  }

  private func unresolvedRules(in line: Substring, citesExamples: Bool) -> [String] {
    let bytes = Array(line.utf8)
    var missing: [String] = []
    for place in bytes.indices where bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "#") {
      let digits = bytes[(place + 1)...].prefix(while: \.isDigit)
      guard !digits.isEmpty, digits.endIndex == bytes.count || !bytes[digits.endIndex].isNamePart else {
        continue
      }
      var start = place
      while start > 0, bytes[start - 1].isUppercase { start -= 1 }
      guard
        start == 0
          || !(bytes[start - 1].isNamePart
            || [UInt8(ascii: "-"), UInt8(ascii: "&")].contains(bytes[start - 1]))
      else { continue }
      let head = String(decoding: bytes[start..<place], as: UTF8.self)
      let number = String(decoding: digits, as: UTF8.self)
      let isExample = bytes[place] == UInt8(ascii: "#")
      guard isExample ? citesExamples && head.isEmpty : families.contains(head) else { continue }
      let padded = head == "E" ? String(repeating: "0", count: max(0, 3 - number.count)) + number : number
      let id = isExample ? "#" + number : head + "-" + padded
      let page = isExample ? "model" : page(before: start, in: bytes)
      if !has(rule: id, page: page) { missing.append(id) }
    }
    return missing
  }

  /// The page that the last word of its kind names, before a place of a line.
  private func page(before place: Int, in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes[..<place], as: UTF8.self).lowercased()
    // A word names a page only directly before an id or a section: "an animation ends (N-4)" does not.
    let words = text.matches(
      of: /\b(animation|rendering|caml|compatibility) (?:[a-z]{1,3}-\d|#\d|sections? \d|$)/
    )
    return words.last.flatMap { Self.pages[String($0.output.1)] }
  }

  private func unresolvedSections(in line: Substring) -> [String] {
    // Most lines hold none of the words; looking for these first is what makes the test fast.
    guard ["ection", "caml", "CAML", "ppendix", "step"].contains(where: { line.utf8.contains($0.utf8) })
    else { return [] }
    var missing: [String] = []
    func check(_ numbers: Substring, page: String) {
      missing += numbers.matches(of: /\d+(?:\.\d+)?/).map { String($0.output) }
        .filter { !has(section: $0, page: page) }.map { "\(page) section \($0)" }
    }
    let list = /(\d+(?:\.\d+)?(?:(?:, | and | to | … )\d+(?:\.\d+)?)*)/
    for match in line.matches(of: /\b(?:caml|CAML) (\d+(?:\.\d+)?(?:(?:, | and | to | … )\d+(?:\.\d+)?)*)/) {
      check(match.output.1, page: "documents")
    }
    let named = line.firstMatch(
      of: /\b(animation|rendering) (?:sections?|rules)|of the (animation|rendering) rules/
    )
    if let named, let word = named.output.1 ?? named.output.2, let page = Self.pages[String(word)] {
      for match in line.matches(of: /[Ss]ections?\s/) {
        if let numbers = line[match.range.upperBound...].prefixMatch(of: list) {
          check(numbers.output.1, page: page)
        }
      }
    }
    for match in line.matches(of: /(animation|rendering) (Appendix [A-Z])/) {
      let (page, appendix) = (Self.pages[String(match.output.1)], String(match.output.2))
      if !has(section: appendix, page: page) { missing.append("\(match.output.1) \(appendix)") }
    }
    if line.contains("R-1") {
      for match in line.matches(of: /\bsteps? (\d+)(?: (?:to|and) (\d+))?/) {
        let last = Int(match.output.2 ?? match.output.1) ?? 0
        if last > stepCount { missing.append("step \(last) of R-1") }
      }
    }
    return missing
  }
}

extension Substring.UTF8View {
  /// True if the text has a word as a part.
  fileprivate func contains(_ word: String.UTF8View) -> Bool {
    guard let first = word.first else { return true }
    var rest = self[...]
    while let place = rest.firstIndex(of: first) {
      if rest[place...].starts(with: word) { return true }
      rest = rest[rest.index(after: place)...]
    }
    return false
  }
}
