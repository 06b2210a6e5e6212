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
  /// baseline of one line.
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

  /// The text up to the first forced break, as one line.
  private var firstLine: TypesetLine {
    let text = attributed
    var end = 0
    let start = NSRange(location: 0, length: 0)
    (text.string as NSString).getLineStart(nil, end: nil, contentsEnd: &end, for: start)
    return TypesetLine(text.attributedSubstring(from: NSRange(location: 0, length: end)))
  }

  /// Draws the text in a rectangle of the current context.
  fileprivate func draw(
    with rect: CGRect,
    _ options: NSStringDrawingOptions,
    _ context: NSStringDrawingContext?
  ) {
    guard let entry = ContextStack.current else { return }
    guard options.contains(.usesLineFragmentOrigin) else {
      let line = firstLine
      line.draw(at: rect.origin, isFlipped: entry.isFlipped, in: entry.context)
      context?.totalBounds = line.bounds.offsetBy(dx: rect.minX, dy: rect.minY)
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
      ? CGRect(origin: .zero, size: box(size, options).size) : firstLine.bounds
    context?.totalBounds = bounds
    return bounds
  }
}

/// A line that is drawn from its baseline.
private struct TypesetLine {
  private let line: CTLine
  /// The extent from the beginning of the baseline, as it is with y pointing up.
  let bounds: CGRect

  init(_ text: NSAttributedString) {
    line = CTLineCreateWithAttributedString(text)
    var (ascent, descent) = (CGFloat(0), CGFloat(0))
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, nil)
    bounds = CGRect(x: 0, y: -descent, width: CGFloat(width), height: ascent + descent)
  }

  func draw(at point: CGPoint, isFlipped: Bool, in context: CGContext) {
    context.saveGState()
    let matrix = context.textMatrix
    context.textMatrix = CGAffineTransform(scaleX: 1, y: isFlipped ? -1 : 1)
    context.textPosition = point
    line.draw(in: context, strokesInTextColor: true)
    context.textMatrix = matrix
    context.restoreGState()
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
  /// Without ``NSStringDrawingOptions/usesLineFragmentOrigin`` the text is one line, and the origin lies below the beginning
  /// of its baseline.
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
