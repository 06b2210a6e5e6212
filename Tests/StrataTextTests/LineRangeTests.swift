import CoreText
import StrataText
import Testing

@Suite(.enabled(if: hasFonts))
struct LineRangeTests {
  /// The places and lengths of the lines of a frame.
  private func ranges(_ text: String, width: CGFloat = 1000) -> [[Int]] {
    let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    let string = NSAttributedString(string: text, attributes: [.font: font])
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: width, height: 1000), transform: nil)
    let setter = CTFramesetterCreateWithAttributedString(string)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
    let lines = (CTFrameGetLines(frame) as? [CTLine]) ?? []
    return lines.map { [CTLineGetStringRange($0).location, CTLineGetStringRange($0).length] }
  }

  @Test("The break at its end belongs to a line")
  func breaks() {
    #expect(ranges("ab\ncd") == [[0, 3], [3, 2]])
    #expect(ranges("ab\r\ncd\n") == [[0, 4], [4, 3]])
    #expect(ranges("\n\r\nx") == [[0, 1], [1, 2], [3, 1]])
    #expect(ranges("ab\u{2028}cd") == [[0, 3], [3, 2]])
  }

  @Test("The lines of a text leave no character out")
  func wrappedLines() {
    let text = "words that do not fit into one line\nand some more words\n\nend"
    let found = ranges(text, width: 90)
    #expect(found.count > 5)
    var end = 0
    for range in found {
      #expect(range[0] == end)
      end = range[0] + range[1]
    }
    #expect(end == text.utf16.count)
  }
}
