import CoreGraphics
import CoreText
import Foundation

/// A line of a text, and its place in the box of the text.
struct PlacedLine {
  let line: CTLine
  /// The left end of the baseline, in points from the upper left corner of the box, with y pointing down.
  var origin: CGPoint
  /// What the line keeps free, as its paragraph asks for.
  let margins: LineMargins

  /// The first character of the line in the text.
  var start: Int { CTLineGetStringRange(line).location }
  /// The width of the glyphs, in points, without white space at which the line was broken.
  var width: CGFloat { CGFloat(line.widthInBox) }
  /// The place of the lower edge, from the upper edge of the box.
  ///
  /// It is rounded by less than a pixel could show, because a view rounds it up: distances from the lower edge of the
  /// framesetter's box are inexact.
  var bottom: CGFloat {
    var descent: CGFloat = 0
    CTLineGetTypographicBounds(line, nil, &descent, nil)
    return ((origin.y + descent) * Self.grains).rounded() / Self.grains
  }

  /// Moves the line to where its paragraph aligns it in a box of a width.
  ///
  /// White space at its end hangs over the edge, which is the left one of a line from right to left.
  mutating func align(in width: CGFloat) {
    let space = CGFloat(line.trailingSpace)
    let shown = CGFloat(CTLineGetTypographicBounds(line, nil, nil, nil)) - space
    origin.x = margins.offset(of: shown, in: width) - (line.isRightToLeft ? space : 0)
  }

  /// Returns the lines of a text as Core Text's framesetter lays them out in a width, one below the other.
  ///
  /// Without a limit of the width, lines break only where the text says so, and begin at 0.
  static func lines(of text: NSAttributedString, width: CGFloat) -> [PlacedLine] {
    let limit = width < unlimited ? width : nil
    let box = CGRect(x: 0, y: 0, width: limit ?? unlimited, height: unlimited)
    let setter = CTFramesetterCreateWithAttributedString(text)
    let frame = CTFramesetterCreateFrame(
      setter,
      CFRange(location: 0, length: 0),
      CGPath(rect: box, transform: nil),
      nil
    )
    let lines = CTFrameGetLines(frame).compactMap { $0 as? CTLine }
    var origins = [CGPoint](repeating: .zero, count: lines.count)
    CTFrameGetLineOrigins(frame, CFRange(location: 0, length: 0), &origins)
    return zip(lines, origins).map { line, origin in
      PlacedLine(
        line: line,
        origin: CGPoint(x: origin.x, y: unlimited - origin.y),
        margins: LineMargins(of: line, in: text, width: limit)
      )
    }
  }

  /// A width or height from which on there is no limit, for the framesetter too.
  static let unlimited: CGFloat = 1_073_741_824
  /// The steps of a point in which places are rounded.
  private static let grains: CGFloat = 1_048_576
}

/// What a line keeps free before its beginning and after its end, and where it stands between.
struct LineMargins {
  /// Before the beginning, in points.
  let head: CGFloat
  /// After the end, in points.
  let tail: CGFloat
  private let alignment: NSTextAlignment
  private let isRightToLeft: Bool

  /// The margins of a line of a text, in a box of a width; nil is one without limit.
  init(of line: CTLine, in text: NSAttributedString, width: CGFloat?) {
    let start = min(CTLineGetStringRange(line).location, max(0, text.length - 1))
    let paragraph = (text.string as NSString).paragraphRange(for: NSRange(location: start, length: 0))
    let style =
      text.attribute(.paragraphStyle, at: paragraph.location, effectiveRange: nil) as? NSParagraphStyle
      ?? .default
    head = max(0, start == paragraph.location ? style.firstLineHeadIndent : style.headIndent)
    tail = style.tailIndent > 0 ? width.map { $0 - style.tailIndent } ?? 0 : -style.tailIndent
    alignment = style.alignment
    isRightToLeft =
      style.baseWritingDirection == .natural
      ? line.beginsRightToLeft : style.baseWritingDirection == .rightToLeft
  }

  /// Returns the distance of a line so wide from the left edge of a box.
  func offset(of line: CGFloat, in width: CGFloat) -> CGFloat {
    let flush: CGFloat =
      switch alignment {
      case .left: 0
      case .center: 0.5
      case .right: 1
      case .natural, .justified: isRightToLeft ? 1 : 0
      }
    return (isRightToLeft ? tail : head) + (width - head - tail - line) * flush
  }
}

extension CTLine {
  /// The direction of the first characters, which is that of a paragraph without a direction of its own.
  fileprivate var beginsRightToLeft: Bool {
    let runs = CTLineGetGlyphRuns(self).compactMap { $0 as? CTRun }
    let first = runs.min { CTRunGetStringRange($0).location < CTRunGetStringRange($1).location }
    return first.map { CTRunGetStatus($0).contains(.rightToLeft) } ?? false
  }
}
