import CoreText
import StrataRaster
import StrataText
import Testing

private func line(_ text: String, size: CGFloat = 20, _ more: [NSAttributedString.Key: Any] = [:]) -> CTLine {
  var attributes = more
  attributes[.font] = CTFontCreateWithName("Helvetica" as CFString, size, nil)
  return CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes))
}

private func width(_ line: CTLine) -> Double { CTLineGetTypographicBounds(line, nil, nil, nil) }

private func runs(_ line: CTLine) -> [CTRun] { (CTLineGetGlyphRuns(line) as? [CTRun]) ?? [] }

@Suite(.enabled(if: hasFonts))
struct LineTests {
  @Test("Runs tell their glyphs, places, advances and characters (SC-46)")
  func runsOfALine() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    let string = NSMutableAttributedString(string: "ab", attributes: [.font: font])
    string.append(NSAttributedString(string: "cde", attributes: [.font: font, .foregroundColor: red]))
    let line = CTLineCreateWithAttributedString(string)
    let runs = runs(line)
    try #require(runs.count == 2)
    #expect(runs.map(CTRunGetGlyphCount) == [2, 3] && CTLineGetGlyphCount(line) == 5)
    #expect(runs.map { CTRunGetStringRange($0).location } == [0, 2])
    #expect(runs.map { CTRunGetStringRange($0).length } == [2, 3])
    #expect(runs.allSatisfy { CTRunGetStatus($0).isEmpty && CTRunGetTextMatrix($0).isIdentity })
    var indices = [CFIndex](repeating: 0, count: 2)
    CTRunGetStringIndices(runs[1], CFRangeMake(1, 2), &indices)
    #expect(indices == [3, 4])
    var units = Array("cde".utf16)
    var expected = [CGGlyph](repeating: 0, count: 3)
    #expect(CTFontGetGlyphsForCharacters(font, &units, &expected, 3))
    #expect((0..<3).map { CTRunGetGlyphsPtr(runs[1])?[$0] } == expected)
    let advances = runs.flatMap { run in
      (0..<CTRunGetGlyphCount(run)).map { CTRunGetAdvancesPtr(run)![$0].width }
    }
    #expect(abs(advances.reduce(0, +) - CGFloat(width(line))) < 1e-6)
    let first = CTRunGetTypographicBounds(runs[0], CFRangeMake(0, 0), nil, nil, nil)
    #expect(abs(Double(CTRunGetPositionsPtr(runs[1])![0].x) - first) < 1e-6)
    let attributes = CTRunGetAttributes(runs[1]) as? [String: Any]
    #expect(attributes?[NSAttributedString.Key.foregroundColor.rawValue] as? CGColor == red)
    #expect(attributes?["NSFont"] is CTFont)
    #expect(CTRunGetImageBounds(runs[0], nil, CFRangeMake(0, 0)).minX >= 0)
  }

  @Test("Runs drawn one by one are the line")
  func drawingRuns() throws {
    func picture(_ draw: (CTLine, CGContext) -> Void) throws -> [UInt8] {
      let context = try #require(
        CGContext(
          data: nil,
          width: 80,
          height: 40,
          bitsPerComponent: 8,
          bytesPerRow: 320,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      )
      context.textPosition = CGPoint(x: 4, y: 12)
      draw(line("AbgT", [.underlineStyle: 1]), context)
      let data = try #require(context.data)
      return Array(UnsafeRawBufferPointer(start: data, count: 320 * 40))
    }
    let whole = try picture(CTLineDraw)
    #expect(whole.contains(255))
    #expect(
      try picture { line, context in runs(line).forEach { CTRunDraw($0, context, CFRangeMake(0, 0)) } }
        == whole
    )
    let part = try picture { line, context in CTRunDraw(runs(line)[0], context, CFRangeMake(0, 1)) }
    let ink = (part.reduce(0) { $0 + Int($1) }, whole.reduce(0) { $0 + Int($1) })
    #expect(ink.0 > 0 && ink.0 < ink.1)
  }

  @Test("Carets and characters find each other")
  func carets() {
    let line = line("Hello")
    let offsets = (0...5).map { CTLineGetOffsetForStringIndex(line, $0, nil) }
    #expect(offsets.first == 0 && abs(Double(offsets[5]) - width(line)) < 1e-6)
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 })
    for index in 0..<5 {
      let (from, to) = (offsets[index], offsets[index + 1])
      #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: from + (to - from) * 0.3, y: 0)) == index)
      #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: from + (to - from) * 0.7, y: 0)) == index + 1)
    }
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: -50, y: 0)) == 0)
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: 5000, y: 0)) == 5)
    var seen: [CFIndex] = []
    CTLineEnumerateCaretOffsets(line) { _, index, isLeading, stop in
      if isLeading { seen.append(index) }
      stop.pointee = index == 3
    }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test("Right-to-left text runs from its right edge")
  func rightToLeft() throws {
    let line = line("שלום")
    try #require(!runs(line).isEmpty)
    #expect(CTRunGetStatus(runs(line)[0]).contains(.rightToLeft))
    #expect(abs(Double(CTLineGetOffsetForStringIndex(line, 0, nil)) - width(line)) < 1e-6)
    #expect(abs(CTLineGetOffsetForStringIndex(line, 4, nil)) < 1e-6)
    // Where directions change a caret has two places.
    let mixed = self.mixed()
    var secondary: CGFloat = 0
    let primary = CTLineGetOffsetForStringIndex(mixed, 3, &secondary)
    #expect(primary != secondary)
  }

  private func mixed() -> CTLine { line("abcשלום") }

  @Test(
    "Truncated lines fit and carry their token (SC-46)",
    arguments: [CTLineTruncationType.start, .end, .middle]
  )
  func truncation(type: CTLineTruncationType) throws {
    let whole = line("The quick brown fox jumps")
    let token = line("…")
    let cut = try #require(CTLineCreateTruncatedLine(whole, 100, type, token))
    #expect(width(cut) <= 100 && width(cut) > 70)
    let glyphs = runs(cut).flatMap { run in (0..<CTRunGetGlyphCount(run)).map { CTRunGetGlyphsPtr(run)![$0] }
    }
    let dots = try #require(CTRunGetGlyphsPtr(runs(token)[0])?[0])
    let place = try #require(glyphs.firstIndex(of: dots))
    switch type {
    case .start: #expect(place == 0)
    case .end: #expect(place == glyphs.count - 1)
    case .middle: #expect(place > 2 && place < glyphs.count - 3)
    }
    #expect(CTLineCreateTruncatedLine(whole, 1000, type, token) === whole)
    #expect(CTLineCreateTruncatedLine(whole, 3, type, token) == nil)
    let bare = try #require(CTLineCreateTruncatedLine(whole, 100, type, nil))
    #expect(width(bare) <= 100)
  }

  @Test("Justified lines fill their width by their spaces")
  func justification() throws {
    let whole = line("one two three")
    let wide = try #require(CTLineCreateJustifiedLine(whole, 1, width(whole) + 30))
    #expect(abs(width(wide) - width(whole) - 30) < 0.1)
    let half = try #require(CTLineCreateJustifiedLine(whole, 0.5, width(whole) + 30))
    #expect(abs(width(half) - width(whole) - 15) < 0.1)
    #expect(CTLineCreateJustifiedLine(line("word"), 1, 500) == nil)
  }

  @Test("Bounds and trailing white space are measured")
  func measures() {
    let line = line("Ab  ")
    #expect(abs(CTLineGetTrailingWhitespaceWidth(line) - (width(line) - width(self.ab()))) < 0.5)
    let bounds = CTLineGetBoundsWithOptions(line, .excludeTypographicLeading)
    // Helvetica states 0.77 and 0.23 em.
    #expect(abs(bounds.minY + 4.6) < 1e-6 && abs(bounds.height - 20) < 1e-6)
    // Round letters reach a little below the baseline.
    #expect((-0.5...0).contains(CTLineGetBoundsWithOptions(line, .useGlyphPathBounds).minY))
  }

  private func ab() -> CTLine { line("Ab") }

  @Test("A typesetter finds where lines break")
  func typesetter() {
    let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    let string = NSAttributedString(string: "one two three\nfour", attributes: [.font: font])
    let setter = CTTypesetterCreateWithAttributedString(string)
    let room = width(line("one two ")) + 1
    #expect(CTTypesetterSuggestLineBreak(setter, 0, room) == 8)
    #expect(CTTypesetterSuggestLineBreak(setter, 8, 1000) == 6)
    #expect(CTTypesetterSuggestClusterBreak(setter, 0, room + 12) > 8)
    #expect(CTTypesetterSuggestLineBreak(setter, 99, 10) == 0)
    let second = CTTypesetterCreateLine(setter, CFRangeMake(4, 3))
    #expect(CTLineGetStringRange(second).location == 4 && CTLineGetStringRange(second).length == 3)
    #expect(abs(width(second) - width(line("two"))) < 1e-6)
  }
}

@Suite(.enabled(if: hasFonts))
struct ParagraphTests {
  private func styled(_ text: String, _ change: (inout ParagraphLook) -> Void) -> StyledText {
    var look = ParagraphLook()
    change(&look)
    return StyledText(
      text,
      font: FontDescription(name: "Helvetica", size: 20),
      look: TextLook(),
      paragraph: look
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

  @Test("A direction that a style names counts more than the characters'")
  func direction() throws {
    let line = try #require(layout([styled("abc") { $0.isRightToLeft = true }]).lines.first)
    #expect(line.isRightToLeft && abs(Double(line.origin.x) + line.width - 200) < 1e-6)
  }

  @Test("Rules, backgrounds and raised text are painted")
  func looks() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    func fills(_ change: (inout TextLook) -> Void) throws -> TextLayout {
      var look = TextLook()
      change(&look)
      let run = StyledText("xx", font: FontDescription(name: "Helvetica", size: 20), look: look)
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

  @Test("Emoji are pictures where a font has them", .enabled(if: !layoutOfEmoji.images.isEmpty))
  func emoji() throws {
    let picture = try #require(layoutOfEmoji.images.first)
    #expect(picture.rect.height > 30)
    #expect(picture.rect.height < 80)
    #expect(picture.image.width > 16)
    #expect(layoutOfEmoji.lines.count == 1)
  }
}

private let layoutOfEmoji = TextLayoutEngine.layout(
  TextLayoutRequest(runs: [StyledText("😀", font: FontDescription(name: "Helvetica", size: 50), color: nil)])
)
