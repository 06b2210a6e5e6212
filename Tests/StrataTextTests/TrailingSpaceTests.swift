import CoreText
import StrataText
import Testing

private let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)

private func string(_ text: String, _ alignment: NSTextAlignment) -> NSAttributedString {
  let style = NSMutableParagraphStyle()
  style.alignment = alignment
  return NSAttributedString(string: text, attributes: [.font: font, .paragraphStyle: style])
}

/// The lines of a text in a box 100 points wide, and where they begin.
private func lines(_ text: NSAttributedString) -> [(line: CTLine, x: Double)] {
  let box = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 500), transform: nil)
  let setter = CTFramesetterCreateWithAttributedString(text)
  let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), box, nil)
  let lines = (CTFrameGetLines(frame) as? [CTLine]) ?? []
  var origins = [CGPoint](repeating: .zero, count: lines.count)
  CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
  return zip(lines, origins).map { ($0, Double($1.x)) }
}

@Suite(.enabled(if: hasFonts))
struct TrailingSpaceTests {
  @Test("A line of a frame has the width of its own characters", arguments: [1, 3])
  func widths(spaces: Int) throws {
    let text = string("one two" + String(repeating: " ", count: spaces) + "three four", .left)
    let first = try #require(lines(text).first?.line)
    let alone = CTTypesetterCreateLine(
      CTTypesetterCreateWithAttributedString(text),
      CTLineGetStringRange(first)
    )
    #expect(abs(width(first) - width(alone)) < 1e-3)
    let space = Double(spaces) * width(line(" "))
    #expect(abs(CTLineGetTrailingWhitespaceWidth(first) - space) < 1e-2)
    #expect(abs(width(first) - width(line("one two")) - space) < 1e-2)
  }

  @Test(
    "A line moves to where a frame has it, and its trailing white space hangs over the edge",
    arguments: ["one two three four", "one two    three four", "two     ", "שלום עולם שלום עולם"]
  )
  func flush(text: String) {
    for (alignment, factor) in [(NSTextAlignment.center, 0.5), (.right, 1)] {
      for (line, x) in lines(string(text, alignment)) {
        #expect(abs(CTLineGetPenOffsetForFlush(line, CGFloat(factor), 100) - x) < 1e-2)
      }
    }
  }

  @Test("A text at the right edge ends there")
  func rightEdge() throws {
    let (plain, spaced) = (lines(string("two", .right)), lines(string("two     ", .right)))
    #expect(try #require(plain.first).x == #require(spaced.first).x)
  }

  @Test("White space at which lines are broken needs no room")
  func suggestedSize() {
    func width(_ text: String) -> CGFloat {
      let setter = CTFramesetterCreateWithAttributedString(string(text, .left))
      let room = CGSize(width: 100, height: 500)
      return CTFramesetterSuggestFrameSizeWithConstraints(setter, CFRangeMake(0, 0), nil, room, nil).width
    }
    #expect(abs(width("aaaaaa     bbbbb") - width("aaaaaa")) < 1e-2)
    #expect(width("two  ") > width("two"))
  }

  @Test("A line is not truncated for the white space at its end")
  func truncation() {
    let whole = line("one   ")
    #expect(CTLineCreateTruncatedLine(whole, width(line("one")) + 1, .end, line("…")) === whole)
  }
}
