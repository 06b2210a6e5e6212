import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct CIColorTests {
  @Test func componentsAreThoseOfTheSpace() throws {
    let color = CIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    #expect(color.components == [0.1, 0.2, 0.3, 0.4])
    #expect(color.green == 0.2)
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    #expect(CIColor(red: 1, green: 0, blue: 0, colorSpace: space)?.red == 1)
  }

  @Test func aGraySpaceIsRefused() {
    #expect(CIColor(red: 1, green: 0, blue: 0, colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
  }

  @Test func textGivesTheSameColor() {
    let color = CIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    #expect(CIColor(string: color.stringRepresentation) == color)
    #expect(CIColor(string: "1 0.5").alpha == 1)
  }

  @Test func anArchiveGivesTheSameColor() throws {
    let color = CIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    let data = try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIColor.self, from: data) == color)
  }
}
