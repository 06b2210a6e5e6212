import Foundation
import StrataDocuments
import StrataCAML
import Testing

@Suite struct MarkupTests {
  private func read(_ text: String, limits: ReadingLimits = ReadingLimits()) throws -> MarkupElement {
    try #require(try MarkupReader.read(Data(text.utf8), file: "test.caml", limits: limits).root)
  }

  private func failure(_ text: String, limits: ReadingLimits = ReadingLimits()) -> DocumentError? {
    do throws(DocumentError) {
      _ = try MarkupReader.read(Data(text.utf8), file: "test.caml", limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func elementsAttributesAndChildrenKeepTheirOrderAndPlace() throws {
    let root = try read("<?xml version=\"1.0\"?>\n\n<a z=\"1\" b='2'>\n  <c/>\n  <d e=\"f\"/></a>")
    #expect(root.name == "a")
    #expect(root.attributes == [MarkupAttribute("z", "1"), MarkupAttribute("b", "2")])
    #expect(root.children.map(\.name) == ["c", "d"])
    #expect((root.line, root.column) == (3, 1))
    #expect((root.children[0].line, root.children[0].column) == (4, 3))
    #expect((root.children[1].line, root.children[1].column) == (5, 3))
    #expect(root.children[1]["e"] == "f" && root["missing"] == nil)
  }

  @Test func referencesAndWhiteSpaceInValuesAreDecoded() throws {
    let root = try read("<a b=\"&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;\n\tx&#10;\"/>")
    #expect(root["b"] == "<&>\"'A😀  x\n")
  }

  @Test func commentsInstructionsAndDoctypeCarryNoMeaning() throws {
    let text = """
      \u{FEFF}<?xml version="1.0" encoding="utf-8" standalone="no"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- banner <b> -->
      <a><!-- x --><b/><?y z?><![CDATA[ <kept> ]]></a>
      <!-- end -->
      """
    let root = try read(text)
    #expect(root.children.map(\.name) == ["b"])
    #expect(root.text == " <kept> ")
  }

  @Test(arguments: ["us-ascii", "ASCII", "utf8", "UTF-8", "utf-8", nil])
  func theDeclarationThatIsWrittenNamesTheEncodingThatIsWritten(encoding: String?) throws {
    let named = encoding.map { " encoding='\($0)'" } ?? ""
    let declaration = "<?xml version='1.0'\(named) standalone='yes'?>"
    let text = MarkupWriter.text(of: try read("\(declaration)\n<a b=\"ö\"/>"))
    let isTrue = ["utf-8", nil].contains(encoding?.lowercased())
    #expect(text.hasPrefix(isTrue ? declaration : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"), "\(text)")
    #expect(text.contains("\"ö\""))
  }

  @Test func utf16TextIsRead() throws {
    let data = try #require("<a b=\"ä\"/>".data(using: .utf16))
    #expect(try MarkupReader.read(data, file: "x").root?["b"] == "ä")
  }

  @Test(arguments: [
    ("<a>\n <b>\n</a>", 3, 1), ("<a/><b/>", 1, 5), ("<a b=1/>", 1, 6), ("<a b=\"1\" b=\"2\"/>", 1, 10),
    ("<a b=\"1\"c=\"2\"/>", 1, 9), ("<a b=\"<\"/>", 1, 7), ("x<a/>", 1, 1), ("<a/>\nx", 2, 1),
    ("<a>&nbsp;</a>", 1, 4),
    ("<a", 1, 1), ("<a>", 1, 4), ("", 1, 1), ("</a>", 1, 1), ("<!-- ", 1, 1), ("<a>\u{1}</a>", 1, 4),
    ("<a ä=\"&#0;\"/>", 1, 7), ("<a>&broken</a>", 1, 4), ("<1a/>", 1, 2), ("<a></b>", 1, 4),
  ])
  func aMistakeIsNamedWithLineAndColumn(text: String, line: Int, column: Int) throws {
    let error = try #require(failure(text))
    #expect(error.kind == .malformed)
    #expect((error.line, error.column) == (line, column), "\(error)")
    #expect(error.description.hasPrefix("test.caml:\(line):\(column): "))
  }

  @Test func invalidUTF8IsAMistake() {
    #expect(throws: DocumentError.self) {
      try MarkupReader.read(Data([0x3C, 0x61, 0x20, 0x62, 0x3D, 0x22, 0xFF, 0x22, 0x2F, 0x3E]), file: "x")
    }
  }

  @Test func declaredEntitiesAreRefusedSoThatNoneCanExpand() throws {
    var laughs = "<!DOCTYPE a [\n<!ENTITY l0 \"lol\">\n"
    for level in 1..<10 {
      laughs += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">\n"
    }
    let error = try #require(failure(laughs + "]>\n<a>&l9;</a>"))
    #expect(error.kind == .malformed && error.line == 2)
    let outside = try #require(failure("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>"))
    #expect(outside.kind == .malformed)
  }

  @Test func depthAndNumberOfElementsHaveLimits() throws {
    let deep = String(repeating: "<a>", count: 200_000)
    let error = try #require(failure(deep))
    #expect(error.kind == .limit)
    #expect(error.column == 1_024 * 3 + 1)
    #expect(error.advice.contains("depth"))
    var limits = ReadingLimits()
    limits.depth = 300_000
    let root = try read(deep + String(repeating: "</a>", count: 200_000), limits: limits)
    #expect(root.tree.nodes.count == 200_000)
    #expect(MarkupComparison.differences(root, root).isEmpty)
    limits.elements = 3
    #expect(failure("<a><b/><b/><b/></a>", limits: limits)?.kind == .limit)
    limits.totalBytes = 3
    #expect(failure("<a/>", limits: limits)?.kind == .limit)
  }

  /// caml 12: a 929 KB document of which nearly all is one data URL.
  @Test func aHugeAttributeIsReadInOnePiece() throws {
    let value = String(repeating: "iVBORw0KGgo", count: 90_000)
    #expect(
      try read("<a>\n<b src=\"data:image/png;base64,\(value)\"/></a>").children[0]["src"]?.count == 990_022
    )
  }

  @Test func writtenMarkupReadsBackEqual() throws {
    let text = "<a x=\"1&amp;&#10;&#9;&quot;'\"><b><c><d><e><f g=\"h\"/></e></d></c></b>text &lt;</a>"
    let root = try read(text)
    let written = MarkupWriter.text(of: root)
    let again = try read(written)
    #expect(MarkupComparison.differences(root, again) == [])
    #expect(written.contains("\n\t<e>\n\t  <f g=\"h\"/>\n"), "runs of eight spaces become tabs: \(written)")
    #expect(written.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n<a "))
  }

  @Test func comparisonNamesWhatDiffers() throws {
    let one = try read("<a b=\"1\"><c/></a>")
    #expect(MarkupComparison.differences(one, try read("<a b=\"2\"><c/></a>")).count == 1)
    #expect(MarkupComparison.differences(one, try read("<a b=\"1\"/>")).count == 1)
    #expect(MarkupComparison.differences(one, try read("<a b=\"1\"><d/></a>")).count == 1)
    #expect(MarkupComparison.differences(one, try read("<a b=\"1\">\n<c/></a>")) == [])
  }
}
