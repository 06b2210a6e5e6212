import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import StrataBase
import StrataRaster
import StrataTesting
import StrataText
import Testing

/// True if a font that joins letters and one with many scripts are installed.
private let hasFonts =
  TextLayoutEngine.metrics(of: FontDescription(name: "DejaVuSans", size: 10)).familyName == "DejaVu Sans"

private func pdf(_ draw: (CGContext) throws -> Void) throws -> Data {
  let data = NSMutableData()
  let consumer = try #require(CGDataConsumer(data: data))
  var box = CGRect(x: 0, y: 0, width: 400, height: 300)
  let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
  context.beginPDFPage(nil)
  try draw(context)
  context.closePDF()
  return data as Data
}

private func line(_ text: String, size: CGFloat = 20, _ more: [NSAttributedString.Key: Any] = [:]) -> CTLine {
  var attributes = more
  attributes[.font] = CTFontCreateWithName("DejaVuSans" as CFString, size, nil)
  return CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes))
}

private func page(_ lines: CTLine...) throws -> PrintedText {
  let file = try pdf { context in
    for (index, line) in lines.enumerated() {
      context.textPosition = CGPoint(x: 20, y: 250 - 40 * index)
      CTLineDraw(line, context)
    }
  }
  return try #require(PrintedText(file))
}

private func layer(_ string: Any, _ frame: CGRect = CGRect(x: 10, y: 10, width: 380, height: 280))
  -> CATextLayer
{
  let layer = CATextLayer()
  (layer.frame, layer.string, layer.fontSize) = (frame, string, 16)
  (layer.font, layer.foregroundColor) = ("DejaVuSans" as CFString, CGColor(gray: 0, alpha: 1))
  return layer
}

/// A picture that stands for a character.
private final class Stamp: CoreTextAttachment {
  private let image = CGImage(pixels: PixelBuffer(width: 4, height: 4, format: .rgba8))

  func inlineBox(in color: CGColor?) -> InlineBox {
    InlineBox(width: 20, ascent: 15, descent: 5, image: image)
  }
}

/// Text on pages is text: it can be searched and copied.
@Suite(.enabled(if: hasFonts)) struct PrintedTextTests {
  @Test func aLineIsTextAtThePlacesOfItsGlyphs() throws {
    let line = line("Wave, 3 nights")
    let page = try page(line)
    #expect(page.text == "Wave, 3 nights" && page.fills == 0)
    let run = try #require((CTLineGetGlyphRuns(line) as? [CTRun])?.first)
    var places = [CGPoint](repeating: .zero, count: CTRunGetGlyphCount(run))
    CTRunGetPositions(run, CFRangeMake(0, 0), &places)
    try #require(page.pieces.count == places.count)
    for (piece, place) in zip(page.pieces, places) {
      // A twentieth of a thousandth of 20 points, and the rounding of the written number.
      #expect(abs(piece.place.x - place.x - 20) < 0.0015 && abs(piece.place.y - place.y - 250) < 0.0015)
    }
  }

  @Test func outlinesAreStoredOnceForAllSizes() throws {
    let page = try page(line("banana", size: 12), line("banana", size: 30))
    #expect(page.text == "bananabanana")
    let font = try #require(page.fonts.values.first)
    #expect(page.fonts.count == 1)
    #expect(font.texts.count == 3)
    #expect(font.drawings.count == 3)
    #expect(font.texts.values.sorted() == ["a", "b", "n"])
  }

  @Test func drawingsAreTheOutlinesOfTheFontInItsUnits() throws {
    let page = try page(line("HI"))
    let font = try #require(page.fonts.values.first)
    let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    let file = try #require(CGDataProvider(filename: path).flatMap { CGFont($0) })
    #expect(abs(font.matrix[0] * Double(file.unitsPerEm) - 1) < 1e-9)
    for (code, text) in font.texts {
      let glyph = file.getGlyphWithGlyphName(name: text as NSString)
      let name = try #require(font.names[code])
      var (box, advance) = (CGRect.zero, Int32(0))
      #expect(file.getGlyphBBoxes(glyphs: [glyph], count: 1, bboxes: &box))
      #expect(file.getGlyphAdvances(glyphs: [glyph], count: 1, advances: &advance))
      let lines = page.drawing(try #require(font.drawings[name])).components(separatedBy: "\n")
      #expect(lines.first == "\(advance) 0 d0" && lines.last == "f")
      // Letters of straight lines have no places between units.
      let places = lines.dropFirst().flatMap { $0.split(separator: " ") }.compactMap { Int($0) }
      let (x, y) = (stride(from: 0, to: places.count, by: 2), stride(from: 1, to: places.count, by: 2))
      #expect(x.map { places[$0] }.min() == Int(box.minX) && x.map { places[$0] }.max() == Int(box.maxX))
      #expect(y.map { places[$0] }.min() == Int(box.minY) && y.map { places[$0] }.max() == Int(box.maxY))
      #expect(font.widths[code] == Double(advance))
    }
  }

  @Test func joinedLettersSayAllTheyStandFor() throws {
    let line = line("office fluff")
    let run = try #require((CTLineGetGlyphRuns(line) as? [CTRun])?.first)
    let page = try page(line)
    #expect(CTRunGetGlyphCount(run) < 12 && page.pieces.count == CTRunGetGlyphCount(run))
    #expect(page.text == "office fluff")
    #expect(page.pieces.contains { $0.text.count > 1 })
  }

  /// A square for each text, in a font of 1000 units.
  private func squares(_ text: String, _ parts: [(glyph: UInt32, text: Range<Int>)]) -> GlyphRun {
    var square = Outline()
    square.addRect(CGRect(x: 0, y: -5, width: 5, height: 5), .identity)
    let shape = GlyphOutline(square)
    let font = GlyphTranscript.Font(number: GlyphTranscript.Font.freshNumber(), size: 10, unitsPerEm: 1000)
    let marks = parts.enumerated().map { index, part in
      GlyphTranscript.Mark(
        glyph: part.glyph,
        shape: shape,
        at: RasterPoint(Double(index) * 6, 0),
        advance: 6,
        text: part.text
      )
    }
    let transcript = GlyphTranscript(font: font, text: text, marks: marks)
    return GlyphRun(transcript.glyphs, transcript: transcript)
  }

  @Test func oneShapeForSeveralTextsIsDrawnOnce() throws {
    let run = squares("abab", [(7, 0..<1), (7, 1..<2), (7, 2..<3), (7, 3..<4)])
    let page = try #require(PrintedText(try pdf { $0.fill(run, .identity) }))
    let font = try #require(page.fonts.values.first)
    #expect(page.text == "abab" && font.texts.values.sorted() == ["a", "b"])
    #expect(font.drawings.count == 2 && Set(font.drawings.values).count == 1)
  }

  @Test func severalGlyphsOfOneCharacterSayItOnce() throws {
    // A letter of two bytes that two glyphs show.
    let run = squares("\u{E9}x", [(1, 0..<2), (2, 0..<2), (3, 2..<3)])
    let shown = try #require(PrintedText(try pdf { $0.fill(run, .identity) }))
    #expect(shown.text == "\u{E9}x" && shown.pieces.map(\.place.x) == [0, 12])
    // There is no q with an accent, so that two glyphs show it.
    #expect(try page(line("q\u{301}x")).text == "q\u{301}x")
  }

  @Test func touchingGlyphsThatShineThroughAreOneGroup() throws {
    let run = squares("ab", [(1, 0..<1), (2, 1..<2)])
    let close = GlyphRun(
      [],
      transcript: run.transcript.map { told in
        var told = told
        told.marks[1].place.x = 2
        return told
      }
    )
    for (glyphs, isGroup) in [(run, false), (close, true)] {
      let file = try pdf { context in
        context.setAlpha(0.5)
        context.fill(glyphs, .identity)
      }
      #expect(PrintedText(file)?.text == "ab")
      #expect((file.range(of: Data("/S /Transparency /CS /DeviceRGB /I true".utf8)) != nil) == isGroup)
    }
  }

  @Test func rightToLeftTextRunsFromLeftToRight() throws {
    let page = try page(line("\u{5E9}\u{5DC}\u{5D5}\u{5DD}"))
    #expect(String(page.text.reversed()) == "\u{5E9}\u{5DC}\u{5D5}\u{5DD}")
    #expect(zip(page.pieces, page.pieces.dropFirst()).allSatisfy { $0.place.x < $1.place.x })
  }

  @Test func manyGlyphsTakeSeveralFonts() throws {
    let characters =
      (0x21...0x7E).map { $0 } + (0xA1...0x17F).filter { $0 != 0xAD } + (0x410...0x44F).map { $0 }
    let text = String(String.UnicodeScalarView(characters.compactMap { Unicode.Scalar($0) }))
    let page = try page(line(text, size: 4, [NSAttributedString.Key("NSLigature"): 0]))
    #expect(page.text == text)
    #expect(page.fonts.count == 2)
    #expect(page.fonts.values.allSatisfy { $0.names.count <= 256 })
    #expect(page.fonts.values.allSatisfy { $0.texts[0] == nil })
    #expect(page.fonts.values.allSatisfy { Set($0.names.values).count == $0.names.count })
  }

  @Test func layersPrintTheirTextLineByLine() throws {
    let words = "The quick brown fox jumps over the lazy dog and runs away through the fields"
    let text = layer(words, CGRect(x: 10, y: 10, width: 150, height: 280))
    text.isWrapped = true
    let file = try pdf { text.render(in: $0) }
    let page = try #require(PrintedText(file))
    #expect(page.text.filter { $0 != " " } == words.filter { $0 != " " } && page.fills == 0)
    let rows = Set(page.pieces.map { ($0.place.y * 100).rounded() })
    #expect(rows.count > 3)
    // The first line is uppermost on the page.
    #expect(page.pieces.first?.place.y == page.pieces.map(\.place.y).max())
    #expect(try pdf { text.render(in: $0) } == file)
  }

  @Test func aPictureInSeveralPlacesIsTextInEach() throws {
    let group = CALayer()
    group.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    let (font, stamp) = (CTFontCreateWithName("DejaVuSans" as CFString, 16, nil), Stamp())
    for (words, y) in [("\u{FFFC} one \u{FFFC}", 200.0), ("two \u{FFFC}", 20)] {
      let text = NSMutableAttributedString(string: words, attributes: [.font: font])
      for (index, letter) in words.utf16.enumerated() where letter == 0xFFFC {
        text.addAttribute(.attachment, value: stamp, range: NSRange(location: index, length: 1))
      }
      group.addSublayer(layer(text, CGRect(x: 10, y: y, width: 380, height: 40)))
    }
    let page = try #require(PrintedText(try pdf { group.render(in: $0) }))
    let places = page.pieces.filter { $0.text == "\u{FFFC}" }.map(\.place)
    try #require(places.count == 3)
    #expect(abs(places[0].x - 10) < 0.1)
    #expect(places[1].x > places[0].x + 40)
    #expect(abs(places[0].y - places[1].y) < 0.1)
    #expect(abs(places[0].y - places[2].y - 180) < 0.1)
  }

  @Test func anEllipsisSaysNoMoreThanItself() throws {
    let text = layer("A sentence too long for its place", CGRect(x: 10, y: 10, width: 120, height: 30))
    text.truncationMode = .end
    let page = try #require(PrintedText(try pdf { text.render(in: $0) }))
    #expect(page.text.hasPrefix("A sent"))
    #expect(page.text.hasSuffix("…"))
    #expect(!page.text.contains("place"))
  }

  @Test func rulesStayLinesAndTextStaysText() throws {
    let page = try page(line("under", [.underlineStyle: 1]))
    #expect(page.text == "under" && page.fills == 1)
  }

  @Test func glyphsWithoutTextAreReadByTheFontsTable() throws {
    let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    let font = try #require(CGDataProvider(filename: path).flatMap { CGFont($0) })
    let glyphs = ["H", "i"].map { font.getGlyphWithGlyphName(name: $0 as NSString) }
    let file = try pdf { context in
      context.setFont(font)
      context.setFontSize(24)
      context.textPosition = CGPoint(x: 50, y: 100)
      context.showGlyphs(glyphs, at: [.zero, CGPoint(x: 30, y: 5)])
    }
    let page = try #require(PrintedText(file))
    #expect(
      page.text == "Hi" && page.pieces.map(\.place) == [CGPoint(x: 50, y: 100), CGPoint(x: 80, y: 105)]
    )
    // What has no place is not shown.
    let lost = try pdf { context in
      context.setFont(font)
      context.setFontSize(24)
      context.showGlyphs(glyphs, at: [CGPoint(x: CGFloat.nan, y: 0), CGPoint(x: 30, y: 5)])
    }
    #expect(PrintedText(lost)?.text == "i")
    // The glyph of missing characters has no text, but is drawn.
    let missing = try pdf { context in
      context.setFont(font)
      context.setFontSize(24)
      context.showGlyphs([0, 0], at: [CGPoint(x: 10, y: 10), CGPoint(x: 40, y: 10)])
    }
    let boxes = try #require(PrintedText(missing))
    #expect(boxes.text.isEmpty && boxes.pieces.map { $0.place.x.rounded() } == [10, 40])
  }

  @Test(arguments: [CGTextDrawingMode.fill, .stroke, .fillStroke, .clip, .fillClip, .invisible])
  func modesKeepTheirLook(_ mode: CGTextDrawingMode) throws {
    let file = try pdf { context in
      context.setTextDrawingMode(mode)
      context.textPosition = CGPoint(x: 20, y: 100)
      CTLineDraw(line("mode"), context)
    }
    let page = try #require(PrintedText(file))
    let fills: Set<CGTextDrawingMode> = [.fill, .fillStroke, .fillClip]
    #expect(page.text == (fills.contains(mode) ? "mode" : "") && page.fills == 0)
  }

  @Test func partsOfRunsAreText() throws {
    let run = try #require((CTLineGetGlyphRuns(line("partial")) as? [CTRun])?.first)
    let file = try pdf { context in
      context.textPosition = CGPoint(x: 20, y: 100)
      CTRunDraw(run, context, CFRangeMake(2, 3))
    }
    #expect(PrintedText(file)?.text == "rti")
  }

  /// Other programs read the same text from the page.
  @Test(.enabled(if: PrintedPage.canBeRead)) func anotherReaderReadsTheText() throws {
    let words = "Efficient waffles\nשלום עולם\nq\u{301}x and naïve façade\nΑβγ Жук"
    let text = layer(words)
    text.isWrapped = true
    let read = try PrintedPage(pdf { text.render(in: $0) }).text()
    for word in ["Efficient waffles", "שלום", "עולם", "q\u{301}", "naïve façade", "Αβγ Жук"] {
      #expect(read.contains(word), "\(word) is not in: \(read)")
    }
  }
}
