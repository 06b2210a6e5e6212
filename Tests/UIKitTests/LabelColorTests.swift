#if Text
  import CoreText
  import StrataViews
  import Testing
  import UIKit

  /// The colours of labels whose letters are outlined, or which are links.
  @MainActor @Suite struct LabelColorTests {
    /// The numbers of pixels in red, green, blue and black.
    private struct Inks: Equatable {
      var red = 0
      var green = 0
      var blue = 0
      var black = 0
    }

    private func inks(_ draw: @escaping @MainActor (CGContext) -> Void) -> Inks {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let size = CGSize(width: 120, height: 50)
      let image = UIGraphicsImageRenderer(size: size, format: format).image { context in
        MainActor.assumeIsolated { draw(context.cgContext) }
      }
      var result = Inks()
      for y in 0..<50 {
        for x in 0..<120 {
          let pixel = pixels(of: image.cgImage, x, y)
          guard pixel[3] > 200 else { continue }
          if pixel[0] > 200 { result.red += 1 }
          if pixel[1] > 200 { result.green += 1 }
          if pixel[2] > 200 { result.blue += 1 }
          if pixel[0...2].allSatisfy({ $0 < 50 }) { result.black += 1 }
        }
      }
      return result
    }

    private let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.boldSystemFont(ofSize: 30), .foregroundColor: UIColor.red,
    ]

    @Test func outlinesHaveTheColourOfTheText() {
      let attributes = attributes
      func check(_ draw: @escaping @MainActor () -> Void) {
        let inks = inks { context in
          context.setLineWidth(4)
          context.setStrokeColor(UIColor.green.cgColor)
          context.setTextDrawingMode(.stroke)
          draw()
        }
        #expect(inks.red > 100)
        #expect(inks.green == 0 && inks.black == 0)
      }
      check {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 120, height: 50))
        (label.text, label.font, label.textColor) = ("HEH", .boldSystemFont(ofSize: 30), .red)
        label.drawText(in: label.bounds)
      }
      check { "HEH".draw(at: .zero, withAttributes: attributes) }
      check { "HEH".draw(with: CGRect(x: 0, y: 40, width: 120, height: 40), attributes: attributes) }
    }

    @Test func linesOfCoreTextAreOutlinedInTheColourOfTheContext() {
      let line = CTLineCreateWithAttributedString(NSAttributedString(string: "HEH", attributes: attributes))
      let inks = inks { context in
        context.setLineWidth(4)
        context.setStrokeColor(UIColor.green.cgColor)
        context.setTextDrawingMode(.stroke)
        context.textPosition = CGPoint(x: 5, y: 10)
        CTLineDraw(line, context)
      }
      #expect(inks.green > 100 && inks.red == 0)
    }

    @Test func linksOfALabelAreBlueAndUnderlined() {
      func drawn(_ more: [NSAttributedString.Key: Any]) -> Inks {
        var attributes = attributes
        attributes.merge(more) { $1 }
        let text = NSAttributedString(string: "HEH", attributes: attributes)
        return inks { _ in
          let label = UILabel(frame: CGRect(x: 0, y: 0, width: 120, height: 50))
          label.attributedText = text
          label.drawText(in: label.bounds)
        }
      }
      let underline = NSUnderlineStyle.single.rawValue
      let link = drawn([.link: "somewhere"])
      #expect(link.red == 0 && link.blue > 100)
      #expect(link == drawn([.foregroundColor: UIColor.link, .underlineStyle: underline]))
      #expect(link.blue > drawn([.foregroundColor: UIColor.link]).blue)
    }
  }
#endif
