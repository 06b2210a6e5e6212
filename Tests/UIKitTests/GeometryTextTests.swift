import Testing
import UIKit

/// Geometry as text and in values.
@Suite struct GeometryTextTests {
  @Test func textIsThatOfApplesSystems() {
    #expect(NSCoder.string(for: CGPoint(x: 1, y: -2.5)) == "{1, -2.5}")
    #expect(NSCoder.string(for: CGRect(x: 0, y: 1, width: 320, height: 480)) == "{{0, 1}, {320, 480}}")
    #expect(NSCoder.string(for: CGAffineTransform.identity) == "[1, 0, 0, 1, 0, 0]")
    #expect(NSCoder.string(for: UIOffset(horizontal: 3, vertical: 4)) == "{3, 4}")
  }

  @Test func textIsReadBack() {
    let rect = CGRect(x: 0.1, y: -2, width: 1e9, height: 0)
    #expect(NSCoder.cgRect(for: NSCoder.string(for: rect)) == rect)
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(NSCoder.uiEdgeInsets(for: NSCoder.string(for: insets)) == insets)
    let sides = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(NSCoder.nsDirectionalEdgeInsets(for: NSCoder.string(for: sides)) == sides)
    let turn = CGAffineTransform(rotationAngle: 1)
    #expect(NSCoder.cgAffineTransform(for: NSCoder.string(for: turn)) == turn)
    #expect(NSCoder.cgSize(for: "{5,6}") == CGSize(width: 5, height: 6))
    #expect(NSCoder.cgVector(for: "{7, 8}") == CGVector(dx: 7, dy: 8))
    #expect(NSCoder.uiOffset(for: "{7, 8}") == UIOffset(horizontal: 7, vertical: 8))
  }

  @Test(arguments: ["", "{1}", "{1, x}", "{1, 2, 3}"]) func otherTextGivesZeros(_ text: String) {
    #expect(NSCoder.cgPoint(for: text) == .zero)
  }

  @Test func displacementsAreValues() {
    let offset = UIOffset(horizontal: 3, vertical: -4)
    #expect(NSValue(uiOffset: offset).uiOffsetValue == offset)
  }
}
