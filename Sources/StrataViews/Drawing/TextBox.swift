package import CoreGraphics
package import CoreText
package import Foundation

/// Lines of an attributed text in a width, with the last line shortened if there are too many.
package struct TextBox {
  private let lines: [Line]
  /// The extent of the lines, in points.
  package let size: CGSize

  private struct Line {
    let line: CTLine
    let ascent: CGFloat
    let height: CGFloat
    let width: CGFloat
  }

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - text: Fonts and colours may be those of a view layer.
  ///   - width: In points; lines are broken there.
  ///   - limit: The most lines; 0 for any number.
  ///   - truncation: Where the last line is shortened; nil cuts it off.
  package init(
    _ text: NSAttributedString,
    width: CGFloat,
    limit: Int = 0,
    truncation: CTLineTruncationType? = .end
  ) {
    let typesetter = CTTypesetterCreateWithAttributedString(text)
    var (lines, start, height, widest) = ([Line](), 0, CGFloat(0), CGFloat(0))
    while start < text.length {
      let isLast = limit > 0 && lines.count == limit - 1
      var count = CTTypesetterSuggestLineBreak(typesetter, start, Double(width))
      if count <= 0 { count = text.length - start }
      var line: CTLine
      if isLast, start + count < text.length, let truncation {
        let rest = CTTypesetterCreateLine(typesetter, CFRange(location: start, length: text.length - start))
        let sign = NSAttributedString(
          string: "…",
          attributes: text.attributes(at: start, effectiveRange: nil)
        )
        let token = CTLineCreateWithAttributedString(sign)
        line = CTLineCreateTruncatedLine(rest, Double(width), truncation, token) ?? rest
        count = text.length - start
      } else {
        line = CTTypesetterCreateLine(typesetter, CFRange(location: start, length: count))
      }
      var (ascent, descent, leading) = (CGFloat(0), CGFloat(0), CGFloat(0))
      let extent = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
      let breadth = CGFloat(extent) - CGFloat(CTLineGetTrailingWhitespaceWidth(line))
      lines.append(Line(line: line, ascent: ascent, height: ascent + descent + leading, width: breadth))
      height += ascent + descent + leading
      widest = max(widest, breadth)
      start += count
      if isLast { break }
    }
    self.lines = lines
    size = CGSize(width: widest, height: height)
  }

  /// Draws the lines from their upper left corner; `flush` is 0 for the left edge of `width` and 1 for the right.
  ///
  /// Y points down in a context that is flipped.
  package func draw(
    at corner: CGPoint,
    width: CGFloat,
    flush: CGFloat,
    isFlipped: Bool = true,
    in context: CGContext
  ) {
    context.saveGState()
    let matrix = context.textMatrix
    let down: CGFloat = isFlipped ? 1 : -1
    var top = corner.y
    for line in lines {
      context.textMatrix = CGAffineTransform(scaleX: 1, y: -down)
      context.textPosition = CGPoint(
        x: corner.x + (width - line.width) * flush,
        y: top + line.ascent * down
      )
      CTLineDraw(line.line, context)
      top += line.height * down
    }
    context.textMatrix = matrix
    context.restoreGState()
  }

  /// Draws a text into the current context of this thread, in lines of their own length.
  ///
  /// `point` is the corner of the text with the least coordinates: the upper left one if y points down.
  package static func draw(_ text: NSAttributedString, at point: CGPoint) {
    guard let entry = ContextStack.current else { return }
    let box = TextBox(text, width: .greatestFiniteMagnitude)
    let top = entry.isFlipped ? point.y : point.y + box.size.height
    box.draw(
      at: CGPoint(x: point.x, y: top),
      width: 0,
      flush: 0,
      isFlipped: entry.isFlipped,
      in: entry.context
    )
  }

  /// Draws a text into a rectangle of the current context, whose width breaks the lines; what goes beyond is cut off.
  package static func draw(_ text: NSAttributedString, in rect: CGRect) {
    guard let entry = ContextStack.current else { return }
    entry.context.saveGState()
    entry.context.clip(to: rect)
    TextBox(text, width: rect.width).draw(
      at: CGPoint(x: rect.minX, y: entry.isFlipped ? rect.minY : rect.maxY),
      width: rect.width,
      flush: 0,
      isFlipped: entry.isFlipped,
      in: entry.context
    )
    entry.context.restoreGState()
  }
}
