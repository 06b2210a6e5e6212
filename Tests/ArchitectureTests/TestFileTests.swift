import Testing

/// A suite is found by its name: each has a file of its own.
@Suite struct TestFileTests {
  @Test func aFileHoldsTheSuiteOfItsName() {
    for source in TestSources.all {
      let suites = source.suites
      #expect(suites.isEmpty || suites == [source.fileName], "\(source.path): \(suites)")
    }
    #expect(TestSources.all.contains { !$0.suites.isEmpty })
  }

  @Test func theReaderOfSuitesSeesTypesWithTestsAtTheTop() {
    let text = #"""
      private struct Row { let x = "}" }
      #if Text
        @Suite(.enabled(if: isThere("{"))) final class A {
          enum Inner { case one }
          @Test func one() {}
        }
      #endif
      // struct B { @Test func two() {} }
      struct C { @Test("three", arguments: [1]) func three(x: Int) {} }
      """#
    #expect(SourceText(path: "X/A.swift", text: text).suites == ["A", "C"])
    #expect(SourceText(path: "X/A.swift", text: text).fileName == "A")
  }
}
