import Foundation
import QuartzCore
import StrataCAML
import StrataDocuments
import Testing

/// Comments, the indentation and line ends of a text survive writing.
@Suite struct LayoutTests {
  /// A text with a comment in each place, indented by `unit`.
  private func text(_ unit: String, end: String) -> String {
    """
    <?xml version="1.0"?>
    <!-- head -->
    <caml>
    -<!-- of
      two lines -->
    -<CALayer name="r">
    --<sublayers>
    ---<CALayer name="a"/>
    ---<!-- before b -->
    ---<CALayer name="b" opacity="0.5">
    ----<unknown/>
    ----<?note last?>
    ---</CALayer>
    ---<!-- at the end -->
    --</sublayers>
    -</CALayer>
    </caml>
    <!-- tail -->

    """
    .replacingOccurrences(of: "-", with: unit).replacingOccurrences(of: "<!\(unit)\(unit)", with: "<!--")
    .replacingOccurrences(of: "\(unit)\(unit)>", with: "-->").replacingOccurrences(of: "\n", with: end)
  }

  private func written(_ text: String, _ change: (CALayer) throws -> Void) throws -> String {
    let scratch = try Scratch()
    let file = try scratch.file("a.caml", text)
    let document = try Document(contentsOf: file)
    try change(try document.root)
    try document.write(to: file)
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test(arguments: ["  ", "    ", "\t", "   "], ["\n", "\r\n"])
  func aTextThatIsWrittenAgainIsTheSame(unit: String, end: String) throws {
    let text = text(unit, end: end)
    #expect(try written(text) { _ in } == text)
    let changed = try written(text) { $0.sublayers?[1].opacity = 0.25 }
    #expect(changed == text.replacingOccurrences(of: "0.5", with: "0.25"))
  }

  @Test func theCommentOfALayerGoesWithIt() throws {
    let text = try written(text("  ", end: "\n")) { $0.sublayers?[1].removeFromSuperlayer() }
    #expect(!text.contains("before b"))
    #expect(text.contains("<!-- at the end -->"))
  }

  @Test func aCommentInsideOfTextStaysThere() throws {
    let text = "<a><b>one<!-- x --> two</b></a>"
    let root = try #require(try MarkupReader.read(Data(text.utf8), file: "a").root)
    #expect(MarkupWriter.text(of: root).contains("<b>one two<!-- x --></b>"))
  }

  @Test(arguments: [
    ("<a>\n  <b/>\n</a>", "  ", true), ("<a>\n\t<b/>\n</a>", "\t", false), ("<a/>", "  ", true),
  ])
  func theUnitIsThatOfTheFirstIndentedTag(text: String, unit: String, joinsSpaces: Bool) {
    let layout = MarkupWriter.Layout(of: Data(text.utf8))
    #expect(layout.unit == unit && layout.joinsSpaces == joinsSpaces)
  }
}
