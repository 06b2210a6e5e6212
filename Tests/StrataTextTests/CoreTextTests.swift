import CoreText
import StrataText
import Testing

private func bitmap(_ width: Int, _ height: Int) -> CGContext? {
  CGContext(
    data: nil,
    width: width,
    height: height,
    bitsPerComponent: 8,
    bytesPerRow: width * 4,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )
}

/// The rows of a bitmap that anything is drawn in, from the top, and the sum of a channel.
private func inked(_ context: CGContext, channel: Int) -> (rows: ClosedRange<Int>?, sum: Int) {
  guard let bytes = context.data?.assumingMemoryBound(to: UInt8.self) else { return (nil, 0) }
  var rows: ClosedRange<Int>?
  var sum = 0
  for y in 0..<context.height {
    for x in 0..<context.width {
      let pixel = y * context.bytesPerRow + x * 4
      sum += Int(bytes[pixel + channel])
      if bytes[pixel + 3] > 0 { rows = (rows?.lowerBound ?? y)...y }
    }
  }
  return (rows, sum)
}

private func string(_ text: String, size: CGFloat = 20, style: NSParagraphStyle? = nil) -> NSAttributedString
{
  var attributes: [NSAttributedString.Key: Any] = [
    .font: CTFontCreateWithName("Helvetica" as CFString, size, nil)
  ]
  attributes[.paragraphStyle] = style
  return NSAttributedString(string: text, attributes: attributes)
}

@Suite(.enabled(if: hasFonts))
struct CoreTextTests {
  @Test("Fonts tell their measures (SC-45)")
  func fontMeasures() {
    let font = CTFontCreateWithName("Helvetica" as CFString, 100, nil)
    #expect(CTFontGetSize(font) == 100)
    #expect(abs(CTFontGetAscent(font) - 77) < 1e-9)
    #expect(abs(CTFontGetDescent(font) - 23) < 1e-9)
    #expect(CTFontGetLeading(font) == 0)
    #expect((60...80).contains(CTFontGetCapHeight(font)))
    #expect((45...60).contains(CTFontGetXHeight(font)))
    #expect(CTFontCopyPostScriptName(font) == "Helvetica")
    #expect(font == CTFontCreateWithName("Helvetica" as CFString, 100, nil))
    #expect(font != CTFontCreateWithName("Helvetica" as CFString, 99, nil))
    #expect(CTFontGetSize(CTFontCreateWithName("Helvetica" as CFString, 0, nil)) == 12)
    let object: CFTypeRef = font
    #expect(CFGetTypeID(object) == CTFontGetTypeID())
  }

  @Test("Glyphs are found by character and have paths and advances")
  func glyphs() throws {
    let font = CTFontCreateWithName("LiberationSans" as CFString, 2048, nil)
    let characters: [UniChar] = [0x48, 0x20, 0xE000]
    var glyphs: [CGGlyph] = [0, 0, 0]
    #expect(!CTFontGetGlyphsForCharacters(font, characters, &glyphs, 3))
    #expect(CTFontGetGlyphsForCharacters(font, characters, &glyphs, 2))
    let path = try #require(CTFontCreatePathForGlyph(font, glyphs[0], nil))
    // An H stands on the baseline and is as high as capitals are.
    #expect(path.boundingBoxOfPath.minY == 0)
    #expect(abs(path.boundingBoxOfPath.maxY - CTFontGetCapHeight(font)) < 2)
    var advances = [CGSize](repeating: .zero, count: 2)
    let sum = CTFontGetAdvancesForGlyphs(font, .default, glyphs, &advances, 2)
    #expect(sum == Double(advances[0].width + advances[1].width) && sum > 1000)
    // A space has no outline.
    #expect(CTFontCreatePathForGlyph(font, glyphs[1], nil) == nil)
  }

  @Test("The font of a run is read through a pointer, as in C, and lives as long as the run")
  func fontOfRun() throws {
    let font = CTFontCreateWithName("LiberationSans" as CFString, 24, nil)
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: "a", attributes: [.font: font]))
    let run = try #require(runs(line).first)
    let key = unsafeBitCast(kCTFontAttributeName, to: UnsafeRawPointer.self)
    let found = unsafeBitCast(CFDictionaryGetValue(CTRunGetAttributes(run), key), to: CTFont.self)
    #expect(found == font)
    #expect(CTRunGetAttributes(run) === CTRunGetAttributes(run))
  }

  @Test("The attributes of a run cast to dictionaries of all kinds")
  func castsOfAttributes() throws {
    let font = CTFontCreateWithName("LiberationSans" as CFString, 24, nil)
    let text = NSAttributedString(string: "a", attributes: [.font: font, .kern: 2])
    let run = try #require(runs(CTLineCreateWithAttributedString(text)).first)
    let byKey = CTRunGetAttributes(run) as? [NSAttributedString.Key: Any] ?? [:]
    #expect(byKey[.font] as? CTFont === font && byKey[.kern] as? Int == 2)
    let byName = CTRunGetAttributes(run) as! [String: Any]
    #expect(byName[kCTFontAttributeName as String] as? CTFont === font && byName.count == 2)
    #expect((CTRunGetAttributes(run) as NSDictionary)[kCTFontAttributeName] as? CTFont === font)
    let lent: CFDictionary = CTRunGetAttributes(run)
    #expect(lent === CTRunGetAttributes(run) && lent.count == 2)
    let found = CTRunGetAttributes(run)
    #expect((found as? [String: AnyObject])?["NSFont"] === font)
    #expect((found as CFDictionary).object(forKey: "NSKern") as? Int == 2)
    // Without a cast, the keys are objects, which are equal to no string of Swift.
    #expect(found[kCTFontAttributeName] as? CTFont === font && found["NSFont"] == nil)
  }

  @Test("Files without fonts are not registered (SC-45)")
  func registration() {
    let url = URL(fileURLWithPath: #filePath)
    var error: Unmanaged<CFError>?
    #expect(!CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error))
    #expect(error?.takeRetainedValue().domain == NSCocoaErrorDomain)
    let absent = URL(fileURLWithPath: "/nowhere/font.ttf")
    #expect(!CTFontManagerRegisterFontsForURL(absent as CFURL, .process, nil))
  }

  @Test("Frames set lines from the top of their box (SC-46)")
  func frames() throws {
    let setter = CTFramesetterCreateWithAttributedString(string("one\ntwo\nthree"))
    let path = CGPath(rect: CGRect(x: 10, y: 5, width: 200, height: 100), transform: nil)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 13), path, nil)
    let lines = try #require(CTFrameGetLines(frame) as? [CTLine])
    var origins = [CGPoint](repeating: .zero, count: lines.count)
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
    // Ascent 15.4, descent 4.6, no leading: a line every 20 points.
    try #require(origins.count == 3)
    for (index, origin) in origins.enumerated() {
      #expect(origin.x == 0)
      #expect(abs(origin.y - (100 - 15.4 - 20 * Double(index))) < 1e-9)
    }
    #expect(lines.map { CTLineGetStringRange($0).location } == [0, 4, 8])
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      setter,
      CFRangeMake(0, 13),
      nil,
      CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude),
      nil
    )
    #expect(abs(size.height - 60) < 1e-9)
    #expect(abs(size.width - CTLineGetTypographicBounds(lines[2], nil, nil, nil)) < 0.01)
  }

  @Test("Frames leave out lines that do not fit and say so (SC-46)")
  func overflow() {
    let setter = CTFramesetterCreateWithAttributedString(string("one\ntwo\nthree"))
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 200, height: 50), transform: nil)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
    #expect(CFArrayGetCount(CTFrameGetLines(frame)) == 2)
    #expect(CTFrameGetVisibleStringRange(frame).length == 8)
    var fit = CFRangeMake(0, 0)
    _ = CTFramesetterSuggestFrameSizeWithConstraints(
      setter,
      CFRangeMake(0, 0),
      nil,
      CGSize(width: 200, height: 50),
      &fit
    )
    #expect(fit.length == 8)
  }

  @Test("Paragraph styles set spacing, heights, alignment and breaks (SC-47)")
  func paragraphStyles() throws {
    func origins(_ text: String, _ change: (NSMutableParagraphStyle) -> Void) -> [CGPoint] {
      let style = NSMutableParagraphStyle()
      change(style)
      let setter = CTFramesetterCreateWithAttributedString(string(text, style: style))
      let path = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 1000), transform: nil)
      let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
      var points = [CGPoint](repeating: .zero, count: CFArrayGetCount(CTFrameGetLines(frame)))
      CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &points)
      return points
    }
    func distance(_ change: (NSMutableParagraphStyle) -> Void) -> CGFloat {
      let points = origins("a\nb", change)
      return points.count == 2 ? points[0].y - points[1].y : 0
    }
    #expect(abs(distance { _ in } - 20) < 1e-9)
    #expect(abs(distance { $0.lineSpacing = 7 } - 27) < 1e-9)
    #expect(abs(distance { $0.lineHeightMultiple = 1.5 } - 30) < 1e-9)
    #expect(abs(distance { $0.maximumLineHeight = 12 } - 12) < 1e-9)
    #expect(abs(distance { $0.minimumLineHeight = 50 } - 50) < 1e-9)
    #expect(abs(distance { $0.paragraphSpacing = 9 } - 29) < 1e-9)
    let centred = origins("i") { $0.alignment = .center }
    #expect((45..<50).contains(try #require(centred.first).x))
    let long = "words that do not fit into one line"
    #expect(origins(long) { $0.lineBreakMode = .byWordWrapping }.count > 1)
    #expect(origins(long) { $0.lineBreakMode = .byTruncatingTail }.count == 1)
    #expect(origins(long) { $0.lineBreakMode = .byClipping }.count == 1)
  }

  @Test("Attributes of strings become styles (SC-47)")
  func attributes() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let text = NSMutableAttributedString(
      string: "ab",
      attributes: [
        .font: CTFontCreateWithName("Menlo-Bold" as CFString, 9, nil), .foregroundColor: red, .kern: 3,
        .strokeWidth: -2.0, .strokeColor: red, .ligature: 0,
        .underlineStyle: NSUnderlineStyle.single.rawValue,
      ]
    )
    text.append(NSAttributedString(string: "c"))
    let runs = text.styledText
    try #require(runs.count == 2)
    var expected = StyledText(
      "ab",
      font: FontDescription(name: "Menlo-Bold", size: 9),
      color: red,
      kern: 3,
      isUnderlined: true
    )
    (expected.strokeWidth, expected.strokeColor, expected.joinsLetters) = (-2, red, false)
    #expect(runs[0] == expected)
    #expect(runs[1] == StyledText("c", font: FontDescription(name: "Helvetica", size: 12), color: .black))
  }

  @Test("A kern of 0 switches the kerning of pairs off, and no kern keeps it")
  func kerningOfPairs() {
    func width(_ text: String, kern: Double? = nil) -> Double {
      var attributes: [NSAttributedString.Key: Any] = [
        .font: CTFontCreateWithName("Liberation Sans" as CFString, 100, nil)
      ]
      attributes[.kern] = kern.map { NSNumber(value: $0) }
      let line = CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes))
      return CTLineGetTypographicBounds(line, nil, nil, nil)
    }
    // Without kerning a line is as wide as its glyphs.
    let glyphs = 3 * (width("A") + width("V"))
    #expect(width("AVAVAV") < glyphs - 10)
    #expect(abs(width("AVAVAV", kern: 0) - glyphs) < 0.01)
    // Space between characters adds to the kerning of pairs.
    #expect(abs(width("AVAVAV", kern: 5) - width("AVAVAV") - 6 * 5) < 0.01)
  }

  @Test("Lines are drawn upright above the text position in contexts whose y points up (SC-46, SC-48)")
  func drawing() throws {
    let context = try #require(bitmap(60, 60))
    context.textPosition = CGPoint(x: 5, y: 20)
    context.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
    let text = NSMutableAttributedString(attributedString: string("HH"))
    let fromContext = NSAttributedString.Key(kCTForegroundColorFromContextAttributeName as String)
    text.addAttribute(fromContext, value: true, range: NSRange(location: 0, length: 2))
    let line = CTLineCreateWithAttributedString(text)
    CTLineDraw(line, context)
    let (rows, green) = inked(context, channel: 1)
    // The baseline is 20 above the bottom of 60 rows; capitals of 20 points are between 13 and 16 high.
    let found = try #require(rows)
    #expect(found.upperBound == 39)
    #expect((24...27).contains(found.lowerBound))
    #expect(green > 0 && inked(context, channel: 0).sum == 0)
    #expect(CTLineGetImageBounds(line, nil).minY == 0)
  }

  @Test("Text without a colour is black, whatever the context fills with")
  func colorOfText() throws {
    let context = try #require(bitmap(60, 60))
    context.textPosition = CGPoint(x: 5, y: 20)
    context.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
    CTLineDraw(CTLineCreateWithAttributedString(string("HH")), context)
    #expect(inked(context, channel: 3).sum > 0 && inked(context, channel: 1).sum == 0)
    // What follows fills as before.
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(inked(context, channel: 1).sum == 255)
  }

  @Test("A layer that flips a context whose y points down draws the same (SC-48)")
  func flippedDrawing() throws {
    let line = CTLineCreateWithAttributedString(string("Fg"))
    let upright = try #require(bitmap(60, 60))
    upright.textPosition = CGPoint(x: 5, y: 20)
    CTLineDraw(line, upright)
    let flipped = try #require(bitmap(60, 60))
    flipped.translateBy(x: 0, y: 60)
    flipped.scaleBy(x: 1, y: -1)
    flipped.translateBy(x: 0, y: 60)
    flipped.scaleBy(x: 1, y: -1)
    flipped.textPosition = CGPoint(x: 5, y: 20)
    CTLineDraw(line, flipped)
    #expect(inked(upright, channel: 3).sum == inked(flipped, channel: 3).sum)
    #expect(inked(upright, channel: 3).rows == inked(flipped, channel: 3).rows)
  }

  @Test("Breaks do not break a line")
  func lineOfBreaks() {
    let line = CTLineCreateWithAttributedString(string("a\r\nb"))
    #expect(CTLineGetStringRange(line).length == 4)
    let plain = CTLineCreateWithAttributedString(string("ab"))
    #expect(
      abs(
        CTLineGetTypographicBounds(line, nil, nil, nil) - CTLineGetTypographicBounds(plain, nil, nil, nil)
      )
        < 0.01
    )
  }
}
