import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import StrataText
import Testing

private let hasFonts = TextLayoutEngine.metrics(of: FontDescription(name: "Helvetica", size: 10)).ascent > 0

/// The bytes of a layer drawn by itself, rows from the top.
private func draw(_ layer: CALayer, _ width: Int = 200, _ height: Int = 60) throws -> [SIMD4<UInt8>] {
  let context = try #require(
    CGContext(
      data: nil,
      width: width,
      height: height,
      bitsPerComponent: 8,
      bytesPerRow: width * 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  )
  layer.render(in: context)
  let data = try #require(context.data)
  let pixels = data.assumingMemoryBound(to: SIMD4<UInt8>.self)
  return (0..<width * height).map { pixels[$0] }
}

private func textLayer(_ string: Any?) -> CATextLayer {
  let layer = CATextLayer()
  layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 60)
  layer.string = string
  return layer
}

@Suite struct TextLayerTests {
  @Test("A new text layer has Core Animation's defaults (rendering TX-1)")
  func defaults() {
    let layer = CATextLayer()
    #expect(layer.string == nil)
    #expect(layer.font as? String == "Helvetica")
    #expect(layer.fontSize == 36)
    #expect(
      layer.foregroundColor == CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
        || layer.foregroundColor?.alpha == 1
    )
    #expect(!layer.isWrapped)
    #expect(layer.truncationMode == .none)
    #expect(layer.alignmentMode == .natural)
    #expect(!layer.allowsFontSubpixelQuantization)
  }

  @Test(
    "Font, size and colour of the layer are for plain strings only (rendering TX-2)",
    .enabled(if: hasFonts)
  )
  func plainAndAttributed() throws {
    let plain = textLayer("Text")
    plain.font = CTFontCreateWithName("Helvetica" as CFString, 99, nil)
    plain.fontSize = 20
    let named = textLayer("Text")
    named.font = "Helvetica" as NSString
    named.fontSize = 20
    // A font object's own size does not count.
    #expect(try draw(plain) == draw(named))
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    let attributed = textLayer(
      NSAttributedString(string: "Text", attributes: [.font: font, .foregroundColor: red])
    )
    attributed.fontSize = 50
    attributed.foregroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    let pixels = try draw(attributed)
    #expect(pixels.contains { $0.x == 255 } && pixels.allSatisfy { $0.y == 0 })
    let expected = try draw(named)
    #expect(pixels.map(\.w) == expected.map(\.w))
  }

  @Test("A font without a size is taken by its name (rendering TX-2)", .enabled(if: hasFonts))
  func graphicsFont() throws {
    let font = try #require(CGFont("LiberationMono" as CFString))
    let (object, named, usual) = (textLayer("Text"), textLayer("Text"), textLayer("Text"))
    (object.font, named.font) = (font, "LiberationMono" as CFString)
    #expect(try draw(object) == draw(named) && draw(object) != draw(usual))
    #expect(object.font === font)
  }

  @Test("Unknown names of alignment and truncation are kept and act as the defaults (rendering TX-2)")
  func unknownNames() throws {
    let layer = textLayer("Text")
    let usual = try draw(layer)
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "slanted")
    layer.truncationMode = CATextLayerTruncationMode(rawValue: "somewhere")
    #expect(layer.alignmentMode.rawValue == "slanted" && layer.truncationMode.rawValue == "somewhere")
    #expect(try draw(layer) == usual)
  }

  @Test("Glyphs are antialiased in gray, never by subpixels (rendering TX-7)", .enabled(if: hasFonts))
  func grayscale() throws {
    let pixels = try draw(textLayer("Wave"))
    #expect(pixels.contains { $0.w > 0 && $0.w < 255 })
    #expect(pixels.allSatisfy { $0 == SIMD4(repeating: $0.w) })
  }

  @Test("Text beyond the bounds is cut (rendering TX-3)", .enabled(if: hasFonts))
  func clipping() throws {
    let layer = textLayer("MMMMMMMMMMMMMM")
    layer.bounds = CGRect(x: 0, y: 0, width: 50, height: 60)
    layer.position = CGPoint(x: 25, y: 30)
    let pixels = try draw(layer)
    #expect((0..<60).allSatisfy { y in (51..<200).allSatisfy { pixels[y * 200 + $0].w == 0 } })
    #expect(pixels.contains { $0.w > 0 })
  }

  @Test(
    "Attributed strings keep their paragraph styles and rules (rendering TX-2, SC-47)",
    .enabled(if: hasFonts)
  )
  func paragraphStyles() throws {
    func string(_ change: (NSMutableParagraphStyle) -> Void, _ more: [NSAttributedString.Key: Any] = [:])
      -> NSAttributedString
    {
      let style = NSMutableParagraphStyle()
      change(style)
      var attributes = more
      attributes[.paragraphStyle] = style
      attributes[.font] = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
      attributes[.foregroundColor] = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      return NSAttributedString(string: "Text", attributes: attributes)
    }
    func columns(_ text: NSAttributedString) throws -> (first: Int, last: Int) {
      let pixels = try draw(textLayer(text))
      let inked = (0..<200).filter { x in (0..<60).contains { pixels[$0 * 200 + x].w > 0 } }
      return (try #require(inked.first), try #require(inked.last))
    }
    #expect(try columns(string { _ in }).first < 3)
    #expect(try columns(string { $0.alignment = .right }).last > 196)
    let middle = try columns(string { $0.alignment = .center })
    #expect(abs(middle.first + middle.last - 199) <= 3)
    #expect(try columns(string { $0.firstLineHeadIndent = 40 }).first >= 40)
    let plain = try draw(textLayer(string { _ in }))
    for key in [NSAttributedString.Key.underlineStyle, .strikethroughStyle] {
      let ruled = try draw(textLayer(string({ _ in }, [key: 1])))
      #expect(ruled != plain && ruled.count { $0.w > 0 } > plain.count { $0.w > 0 })
    }
    let hollow = try draw(textLayer(string({ _ in }, [.strokeWidth: 4])))
    #expect(hollow != plain && hollow.contains { $0.w > 0 })
    let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    let backed = try draw(textLayer(string({ _ in }, [.backgroundColor: blue])))
    #expect(backed.contains { $0.z == 255 && $0.x == 0 })
    #expect(backed.contains { $0.x == 255 })
  }

  @Test("A layer that draws its own text flips and sizes itself (SC-48)", .enabled(if: hasFonts))
  func ownDrawing() throws {
    final class Label: CALayer {
      let text = NSAttributedString(
        string: "Text",
        attributes: [
          .font: CTFontCreateWithName("Helvetica" as CFString, 20, nil),
          .foregroundColor: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
        ]
      )

      func sizeToFit() {
        let setter = CTFramesetterCreateWithAttributedString(text)
        let unlimited = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
        bounds.size = CTFramesetterSuggestFrameSizeWithConstraints(
          setter,
          CFRangeMake(0, 0),
          nil,
          unlimited,
          nil
        )
        anchorPoint = .zero
      }

      override func draw(in context: CGContext) {
        if contentsAreFlipped() {
          context.translateBy(x: 0, y: bounds.height)
          context.scaleBy(x: 1, y: -1)
        }
        let setter = CTFramesetterCreateWithAttributedString(text)
        let path = CGPath(rect: bounds, transform: nil)
        CTFrameDraw(CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil), context)
      }
    }
    let label = Label()
    label.sizeToFit()
    #expect(abs(label.bounds.height - 20) < 1e-6 && label.bounds.width > 30)
    label.setNeedsDisplay()
    label.displayIfNeeded()
    let pixels = try draw(label)
    #expect(pixels.contains { $0.x == 255 })
    let rows = (0..<60).filter { y in (0..<200).contains { pixels[y * 200 + $0].w > 0 } }
    // At the bottom left of a space whose y points up: the capital's top lies 0.77 em minus its height below the top.
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    #expect(first >= 40 && last <= 59)
  }
}
