import CoreText
import StrataText
import Testing

/// Changes of a paragraph's style.
private let changes: [String: @Sendable (NSMutableParagraphStyle) -> Void] = [
  "plain": { _ in },
  "list": { ($0.firstLineHeadIndent, $0.headIndent) = (30, 30) },
  "first line": { $0.firstLineHeadIndent = 30.3 },
  "other lines": { $0.headIndent = 17.7 },
  "tail": { $0.tailIndent = -30.1 },
  "quote": { ($0.firstLineHeadIndent, $0.headIndent, $0.tailIndent) = (20.2, 10, -15) },
  "justified": { ($0.alignment, $0.headIndent, $0.tailIndent) = (.justified, 10.1, -10) },
  "right": { ($0.alignment, $0.headIndent, $0.tailIndent) = (.right, 10.1, -10) },
  "centred": { ($0.alignment, $0.firstLineHeadIndent) = (.center, 12.3) },
  "anywhere": { ($0.lineBreakMode, $0.headIndent, $0.tailIndent) = (.byCharWrapping, 11, -9) },
]

private let texts = [
  "Short bullet text", "A longer text that will certainly be wrapped on to several lines of it",
  "two paragraphs,\nof which the second is the longer one",
  "\u{5D0}\u{5D1}\u{5D2} \u{5D3}\u{5D4} \u{5D5}\u{5D6}",
]

private func string(_ text: String, _ change: (NSMutableParagraphStyle) -> Void) -> NSAttributedString {
  let style = NSMutableParagraphStyle()
  change(style)
  let font = CTFontCreateWithName("Helvetica" as CFString, 17, nil)
  return NSAttributedString(string: text, attributes: [.font: font, .paragraphStyle: style])
}

private func suggested(_ text: NSAttributedString, width: CGFloat) -> CGSize {
  let room = CGSize(width: width, height: CGFloat.greatestFiniteMagnitude)
  let setter = CTFramesetterCreateWithAttributedString(text)
  return CTFramesetterSuggestFrameSizeWithConstraints(setter, CFRangeMake(0, 0), nil, room, nil)
}

/// The law: a frame of the size that a framesetter suggests shows the text.
@Suite(.enabled(if: hasFonts))
struct SuggestedSizeTests {
  @Test("A frame of the suggested size shows the whole text", arguments: changes.keys.sorted())
  func framesOfTheSuggestedSize(name: String) throws {
    let change = try #require(changes[name])
    let widths = Array(stride(from: CGFloat(90), to: 300, by: 9.7)) + [.greatestFiniteMagnitude]
    for text in texts.map({ string($0, change) }) {
      let setter = CTFramesetterCreateWithAttributedString(text)
      for width in widths {
        let size = suggested(text, width: width)
        let path = CGPath(rect: CGRect(origin: .zero, size: size), transform: nil)
        let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
        #expect(size.width <= width + 1e-3)
        #expect(CTFrameGetVisibleStringRange(frame).length == text.length, "\(text.string) in \(width)")
      }
    }
  }

  @Test("A place at which lines end needs no more room than they do")
  func placesOfTails() {
    for text in texts.map({ string($0) { $0.tailIndent = 120 } }) {
      let setter = CTFramesetterCreateWithAttributedString(text)
      for width in stride(from: CGFloat(90), to: 300, by: 9.7) {
        let size = suggested(text, width: width)
        let path = CGPath(rect: CGRect(origin: .zero, size: size), transform: nil)
        let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
        #expect(size.width <= 120)
        #expect(CTFrameGetVisibleStringRange(frame).length == text.length, "\(text.string) in \(width)")
      }
    }
  }

  @Test("Indents count, in a layout too")
  func indents() {
    let plain = suggested(string("text", { _ in }), width: 500)
    let indented = string("text") { ($0.firstLineHeadIndent, $0.tailIndent) = (30, -12) }
    #expect(abs(suggested(indented, width: 500).width - plain.width - 42) < 1e-3)
    for width in [nil, 500.0] {
      var request = TextLayoutRequest(runs: [], width: width, isWrapped: width != nil)
      request.runs = indented.styledText
      #expect(abs(TextLayoutEngine.layout(request).size.width - plain.width - 42) < 1e-3)
    }
    // A place in the box is no room that the text needs.
    let placed = string("text") { $0.tailIndent = 400 }
    #expect(abs(suggested(placed, width: 500).width - plain.width) < 1e-3)
  }

  @Test("A box that is too narrow for its indents stays as it is")
  func narrowBoxes() {
    let text = string("text") { ($0.headIndent, $0.firstLineHeadIndent, $0.tailIndent) = (30, 30, -30) }
    #expect(suggested(text, width: 61).width <= 61)
  }
}
