import CoreText
import Foundation
import StrataText
import Testing

/// Composed and decomposed forms of a text are equal strings, but have other indices.
@Suite(.enabled(if: hasFonts))
struct EquivalentTextTests {
  private static let forms = ["\u{E9}\u{E9}\u{E9}", "e\u{301}e\u{301}e\u{301}"]

  @Test("Each form has a layout of its own", arguments: [forms, forms.reversed()])
  func layouts(forms: [String]) {
    #expect(forms[0] == forms[1])
    for text in forms {
      let run = StyledText(text, font: FontDescription(name: "DejaVu Sans", size: 13), color: nil)
      let layout = TextLayoutEngine.layout(TextLayoutRequest(runs: [run]))
      #expect(layout.lines.map(\.range) == [0..<text.utf16.count])
    }
  }

  @Test("A caret stands at the end of each form", arguments: [forms, forms.reversed()])
  func carets(forms: [String]) {
    let font = CTFontCreateWithName("DejaVu Sans" as CFString, 17, nil)
    for text in forms {
      let line = CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: [.font: font]))
      let length = text.utf16.count
      #expect(CTLineGetStringRange(line).length == length)
      let end = CTLineGetOffsetForStringIndex(line, length, nil)
      #expect(abs(end - CTLineGetTypographicBounds(line, nil, nil, nil)) < 0.01)
      #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: end + 5, y: 0)) == length)
    }
  }
}
