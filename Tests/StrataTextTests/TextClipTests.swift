import CoreText
import StrataText
import Testing

@Suite(.enabled(if: hasFonts))
struct TextClipTests {
  private let text: NSAttributedString = {
    let font = CTFontCreateWithName("Helvetica" as CFString, 30, nil)
    let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    let text = NSMutableAttributedString(string: "Ab", attributes: [.font: font])
    let rest: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: green]
    text.append(NSAttributedString(string: "gT", attributes: rest))
    return text
  }()

  /// The sum of the alpha of all pixels.
  private func ink(_ draw: (CGContext) -> Void) throws -> Int {
    let context = try #require(
      CGContext(
        data: nil,
        width: 100,
        height: 60,
        bitsPerComponent: 8,
        bytesPerRow: 400,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.textPosition = CGPoint(x: 5, y: 20)
    draw(context)
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    return stride(from: 3, to: 400 * 60, by: 4).reduce(0) { $0 + Int(bytes[$1]) }
  }

  private func fillAll(_ context: CGContext) { context.fill(CGRect(x: 0, y: 0, width: 100, height: 60)) }

  @Test("A line whose mode clips restricts what follows to all its glyphs")
  func lines() throws {
    let line = CTLineCreateWithAttributedString(text)
    let drawn = try ink { CTLineDraw(line, $0) }
    try #require(drawn > 0)
    let clipped = try ink { context in
      context.setTextDrawingMode(.clip)
      CTLineDraw(line, context)
      fillAll(context)
    }
    #expect(abs(clipped - drawn) < drawn / 20)
    let both = try ink { context in
      context.setTextDrawingMode(.fillClip)
      CTLineDraw(line, context)
      context.clear(CGRect(x: 0, y: 0, width: 100, height: 60))
    }
    // Only the edges of glyphs, which the clip covers in part, are left.
    #expect(both < drawn / 2)
  }

  @Test("A run and a part of a run clip, too")
  func runsClip() throws {
    let line = CTLineCreateWithAttributedString(text)
    let run = try #require(runs(line).first)
    func clipped(_ range: CFRange) throws -> Int {
      try ink { context in
        context.setTextDrawingMode(.clip)
        CTRunDraw(run, context, range)
        fillAll(context)
      }
    }
    let whole = try clipped(CFRangeMake(0, 0))
    let part = try clipped(CFRangeMake(0, 1))
    let drawn = try ink { CTRunDraw(run, $0, CFRangeMake(0, 0)) }
    #expect(abs(whole - drawn) < drawn / 20)
    #expect(part > 0 && part < whole)
  }

  @Test("The lines of a frame clip together")
  func frames() throws {
    let string = NSMutableAttributedString(attributedString: text)
    string.append(NSAttributedString(string: "\nx", attributes: text.attributes(at: 0, effectiveRange: nil)))
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 60), transform: nil)
    let setter = CTFramesetterCreateWithAttributedString(string)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
    let drawn = try ink { CTFrameDraw(frame, $0) }
    let clipped = try ink { context in
      context.setTextDrawingMode(.clip)
      CTFrameDraw(frame, context)
      fillAll(context)
    }
    #expect(drawn > 0 && abs(clipped - drawn) < drawn / 20)
  }

  @Test("Glyphs of a font are drawn where they are put, in the colour of the context")
  func glyphs() throws {
    let font = CTFontCreateWithName("Helvetica" as CFString, 30, nil)
    var glyph: CGGlyph = 0
    var letter = UniChar(0x48)
    #expect(CTFontGetGlyphsForCharacters(font, &letter, &glyph, 1))
    let path = try #require(CTFontCreatePathForGlyph(font, glyph, nil))
    let expected = try ink { context in
      context.translateBy(x: 15, y: 23)
      context.addPath(path)
      context.fillPath()
    }
    let drawn = try ink { CTFontDrawGlyphs(font, [glyph], [CGPoint(x: 10, y: 3)], 1, $0) }
    #expect(expected > 0 && abs(drawn - expected) < expected / 50)
  }
}
