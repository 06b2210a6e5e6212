import Foundation
import Testing

/// What the page for contributors says of the tree is true of it.
@Suite struct ContributingTests {
  private static let page = "CONTRIBUTING.md"
  private static let git = "/usr/bin/git"

  /// True if the tree is a checkout that git can read.
  static let isCheckout =
    FileManager.default.fileExists(atPath: Checkout.root.appending(path: ".git").path)
    && FileManager.default.isExecutableFile(atPath: git)

  static let diffs = CodeBlock.blocks(of: "diff", in: page)

  @Test(.enabled(if: isCheckout, "the tree is not a checkout of git"), arguments: diffs)
  func everyDiffApplies(_ diff: CodeBlock) throws {
    let patch = diff.code.joined(separator: "\n") + "\n"
    let result = try Checkout.run(Self.git, ["apply", "--check", "-"], input: patch)
    #expect(result.status == 0, "\(result.text)")
  }

  @Test func thereAreDiffs() { #expect(Self.diffs.count == 5) }

  @Test func theBackendIsThatOfTheTests() throws {
    let code = CodeBlock.blocks(of: "swift", in: Self.page)
    #expect(code.count == 1)
    let file = try Checkout.text("Tests/StrataRenderServerTests/RecordingBackend.swift")
    for block in code { #expect(file.contains(block.code.joined(separator: "\n"))) }
  }

  @Test func everyTargetOfTheMakefileIsExplained() throws {
    let page = try Checkout.text(Self.page)
    let targets = try Checkout.text("Makefile").matches(of: /(?m)^([a-z-]+):.*##/).map { String($0.output.1) }
    #expect(targets.count > 20)
    for target in targets where target != "help" { #expect(page.contains("`make \(target)`"), "\(target)") }
    for command in page.matches(of: /`make ([a-z-]+)/) {
      #expect(targets.contains(String(command.output.1)), "\(command.output.0)")
    }
  }

  @Test func thePageNamesAllThatTheServerRuns() throws {
    let page = try Checkout.text(Self.page)
    let sentence = try #require(page.firstMatch(of: /CI runs [^\n]*/)).output
    let words = [
      "lint": "lint", "test": "all tests,", "test-core": "traits off", "test-packages": "test-packages",
    ]
    let commands = try Checkout.text(".ci/run").matches(of: /(?m)^make ([a-z-]+)$/).map {
      String($0.output.1)
    }
    #expect(commands.sorted() == words.keys.sorted())
    for word in words.values { #expect(sentence.contains(word), "\(word)") }
  }
}
