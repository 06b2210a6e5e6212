import Testing

/// A suite is found by its name: each has a file of its own.
@Suite struct TestFileTests {
  @Test func aFileHoldsTheSuiteOfItsName() {
    for source in TestSource.all {
      let suites = source.suites
      #expect(suites.isEmpty || suites == [source.name], "Tests/\(source.path): \(suites)")
    }
    #expect(TestSource.all.contains { !$0.suites.isEmpty })
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
    #expect(TestSource(path: "X/A.swift", text: text).suites == ["A", "C"])
    #expect(TestSource(path: "X/A.swift", text: text).name == "A")
  }
}
