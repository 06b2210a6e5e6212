import StrataText
import Testing

/// Where the beginning of a long text ends.
struct TextBeginningTests {
  @Test(
    "A beginning ends after its last space, or between two characters",
    arguments: [
      // The text, the part's start, the units, the end.
      ("one two three", 0, 9, 8), ("one two three", 0, 8, 8), ("one two three", 4, 6, 8),
      ("abcdefgh", 0, 5, 5), ("abcdefgh", 2, 3, 5), ("abe\u{301}fgh", 0, 3, 2), ("abe\u{301}fgh", 0, 4, 4),
      ("a\u{1F469}\u{200D}\u{1F469}bc", 0, 4, 1), ("漢字漢字", 0, 2, 2), (" \u{301}a bc", 1, 3, 4),
    ]
  )
  func ends(text: String, start: Int, units: Int, end: Int) {
    let part = start..<text.utf16.count
    #expect(text.endOfBeginning(of: part, units: units) == end)
  }

  @Test("A part that is not longer, or whose first character is, has no beginning")
  func none() {
    #expect("abc".endOfBeginning(of: 0..<3, units: 3) == nil)
    #expect("abc".endOfBeginning(of: 1..<3, units: 5) == nil)
    #expect("abc".endOfBeginning(of: 0..<3, units: 0) == nil)
    let marks = "e" + String(repeating: "\u{301}", count: 40)
    #expect((marks + "f").endOfBeginning(of: 0..<42, units: 20) == nil)
    #expect(("a" + marks).endOfBeginning(of: 1..<42, units: 20) == nil)
    #expect((marks + "fgh").endOfBeginning(of: 0..<44, units: 42) == 42)
  }

  @Test("A space counts among the last 1,024 units only")
  func farSpaces() {
    let word = String(repeating: "x", count: 2000)
    #expect(("a " + word).endOfBeginning(of: 0..<2002, units: 1500) == 1500)
    #expect(("a " + word).endOfBeginning(of: 0..<2002, units: 1000) == 2)
  }

  @Test("A first character that is longer than the beginning of a long text is drawn", .enabled(if: hasFonts))
  func longCharacter() {
    var request = TextLayoutRequest(
      runs: [
        StyledText(
          "e" + String(repeating: "\u{301}", count: 20_000) + " and more",
          font: FontDescription(name: "Helvetica", size: 12),
          color: nil
        )
      ],
      width: 200,
      height: 100,
      isWrapped: true
    )
    request.skipsUnseen = true
    #expect(TextLayoutEngine.layout(request).lines.first?.range.lowerBound == 0)
  }
}
