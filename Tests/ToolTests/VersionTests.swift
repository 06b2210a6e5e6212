import Foundation
import Testing

@Suite struct VersionTests {
  private static let changelog = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "CHANGELOG.md")

  /// The version is that of the newest release in the change log.
  @Test func theToolPrintsItsVersion() throws {
    let run = try ToolRun("--version")
    let version = String(decoding: run.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(run.status == 0)
    #expect(version == "0.1.0")
    let headings = try String(contentsOf: Self.changelog, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("## ") && $0 != "## Unreleased" }
    #expect(headings.first?.hasPrefix("## \(version) ") ?? false)
  }
}
