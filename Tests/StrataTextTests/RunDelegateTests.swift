import CoreText
import StrataRaster
import StrataText
import Testing

/// The measures that a delegate tells, and how often it was freed.
private final class Room {
  var (ascent, descent, width) = (40.0, 5.0, 30.0)
  var frees = 0
}

private func delegate(_ room: Room) throws -> CTRunDelegate {
  var callbacks = CTRunDelegateCallbacks(
    version: kCTRunDelegateVersion1,
    dealloc: { Unmanaged<Room>.fromOpaque($0).takeUnretainedValue().frees += 1 },
    getAscent: { CGFloat(Unmanaged<Room>.fromOpaque($0).takeUnretainedValue().ascent) },
    getDescent: { CGFloat(Unmanaged<Room>.fromOpaque($0).takeUnretainedValue().descent) },
    getWidth: { CGFloat(Unmanaged<Room>.fromOpaque($0).takeUnretainedValue().width) }
  )
  return try #require(CTRunDelegateCreate(&callbacks, Unmanaged.passUnretained(room).toOpaque()))
}

private let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)

private func text(_ string: String, _ delegate: CTRunDelegate? = nil) -> NSAttributedString {
  var attributes: [NSAttributedString.Key: Any] = [.font: font]
  if let delegate { attributes[NSAttributedString.Key(kCTRunDelegateAttributeName as String)] = delegate }
  return NSAttributedString(string: string, attributes: attributes)
}

private func line(_ parts: NSAttributedString...) -> CTLine {
  let whole = NSMutableAttributedString()
  for part in parts { whole.append(part) }
  return CTLineCreateWithAttributedString(whole)
}

@Suite(.enabled(if: hasFonts))
struct RunDelegateTests {
  @Test("A delegate tells the measures of its glyphs, and of their line")
  func measures() throws {
    let room = Room()
    let line = try line(text("a"), text("\u{FFFC}", delegate(room)), text("b"))
    let runs = runs(line)
    try #require(runs.count == 3)
    var (ascent, descent) = (CGFloat(0), CGFloat(0))
    let widths = runs.map { CTRunGetTypographicBounds($0, CFRangeMake(0, 0), nil, nil, nil) }
    #expect(abs(widths[1] - 30) < 1e-3)
    #expect(abs(width(line) - widths.reduce(0, +)) < 1e-3)
    let letters = width(StrataTextTests.line("a")) + width(StrataTextTests.line("b"))
    #expect(abs(width(line) - letters - 30) < 1e-3)
    CTRunGetTypographicBounds(runs[1], CFRangeMake(0, 0), &ascent, &descent, nil)
    #expect(ascent == 40)
    #expect(descent == 5)
    CTLineGetTypographicBounds(line, &ascent, &descent, nil)
    #expect(ascent == 40)
    #expect(descent == max(5, CTFontGetDescent(font)))
    #expect(abs(Double(CTRunGetPositionsPtr(runs[2])![0].x) - widths[0] - 30) < 1e-3)
    #expect(abs(CTLineGetOffsetForStringIndex(line, 2, nil) - CGFloat(widths[0] + 30)) < 1e-3)
  }

  @Test("A program finds its delegate, and what it points to, at the place of the run")
  func attributes() throws {
    let room = Room()
    let line = try line(text("a"), text("\u{FFFC}", delegate(room)))
    let run = try #require(runs(line).last)
    let attributes = try #require(CTRunGetAttributes(run) as? [String: Any])
    let found = try #require(attributes[kCTRunDelegateAttributeName as String] as? CTRunDelegate)
    #expect(CTRunDelegateGetRefCon(found) == Unmanaged.passUnretained(room).toOpaque())
    #expect(CFGetTypeID(found) == CTRunDelegateGetTypeID())
  }

  @Test("Each character has the room of its own delegate, and is not drawn")
  func severalDelegates() throws {
    let (narrow, wide) = (Room(), Room())
    (narrow.width, wide.width) = (7, 50)
    let line = try line(text("xx", delegate(narrow)), text("x", delegate(wide)))
    #expect(abs(width(line) - 64) < 1e-3)
    #expect(CTLineGetImageBounds(line, nil).isNull)
    #expect(runs(line).map(CTRunGetGlyphCount) == [2, 1])
  }

  @Test("A line breaks where the room no longer fits")
  func breaking() throws {
    let room = Room()
    let whole = NSMutableAttributedString()
    for _ in 0..<4 {
      whole.append(try text("\u{FFFC}", delegate(room)))
      whole.append(text(" "))
    }
    let setter = CTTypesetterCreateWithAttributedString(whole)
    #expect(CTTypesetterSuggestLineBreak(setter, 0, 80) == 4)
  }

  @Test(
    "White space with a delegate has the delegate's room wherever its line ends",
    arguments: ["\u{FFFC}", " ", "\t", "\u{3000}"]
  )
  func whiteSpace(_ space: String) throws {
    let room = Room()
    let whole = NSMutableAttributedString(attributedString: text("The quick brown fox"))
    whole.append(try text(space, delegate(room)))
    whole.append(text("jumps over it"))
    let setter = CTFramesetterCreateWithAttributedString(whole)
    for width in stride(from: 100, to: 260, by: 7) {
      let box = CGRect(x: 0, y: 0, width: width, height: 500)
      let frame = CTFramesetterCreateFrame(setter, CFRange(), CGPath(rect: box, transform: nil), nil)
      for line in try #require(CTFrameGetLines(frame) as? [CTLine]) {
        #expect(StrataTextTests.width(line) - CTLineGetTrailingWhitespaceWidth(line) < Double(width) + 0.01)
        for run in runs(line) where CTRunGetStringRange(run).location == 19 {
          #expect(abs(CTRunGetTypographicBounds(run, CFRange(), nil, nil, nil) - 30) < 1e-3)
        }
      }
    }
  }

  @Test("A break with a delegate still ends its line, and later characters keep their indices")
  func breaks() throws {
    let room = Room()
    let whole = NSMutableAttributedString(attributedString: try text("é \n ", delegate(room)))
    whole.append(text("end"))
    let setter = CTFramesetterCreateWithAttributedString(whole)
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 300, height: 500), transform: nil)
    let frame = CTFramesetterCreateFrame(setter, CFRange(), path, nil)
    let lines = try #require(CTFrameGetLines(frame) as? [CTLine])
    #expect(lines.map { CTLineGetStringRange($0).location } == [0, 3])
    #expect(lines.map { CTLineGetStringRange($0).length } == [3, 4])
    let last = try #require(lines.last)
    #expect(abs(Double(CTLineGetOffsetForStringIndex(last, 4, nil)) - 30) < 1e-3)
  }

  @Test("Measures that are no numbers count as none")
  func absurdMeasures() throws {
    let room = Room()
    (room.width, room.ascent, room.descent) = (.nan, .infinity, -.infinity)
    let line = try line(text("\u{FFFC}", delegate(room)))
    #expect(width(line) == 0)
  }

  @Test("What a delegate points to is freed with it, once")
  func freeing() throws {
    let room = Room()
    do {
      let held = try delegate(room)
      #expect(CTRunDelegateGetRefCon(held) == Unmanaged.passUnretained(room).toOpaque())
      #expect(room.frees == 0)
    }
    #expect(room.frees == 1)
  }
}
