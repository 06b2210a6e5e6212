import AppKit
import Testing

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
}
