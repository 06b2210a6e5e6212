#if Text
  import CoreGraphics
  import Foundation
  import Testing

  private let red: [UInt8] = [255, 0, 0, 255]
  private let nothing: [UInt8] = [0, 0, 0, 0]

  private let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  @Suite(.enabled(if: FileManager.default.fileExists(atPath: dejaVu))) struct GlyphTests {
    private func font() throws -> CGFont {
      let bytes = try #require(CGDataProvider(filename: dejaVu))
      return try #require(CGFont(bytes))
    }

    @Test func glyphsHaveNamesAndBoxes() throws {
      let font = try font()
      let glyph = font.getGlyphWithGlyphName(name: "H" as NSString)
      #expect(glyph != 0 && font.name(for: glyph) == "H")
      #expect(font.getGlyphWithGlyphName(name: "no such glyph" as NSString) == 0)
      #expect(font.name(for: .max) == nil)
      var box = CGRect.zero
      #expect(font.getGlyphBBoxes(glyphs: [glyph], count: 1, bboxes: &box))
      // A capital H stands on the baseline; 0.73 em is what this font states as the height of capitals.
      #expect(box.minY == 0)
      #expect(box.maxY > 0.7 * CGFloat(font.unitsPerEm))
      #expect(box.maxY < 0.76 * CGFloat(font.unitsPerEm))
      #expect(!font.getGlyphBBoxes(glyphs: [.max], count: 1, bboxes: &box))
    }

    @Test func glyphsAreDrawnAtPlacesInTextSpace() throws {
      let font = try font()
      let glyph = font.getGlyphWithGlyphName(name: "I" as NSString)
      var box = CGRect.zero
      _ = font.getGlyphBBoxes(glyphs: [glyph], count: 1, bboxes: &box)
      let context = try makeContext(200, 100)
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.showGlyphs([glyph], at: [.zero])
      #expect(pixelFromBottom(context, 10, 10) == nothing)
      context.setFont(font)
      context.setFontSize(64)
      context.showGlyphs([glyph, glyph], at: [CGPoint(x: 20, y: 10), CGPoint(x: 120, y: 10)])
      let scale = 64 / CGFloat(font.unitsPerEm)
      for x in [20, 120] {
        #expect(pixelFromBottom(context, x + Int(box.midX * scale), 10 + Int(box.midY * scale)) == red)
        #expect(pixelFromBottom(context, x + Int(box.maxX * scale) + 3, 20) == nothing)
      }
    }
  }
#endif
