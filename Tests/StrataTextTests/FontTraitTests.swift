import CoreText
import StrataText
import Testing

@Suite(.enabled(if: hasFonts))
struct FontTraitTests {
  private func font(_ name: String) -> CTFont { CTFontCreateWithName(name as CFString, 100, nil) }

  @Test("Traits are those of the drawn font")
  func traits() {
    #expect(CTFontGetSymbolicTraits(font("LiberationSans")).isDisjoint(with: [.traitBold, .traitItalic]))
    let slanted = CTFontGetSymbolicTraits(font("LiberationSans-BoldItalic"))
    #expect(slanted.isSuperset(of: [.traitBold, .traitItalic]))
    #expect(CTFontGetSymbolicTraits(font("Courier")).contains(.traitMonoSpace))
    #expect(CTFontGetSlantAngle(font("LiberationSans")) == 0)
    #expect((-20 ... -5).contains(CTFontGetSlantAngle(font("LiberationSans-Italic"))))
  }

  @Test("A copy with other traits is another face of the family")
  func copies() throws {
    let bold = try #require(
      CTFontCreateCopyWithSymbolicTraits(font("LiberationSans"), 0, nil, .traitBold, .traitBold)
    )
    #expect(CTFontCopyPostScriptName(bold) == "LiberationSans-Bold" && CTFontGetSize(bold) == 100)
    let both = try #require(
      CTFontCreateCopyWithSymbolicTraits(bold, 20, nil, .traitItalic, .traitItalic)
    )
    #expect(CTFontCopyPostScriptName(both) == "LiberationSans-BoldItalic" && CTFontGetSize(both) == 20)
    let plain = try #require(
      CTFontCreateCopyWithSymbolicTraits(both, 0, nil, [], [.traitBold, .traitItalic])
    )
    #expect(CTFontGetSymbolicTraits(plain).isDisjoint(with: [.traitBold, .traitItalic]))
    let neue = try #require(
      CTFontCreateCopyWithSymbolicTraits(font("Helvetica Neue Light"), 0, nil, .traitBold, .traitBold)
    )
    #expect(CTFontCopyPostScriptName(neue) != "Helvetica Neue Light")
    #expect(CTFontGetSymbolicTraits(neue).contains(.traitBold))
    #expect(
      CTFontCreateCopyWithSymbolicTraits(font("LiberationSans"), 0, nil, .traitMonoSpace, .traitMonoSpace)
        == nil
    )
  }

  @Test("Boxes of glyphs are those of their outlines")
  func boxes() throws {
    let font = font("LiberationSans")
    var letters: [UniChar] = Array("Hp ".utf16)
    var glyphs: [CGGlyph] = [0, 0, 0]
    #expect(CTFontGetGlyphsForCharacters(font, &letters, &glyphs, 3))
    var boxes = [CGRect](repeating: .null, count: 3)
    let union = CTFontGetBoundingRectsForGlyphs(font, .horizontal, glyphs, &boxes, 3)
    let path = try #require(CTFontCreatePathForGlyph(font, glyphs[0], nil))
    #expect(boxes[0] == path.boundingBoxOfPath)
    #expect(boxes[1].minY < 0 && boxes[2] == .zero)
    #expect(union == boxes[0].union(boxes[1]))
  }

  @Test("A font for a string is the font itself, or one that has its characters")
  func fontsForStrings() {
    let font = font("LiberationSans")
    #expect(CTFontCreateForString(font, "abc" as CFString, CFRangeMake(0, 3)) === font)
    let other = CTFontCreateForString(font, "abc ⠿" as CFString, CFRangeMake(4, 1))
    #expect(CTFontGetSize(other) == 100)
  }

  /// DejaVu Sans has patterns of Braille, Liberation Sans does not.
  @Test(.enabled(if: CTFont.isKnown(name: "DejaVuSans"), "not installed: DejaVu Sans"))
  func fontsForStringsHaveTheirCharacters() {
    let font = font("LiberationSans")
    let other = CTFontCreateForString(font, "abc ⠿" as CFString, CFRangeMake(4, 1))
    var letter: UniChar = 0x283F
    var glyph: CGGlyph = 0
    #expect(!CTFontGetGlyphsForCharacters(font, &letter, &glyph, 1))
    #expect(CTFontGetGlyphsForCharacters(other, &letter, &glyph, 1))
  }
}
