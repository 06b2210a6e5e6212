import CoreText
import StrataBase
import StrataText
import Testing

@Suite struct CoreTextStyleTests {
  /// A style of a centred paragraph with an indent.
  private func style() -> CTParagraphStyle {
    var alignment = CTTextAlignment.center
    var mode = CTLineBreakMode.byTruncatingTail
    var direction = CTWritingDirection.rightToLeft
    var indent: CGFloat = 7
    return withUnsafePointer(to: &alignment) { alignment in
      withUnsafePointer(to: &mode) { mode in
        withUnsafePointer(to: &direction) { direction in
          withUnsafePointer(to: &indent) { indent in
            let settings = [
              CTParagraphStyleSetting(spec: .alignment, valueSize: 1, value: alignment),
              CTParagraphStyleSetting(spec: .lineBreakMode, valueSize: 1, value: mode),
              CTParagraphStyleSetting(spec: .baseWritingDirection, valueSize: 1, value: direction),
              CTParagraphStyleSetting(spec: .headIndent, valueSize: 8, value: indent),
              // Of a wrong size.
              CTParagraphStyleSetting(spec: .tailIndent, valueSize: 4, value: indent),
            ]
            return CTParagraphStyleCreate(settings, settings.count)
          }
        }
      }
    }
  }

  @Test("Settings make a paragraph style, which tells them")
  func settings() {
    let style = style()
    #expect(style.alignment == .center && style.lineBreakMode == .byTruncatingTail)
    #expect(style.baseWritingDirection == .rightToLeft && style.headIndent == 7)
    #expect(style.tailIndent == 0)
    #expect(CFGetTypeID(style) == CTParagraphStyleGetTypeID())
    var indent: CGFloat = 0
    #expect(CTParagraphStyleGetValueForSpecifier(style, .headIndent, 8, &indent) && indent == 7)
    #expect(!CTParagraphStyleGetValueForSpecifier(style, .headIndent, 4, &indent))
    var alignment: UInt8 = 0
    #expect(CTParagraphStyleGetValueForSpecifier(style, .alignment, 1, &alignment))
    #expect(CTTextAlignment(rawValue: alignment) == .center)
    #expect(CTParagraphStyleCreate(nil, 0) == NSParagraphStyle.default)
  }

  @Test("A framesetter follows such a style", .enabled(if: hasFonts))
  func frames() throws {
    let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    let attributes: [String: Any] = [
      kCTFontAttributeName as String: font, kCTParagraphStyleAttributeName as String: style(),
    ]
    let string = try #require(
      CFAttributedStringCreate(kCFAllocatorDefault, "i" as CFString, attributes as CFDictionary)
    )
    let setter = CTFramesetterCreateWithAttributedString(string)
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
    var origin = CGPoint.zero
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 1), &origin)
    #expect((40..<55).contains(origin.x))
  }

  @Test("A string is made of characters and attributes")
  func strings() throws {
    let string = try #require(
      CFAttributedStringCreate(nil, "ab" as CFString, ["NSKern": 3.0] as CFDictionary)
    )
    #expect(string.string == "ab")
    #expect(string.attribute(.kern, at: 1, effectiveRange: nil) as? Double == 3)
    #expect(CFAttributedStringCreate(nil, nil, nil) == nil)
    #expect(CFAttributedStringCreate(nil, "c" as CFString, nil)?.length == 1)
  }

  @Test("A style takes the place of another in any part of a string")
  func replacement() {
    var random = SplitMix64(seed: 5)
    let text = NSMutableAttributedString(string: "abcdefghij")
    for _ in 0..<200 {
      let style = NSMutableParagraphStyle()
      style.headIndent = CGFloat(random.next() % 3)
      let start = Int(random.next() % 10)
      let range = NSRange(location: start, length: 1 + Int(random.next() % UInt64(10 - start)))
      text.addAttribute(.paragraphStyle, value: style, range: range)
      let read = text.attribute(.paragraphStyle, at: start, effectiveRange: nil) as? NSParagraphStyle
      #expect(read?.headIndent == style.headIndent)
    }
  }
}
