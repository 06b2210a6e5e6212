import CoreGraphics
import StrataRaster
import StrataText
import Testing

/// What long texts cost.
@Suite(.enabled(if: hasFonts))
struct LongTextTests {
  private func glyphs(of layout: TextLayout) -> Int { layout.fills.reduce(0) { $0 + $1.shapes.glyphs.count } }

  private func request(_ text: String, width: Double, height: Double, skips: Bool) -> TextLayoutRequest {
    var request = TextLayoutRequest(
      runs: [StyledText(text, font: FontDescription(name: "Helvetica", size: 12), color: nil)],
      width: width,
      height: height
    )
    request.skipsUnseen = skips
    return request
  }

  @Test("Marks beyond the limit of a character are not drawn", .timeLimit(.minutes(1)))
  func marksOfOneCharacter() {
    // Half an hour of work without a limit.
    let stacked = layout("a" + String(repeating: "\u{301}", count: 500_000) + "b")
    #expect(glyphs(of: stacked) <= 2 + 128)
    #expect(stacked.lines.first?.range == 0..<500_002)
    // The marks that stay may round the width of their letter.
    #expect(abs(stacked.size.width - width(of: "ab")) < 0.25)
    // As many as a word has in any language, and more, stay.
    let few = layout("a" + String(repeating: "\u{301}", count: 100))
    #expect(glyphs(of: few) >= 100)
  }

  @Test(
    "Chains of joiners and interleaved joiners are limited",
    .timeLimit(.minutes(1)),
    arguments: ["\u{1F469}\u{200D}", "\u{301}\u{2060}"]
  )
  func joiners(link: String) {
    let count = 100_000
    let chain = layout("a" + String(repeating: link, count: count))
    #expect(chain.lines.first?.range.upperBound == 1 + count * link.utf16.count)
  }

  @Test("Marks of many characters stay")
  func manyMarkedCharacters() {
    let text = String(repeating: "a\u{301}\u{302}", count: 300)
    #expect(abs(width(of: text) - width(of: String(repeating: "a", count: 300))) < 0.5)
    #expect(glyphs(of: layout(text)) >= 300)
  }

  @Test("A line keeps the glyphs that touch its box and its own width", .timeLimit(.minutes(1)))
  func unseenGlyphs() {
    let text = String(repeating: "many words ", count: 2_000)
    let all = TextLayoutEngine.layout(request(text, width: 100, height: 20, skips: false))
    let seen = TextLayoutEngine.layout(request(text, width: 100, height: 20, skips: true))
    #expect(seen.size == all.size)
    #expect(glyphs(of: all) == 18_000)
    #expect(glyphs(of: seen) < 60)
    let places = Set(seen.fills.flatMap(\.shapes.glyphs).map(\.place))
    let touching = all.fills.flatMap(\.shapes.glyphs).filter { glyph in
      glyph.place.x + (glyph.shape.bounds?.minX ?? 0) <= 100
    }
    #expect(touching.count > 10)
    #expect(touching.allSatisfy { places.contains($0.place) })
  }

  @Test("A box of a long wrapped text has the lines of the whole text", .timeLimit(.minutes(1)))
  func wrappedBeginning() throws {
    let words = ["lorem", "ipsum", "fi", "漢字", "dolor,", "sit-amet"]
    let text = (0..<30_000).map { words[($0 * 7 + $0 / 5) % words.count] }.joined(separator: " ")
    for height in [40.0, 3_000] {
      var request = request(text, width: 150, height: height, skips: false)
      request.isWrapped = true
      let all = TextLayoutEngine.layout(request)
      request.skipsUnseen = true
      let shown = TextLayoutEngine.layout(request)
      #expect(shown.lines.count < all.lines.count / 2)
      let expected = all.lines.filter { $0.origin.y - $0.ascent < height }
      #expect(shown.lines.count > expected.count)
      #expect(shown.lines.prefix(expected.count).map(\.range) == expected.map(\.range))
      #expect(shown.lines.prefix(expected.count).map(\.origin) == expected.map(\.origin))
    }
  }

  @Test("A word longer than its box has the lines of the whole word", .timeLimit(.minutes(1)))
  func wrappedWord() {
    let word = String(repeating: "fi漢e\u{301}", count: 10_000)
    var request = request(word, width: 150, height: 300, skips: false)
    request.isWrapped = true
    let all = TextLayoutEngine.layout(request)
    request.skipsUnseen = true
    let shown = TextLayoutEngine.layout(request)
    #expect(shown.lines.count < all.lines.count / 2)
    let expected = all.lines.filter { $0.origin.y - $0.ascent < 300 }
    #expect(expected.count > 10)
    #expect(shown.lines.prefix(expected.count).map(\.range) == expected.map(\.range))
    #expect(shown.lines.prefix(expected.count).map(\.origin) == expected.map(\.origin))
  }

  @Test("Paragraphs far below the box are not laid out", arguments: [0.0, -1])
  func unseenParagraphs(spacing: Double) {
    var style = ParagraphStyle()
    style.lineSpacing = spacing
    let font = FontDescription(name: "Helvetica", size: 12)
    var request = TextLayoutRequest(
      runs: (0..<2_000).map { index in
        var run = StyledText("paragraph \(index)\n", font: font, color: nil)
        run.paragraph = style
        return run
      },
      width: 150,
      height: 100,
      isWrapped: true
    )
    let all = TextLayoutEngine.layout(request)
    request.skipsUnseen = true
    let shown = TextLayoutEngine.layout(request)
    #expect(all.lines.count == 2_000)
    // Where lines can go up again, a later one may be seen.
    #expect(spacing < 0 ? shown.lines.count == 2_000 : shown.lines.count < 50)
    let expected = all.lines.filter { $0.origin.y - $0.ascent < 100 }
    #expect(shown.lines.prefix(expected.count).map(\.range) == expected.map(\.range))
    #expect(shown.lines.prefix(expected.count).map(\.origin) == expected.map(\.origin))
  }

  @Test("A tall glyph of a low line below the box is seen")
  func tallGlyphs() {
    var style = ParagraphStyle()
    style.maximumLineHeight = 10
    var request = TextLayoutRequest(
      runs: (0..<40).map { index in
        let size = index == 39 ? 200.0 : 12
        var run = StyledText("A\n", font: FontDescription(name: "Helvetica", size: size), color: nil)
        run.paragraph = style
        return run
      },
      width: 150,
      height: 300,
      isWrapped: true
    )
    request.skipsUnseen = true
    let fills = TextLayoutEngine.layout(request).fills
    #expect(fills.contains { ($0.bounds.map { $0.maxY - $0.minY } ?? 0) > 100 })
  }

  @Test("Lines below the box have no glyphs")
  func unseenLines() {
    let text = String(repeating: "line\n", count: 1_000)
    let seen = TextLayoutEngine.layout(request(text, width: 100, height: 20, skips: true))
    #expect(seen.lines.count >= 1_000)
    #expect(glyphs(of: seen) < 60)
    #expect(glyphs(of: seen) >= 8)
  }

  @Test("Each glyph of a text of many styles has its own style", .timeLimit(.minutes(1)))
  func manyStyles() {
    let font = FontDescription(name: "Helvetica", size: 12)
    let runs = (0..<3_000).map { index in
      StyledText("ab", font: font, color: CGColor(srgbRed: CGFloat(index % 2), green: 0, blue: 0, alpha: 1))
    }
    let layout = TextLayoutEngine.layout(TextLayoutRequest(runs: runs))
    #expect(layout.fills.count == 3_000)
    #expect(layout.fills.allSatisfy { $0.shapes.glyphs.count == 2 })
  }
}
