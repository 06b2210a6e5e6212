import CoreText
import StrataRaster
import StrataText
import Testing

private let layoutOfEmoji = TextLayoutEngine.layout(
  TextLayoutRequest(runs: [StyledText("😀", font: FontDescription(name: "Helvetica", size: 50), color: nil)])
)

@Suite(.enabled(if: hasFonts))
struct ParagraphTests {
  private func styled(_ text: String, _ change: (inout ParagraphStyle) -> Void) -> StyledText {
    var style = ParagraphStyle()
    change(&style)
    return StyledText(
      text,
      font: FontDescription(name: "Helvetica", size: 20),
      style: TextStyle(),
      paragraph: style
    )
  }

  private func layout(_ runs: [StyledText], width: Double = 200, height: Double? = nil) -> TextLayout {
    TextLayoutEngine.layout(TextLayoutRequest(runs: runs, width: width, height: height, isWrapped: true))
  }

  @Test("Each paragraph of a text has its own style")
  func stack() throws {
    let lines = layout([
      styled("left\n") { $0.alignment = .left },
      styled("middle\n") { $0.alignment = .center },
      styled("right") {
        $0.alignment = .right
        $0.spacingBefore = 5
      },
    ]).lines
    try #require(lines.count == 3)
    #expect(lines[0].origin.x == 0)
    #expect(abs(Double(lines[1].origin.x) - (200 - lines[1].width) / 2) < 1e-6)
    #expect(abs(Double(lines[2].origin.x) - (200 - lines[2].width)) < 1e-6)
    // Lines of 20 points, and 5 more before the last.
    #expect(lines.map { Double($0.origin.y) }.map { ($0 * 10).rounded() / 10 } == [15.4, 35.4, 60.4])
    #expect(lines.map(\.range.lowerBound) == [0, 5, 12])
  }

  @Test("Indents move the lines of a paragraph")
  func indents() throws {
    let text = "several words that need more than one line to stand on"
    let lines = layout([
      styled(text) {
        $0.firstLineIndent = 30
        $0.indent = 10
        $0.tailIndent = -20
      }
    ]).lines
    try #require(lines.count > 2)
    #expect(lines[0].origin.x == 30 && lines[1].origin.x == 10)
    #expect(lines[0].width <= 200 - 30 - 20 + 0.01)
    #expect(lines.dropFirst().allSatisfy { $0.width <= 200 - 10 - 20 + 6 })
    let narrow = layout([styled(text) { $0.tailIndent = 100 }]).lines
    #expect(narrow.count > lines.count)
    let hebrew = layout([
      styled("שלום") {
        $0.firstLineIndent = 30
        $0.tailIndent = -20
      }
    ]).lines
    #expect(abs(Double(hebrew[0].origin.x) + hebrew[0].width - 170) < 1e-6)
  }

  @Test("A style's line break mode wins")
  func breaking() {
    let text = "several words that need more than one line"
    #expect(layout([styled(text) { $0.breaking = .clipped }]).lines.count == 1)
    let cut = layout([styled(text) { $0.breaking = .truncated(.middle) }])
    #expect(cut.lines.count == 1 && cut.size.width <= 200.01)
    #expect(layout([styled(text) { $0.breaking = .anywhere }]).lines.count > 1)
  }

  @Test("Empty paragraphs keep their height, and text beyond a truncated box is left out")
  func emptyParagraphs() {
    #expect(layout([styled("a\n\nb") { _ in }]).lines.map { Double($0.origin.y).rounded() } == [15, 35, 55])
    var request = TextLayoutRequest(
      runs: [styled("one\ntwo\nthree four five six seven eight nine ten") { _ in }],
      width: 100,
      height: 62,
      isWrapped: true,
      truncation: .end
    )
    let cut = TextLayoutEngine.layout(request)
    #expect(cut.lines.count == 3)
    request.height = nil
    #expect(TextLayoutEngine.layout(request).lines.count > 3)
  }

  @Test(
    "A paragraph that ends before others that do not fit takes an ellipsis (rendering TX-5)",
    arguments: [20, 30, 22]
  )
  func ellipsisBeforeDroppedParagraphs(height: Double) {
    func cut(_ change: (inout ParagraphStyle) -> Void) -> TextLayout {
      TextLayoutEngine.layout(
        TextLayoutRequest(
          runs: [styled("ab\ncd\nef", change)],
          width: 300,
          height: height,
          isWrapped: true,
          truncation: .end
        )
      )
    }
    let expected = layout([styled("ab…") { _ in }])
    for spacing in [0.0, 2] {
      let shown = cut { $0.spacingBefore = spacing }
      #expect(shown.lines.count == 1)
      #expect(shown.fills == expected.fills)
    }
    #expect(cut { $0.breaking = .clipped }.lines.count == 1)
  }

  @Test("A direction that a style names counts more than the characters'")
  func direction() throws {
    let line = try #require(layout([styled("abc") { $0.isRightToLeft = true }]).lines.first)
    #expect(line.isRightToLeft && abs(Double(line.origin.x) + line.width - 200) < 1e-6)
  }

  @Test("Rules, backgrounds and raised text are painted")
  func looks() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    func fills(_ change: (inout TextStyle) -> Void) throws -> TextLayout {
      var style = TextStyle()
      change(&style)
      let run = StyledText("xx", font: FontDescription(name: "Helvetica", size: 20), style: style)
      return TextLayoutEngine.layout(TextLayoutRequest(runs: [run]))
    }
    let plain = try fills { _ in }
    let behind = try fills { $0.backgroundColor = red }
    #expect(behind.fills.first?.color == red && behind.fills.count == 2)
    #expect(behind.fills[0].bounds?.height == 20 && behind.fills[0].bounds?.minX == 0)
    let ruled = try fills { $0.underline = TextRule(.double, color: blue) }
    #expect(ruled.fills.first?.color == blue && ruled.fills.count == 2)
    let single = try fills { $0.strikethrough = TextRule() }
    #expect(
      single.fills.count == 1 && single.fills[0].outline.verbs.count > plain.fills[0].outline.verbs.count
    )
    let raised = try fills { $0.baselineOffset = 3 }
    let (low, high) = (try #require(plain.fills[0].bounds), try #require(raised.fills[0].bounds))
    // The line grows by as much as its glyphs stand higher.
    #expect(abs(low.minY - high.minY) < 1e-6 && abs(raised.size.height - plain.size.height) < 1e-6)
    #expect(abs(raised.lines[0].ascent - plain.lines[0].ascent - 3) < 1e-6)
  }

  @Test("Equal emoji have one image in all texts", .enabled(if: !layoutOfEmoji.images.isEmpty))
  func sharedEmoji() throws {
    let texts = [("\u{1F600}\u{1F601}\u{1F600}", 20.0), ("a \u{1F600}", 21)]
    let layouts = texts.map { text, size in
      let run = StyledText(text, font: FontDescription(name: "Helvetica", size: size), color: nil)
      return TextLayoutEngine.layout(TextLayoutRequest(runs: [run]))
    }
    try #require(layouts.map(\.images.count) == [3, 1])
    let images = layouts.flatMap(\.images)
    #expect(images[0].image === images[2].image)
    #expect(images[0].image === images[3].image)
    #expect(images[0].image !== images[1].image)
    // Each has the size of its own text.
    #expect(abs(images[3].rect.width / images[0].rect.width - 21.0 / 20) < 1e-9)
  }

  @Test("Emoji are pictures where a font has them", .enabled(if: !layoutOfEmoji.images.isEmpty))
  func emoji() throws {
    let picture = try #require(layoutOfEmoji.images.first)
    #expect(picture.rect.height > 30)
    #expect(picture.rect.height < 80)
    #expect(picture.image.width > 16)
    #expect(layoutOfEmoji.lines.count == 1)
  }
}
