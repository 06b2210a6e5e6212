import CoreGraphics
import Foundation
import StrataText
import Testing

/// True if this build has text and the machine has a sans-serif family.
let hasFonts = TextLayoutEngine.metrics(of: FontDescription(name: "Helvetica", size: 10)).ascent > 0

let helvetica = FontDescription(name: "Helvetica", size: 36)

func layout(
  _ text: String,
  font: FontDescription = helvetica,
  width: Double? = nil,
  height: Double? = nil,
  isWrapped: Bool = false,
  alignment: TextAlignment = .natural,
  truncation: TextTruncation = .none
) -> TextLayout {
  TextLayoutEngine.layout(
    TextLayoutRequest(
      runs: [StyledText(text, font: font, color: nil)],
      width: width,
      height: height,
      isWrapped: isWrapped,
      alignment: alignment,
      truncation: truncation
    )
  )
}

func width(of text: String, font: FontDescription = helvetica) -> Double {
  layout(text, font: font).lines.first?.width ?? 0
}

@Suite(.enabled(if: hasFonts))
struct TextLayoutTests {
  @Test("The first baseline lies an ascent below the top (rendering TX-3, E-385)")
  func firstBaseline() throws {
    let line = try #require(layout("Text").lines.first)
    // Helvetica states an ascent of 0.77 em and a descent of 0.23 em; stand-ins take its measures.
    #expect(abs(line.ascent - 27.72) < 1e-9)
    #expect(abs(line.origin.y - 27.72) < 1e-9)
    #expect(abs(60 - line.origin.y - 32.28) < 1e-9)
  }

  private static func family(_ name: String) -> String {
    TextLayoutEngine.metrics(of: FontDescription(name: name, size: 20)).familyName
  }

  @Test(
    "Narrow faces are stood in for by narrow fonts",
    .enabled(if: family("LiberationSansNarrow") == "Liberation Sans Narrow", "no narrow font")
  )
  func narrowFaces() {
    #expect(Self.family("HelveticaNeue-CondensedBold") == "Liberation Sans Narrow")
    #expect(Self.family("HelveticaNeue-Bold") == "Liberation Sans")
  }

  @Test("Lines follow each other by ascent, descent and leading (rendering TX-3)")
  func lineDistance() throws {
    for name in ["Helvetica", "LiberationSans", "DejaVuSerif", "HelveticaNeue"] {
      let font = FontDescription(name: name, size: 20)
      let lines = layout("one\ntwo\nthree", font: font).lines
      let metrics = TextLayoutEngine.metrics(of: font)
      try #require(lines.count == 3)
      let distance = metrics.ascent + metrics.descent + metrics.leading
      for (index, line) in lines.enumerated() {
        #expect(abs(line.origin.y - (metrics.ascent + Double(index) * distance)) < 1e-9)
      }
    }
  }

  @Test("Lines have the heights of their fonts beside other names of one font (rendering TX-3)")
  func heightsDoNotDependOnNeighbours() throws {
    let fonts = ["Helvetica", "Helvetica Neue", "Arial"].map { FontDescription(name: $0, size: 17) }
    let alone = try fonts.map { try #require(layout("Title", font: $0).lines.first) }
    for order in [[0, 1, 2, 0], [1, 0, 2, 1], [2, 1, 0, 1]] {
      let runs = order.map { StyledText("Title\n", font: fonts[$0], color: nil) }
      let lines = TextLayoutEngine.layout(TextLayoutRequest(runs: runs)).lines
      for (line, font) in zip(lines, order) {
        #expect(line.ascent == alone[font].ascent && line.descent == alone[font].descent, "\(order), \(font)")
        #expect(line.leading == alone[font].leading)
      }
    }
  }

  @Test("Alignment shifts lines by the room that is left (rendering TX-6, E-386)")
  func alignment() throws {
    let natural = width(of: "Text")
    // The room and the line as in the example: 60 points are left.
    let room = natural + 60
    let expected: [(TextAlignment, Double)] = [
      (.left, 0), (.natural, 0), (.center, 30), (.right, 60), (.justified, 0),
    ]
    for (alignment, x) in expected {
      let line = try #require(layout("Text", width: room, alignment: alignment).lines.first)
      #expect(abs(line.origin.x - x) < 0.01)
    }
  }

  @Test("Natural alignment follows the script (rendering TX-6)")
  func naturalAlignment() throws {
    let line = try #require(layout("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", width: 500).lines.first)
    #expect(line.isRightToLeft)
    #expect(abs(line.origin.x + line.width - 500) < 0.01)
  }

  @Test("Justified lines fill the width, but for the last of a paragraph (rendering TX-6)")
  func justified() throws {
    let lines = layout(
      "many words that take up more than one line of text",
      width: 300,
      isWrapped: true,
      alignment: .justified
    ).lines
    try #require(lines.count > 1)
    for line in lines.dropLast() { #expect(abs(line.width - line.trailingSpace - 300) < 0.5) }
    #expect((lines.last?.width ?? 0) < 299)
  }

  @Test("Breaks in the text start lines, the width does not unless wrapped (rendering TX-4)")
  func explicitBreaks() {
    #expect(layout("a\nb\r\nc\u{2028}d").lines.count == 4)
    let line = layout("a long line of many words", width: 50)
    #expect(line.lines.count == 1)
    #expect((line.lines.first?.width ?? 0) > 50)
  }

  @Test("Wrapped lines break between words and fit (rendering TX-4)")
  func wordWrapping() {
    let text = "alpha beta gamma delta epsilon"
    let units = Array(text.utf16)
    let result = layout(text, width: 220, isWrapped: true)
    #expect(result.lines.count > 1)
    for line in result.lines {
      #expect(line.width <= 220)
      #expect(line.range.lowerBound == 0 || units[line.range.lowerBound - 1] == 0x20)
    }
    #expect(result.lines.last?.range.upperBound == units.count)
  }

  @Test("Words longer than a line break between graphemes and take no hyphen (rendering TX-4)")
  func graphemeWrapping() throws {
    let text = String(repeating: "e\u{301}", count: 40)
    let result = layout(text, width: 100, isWrapped: true)
    #expect(result.lines.count > 1)
    for line in result.lines { #expect(line.range.lowerBound % 2 == 0 && line.width <= 100) }
    let plain = layout("wwwwwwww", width: width(of: "wwww") + 1, isWrapped: true)
    let first = try #require(plain.lines.first)
    #expect(first.range == 0..<4)
    #expect(abs(first.width - width(of: "wwww")) < 0.01)
  }

  @Test("An ellipsis makes each line fit (rendering TX-5)", arguments: [TextTruncation.start, .middle, .end])
  func truncation(_ truncation: TextTruncation) {
    let result = layout(
      "a very long line of text\nshort\nand another long one",
      width: 200,
      truncation: truncation
    )
    #expect(result.lines.count == 3)
    for line in result.lines { #expect(line.width <= 200) }
    #expect(abs((result.lines.dropFirst().first?.width ?? 0) - width(of: "short")) < 0.01)
    #expect(layout("fits", width: 200, truncation: truncation).fills == layout("fits").fills)
  }

  @Test("An ellipsis is as wide as it is elsewhere, so that nothing stands apart (rendering TX-5)")
  func ellipsesAreNotStretched() throws {
    let text = "cut in its middle"
    for room in [150.0, 170, 190, 210] {
      let line = try #require(layout(text, width: room, truncation: .middle).lines.first)
      let candidates = (0..<text.count).flatMap { head in
        (0..<(text.count - head)).map { tail in width(of: text.prefix(head) + "…" + text.suffix(tail)) }
      }
      #expect(line.width <= room && candidates.contains { abs($0 - line.width) < 0.05 }, "\(line.width)")
    }
  }

  @Test("Wrapped text that goes on below its box ends in an ellipsis (rendering TX-5)")
  func lastVisibleLine() throws {
    let text = "one two three four five six seven eight nine ten"
    let free = layout(text, width: 200, isWrapped: true)
    let cut = layout(text, width: 200, height: 80, isWrapped: true, truncation: .end)
    // Two lines of 36 points fit into 80.
    #expect(cut.lines.count == 2)
    #expect(cut.lines.first?.width == free.lines.first?.width)
    let last = try #require(cut.lines.last)
    #expect(last.width <= 200)
    #expect(abs(last.origin.y - (36 + 27.72)) < 1e-9)
    #expect(cut.fills.last != free.fills[free.lines[1].fills].last)
    let whole = layout(text, width: 200, height: 800, isWrapped: true, truncation: .end)
    #expect(whole.fills == free.fills)
  }

  @Test("A paragraph that ends before cut text takes an ellipsis too (rendering TX-5)")
  func ellipsisBeforeParagraphs() {
    let cut = layout("ab\ncd\nef", width: 300, height: 40, isWrapped: true, truncation: .end)
    #expect(cut.lines.count == 1)
    #expect(abs((cut.lines.first?.width ?? 0) - width(of: "ab…")) < 0.01)
  }

  @Test("Empty text paints nothing (rendering TX-8)")
  func empty() {
    #expect(layout("").fills.isEmpty)
    #expect(TextLayoutEngine.layout(TextLayoutRequest(runs: [])).lines.isEmpty)
    #expect(layout(" \n ").fills.isEmpty)
  }

  @Test("Extra space follows every character")
  func kern() {
    let plain = width(of: "abcd")
    let spaced = TextLayoutEngine.layout(
      TextLayoutRequest(runs: [
        StyledText("ab", font: helvetica, color: nil, kern: 10),
        StyledText("cd", font: helvetica, color: nil),
      ])
    )
    #expect(abs((spaced.lines.first?.width ?? 0) - plain - 20) < 0.01)
  }

  @Test("Glyphs keep fractional places and sizes scale as geometry")
  func unhinted() throws {
    let small = try #require(
      layout("Wave", font: FontDescription(name: "LiberationSans", size: 10)).lines.first
    )
    let large = try #require(
      layout("Wave", font: FontDescription(name: "LiberationSans", size: 1000)).lines.first
    )
    #expect(abs(small.width * 100 - large.width) < 0.5)
  }

  @Test("Sizes and widths without sense give some layout")
  func nonsense() {
    for value in [0, -1, Double.nan, .infinity, -.infinity, 1e9, 1e-9, 1e300] {
      for wraps in [true, false] {
        let request = TextLayoutRequest(
          runs: [
            StyledText(
              "a\0b \u{FFFD}\r\n\u{1F600}",
              font: FontDescription(name: "\0", size: value),
              color: nil,
              kern: value
            )
          ],
          width: value,
          height: value,
          isWrapped: wraps,
          truncation: .middle,
          lineSpacing: value,
          lineHeightMultiple: value
        )
        #expect(!TextLayoutEngine.layout(request).lines.isEmpty)
      }
    }
    #expect(layout("text", font: FontDescription(name: "Helvetica", size: 0)).fills.isEmpty)
  }

  @Test("Unknown fonts are drawn with another one")
  func unknownFont() {
    #expect(!layout("text", font: FontDescription(name: "Nobody-Knows", size: 20)).fills.isEmpty)
  }

  @Test("Many threads get the same layout")
  func threads() async {
    let expected = layout("concurrent", width: 77, isWrapped: true).fills
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<16 {
        group.addTask {
          _ = layout("thread \(index)")
          return layout("concurrent", width: 77, isWrapped: true).fills == expected
        }
      }
      for await same in group { #expect(same) }
    }
  }
}
