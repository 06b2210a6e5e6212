import Testing
import UIKit

/// The components that colours tell.
@MainActor @Suite struct ColorTests {
  private func rgb(_ color: UIColor) -> [CGFloat] {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return [red, green, blue, alpha]
  }

  @Test func greysHaveTheWhiteTheyWereMadeWith() {
    #expect(rgb(UIColor(white: 0.1, alpha: 1)) == [0.1, 0.1, 0.1, 1])
    #expect(rgb(.darkGray).allSatisfy { $0 == 1 || abs($0 - 1.0 / 3) < 1e-6 })
    var (white, alpha): (CGFloat, CGFloat) = (0, 0)
    #expect(UIColor(white: 0.25, alpha: 0.5).getWhite(&white, alpha: &alpha))
    #expect(white == 0.25 && alpha == 0.5)
    var (hue, saturation, brightness): (CGFloat, CGFloat, CGFloat) = (1, 1, 1)
    #expect(
      UIColor(white: 0.3, alpha: 1).getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: nil)
    )
    #expect([hue, saturation, brightness] == [0, 0, 0.3])
  }

  @Test func componentsAreThoseThatWereWritten() {
    #expect(rgb(UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)) == [0.1, 0.2, 0.3, 0.4])
    #expect(!UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1).getWhite(nil, alpha: nil))
  }

  @Test func anExtensionMayHaveAPathOfCoreGraphics() {
    #expect(UIBezierPath(rect: CGRect(x: 0, y: 0, width: 3, height: 3)).cgPath.boundingBox.width == 7)
  }
}

extension UIBezierPath {
  fileprivate var cgPath: CGPath { CGPath(rect: CGRect(x: 0, y: 0, width: 7, height: 7), transform: nil) }
}
