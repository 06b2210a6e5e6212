import CoreText
import StrataRaster
import StrataText
import Testing

/// The number of strokes below a text.
private func strokes(_ text: String, _ style: NSUnderlineStyle) -> Int {
  let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  let string = NSAttributedString(
    string: text,
    attributes: [.underlineStyle: style.rawValue, .underlineColor: red]
  )
  let layout = TextLayoutEngine.layout(TextLayoutRequest(runs: string.styledText))
  guard let outline = layout.fills.first(where: { $0.color == red })?.outline else { return 0 }
  var count = 0
  CGPath(outline: outline).applyWithBlock { if $0.pointee.type == .moveToPoint { count += 1 } }
  return count
}

@Suite(.enabled(if: hasFonts))
struct UnderlinePatternTests {
  @Test(
    "Lines have the strokes of their pattern",
    arguments: [NSUnderlineStyle.patternDot, .patternDash, .patternDashDot, .patternDashDotDot]
  )
  func patterns(pattern: NSUnderlineStyle) {
    #expect(strokes("A longer text", .single) == 1)
    #expect(strokes("A longer text", [.single, pattern]) > 3)
    #expect(strokes("A longer text", [.double, pattern]) > 6)
    #expect(strokes("A longer text", pattern) == 0)
  }

  @Test("Raw values of Core Text's styles and patterns are those of the attribute")
  func coreTextStyles() {
    let style = CTUnderlineStyle.double.rawValue | CTUnderlineStyleModifiers.patternDash.rawValue
    #expect(Int(style) == NSUnderlineStyle([.double, .patternDash]).rawValue)
    let key = NSAttributedString.Key(kCTUnderlineStyleAttributeName as String)
    let text = NSAttributedString(string: "A", attributes: [key: CTUnderlineStyle.thick.rawValue])
    #expect(text.styledText.map { $0.style.underline?.weight } == [.thick])
  }

  @Test("The strokes of tiny text far from the edge end")
  func tinyPatterns() {
    let paragraph = NSMutableParagraphStyle()
    paragraph.firstLineHeadIndent = 1e6
    let string = NSAttributedString(
      string: "A",
      attributes: [
        .font: CTFontCreateWithName("Helvetica" as CFString, 1e-10, nil), .paragraphStyle: paragraph,
        .underlineStyle: NSUnderlineStyle([.single, .patternDot]).rawValue,
      ]
    )
    let request = TextLayoutRequest(runs: string.styledText, width: 2e6, isWrapped: true)
    #expect(TextLayoutEngine.layout(request).lines.map(\.origin.x) == [1e6])
  }

  @Test("Words alone have a line")
  func words() {
    #expect(strokes("one two three", [.single, .byWord]) == 3)
    #expect(strokes("one two three", .single) == 1)
  }
}
