import Testing
import UIKit

/// The components that colours return.
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
  }

  @Test func theWhiteOfAColorIsItsLuminance() {
    func white(_ color: UIColor) -> CGFloat? {
      var white: CGFloat = 0
      return color.getWhite(&white, alpha: nil) ? white : nil
    }
    let lights = [UIColor.red, .green, .blue].map { pow(white($0) ?? 0, 2.2) }
    #expect(zip(lights, [0.2126, 0.7152, 0.0722]).allSatisfy { abs($0 - $1) < 0.005 })
    #expect(white(UIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)) == 0.5)
    #expect(white(UIColor(patternImage: UIImage())) == 0)
  }

  @Test func opacityIsLimitedAndComponentsAreNot() {
    #expect(rgb(UIColor(red: 2, green: -1, blue: 0, alpha: 3)) == [2, -1, 0, 1])
    #expect(rgb(UIColor(white: 0.5, alpha: -1))[3] == 0)
    #expect(rgb(UIColor.red.withAlphaComponent(7))[3] == 1)
    #expect(UIColor(hue: 0, saturation: 1, brightness: 1, alpha: 2) == .red)
  }

  @Test func wideColorsAreReadInExtendedSRGB() {
    let red = rgb(UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(red[0] > 1.05 && red[1] < 0)
    #expect(red[3] == 0.5)
  }

  @Test func patternsBeginInTheUpperLeftCorner() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    // A blue row above, and a green column at the left.
    let cell = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format).image { context in
      UIColor.green.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 4))
      UIColor.blue.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
    }
    final class Drawing: UIView {
      var color = UIColor.clear
      override func draw(_ rect: CGRect) {
        color.setFill()
        UIRectFill(bounds)
      }
    }
    let stage = Stage()
    let (ground, drawing) = (UIView(), Drawing())
    ground.backgroundColor = UIColor(patternImage: cell)
    drawing.color = UIColor(patternImage: cell)
    drawing.isOpaque = false
    _ = (stage.add(ground, 21, 33, 20, 20), stage.add(drawing, 51, 33, 20, 20))
    for left in [21, 51] {
      #expect(try stage.pixel(left + 6, 37, at: 0) == [0, 0, 255, 255])
      #expect(try stage.pixel(left + 4, 39, at: 0) == [0, 255, 0, 255])
      #expect(try stage.pixel(left + 6, 39, at: 0)[1] == 0)
    }
  }

  @Test func anExtensionMayHaveAPathOfCoreGraphics() {
    #expect(UIBezierPath(rect: CGRect(x: 0, y: 0, width: 3, height: 3)).cgPath.boundingBox.width == 7)
  }
}

extension UIBezierPath {
  fileprivate var cgPath: CGPath { CGPath(rect: CGRect(x: 0, y: 0, width: 7, height: 7), transform: nil) }
}
