import CoreGraphics
import CoreText
import Foundation

/// Lines of an attributed text in a width, with the last line shortened if there are too many.
struct TextBox {
  private let lines: [Line]
  /// The extent of the lines, in points.
  let size: CGSize

  private struct Line {
    let line: CTLine
    let ascent: CGFloat
    let height: CGFloat
    let width: CGFloat
  }

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - text: Fonts and colours may be those of UIKit.
  ///   - width: In points; lines are broken there.
  ///   - limit: The most lines; 0 for any number.
  ///   - truncation: Where the last line is shortened; nil cuts it off.
  init(_ text: NSAttributedString, width: CGFloat, limit: Int = 0, truncation: CTLineTruncationType? = .end) {
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

  /// Draws the lines from a corner, with y pointing down; `flush` is 0 for the left edge of `width` and 1 for the right.
  func draw(at corner: CGPoint, width: CGFloat, flush: CGFloat, in context: CGContext) {
    context.saveGState()
    let matrix = context.textMatrix
    var top = corner.y
    for line in lines {
      context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
      context.textPosition = CGPoint(x: corner.x + (width - line.width) * flush, y: top + line.ascent)
      CTLineDraw(line.line, context)
      top += line.height
    }
    context.textMatrix = matrix
    context.restoreGState()
  }
}
