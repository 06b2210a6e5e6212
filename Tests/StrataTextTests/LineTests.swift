import CoreText
import StrataRaster
import StrataText
import Testing

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

  @Test("Pointers to glyphs stay the same, and have what the copies have")
  func pointersOfARun() throws {
    let run = try #require(runs(line("abc")).first)
    let glyphs = try #require(CTRunGetGlyphsPtr(run))
    #expect(CTRunGetGlyphsPtr(run) == glyphs)
    #expect(CTRunGetStringIndicesPtr(run) == CTRunGetStringIndicesPtr(run))
    var copies = [CGGlyph](repeating: 0, count: 3)
    CTRunGetGlyphs(run, CFRangeMake(1, 9), &copies)
    #expect(copies == [glyphs[1], glyphs[2], 0])
    var places = [CGPoint](repeating: .zero, count: 3)
    CTRunGetPositions(run, CFRangeMake(0, 0), &places)
    #expect((0..<3).map { CTRunGetPositionsPtr(run)?[$0] } == places)
    var advances = [CGSize](repeating: .zero, count: 3)
    CTRunGetAdvances(run, CFRangeMake(-4, 3), &advances)
    #expect((0..<3).map { CTRunGetAdvancesPtr(run)?[$0] } == advances)
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

  @Test(
    "Justified lines keep the kerning of their spaces",
    arguments: [CGFloat(4), Float(4), 4, 4.0] as [any Sendable]
  )
  func justificationOfKernedLines(kern: any Sendable) throws {
    let whole = line("one two three", [.kern: kern])
    #expect(abs(width(whole) - width(line("one two three")) - 52) < 0.1)
    let wide = try #require(CTLineCreateJustifiedLine(whole, 1, width(whole) + 30))
    #expect(abs(width(wide) - width(whole) - 30) < 0.1)
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
