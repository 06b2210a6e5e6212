import CoreImage
import Foundation
import Testing

/// The page about filters, and the typed properties, agree with the filters that are there.
@Suite struct FilterTableTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func thePageListsEveryFilterWithItsInputs() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Documentation/CoreImage.md"),
      encoding: .utf8
    )
    let listed = page.split(separator: "\n").filter { $0.hasPrefix("| `CI") && $0.contains("| whole |") }
    #expect(page.contains("has \(listed.count) of Apple's filters"))
    #if BarCodes
      let rows = listed
    #else
      let rows = listed.filter { !$0.contains("CodeTests") }
    #endif
    let names = CIFilter.filterNames(inCategory: nil)
    #expect(rows.count == names.count)
    for name in names {
      let row = try #require(rows.first { $0.hasPrefix("| `\(name)` |") }, "\(name)")
      for key in try #require(CIFilter(name: name)).inputKeys { #expect(row.contains("`\(key)`"), "\(name)") }
    }
  }

  /// Five filters have no typed properties in Apple's framework either.
  @Test func everyFilterHasTypedPropertiesForItsInputs() throws {
    let folder = Self.root.appending(path: "Sources/CoreImage/Builtins")
    var text = ""
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
      text += try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }
    let properties = TypedProperties(text)
    let without: Set = [
      "CIAffineTransform", "CIClamp", "CIConstantColorGenerator", "CICrop", "CIGuidedFilter",
    ]
    for name in CIFilter.filterNames(inCategory: nil) where !without.contains(name) {
      let keys = Set(try #require(CIFilter(name: name)).inputKeys)
      #expect(properties.keys(of: name) == keys, "\(name)")
    }
  }
}

/// The typed properties that sources declare.
private struct TypedProperties {
  /// The protocol of each filter that has a factory.
  private var protocols: [String: String] = [:]
  /// The names of the properties of each protocol, and the protocol that it refines.
  private var members: [String: (properties: [String], base: String)] = [:]
  /// The keys that are not derived from the name of their property.
  private var exceptions: [String: String] = [:]

  init(_ text: String) {
    for match in text.matches(of: /any CIFilter & (\w+) \{\s+\w+\(builtIn: "(\w+)"\)/) {
      protocols[String(match.2)] = String(match.1)
    }
    for match in text.matches(of: /public protocol (\w+): (\w+) \{([^{}]*(?:\{ get set \}[^{}]*)*)\}/) {
      let names = match.3.matches(of: /var (\w+):/).map { String($0.1) }
      members[String(match.1)] = (names, String(match.2))
    }
    for match in text.matches(of: /var (\w+): \w+\?? \{\s+get \{ input\(key: "(\w+)"\)/) {
      exceptions[String(match.1)] = String(match.2)
    }
  }

  /// The keys that a filter's properties stand for; nil for a filter without a factory.
  func keys(of filter: String) -> Set<String>? {
    guard var name = protocols[filter] else { return nil }
    var result: Set<String> = []
    while let (properties, base) = members[name] {
      for property in properties {
        let derived = "input" + property.prefix(1).uppercased() + property.dropFirst()
        result.insert(exceptions[property] ?? (property.hasPrefix("input") ? property : derived))
      }
      name = base
    }
    return result
  }
}
