package import CoreGraphics
package import CoreText
package import Foundation

/// Lines of an attributed text in a width, as Core Text's framesetter lays them out.
///
/// Paragraph styles say how the lines are aligned, indented, spaced and broken. A view that breaks and ends lines in
/// its own way gives a mode.
package struct TextBox: Sendable {
  /// How a text is laid out.
  struct Shape: Hashable, Sendable {
    /// Where lines are broken, in points.
    ///
    /// With `greatestFiniteMagnitude`, lines are as long as they are, and aligned in the width of the longest.
    var width: CGFloat = .greatestFiniteMagnitude
    /// Beyond which lines are left out, but for the first, in points.
    var height: CGFloat = .greatestFiniteMagnitude
    /// The most lines; 0 for any number.
    var limit = 0
    /// How lines end; as their paragraphs say if it is nil.
    var ending: Ending?
    /// True if what goes beyond the height is cut off when it is drawn: lines are left out that would not be seen.
    var isClipped = false

    /// How lines end in place of what their paragraphs say.
    enum Ending: Hashable, Sendable {
      /// Lines of all paragraphs are broken and ended as a view does it: by this mode.
      case view(NSLineBreakMode)
      /// Lines are broken as their paragraphs say, and the last one that fits has an ellipsis if more text follows.
      ///
      /// A paragraph whose lines do not break has no last line that fits: all of the text is shown.
      case ellipsis
    }
  }

  private let lines: [PlacedLine]
  /// The extent of the lines with their indents, in points.
  package let size: CGSize
  /// The width beyond which lines are cut off; nil if they are not.
  private let clippedWidth: CGFloat?

  /// The longest text of which lines are laid out that are not seen.
  private static let longestWhole = 512

  private static let memo = TextMemo<Shape, TextBox>()

  /// Lays out a text as a view does it, or finds the lines of an equal one.
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
    mode: NSLineBreakMode
  ) {
    self.init(
      .attributed(text),
      Shape(width: width, height: height, limit: limit, ending: .view(mode))
    )
  }

  /// Lays out a text, or finds the lines of an equal one.
  init(_ text: RawText, _ shape: Shape = Shape()) {
    self = Self.memo.value(for: text, shape) { TextBox(laidOut: $0, shape) }
  }

  private init(laidOut text: NSAttributedString, _ shape: Shape) {
    let width = max(0, shape.width)
    let isUnlimited = width >= PlacedLine.unlimited
    var mode: NSLineBreakMode?
    if case .view(let own) = shape.ending { mode = own }
    func limited(_ length: CGFloat) -> Double? { length < PlacedLine.unlimited ? Double(length) : nil }
    let room = FrameRoom(
      width: limited(width),
      height: limited(shape.height),
      limit: shape.limit > 0 ? shape.limit : .max,
      edge: shape.isClipped ? .seen : .insideOrFirst,
      breaksAnywhere: mode.map { $0 == .byCharWrapping }
    )
    var (lines, areCut) = PlacedLine.lines(of: text, in: room)
    if areCut, let last = lines.last, let ending = shape.ending {
      switch ending {
      case .ellipsis where !last.margins.areBroken:
        lines = PlacedLine.lines(of: text, in: FrameRoom(width: room.width)).lines
      case .ellipsis:
        lines[lines.count - 1] = Self.ending(last, of: text, width: width, mode: .byTruncatingTail)
      case .view(let mode): lines[lines.count - 1] = Self.ending(last, of: text, width: width, mode: mode)
      }
    }
    let extent = lines.map(\.extent).max() ?? 0
    if isUnlimited { for index in lines.indices { lines[index].align(in: extent) } }
    clippedWidth = mode == .byClipping ? width : nil
    size = CGSize(width: min(extent, clippedWidth ?? extent), height: lines.last?.bottom ?? 0)
    for index in lines.indices { lines[index].line = lines[index].line.withoutSource }
    self.lines = lines
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
    line.align(in: mode == .byClipping ? max(width, line.leastWidth) : width)
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
      line.line.draw(in: context, strokesInTextColor: true)
    }
    context.textMatrix = matrix
    context.restoreGState()
  }

  /// Draws a text into the current context of this thread, in lines of their own length.
  ///
  /// `point` is the corner of the text with the least coordinates: the upper left one if y points down.
  static func draw(_ text: RawText, at point: CGPoint) {
    guard let entry = ContextStack.current else { return }
    let box = TextBox(text)
    let top = entry.isFlipped ? point.y : point.y + box.size.height
    box.draw(at: CGPoint(x: point.x, y: top), isFlipped: entry.isFlipped, in: entry.context)
  }

  /// Draws a text into a rectangle of the current context, whose width breaks the lines; what goes beyond is cut off.
  static func draw(_ text: RawText, in rect: CGRect) {
    guard let entry = ContextStack.current else { return }
    entry.context.saveGState()
    entry.context.clip(to: rect)
    var shape = Shape(width: rect.width)
    // Short texts are laid out whole, so that the lines are found with which they were measured.
    if text.length > longestWhole { (shape.height, shape.isClipped) = (rect.height, true) }
    TextBox(text, shape).draw(
      at: CGPoint(x: rect.minX, y: entry.isFlipped ? rect.minY : rect.maxY),
      isFlipped: entry.isFlipped,
      in: entry.context
    )
    entry.context.restoreGState()
  }
}
