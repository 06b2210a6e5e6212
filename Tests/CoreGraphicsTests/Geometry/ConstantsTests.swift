// This file must not import Foundation: the initializers of CoreGraphics hide Foundation's only where it comes with them.
import CoreGraphics
import Testing

/// Constants that `CGFloat` and `Double` both have, as arguments.
@Suite struct ConstantsTests {
  @Test func structuresTakeConstantsOfEitherType() {
    #expect(CGSize(width: 300, height: .greatestFiniteMagnitude).height == CGFloat.greatestFiniteMagnitude)
    #expect(CGSize(width: .infinity, height: .infinity).width == CGFloat.infinity)
    #expect(CGPoint(x: 0, y: -.infinity).y == -CGFloat.infinity)
    #expect(CGVector(dx: .pi, dy: 0).dx == CGFloat.pi)
    let rect = CGRect(x: 0, y: 0, width: 320 - 2 * 16, height: .greatestFiniteMagnitude)
    #expect(rect.width == 288)
    #expect(rect.height == CGFloat.greatestFiniteMagnitude)
  }

  @Test func literalsAndOtherNumbersKeepTheirMeaning() {
    let (double, whole, length): (Double, Int, CGFloat) = (4.5, 7, 2.25)
    // A quotient of literals is not one of whole numbers.
    #expect(CGPoint(x: 1 / 2, y: 0.5).x == 0.5)
    #expect(CGPoint(x: double, y: double / 2) == CGPoint(x: 4.5, y: 2.25))
    #expect(CGSize(width: whole / 2, height: whole).width == 3)
    #expect(CGSize(width: length * 2 + double, height: double).width == 9)
    let rect = CGRect(x: double, y: 0, width: Double(whole), height: 1)
    #expect(rect == CGRect(x: 4.5, y: 0, width: 7, height: 1))
  }
}
