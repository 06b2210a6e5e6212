import AppKit
import Testing

/// True in builds that lay out text, where there are fonts.
private let hasText = NSFont.systemFont(ofSize: 10).ascender > 0

@Suite struct FontTests {
  private static let shadow = NSAttributedString.Key("shadow")

  @Test("A font that nobody knows is nil", .enabled(if: NSFont.systemFont(ofSize: 10).ascender > 0))
  func unknownNames() {
    #expect(NSFont(name: "NoSuchFont", size: 12) == nil)
    #expect(NSFont(name: "Helvetica", size: 12) != nil)
  }

  @Test func shadowsAndFontsTakeThePlaceOfOthersInText() {
    let text = NSMutableAttributedString(
      string: "abc",
      attributes: [Self.shadow: NSShadow(), .font: NSFont.systemFont(ofSize: 10)]
    )
    text.addAttribute(Self.shadow, value: NSShadow(), range: NSRange(location: 1, length: 1))
    let large = NSFont.systemFont(ofSize: 20)
    text.addAttribute(.font, value: large, range: NSRange(location: 2, length: 1))
    #expect((text.attribute(.font, at: 2, effectiveRange: nil) as? NSFont)?.pointSize == 20)
  }

  /// The fonts of the runs of a text.
  private func runFonts(_ text: String, _ font: NSFont) -> [Any?] {
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: [.font: font]))
    let runs = CTLineGetGlyphRuns(line) as? [CTRun] ?? []
    return runs.map { (CTRunGetAttributes($0) as? [NSAttributedString.Key: Any])?[.font] }
  }

  @Test("The font of a run is the one that was given, or a substitute of its class", .enabled(if: hasText))
  func fontsOfRuns() {
    let font = NSFont.systemFont(ofSize: 14)
    #expect(runFonts("ab", font).map { $0 as? NSFont === font } == [true])
    // Most fonts have no snowman.
    let fonts = runFonts("a\u{2603}", font).map { $0 as? NSFont }
    #expect(fonts.contains { $0 === font } && fonts.allSatisfy { $0?.pointSize == 14 })
  }

  @Test(
    "A font is one of Core Text, and what is made of it is of its class (SC-45)",
    .enabled(if: hasText)
  )
  func coreTextFonts() throws {
    let font = try #require(NSFont(name: "Helvetica", size: 12))
    let same = CTFontCreateWithName("Helvetica" as CFString, 12, nil)
    #expect(font as CTFont == same && same == font as CTFont)
    #expect(same.hashValue == font.hashValue)
    #expect(Set([font as CTFont, same]).count == 1)
    #expect(CTFontGetSize(font) == 12 && CFGetTypeID(font) == CTFontGetTypeID())
    let larger = CTFontCreateCopyWithAttributes(font, 20, nil, nil)
    #expect((larger as? NSFont)?.pointSize == 20 && font.withSize(20) == larger)
    #expect(NSFont(same) == font)
    let data = try NSKeyedArchiver.archivedData(withRootObject: font, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSFont.self, from: data) == font)
  }

  @Test("Fonts tell the measures of underlines, slants and glyphs", .enabled(if: hasText))
  func measures() {
    let font = NSFont.systemFont(ofSize: 20)
    #expect(font.underlineThickness == CTFontGetUnderlineThickness(font) && font.underlineThickness > 0)
    #expect(font.underlinePosition < 0 && font.italicAngle == 0)
    var (characters, glyphs) = ([UniChar](repeating: 87, count: 1), [CGGlyph](repeating: 0, count: 1))
    #expect(CTFontGetGlyphsForCharacters(font, &characters, &glyphs, 1))
    let width = font.advancement(forCGGlyph: glyphs[0]).width
    #expect(width > 10 && font.maximumAdvancement.width >= width)
    #expect(font.boundingRect(forCGGlyph: glyphs[0]).height > 10)
    #expect(font.numberOfGlyphs > Int(glyphs[0]))
  }

  @Test("Fonts for purposes have the sizes of the system")
  func purposes() {
    #expect(NSFont.messageFont(ofSize: 0).pointSize == 13 && NSFont.toolTipsFont(ofSize: 0).pointSize == 11)
    #expect(NSFont.userFixedPitchFont(ofSize: 0)?.pointSize == 12)
    #expect(NSFont.monospacedDigitSystemFont(ofSize: 0, weight: .bold).pointSize == 13)
    #expect(NSFont.preferredFont(forTextStyle: .largeTitle).pointSize == 26)
    #expect(NSFont.preferredFont(forTextStyle: .headline) == .boldSystemFont(ofSize: 13))
  }
}
