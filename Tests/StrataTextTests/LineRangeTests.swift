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

  @Test(
    "A range is that part of it which the string has, from wherever it is asked",
    arguments: [
      (CFRangeMake(2, 0), [2, 5]), (CFRangeMake(2, 2), [2, 2]), (CFRangeMake(-3, 4), [0, 4]),
      (CFRangeMake(5, 99), [5, 2]), (CFRangeMake(99, 1), [7, 0]), (CFRangeMake(0, -1), [0, 7]),
    ]
  )
  func clampedRanges(range: CFRange, expected: [Int]) {
    func numbers(_ range: CFRange) -> [Int] { [range.location, range.length] }
    let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    let string = NSAttributedString(string: "abc def", attributes: [.font: font])
    let setter = CTFramesetterCreateWithAttributedString(string)
    let size = CGSize(width: 1000, height: 1000)
    let path = CGPath(rect: CGRect(origin: .zero, size: size), transform: nil)
    let frame = CTFramesetterCreateFrame(setter, range, path, nil)
    #expect(numbers(CTFrameGetStringRange(frame)) == expected)
    #expect(numbers(CTFrameGetVisibleStringRange(frame)) == expected)
    var fitting = CFRangeMake(0, 0)
    _ = CTFramesetterSuggestFrameSizeWithConstraints(setter, range, nil, size, &fitting)
    #expect(numbers(fitting) == expected)
    let line = CTTypesetterCreateLine(CTFramesetterGetTypesetter(setter), range)
    #expect(numbers(CTLineGetStringRange(line)) == expected)
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
