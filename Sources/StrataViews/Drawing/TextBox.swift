package import CoreGraphics
package import CoreText
package import Foundation

/// Lines of an attributed text in a width, with the last line shortened if there are too many.
package struct TextBox {
  private let lines: [Line]
  /// The extent of the lines, in points.
  package let size: CGSize
  /// True if lines may go beyond the width, where they are cut off.
  private let isClipped: Bool

  private struct Line {
    let line: CTLine
    let ascent: CGFloat
    let descent: CGFloat
    let leading: CGFloat
    let width: CGFloat

    init(_ line: CTLine) {
      var (ascent, descent, leading) = (CGFloat(0), CGFloat(0), CGFloat(0))
      let extent = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
      (self.line, self.ascent, self.descent, self.leading) = (line, ascent, descent, leading)
      width = CGFloat(extent) - CGFloat(CTLineGetTrailingWhitespaceWidth(line))
    }

    /// The distance to the next line.
    var height: CGFloat { ascent + descent + leading }
  }

  /// The part of a point by which the last line may be too low, for what rounding adds up.
  private static let tolerance: CGFloat = 1e-3

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - text: Fonts and colours may be those of a view layer.
  ///   - width: In points; lines are broken there.
  ///   - height: In points; lines that go beyond are left out, but for the first.
  ///   - limit: The most lines; 0 for any number.
  ///   - mode: Where lines are broken, and how the last one ends if more text follows.
  package init(
    _ text: NSAttributedString,
    width: CGFloat,
    height: CGFloat = .greatestFiniteMagnitude,
    limit: Int = 0,
    mode: NSLineBreakMode = .byTruncatingTail
  ) {
    let breaker = LineBreaker(text, width: width, mode: mode)
    var lines: [Line] = []
    var (start, lastStart, top) = (0, 0, CGFloat(0))
    while start < text.length {
      let count = breaker.count(from: start)
      let line = Line(breaker.line(from: start, count: count))
      let isTooLow = !lines.isEmpty && top + line.ascent + line.descent > height + Self.tolerance
      if isTooLow || limit > 0 && lines.count == limit {
        lines[lines.count - 1] = Line(breaker.lastLine(from: lastStart))
        break
      }
      lines.append(line)
      top += line.height
      (lastStart, start) = (start, start + count)
    }
    self.lines = lines
    isClipped = mode == .byClipping
    let widest = lines.map(\.width).max() ?? 0
    size = CGSize(
      width: isClipped ? min(widest, width) : widest,
      height: lines.reduce(0) { $0 + $1.height }
    )
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
    if isClipped {
      // Upwards and downwards glyphs may be larger than their lines.
      let reach = 2 * size.height
      context.clip(to: CGRect(x: corner.x, y: corner.y - reach, width: width, height: 2 * reach))
    }
    var top = corner.y
    for line in lines {
      context.textMatrix = CGAffineTransform(scaleX: 1, y: -down)
      context.textPosition = CGPoint(
        x: corner.x + (isClipped ? max(0, width - line.width) : width - line.width) * flush,
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
