import AppKit
import Testing

@Suite struct FontTests {
  @Test("A font that nobody knows is nil", .enabled(if: NSFont.systemFont(ofSize: 10).ascender > 0))
  func unknownNames() {
    #expect(NSFont(name: "NoSuchFont", size: 12) == nil)
    #expect(NSFont(name: "Helvetica", size: 12) != nil)
  }
}
