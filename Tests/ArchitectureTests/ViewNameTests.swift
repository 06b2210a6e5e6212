import Foundation
import Testing

/// The tables of the view modules' names in `Documentation/Views.md` are those of the sources.
@Suite struct ViewNameTests {
  /// The public names of a module's sources: members by type, and functions under the empty name.
  static func names(in texts: [String]) throws -> [String: Set<String>] {
    let head = try Regex(
      #"^(?:@\w+ )*(?:(?:public|open) )?(?:final )?(class|struct|enum|protocol|extension) (\w+)"#
    )
    let member = try Regex(
      #"^  (?:@\w+ )*(?:public|open)(?:\(set\))?(?: \w+(?:\(\w+\))?)*? (?:var|let|func|struct|enum) `?(\w+)"#
    )
    let requirement = try Regex(#"^  (?:var|func) (\w+)"#)
    let function = try Regex(#"^public func (\w+)"#)
    var found: [String: Set<String>] = [:]
    for text in texts {
      var (type, isPublic, isProtocol) = ("", false, false)
      for line in text.split(separator: "\n") {
        if let match = try head.firstMatch(in: line) {
          type = String(match.output[2].substring ?? "")
          isProtocol = match.output[1].substring == "protocol"
          isPublic = line.contains("public ") || line.contains("open ")
          if isPublic { found[type, default: []].formUnion([]) }
        } else if let match = try function.firstMatch(in: line) {
          found["", default: []].insert(String(match.output[1].substring ?? ""))
        } else if let match = try member.firstMatch(in: line) {
          found[type, default: []].insert(String(match.output[1].substring ?? ""))
        } else if isProtocol, isPublic, let match = try requirement.firstMatch(in: line) {
          found[type, default: []].insert(String(match.output[1].substring ?? ""))
        }
      }
    }
    return found
  }

  /// The classes of a module's sources by those that inherit from them.
  static func superclasses(in texts: [String]) throws -> [String: String] {
    let head = try Regex(#"(?m)^(?:@\w+ )*open class (\w+): (\w+)"#)
    var found: [String: String] = [:]
    for match in texts.flatMap({ $0.matches(of: head) }) {
      found[String(match.output[1].substring ?? "")] = String(match.output[2].substring ?? "")
    }
    return found
  }

  /// The types of other modules that StrataViews gives members.
  private static let sharedTypes = [
    "IndexPath", "NSAttributedString", "NSIndexPath", "NSNotification", "NSString", "ProcessInfo", "String",
  ]

  /// The names of a view module: its own, and those that it has from StrataViews, by inheritance and in types of others.
  static func names(of module: String) throws -> [String: Set<String>] {
    func texts(_ module: String) throws -> [String] {
      try Repository.files(in: "Sources/" + module, extensions: ["swift"]).map { try Repository.text(of: $0) }
    }
    let (own, below) = (try texts(module), try texts("StrataViews"))
    let shared = try names(in: below)
    var found = try names(in: own)
    for (type, superclass) in try superclasses(in: own) {
      found[type]?.formUnion(shared[superclass] ?? [])
    }
    for type in sharedTypes {
      found[type, default: []].formUnion(shared[type] ?? [])
    }
    return found
  }

  /// The rows of the table: a type and its members in order; names with an underscore are not for programs.
  static func rows(of names: [String: Set<String>]) -> [String] {
    names.keys.filter { !$0.hasPrefix("_") }.sorted().map { type in
      let members = names[type, default: []].sorted().map { "`\($0)`" }.joined(separator: " ")
      return "| \(type.isEmpty ? "functions" : "`\(type)`") | \(members) |"
    }
  }

  @Test(arguments: ["UIKit", "AppKit"]) func theTableHasTheNamesOfTheSources(module: String) throws {
    let expected = Self.rows(of: try Self.names(of: module))
    let page = try Repository.text(of: "Documentation/Views.md")
    let section = page.components(separatedBy: "\n## ").first { $0.hasPrefix(module + "'s names") } ?? ""
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }
      .map(String.init)
    for row in expected where !rows.contains(row) { Issue.record("\(module)'s names lack the row \(row)") }
    for row in rows where !expected.contains(row) { Issue.record("\(module)'s names have the row \(row)") }
    #expect(rows.count > 20)
  }

  @Test func theReaderOfNamesSeesDeclarations() throws {
    let text = """
      @MainActor open class A: B {
        public internal(set) final var one = 1
        open class func two() {}
        var own = 2
        public static let `three` = 3
      }
      public protocol P {
        var four: Int { get }
      }
      extension A {
        @discardableResult public final func five() {}
      }
      public func six() {}
      """
    let names = try Self.names(in: [text])
    #expect(names["A"] == ["one", "two", "three", "five"])
    #expect(names["P"] == ["four"])
    #expect(names[""] == ["six"])
    #expect(try Self.superclasses(in: [text]) == ["A": "B"])
  }
}
