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
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `CI") && $0.contains("| whole |") }
    let names = CIFilter.filterNames(inCategory: nil)
    #expect(rows.count == names.count)
    for name in names {
      let row = try #require(rows.first { $0.hasPrefix("| `\(name)` |") }, "\(name)")
      for key in try #require(CIFilter(name: name)).inputKeys { #expect(row.contains("`\(key)`"), "\(name)") }
    }
    #expect(page.contains("has \(names.count) of Apple's filters"))
  }

  /// Four filters have no typed properties in Apple's framework either.
  @Test func everyFilterHasTypedProperties() throws {
    let folder = Self.root.appending(path: "Sources/CoreImage/Builtins")
    var text = ""
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
      text += try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }
    let without: Set = ["CIAffineTransform", "CIClamp", "CIConstantColorGenerator", "CICrop"]
    for name in CIFilter.filterNames(inCategory: nil) where !without.contains(name) {
      #expect(text.contains("(builtIn: \"\(name)\")"), "\(name)")
      for key in try #require(CIFilter(name: name)).inputKeys {
        #expect(text.contains("self[\"\(key)\"]"), "\(name).\(key)")
      }
    }
  }
}
