import CoreGraphics
import CoreText
import Foundation
import StrataBase

/// Generators of pictures of text, its lower left corner at the origin, with nothing behind it.
///
/// Apple's reference gives no colour; white for text without one is inferred. A build without the trait `Text` has no lines, so that
/// these filters give no image.
enum TextRows {
  static let all: [FilterRow] = [
    FilterRow(
      "CITextImageGenerator",
      "Text Image Generator",
      .generator,
      [
        FilterInput(key: "inputText", value: .text("")).empty(),
        FilterInput(key: "inputFontName", value: .text("HelveticaNeue")),
        .scalar("inputFontSize", 12, min: 0, slider: 9...128),
      ] + frame
    ) { values in
      let size = CGFloat(values.number("inputFontSize").clamped(0, 1e4))
      guard values.has("inputText"), size > 0 else { return nil }
      let font = CTFontCreateWithName(values.text("inputFontName") as CFString, size, nil)
      return TextPicture(NSAttributedString(string: values.text("inputText"), attributes: [.font: font]))?
        .image(values)
    },
    FilterRow(
      "CIAttributedTextImageGenerator",
      "Attributed Text Image Generator",
      .generator,
      [FilterInput(key: "inputText", value: .attributedText).empty()] + frame
    ) { values in
      (values.objects["inputText"] as? NSAttributedString).flatMap { TextPicture($0) }?.image(values)
    },
  ]

  private static let frame: [FilterInput] = [
    .scalar("inputScaleFactor", 1, min: 0, slider: 1...4),
    .scalar("inputPadding", 0, min: 0, max: 200, slider: 0...200).measuredAsInteger(),
  ]
}

extension FilterInput {
  /// The input with the type of whole numbers.
  fileprivate func measuredAsInteger() -> FilterInput {
    var result = self
    result.type = kCIAttributeTypeInteger
    return result
  }
}

/// Lines of text, laid out, which are drawn when a context asks for their pixels.
private struct TextPicture: Sendable {
  private let frame: CTFrame
  private let size: CGSize

  /// Lays text out, a paragraph in a line; nil if there is nothing to draw.
  init?(_ text: NSAttributedString) {
    guard text.length > 0 else { return nil }
    let white = NSMutableAttributedString(attributedString: text)
    text.enumerateAttribute(.foregroundColor, in: NSRange(location: 0, length: text.length)) {
      color,
      range,
      _ in
      if color == nil {
        white.addAttribute(.foregroundColor, value: CGColor(gray: 1, alpha: 1), range: range)
      }
    }
    let setter = CTFramesetterCreateWithAttributedString(white)
    let endless = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
    let fitting = CTFramesetterSuggestFrameSizeWithConstraints(
      setter,
      CFRange(location: 0, length: 0),
      nil,
      endless,
      nil
    )
    size = CGSize(width: fitting.width.rounded(.up), height: fitting.height.rounded(.up))
    guard size.width > 0, size.height > 0, size.width < 1e6, size.height < 1e6 else { return nil }
    let box = CGPath(rect: CGRect(origin: .zero, size: size), transform: nil)
    frame = CTFramesetterCreateFrame(setter, CFRange(location: 0, length: 0), box, nil)
  }

  /// The text at its scale, with the padding around it; nil at a scale of 0.
  func image(_ values: FilterValues) -> CIImage? {
    let scale = CGFloat(values.number("inputScaleFactor").clamped(0, 1e3))
    let padding = CGFloat(values.number("inputPadding").rounded())
    let extent = PixelRect(
      covering: CGRect(
        x: 0,
        y: 0,
        width: size.width * scale + 2 * padding,
        height: size.height * scale + 2 * padding
      )
    )
    guard scale > 0, !extent.isEmpty else { return nil }
    let frame = frame
    return CIImage(
      node: AreaNode([], extent: extent, needs: { _, _ in .empty }) { rect, _, pass in
        let bitmap = CGContext(
          data: nil,
          width: rect.width,
          height: rect.height,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
        guard let bitmap else { return Tile(rect) }
        bitmap.translateBy(x: padding - CGFloat(rect.minX), y: padding - CGFloat(rect.minY))
        bitmap.scaleBy(x: scale, y: scale)
        CTFrameDraw(frame, bitmap)
        guard let image = bitmap.makeImage() else { return Tile(rect) }
        let node = BitmapNode(image)
        let rows = node.rows(node.extent, [], pass)
        let result = Tile(uninitialized: rect)
        pass.rows(of: rect) {
          rows.copy(row: $0 - Int(rect.minY), from: 0, count: rect.width, to: result.row($0))
        }
        return result
      }
    )
  }
}
