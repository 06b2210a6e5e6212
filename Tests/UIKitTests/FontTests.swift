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

  @Test(
    "A descriptor leads from a font to its faces and sizes",
    .enabled(if: UIFont.systemFont(ofSize: 10).ascender > 0)
  )
  func descriptors() throws {
    let font = try #require(UIFont(name: "Helvetica", size: 12))
    let bold = try #require(font.fontDescriptor.withSymbolicTraits(.traitBold))
    #expect(bold.symbolicTraits.contains(.traitBold) && !bold.symbolicTraits.contains(.traitItalic))
    #expect(bold.pointSize == 12 && bold.postscriptName == "Helvetica-Bold")
    #expect(bold.withSymbolicTraits([]) == font.fontDescriptor)
    let larger = UIFont(descriptor: bold, size: 20)
    #expect(larger.pointSize == 20 && larger.fontName == "Helvetica-Bold")
    #expect(UIFont(descriptor: font.fontDescriptor, size: 0) == font)
    #expect(UIFont(descriptor: font.fontDescriptor.withSize(9), size: 0) == font.withSize(9))
    #expect(UIFontDescriptor(name: "Helvetica", size: 12) == font.fontDescriptor)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: font.fontDescriptor,
      requiringSecureCoding: true
    )
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIFontDescriptor.self, from: data)
    #expect(copy == font.fontDescriptor)
  }
}
