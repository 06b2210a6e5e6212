import Testing
import UIKit

@Suite struct FontTests {
  @Test("A font that nobody knows is nil", .enabled(if: UIFont.systemFont(ofSize: 10).ascender > 0))
  func unknownNames() {
    #expect(UIFont(name: "NoSuchFont", size: 12) == nil)
    #expect(UIFont(name: "NoSuchFont-Bold", size: 12) == nil)
    #expect(UIFont(name: "", size: 12) == nil)
  }

  @Test("Fonts of Apple's systems are there, at least as substitutes")
  func knownNames() {
    #expect(UIFont(name: "HelveticaNeue-Bold", size: 12)?.fontName == "HelveticaNeue-Bold")
    #expect(UIFont(name: "Avenir-Heavy", size: 12)?.pointSize == 12)
    #expect(UIFont(name: "Courier", size: 12) != nil)
  }
}
