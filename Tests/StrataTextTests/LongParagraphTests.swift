import CoreText
import StrataText
import Testing

private let words = ["one", "three", "an", "extraordinarily", "long", "paragraph", "of", "a", "book", "x"]
private let hebrew = ["\u{5D0}\u{5D1}\u{5D2}", "\u{5D3}\u{5D4}", "\u{5D5}\u{5D6}\u{5D7}\u{5D8}"]

/// A paragraph of many words in an order without a period.
private func paragraph(_ words: [String], count: Int) -> String {
  var state = 1
  return (0..<count).map { _ in
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return words[state / 65_536 % words.count]
  }.joined(separator: " ")
}

private func string(_ text: String, _ style: NSParagraphStyle? = nil) -> NSAttributedString {
  var attributes: [NSAttributedString.Key: Any] = [:]
  attributes[.font] = CTFontCreateWithName("Helvetica" as CFString, 12, nil)
  attributes[.paragraphStyle] = style
  return NSAttributedString(string: text, attributes: attributes)
}

private func frame(_ string: NSAttributedString, from start: Int = 0, _ size: CGSize) -> CTFrame {
  let setter = CTFramesetterCreateWithAttributedString(string)
  let path = CGPath(rect: CGRect(origin: .zero, size: size), transform: nil)
  return CTFramesetterCreateFrame(setter, CFRangeMake(start, 0), path, nil)
}

private func lines(_ frame: CTFrame) -> [CTLine] { (CTFrameGetLines(frame) as? [CTLine]) ?? [] }

private func ends(_ frame: CTFrame) -> [Int] {
  lines(frame).map { CTLineGetStringRange($0).location + CTLineGetStringRange($0).length }
}

private func origins(_ frame: CTFrame) -> [CGPoint] {
  var result = [CGPoint](repeating: .zero, count: lines(frame).count)
  CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &result)
  return result
}

/// The law: a part of a paragraph is laid out as in the whole paragraph, though only its beginning is read.
@Suite(.enabled(if: hasFonts))
struct LongParagraphTests {
  private static let texts = [
    paragraph(words, count: 800), paragraph(hebrew, count: 800), String(repeating: "word", count: 500),
    paragraph(words, count: 150) + "\n" + paragraph(words, count: 150),
  ]

  @Test("Lines that a typesetter suggests are those of a frame", arguments: texts.indices)
  func suggestedLines(index: Int) {
    let text = string(Self.texts[index])
    let setter = CTTypesetterCreateWithAttributedString(text)
    var (place, found) = (0, [Int]())
    while place < text.length, found.count < 10_000 {
      place += max(CTTypesetterSuggestLineBreak(setter, place, 150), 1)
      found.append(place)
    }
    #expect(found == ends(frame(text, CGSize(width: 150, height: 1e6))))
  }

  @Test("The lines of pages are those of one long page", arguments: texts.indices)
  func pages(index: Int) {
    let text = string(Self.texts[index])
    var (place, found, pages) = (0, [Int](), 0)
    while place < text.length, pages < 1000 {
      let page = frame(text, from: place, CGSize(width: 150, height: 200))
      found += ends(page)
      place += max(CTFrameGetVisibleStringRange(page).length, 1)
      pages += 1
    }
    #expect(pages > 3)
    #expect(found == ends(frame(text, CGSize(width: 150, height: 1e6))))
  }

  @Test("Only the first line of a paragraph has its indent, wherever a frame begins")
  func indents() {
    let style = NSMutableParagraphStyle()
    (style.firstLineHeadIndent, style.headIndent) = (30, 5)
    let text = string(paragraph(words, count: 100) + "\n" + paragraph(words, count: 100), style)
    let first = frame(text, CGSize(width: 150, height: 100))
    let second = frame(text, from: ends(first).last ?? 0, CGSize(width: 150, height: 100))
    #expect(origins(first).prefix(2).map(\.x) == [30, 5])
    #expect(origins(second).prefix(2).map(\.x) == [5, 5])
    let next = (text.string as NSString).range(of: "\n").location + 1
    #expect(origins(frame(text, from: next, CGSize(width: 150, height: 100))).prefix(2).map(\.x) == [30, 5])
  }

  @Test("The rest of a paragraph has the direction of its beginning")
  func directions() {
    let text = string(paragraph(hebrew, count: 4) + " " + paragraph(words, count: 40))
    let start = (text.string as NSString).range(of: "one").location
    let rest = frame(text, from: start, CGSize(width: 150, height: 1000))
    let last = origins(rest).last?.x ?? 0
    // Lines from right to left end at the left and begin at the right.
    #expect(last > 1, "The last line begins at \(last)")
  }

  @Test("The direction is that of the first letter after any number of digits", arguments: [1, 100, 500])
  func lateDirections(count: Int) {
    let digits = String(repeating: "12 ", count: count)
    let text = string(digits + paragraph(hebrew, count: 4) + " " + paragraph(words, count: 400))
    let start = (text.string as NSString).range(of: "one").location
    let rest = frame(text, from: start, CGSize(width: 150, height: 200))
    let places = origins(rest).map(\.x)
    #expect(places.contains { $0 > 1 }, "The lines begin at \(places)")
  }

  @Test("A framesetter lays out each paragraph as a new one does, in whatever order")
  func orders() {
    let texts = [paragraph(words, count: 60), paragraph(hebrew, count: 60), "", paragraph(words, count: 9)]
    let text = string(texts.joined(separator: "\r\n"))
    let setter = CTFramesetterCreateWithAttributedString(text)
    let size = CGSize(width: 150, height: 80)
    let path = CGPath(rect: CGRect(origin: .zero, size: size), transform: nil)
    for index in 0..<60 {
      let start = index * 397 % text.length
      let found = CTFramesetterCreateFrame(setter, CFRangeMake(start, 0), path, nil)
      let expected = frame(text, from: start, size)
      #expect(ends(found) == ends(expected), "from \(start)")
      #expect(origins(found) == origins(expected), "from \(start)")
    }
  }

  @Test("A frame knows what it was asked for and what fits")
  func ranges() {
    let text = string(paragraph(words, count: 200))
    let page = frame(text, from: 7, CGSize(width: 150, height: 100))
    let (wanted, visible) = (CTFrameGetStringRange(page), CTFrameGetVisibleStringRange(page))
    #expect(wanted.location == 7)
    #expect(wanted.length == text.length - 7)
    #expect(visible.location == 7)
    #expect(visible.length < wanted.length)
    let box = CGPath(rect: CGRect(x: 0, y: 0, width: 150, height: 100), transform: nil)
    let setter = CTFramesetterCreateWithAttributedString(text)
    let part = CTFramesetterCreateFrame(setter, CFRangeMake(3, 5), box, nil)
    #expect(CTFrameGetStringRange(part).length == 5)
    let beyond = CTFramesetterCreateFrame(setter, CFRangeMake(1 << 40, 5), box, nil)
    #expect(CTFrameGetStringRange(beyond).length == 0)
  }

  @Test("Carets of a long line go on with each character, and marks have none of their own")
  func carets() {
    let text = String(repeating: "ffi e\u{301}\u{323} ", count: 400)
    let line = CTLineCreateWithAttributedString(string(text))
    var (last, place) = (-1.0, 0)
    for character in text {
      let offset = Double(CTLineGetOffsetForStringIndex(line, place, nil))
      #expect(offset > last, "character \(place)")
      let inside = CTLineGetStringIndexForPosition(line, CGPoint(x: offset + 0.01, y: 0))
      #expect(inside == place)
      (last, place) = (offset, place + character.utf16.count)
    }
    let end = Double(CTLineGetOffsetForStringIndex(line, place, nil))
    #expect(abs(end - CTLineGetTypographicBounds(line, nil, nil, nil)) < 1e-3)
  }
}
