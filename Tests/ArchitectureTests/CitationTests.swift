import Foundation
import Testing

/// Every rule that a source, a test or a page cites is in `Documentation/Rules`.
@Suite struct CitationTests {
  @Test func everyCitationOfSourcesAndTestsResolves() throws {
    let book = try RuleBook()
    let paths = Repository.files(
      in: "Sources",
      "Tests",
      "Examples",
      "Benchmarks",
      "Fuzzing",
      extensions: ["swift", "c", "h"]
    )
    #expect(paths.count > 500)
    for path in paths where !path.hasPrefix("Tests/ArchitectureTests/") {
      let source = try Repository.source(path)
      let missing =
        book.unresolved(in: source.comments, path: path) { _ in path.hasPrefix("Tests/") }
        + book.unresolved(in: source.strings, path: path) { _ in false }
      for citation in missing { Issue.record("\(citation)") }
    }
  }

  @Test func everyCitationOfThePagesResolves() throws {
    let book = try RuleBook()
    let pages =
      Repository.files(in: "Documentation", extensions: ["md", "tsv"]) + ["README.md", "CHANGELOG.md"]
    for path in pages {
      let text = Array(try Repository.text(of: path).utf8)
      let missing = book.unresolved(in: text, path: path) { $0.contains("animation #") }
      for citation in missing { Issue.record("\(citation)") }
    }
  }

  @Test func theRuleBookIsComplete() throws {
    let book = try RuleBook()
    #expect((1...398).allSatisfy { book.has(rule: "#\($0)", page: "model") })
    #expect((1...63).allSatisfy { book.has(rule: "SC-\($0)", page: "model") })
    #expect((1...49).allSatisfy { book.has(rule: "R-\($0)", page: "rendering") })
    #expect(book.stepCount == 13)
    #expect(book.has(section: "10.6", page: "documents"))
    #expect(book.families.count > 30)
  }

  @Test(arguments: [
    ("rendering R-49, R-50", ["R-50"]),
    ("animation L-5, #3 to #399", ["#399"]),
    ("rendering L-5", ["L-5"]),
    ("E-090 … E-999 and SC-64", ["E-999", "SC-64"]),
    ("caml 3.2 and 13.1", ["documents section 13.1"]),
    ("steps 8 to 14 of rendering R-1", ["step 14 of R-1"]),
    ("Sections 8 and 99 of the animation rules", ["model section 99"]),
    ("UTF-8, PDF-1, a-5, &#9;, SHA-256", []),
    ("rendering sections 6.4 to 6.7, rendering Appendix C", ["rendering Appendix C"]),
  ])
  func anIdThatNoRuleHasIsReported(text: String, ids: [String]) throws {
    let found = try RuleBook().unresolved(in: Array(text.utf8), path: "x") { _ in true }
    #expect(found == ids.map { UnresolvedCitation(path: "x", line: 1, id: $0) })
  }

  @Test func commentsAndStringsAreToldFromCode() {
    let text = #"""
      let a = "R-1 \(f("x")) // no" // R-2
      /* R-3
      "R-4" */ let b = 1
      """#
    let source = SourceText(path: "x", text: text)
    #expect(String(decoding: source.code, as: UTF8.self).filter { !$0.isWhitespace } == #"leta=""letb=1"#)
    #expect(String(decoding: source.strings, as: UTF8.self).contains("R-1"))
    #expect(!String(decoding: source.strings, as: UTF8.self).contains("R-4"))
    #expect(String(decoding: source.comments, as: UTF8.self).contains("R-4"))
    #expect(source.line(at: text.utf8.count) == 3)
  }
}
