import StrataViews
import Testing
import UIKit

#if Text
  /// Text that is drawn again and again.
  @MainActor @Suite struct DrawnTextTests {
    private func picture(_ draw: @escaping () -> Void) -> [[UInt8]] {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let image = UIGraphicsImageRenderer(size: CGSize(width: 60, height: 30), format: format).image { _ in
        draw()
      }
      return (0..<30).flatMap { y in (0..<60).map { pixels(of: image.cgImage, $0, y) } }
    }

    @Test func aTextIsDrawnAsItIsNow() {
      let style = NSMutableParagraphStyle()
      var attributes: [NSAttributedString.Key: Any] = [
        .font: UIFont.systemFont(ofSize: 12), .foregroundColor: UIColor.red, .paragraphStyle: style,
      ]
      func draw() -> [[UInt8]] {
        picture { [attributes] in
          "HE".draw(in: CGRect(x: 0, y: 0, width: 60, height: 30), withAttributes: attributes)
        }
      }
      let first = draw()
      #expect(draw() == first)
      style.alignment = .right
      #expect(draw() != first)
      style.alignment = .natural
      #expect(draw() == first)
      attributes[.foregroundColor] = UIColor.blue
      #expect(draw() != first)
      attributes[.foregroundColor] = UIColor.red
      attributes[.font] = UIFont.systemFont(ofSize: 13)
      #expect(draw() != first)
    }

    @Test func dynamicColoursAreThoseOfTheSurroundings() {
      let attributes: [NSAttributedString.Key: Any] = [
        .font: UIFont.systemFont(ofSize: 12),
        .foregroundColor: UIColor { $0.userInterfaceStyle == .dark ? .red : .blue },
      ]
      func draw(_ style: UIUserInterfaceStyle) -> [[UInt8]] {
        var result: [[UInt8]] = []
        UITraitCollection(userInterfaceStyle: style).performAsCurrent {
          result = picture { "HE".draw(at: .zero, withAttributes: attributes) }
        }
        return result
      }
      let (light, dark) = (draw(.light), draw(.dark))
      #expect(light.contains([0, 0, 255, 255]) && !light.contains { $0[0] > 0 })
      #expect(dark.contains([255, 0, 0, 255]) && !dark.contains { $0[2] > 0 })
      #expect(draw(.light) == light)
    }

    @Test func bothFormsOfATextAreDrawnAlike() {
      let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 11), .kern: 2]
      let attributed = NSAttributedString(string: "ab\ncd", attributes: attributes)
      #expect(attributed.size() == "ab\ncd".size(withAttributes: attributes))
      #expect(
        picture { attributed.draw(at: CGPoint(x: 1, y: 2)) }
          == picture { "ab\ncd".draw(at: CGPoint(x: 1, y: 2), withAttributes: attributes) }
      )
    }
  }
#endif
