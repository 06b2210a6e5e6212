import StrataRenderTree
import Testing

@Suite struct CustomValuesTests {
  private func key(_ number: Int) -> Symbol { Symbol("key \(number)") }

  /// A dictionary and a list of keys as the model, through sizes with and without a table.
  @Test func manyValuesAreKeptAsAFewAre() {
    var values = CustomValues()
    for i in 0..<100 { values[key(i)] = Double(i) }
    for i in stride(from: 0, to: 100, by: 3) { values[key(i)] = nil }
    for i in 0..<20 { values[key(i)] = Double(-i) }
    let kept = (0..<100).filter { $0 % 3 != 0 }
    let added = (0..<20).filter { $0 % 3 == 0 }
    #expect(values.keys == (kept + added).map { "key \($0)" })
    for i in 0..<100 {
      let expected: Double? = i < 20 ? Double(-i) : i % 3 == 0 ? nil : Double(i)
      #expect(values[key(i)] as? Double == expected, "\(i)")
      #expect(values[key(i), default: 0.5] == expected ?? 0.5, "\(i)")
    }
  }

  @Test func theOrderOfSettingDoesNotMatterToEquality() {
    var (forwards, backwards) = (CustomValues(), CustomValues())
    for i in 0..<80 { forwards[key(i)] = Double(i) }
    for i in (0..<80).reversed() { backwards[key(i)] = Double(i) }
    #expect(forwards == backwards)
    backwards[key(40)] = 0.0
    #expect(forwards != backwards)
  }
}
