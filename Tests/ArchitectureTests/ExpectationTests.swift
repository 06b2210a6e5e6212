import Testing

/// An expectation that fails names the part that failed, so it joins two conditions at most.
@Suite struct ExpectationTests {
  @Test func noExpectationJoinsThreeConditions() {
    for source in TestSources.all {
      for expectation in source.expectations {
        #expect(expectation.joins < 2, "\(source.path):\(source.line(at: expectation.start))")
      }
    }
    #expect(TestSources.all.count > 100)
  }

  @Test func theReaderOfExpectationsCountsJoinsInCodeAlone() {
    let text = #"""
      #expect(a && b)
      // #expect(a && b && c)
      #expect(
        a
          && (b || c),  // && d
        "&& \(x ? "&&" : "||") &&"
      )
      let x = try #require(f("(") { $0 && $1 && $2 })
      """#
    let source = SourceText(path: "A.swift", text: text)
    #expect(source.expectations.map { source.line(at: $0.start) } == [1, 3, 8])
    #expect(source.expectations.map(\.joins) == [1, 2, 2])
  }
}
