import CoreGraphics
import CoreText
public import Foundation

/// How a text is laid out when it is drawn in a rectangle.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The rectangle's origin is the corner of the lines, and its width breaks them; otherwise it is the beginning of the
  /// baseline of one line, which its paragraph aligns in the width, and shortens to it if it truncates.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
  /// The space between lines counts; here it always does.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
  /// Glyphs count by what they cover; here they count by their advances.
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
  /// Lines that do not fit into the rectangle's height are left out, and the last one ends with an ellipsis.
  ///
  /// It has an effect with ``usesLineFragmentOrigin``, on paragraphs that break lines between words or characters.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// What a drawing of text reports.
public final class NSStringDrawingContext: NSObject {
  /// The smallest size of fonts, as a part of their own; kept, for text is not made smaller.
  public var minimumScaleFactor: CGFloat = 0
  /// The size of fonts in the last drawing, as a part of their own; 1.
  public let actualScaleFactor: CGFloat = 1
  /// The extent of the text that was drawn or measured last.
  public internal(set) var totalBounds = CGRect.zero
}

extension NSString {
  /// How a text is laid out, by AppKit's name.
  public typealias DrawingOptions = NSStringDrawingOptions
}

extension RawText {
  /// The lines in a rectangle.
  private func box(_ size: CGSize, _ options: NSStringDrawingOptions) -> TextBox {
    // A side of 0 is without a limit.
    func limit(_ length: CGFloat) -> CGFloat { length > 0 ? length : .greatestFiniteMagnitude }
    var shape = TextBox.Shape(width: limit(size.width))
    if options.contains(.truncatesLastVisibleLine) {
      (shape.height, shape.ending) = (limit(size.height), .ellipsis)
    }
    return TextBox(self, shape)
  }

  /// Returns the text up to the first forced break, as one line in a width; 0 is without a limit.
  private func firstLine(in width: CGFloat) -> TypesetLine {
    let text = attributed
    var end = 0
    let start = NSRange(location: 0, length: 0)
    (text.string as NSString).getLineStart(nil, end: nil, contentsEnd: &end, for: start)
    return TypesetLine(text.attributedSubstring(from: NSRange(location: 0, length: end)), width: width)
  }

  /// Draws the text in a rectangle of the current context.
  fileprivate func draw(
    with rect: CGRect,
    _ options: NSStringDrawingOptions,
    _ context: NSStringDrawingContext?
  ) {
    guard let entry = ContextStack.current else { return }
    guard options.contains(.usesLineFragmentOrigin) else {
      let line = firstLine(in: rect.width)
      line.draw(at: rect.origin, isFlipped: entry.isFlipped, in: entry.context)
      context?.totalBounds = line.drawnBounds.offsetBy(dx: rect.minX, dy: rect.minY)
      return
    }
    let box = box(rect.size, options)
    let corner = CGPoint(x: rect.minX, y: entry.isFlipped ? rect.minY : rect.maxY)
    box.draw(at: corner, isFlipped: entry.isFlipped, in: entry.context)
    context?.totalBounds = CGRect(origin: rect.origin, size: box.size)
  }

  /// Returns the extent of the text in a size.
  fileprivate func boundingRect(
    with size: CGSize,
    _ options: NSStringDrawingOptions,
    _ context: NSStringDrawingContext?
  ) -> CGRect {
    let bounds =
      options.contains(.usesLineFragmentOrigin)
      ? CGRect(origin: .zero, size: box(size, options).size) : firstLine(in: size.width).bounds
    context?.totalBounds = bounds
    return bounds
  }
}

/// A line that is drawn from its baseline.
private struct TypesetLine {
  private let line: CTLine
  /// The distance of the glyphs from the place that the line is drawn at, in points.
  private let offset: CGFloat
  /// The extent from the beginning of the baseline, as it is with y pointing up.
  let bounds: CGRect
  /// The part of the extent that the glyphs take, from the place that the line is drawn at.
  let drawnBounds: CGRect

  /// Lays out a text without forced breaks.
  ///
  /// A line that is longer than the width, in points, begins where the width does, unless its paragraph truncates it.
  init(_ text: NSAttributedString, width room: CGFloat) {
    var placed = Self.placed(text, room)
    let leastWidth = placed?.leastWidth ?? 0
    placed?.align(in: max(room, leastWidth))
    line = placed?.line ?? CTLineCreateWithAttributedString(text)
    offset = placed?.origin.x ?? 0
    var (ascent, descent) = (CGFloat(0), CGFloat(0))
    let width = CGFloat(CTLineGetTypographicBounds(line, &ascent, &descent, nil))
    drawnBounds = CGRect(x: offset, y: -descent, width: width, height: ascent + descent)
    bounds = CGRect(x: 0, y: -descent, width: max(width, placed?.extent ?? 0), height: ascent + descent)
  }

  /// Returns the line in its place as its paragraph asks for; nil without a width or characters.
  private static func placed(_ text: NSAttributedString, _ width: CGFloat) -> PlacedLine? {
    guard width > 0, width < PlacedLine.unlimited, text.length > 0 else { return nil }
    let style = text.attribute(.paragraphStyle, at: 0, effectiveRange: nil) as? NSParagraphStyle
    let room = FrameRoom(width: style?.truncates == true ? Double(width) : nil, limit: 1)
    return PlacedLine.lines(of: withoutBreaks(text), in: room, edge: width).lines.first
  }

  /// Returns a text with a zero-width space in place of vertical tabs and form feeds, which a frame shows as boxes.
  private static func withoutBreaks(_ text: NSAttributedString) -> NSAttributedString {
    let breaks: [UTF16.CodeUnit] = [0x0B, 0x0C]
    let string = text.string
    guard string.utf16.contains(where: breaks.contains) else { return text }
    let result = NSMutableAttributedString(attributedString: text)
    for (index, unit) in string.utf16.enumerated() where breaks.contains(unit) {
      result.replaceCharacters(in: NSRange(location: index, length: 1), with: "\u{200B}")
    }
    return result
  }

  func draw(at point: CGPoint, isFlipped: Bool, in context: CGContext) {
    context.saveGState()
    let matrix = context.textMatrix
    context.textMatrix = CGAffineTransform(scaleX: 1, y: isFlipped ? -1 : 1)
    context.textPosition = CGPoint(x: point.x + offset, y: point.y)
    line.draw(in: context, strokesInTextColor: true)
    context.textMatrix = matrix
    context.restoreGState()
  }
}

extension NSParagraphStyle {
  /// True if an ellipsis shortens lines that do not fit.
  fileprivate var truncates: Bool {
    switch lineBreakMode {
    case .byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail: true
    case .byWordWrapping, .byCharWrapping, .byClipping: false
    }
  }
}

/// Drawing of text with options, and its extent.
extension NSAttributedString {
  /// Draws the text in a rectangle of the current context; what goes beyond is not cut off.
  public func draw(
    with rect: CGRect,
    options: NSStringDrawingOptions = [],
    context: NSStringDrawingContext? = nil
  ) {
    RawText.attributed(self).draw(with: rect, options, context)
  }

  /// Returns the extent of the text in a size, in points; a side of 0 is without a limit.
  ///
  /// Without ``NSStringDrawingOptions/usesLineFragmentOrigin`` the text is one line, which is longer than the width unless
  /// its paragraph truncates it, and the origin lies below the beginning of its baseline.
  public func boundingRect(
    with size: CGSize,
    options: NSStringDrawingOptions = [],
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    RawText.attributed(self).boundingRect(with: size, options, context)
  }
}

extension NSString {
  /// Draws the text with attributes in a rectangle of the current context; what goes beyond is not cut off.
  public func draw(
    with rect: CGRect,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) {
    (self as String).draw(with: rect, options: options, attributes: attributes, context: context)
  }

  /// Returns the extent of the text with attributes in a size, in points; a side of 0 is without a limit.
  public func boundingRect(
    with size: CGSize,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    (self as String).boundingRect(with: size, options: options, attributes: attributes, context: context)
  }
}

extension String {
  /// Draws the text with attributes in a rectangle of the current context; what goes beyond is not cut off.
  public func draw(
    with rect: CGRect,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) {
    RawText.plain(self, attributes ?? [:]).draw(with: rect, options, context)
  }

  /// Returns the extent of the text with attributes in a size, in points; a side of 0 is without a limit.
  public func boundingRect(
    with size: CGSize,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    RawText.plain(self, attributes ?? [:]).boundingRect(with: size, options, context)
  }
}
