package import CoreGraphics
package import CoreText
package import Foundation

/// Lines of an attributed text in a width, as Core Text's framesetter lays them out.
///
/// Paragraph styles say how the lines are aligned, indented, spaced and broken. A view that breaks and ends lines in
/// its own way gives a mode.
package struct TextBox {
  private let lines: [PlacedLine]
  /// The extent of the lines with their indents, in points.
  package let size: CGSize
  /// The width beyond which lines are cut off; nil if they are not.
  private let clippedWidth: CGFloat?

  /// The part of a point by which the last line may be too low, for what rounding adds up.
  private static let tolerance: CGFloat = 1e-3

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - text: Fonts and colours may be those of a view layer.
  ///   - width: In points; lines are broken there. With `greatestFiniteMagnitude`, lines are as long as they are, and
  ///     aligned in the width of the longest.
  ///   - height: In points; lines that go beyond are left out, but for the first.
  ///   - limit: The most lines; 0 for any number.
  ///   - mode: In place of the modes of the paragraphs, where all lines are broken, and how the last one ends if more
  ///     text follows.
  package init(
    _ text: NSAttributedString,
    width: CGFloat,
    height: CGFloat = .greatestFiniteMagnitude,
    limit: Int = 0,
    mode: NSLineBreakMode? = nil
  ) {
    let width = max(0, width)
    let isUnlimited = width >= PlacedLine.unlimited
    let text = mode.map { text.wrapped(by: $0) } ?? text
    let all = PlacedLine.lines(of: text, width: width)
    let fitting = all.prefix { $0.bottom <= height + Self.tolerance }.count
    var lines = Array(all.prefix(min(max(1, fitting), limit > 0 ? limit : .max)))
    if let mode, lines.count < all.count, let last = lines.last {
      lines[lines.count - 1] = Self.ending(last, of: text, width: width, mode: mode)
    }
    let extent = lines.map { $0.margins.head + $0.width + (isUnlimited ? $0.margins.tail : 0) }.max() ?? 0
    if isUnlimited { for index in lines.indices { lines[index].align(in: extent) } }
    self.lines = lines
    clippedWidth = mode == .byClipping ? width : nil
    size = CGSize(width: min(extent, clippedWidth ?? extent), height: lines.last?.bottom ?? 0)
  }

  /// Returns the line that takes the place of the last one if more text follows it.
  private static func ending(
    _ last: PlacedLine,
    of text: NSAttributedString,
    width: CGFloat,
    mode: NSLineBreakMode
  ) -> PlacedLine {
    // Wrapped lines end as they are.
    if mode == .byWordWrapping || mode == .byCharWrapping { return last }
    let margins = last.margins
    let breaker = LineBreaker(text, width: max(0, width - margins.head - margins.tail), mode: mode)
    var line = PlacedLine(line: breaker.lastLine(from: last.start), origin: last.origin, margins: margins)
    // What is cut off is cut off at the end.
    line.align(in: mode == .byClipping ? max(width, margins.head + line.width + margins.tail) : width)
    return line
  }

  /// Draws the lines, from the upper left corner of their box.
  ///
  /// Y points down in a context that is flipped.
  package func draw(at corner: CGPoint, isFlipped: Bool = true, in context: CGContext) {
    context.saveGState()
    let matrix = context.textMatrix
    let down: CGFloat = isFlipped ? 1 : -1
    if let clippedWidth {
      // Upwards and downwards glyphs may be larger than their lines.
      let reach = 2 * size.height
      context.clip(to: CGRect(x: corner.x, y: corner.y - reach, width: clippedWidth, height: 2 * reach))
    }
    for line in lines {
      context.textMatrix = CGAffineTransform(scaleX: 1, y: -down)
      context.textPosition = CGPoint(x: corner.x + line.origin.x, y: corner.y + line.origin.y * down)
      CTLineDraw(line.line, context)
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
    box.draw(at: CGPoint(x: point.x, y: top), isFlipped: entry.isFlipped, in: entry.context)
  }

  /// Draws a text into a rectangle of the current context, whose width breaks the lines; what goes beyond is cut off.
  package static func draw(_ text: NSAttributedString, in rect: CGRect) {
    guard let entry = ContextStack.current else { return }
    entry.context.saveGState()
    entry.context.clip(to: rect)
    TextBox(text, width: rect.width).draw(
      at: CGPoint(x: rect.minX, y: entry.isFlipped ? rect.minY : rect.maxY),
      isFlipped: entry.isFlipped,
      in: entry.context
    )
    entry.context.restoreGState()
  }
}

extension NSAttributedString {
  /// Returns the text with lines that break: between any characters if the mode says so, else between words.
  fileprivate func wrapped(by mode: NSLineBreakMode) -> NSAttributedString {
    let breaking: NSLineBreakMode = mode == .byCharWrapping ? .byCharWrapping : .byWordWrapping
    let result = NSMutableAttributedString(attributedString: self)
    enumerateAttribute(.paragraphStyle, in: NSRange(location: 0, length: length), options: []) {
      value,
      range,
      _ in
      let former = value as? NSParagraphStyle ?? .default
      guard former.lineBreakMode != breaking,
        let style = former.mutableCopy() as? NSMutableParagraphStyle
      else { return }
      style.lineBreakMode = breaking
      result.addAttribute(.paragraphStyle, value: style, range: range)
    }
    return result
  }
}
