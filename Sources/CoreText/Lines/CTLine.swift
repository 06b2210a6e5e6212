public import CoreGraphics
public import Foundation
import StrataBase
import StrataRaster
import StrataText
import Synchronization

/// One line of laid-out text.
///
/// - Thread: Any.
public final class CTLine: Hashable, @unchecked Sendable {  // Immutable.
  /// The drawings of the line, in points from the origin of its baseline, y down.
  let fills: [TextLayout.Fill]
  let images: [TextLayout.Picture]
  /// The runs in visual order.
  let runs: [CTRun]
  let ascent: Double
  let descent: Double
  let leading: Double
  let width: Double
  /// The width of the white space at the end, which is at the left of a line from right to left.
  package let trailingSpace: Double
  /// The width that the line takes in a box: white space at which it was broken does not count.
  package let widthInBox: Double
  package let isRightToLeft: Bool
  /// The characters of the line in its string, in UTF-16 units.
  let range: NSRange
  /// The string of the line; an immutable copy.
  let source: NSAttributedString
  /// The carets, once they were asked for; most lines are only drawn.
  private let knownCarets = Mutex<LineCarets?>(nil)

  /// The edges of characters along the line.
  var carets: LineCarets {
    knownCarets.withLock { known in
      if let known { return known }
      // A token that ends a shortened line is from another string.
      let own = runs.filter { $0.source === source }.map(\.run)
      let carets = LineCarets(own, range: Range(range) ?? 0..<0, in: source.string)
      known = carets
      return carets
    }
  }

  /// Creates a line of a layout.
  ///
  /// - Parameters:
  ///   - layout: The layout; the line is empty if it does not have the index.
  ///   - index: The index of the line.
  ///   - location: The start of the layout's text in the whole string.
  ///   - end: The end of the line in the whole string, with its break; nil for the end of what is laid out.
  ///   - source: The whole string.
  init(
    _ layout: TextLayout,
    line index: Int,
    location: Int,
    end: Int? = nil,
    source: NSAttributedString
  ) {
    self.source = source
    guard layout.lines.indices.contains(index) else {
      (fills, images, runs, ascent, descent, leading) = ([], [], [], 0, 0, 0)
      (width, trailingSpace, widthInBox) = (0, 0, 0)
      isRightToLeft = false
      range = NSRange(location: location, length: 0)
      return
    }
    let line = layout.lines[index]
    let back = RasterPoint(-line.origin.x, -line.origin.y)
    fills = layout.fills[line.fills].map { $0.moved(by: back) }
    images = layout.images[line.images].map { $0.moved(by: back) }
    (ascent, descent, leading) = (line.ascent, line.descent, line.leading)
    (width, trailingSpace, widthInBox) = (line.width, line.trailingSpace, line.widthInBox)
    isRightToLeft = line.isRightToLeft
    let start = location + line.range.lowerBound
    range = NSRange(location: start, length: end.map { max($0 - start, 0) } ?? line.range.count)
    let (lineFills, lineImages) = (fills, images)
    runs = layout.runs[line.runs].map { run in
      let fill = line.fills.lowerBound
      let image = line.images.lowerBound
      return CTRun(
        run,
        fills: Array(lineFills[(run.fills.lowerBound - fill)..<(run.fills.upperBound - fill)]),
        images: Array(lineImages[(run.images.lowerBound - image)..<(run.images.upperBound - image)]),
        location: location,
        source: source
      )
    }
  }

  /// Creates a line of a part of a string.
  ///
  /// - Parameters:
  ///   - string: The whole string.
  ///   - part: The characters of the line.
  ///   - isRightToLeft: The direction; nil to take that of the characters.
  convenience init(_ string: NSAttributedString, part: NSRange, isRightToLeft: Bool? = nil) {
    var runs = string.styledText(in: part).plain
    for index in runs.indices { runs[index].text = withoutBreaks(runs[index].text) }
    var request = TextLayoutRequest(runs: runs)
    request.keepsGlyphs = true
    request.paragraph.isRightToLeft = isRightToLeft
    let layout = TextLayoutEngine.layout(request)
    self.init(layout, line: 0, location: part.location, source: string)
  }

  /// Creates a line of other lines, from left to right.
  init(_ parts: [CTLine], range: NSRange, source: NSAttributedString, isRightToLeft: Bool) {
    (self.range, self.source, self.isRightToLeft) = (range, source, isRightToLeft)
    var (fills, images, runs, x) = ([TextLayout.Fill](), [TextLayout.Picture](), [CTRun](), 0.0)
    for part in parts {
      fills += part.fills.map { $0.moved(by: RasterPoint(x, 0)) }
      images += part.images.map { $0.moved(by: RasterPoint(x, 0)) }
      runs += part.runs.map { $0.moved(by: x) }
      x += part.width
    }
    (self.fills, self.images, self.runs, width, widthInBox) = (fills, images, runs, x, x)
    ascent = parts.map(\.ascent).max() ?? 0
    descent = parts.map(\.descent).max() ?? 0
    leading = parts.map(\.leading).max() ?? 0
    trailingSpace = (isRightToLeft ? parts.first : parts.last)?.trailingSpace ?? 0
  }

  /// The string of lines without one; it does not change.
  private nonisolated(unsafe) static let nothing = NSAttributedString()

  /// Creates the drawing of a line, without its string.
  private init(drawingOf line: CTLine) {
    source = Self.nothing
    (fills, images, runs) = (line.fills, line.images, line.runs.map { CTRun($0, source: Self.nothing) })
    (ascent, descent, leading, width) = (line.ascent, line.descent, line.leading, line.width)
    (trailingSpace, widthInBox) = (line.trailingSpace, line.widthInBox)
    (isRightToLeft, range) = (line.isRightToLeft, line.range)
  }

  /// The line for those who only draw and measure it: it keeps no object in its string's attributes.
  package var withoutSource: CTLine { CTLine(drawingOf: self) }

  /// The bounding box of all drawings, from the origin of the baseline, y up; null if there are none.
  var imageBounds: CGRect {
    var result = CGRect.null
    for bounds in fills.compactMap(\.outline.bounds) {
      result = result.union(
        CGRect(x: bounds.minX, y: -bounds.maxY, width: bounds.width, height: bounds.height)
      )
    }
    for rect in images.map(\.rect) {
      result = result.union(CGRect(x: rect.minX, y: -rect.maxY, width: rect.width, height: rect.height))
    }
    return result
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CTLine.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CTLine, rhs: CTLine) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CTLine: CoreFoundationObject {}

/// Creates a line of a string; line breaks in the string are ignored.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
  let string = NSAttributedString(attributedString: attrString)
  return CTLine(string, part: NSRange(location: 0, length: string.length))
}

/// Returns the text with a zero-width space in place of each line break, so that offsets stay the same.
private func withoutBreaks(_ text: String) -> String {
  let breaks: Set<UInt16> = [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029]
  guard text.utf16.contains(where: breaks.contains) else { return text }
  return String(decoding: text.utf16.map { breaks.contains($0) ? 0x200B : $0 }, as: UTF16.self)
}

/// Returns the width of a line and writes its other metrics, in points.
///
/// The width includes white space at the end of the line.
///
/// - Parameters:
///   - line: The line.
///   - ascent: Receives the ascent above the baseline; may be nil.
///   - descent: Receives the descent below the baseline, positive; may be nil.
///   - leading: Receives the space to the next line; may be nil.
/// - Returns: The width.
@discardableResult
public func CTLineGetTypographicBounds(
  _ line: CTLine,
  _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  ascent?.pointee = CGFloat(line.ascent)
  descent?.pointee = CGFloat(line.descent)
  leading?.pointee = CGFloat(line.leading)
  return line.width
}

/// Returns the characters of a line in its string, in UTF-16 units.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange {
  CFRangeMake(line.range.location, line.range.length)
}

/// Returns the bounding box of a line's drawings, in points, y up; null if there are none.
///
/// - Parameters:
///   - line: The line.
///   - context: A context, whose text position is the line's origin; nil for zero.
/// - Returns: The box.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
  let position = context?.textPosition ?? .zero
  let bounds = line.imageBounds
  return bounds.isNull ? bounds : bounds.offsetBy(dx: position.x, dy: position.y)
}

/// Returns the offset to the right that aligns a line in a width.
///
/// White space at the end of the line hangs over the edge.
///
/// - Parameters:
///   - line: The line.
///   - flushFactor: 0 for the left edge, 0.5 for the centre, 1 for the right edge.
///   - flushWidth: The width in points.
/// - Returns: The offset in points; negative only for white space that hangs over the left edge.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double
{
  let shown = line.width - line.trailingSpace
  let offset = max(0, (flushWidth - shown) * Double(min(max(flushFactor, 0), 1)))
  // The end of a line from right to left is at its left.
  return line.isRightToLeft ? offset - line.trailingSpace : offset
}

/// Draws a line with the origin of its baseline at the context's text position.
///
/// Text without a colour is black; with `kCTForegroundColorFromContextAttributeName` it takes the context's fill
/// colour.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  line.draw(in: context, strokesInTextColor: false)
}

extension CTLine {
  /// Draws the line as `CTLineDraw(_:_:)` does, but for the colour of strokes.
  ///
  /// A text drawing mode that strokes glyphs does so in the context's stroke colour, or in that of the text if
  /// `strokesInTextColor` is true.
  package func draw(in context: CGContext, strokesInTextColor: Bool) {
    context.paint(fills, images, strokesInTextColor: strokesInTextColor)
    guard context.clipsToText else { return }
    context.clipToText(runs.map { $0.outline.applying(context.textMatrix) })
  }
}
