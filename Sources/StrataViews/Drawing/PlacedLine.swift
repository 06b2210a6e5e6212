import CoreGraphics
import CoreText
import Foundation

/// A line of a text, and its place in the box of the text.
struct PlacedLine: Sendable {
  var line: CTLine
  /// The left end of the baseline, in points from the upper left corner of the box, with y pointing down.
  var origin: CGPoint
  /// What the line keeps free, as its paragraph asks for.
  let margins: LineMargins

  /// The first character of the line in the text.
  var start: Int { CTLineGetStringRange(line).location }
  /// The width of the glyphs, in points, without white space at which the line was broken.
  var width: CGFloat { CGFloat(line.widthInBox) }
  /// The least width, in points, in which the line has its margins and begins where they say.
  var leastWidth: CGFloat { margins.head + width + margins.tail }
  /// The width that the line takes with its margins, in points.
  var extent: CGFloat { margins.extent(of: width) }
  /// The place of the lower edge, from the upper edge of the box.
  ///
  /// It is rounded by less than a pixel could show, because a view rounds it up: sums of heights are inexact.
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

  /// Returns the lines of a text as Core Text's framesetter lays them out, one below the other, and whether lines were
  /// left out.
  ///
  /// Without a limit of the width, lines break only where the text says so, and begin at 0; `edge` is then the right
  /// end, in points, of the box in which they will be aligned.
  static func lines(
    of text: NSAttributedString,
    in room: FrameRoom,
    edge: CGFloat? = nil
  ) -> (lines: [PlacedLine], areCut: Bool) {
    let text = CTFramesetterCreateWithAttributedString(text).set(in: room)
    let width = room.width.map { CGFloat($0) }
    let lines = text.lines.map { line in
      PlacedLine(
        line: line.line,
        origin: line.origin,
        margins: LineMargins(of: line, width: width, edge: width ?? edge)
      )
    }
    return (lines, text.isCut)
  }

  /// A width or height from which on there is no limit.
  static let unlimited: CGFloat = 1_073_741_824
  /// The steps of a point in which places are rounded.
  private static let grains: CGFloat = 1_048_576
}

/// What a line keeps free before its beginning and after its end, where it stands between, and whether it is broken.
struct LineMargins: Sendable {
  /// Before the beginning, in points.
  let head: CGFloat
  /// After the end, in points.
  let tail: CGFloat
  /// True if its paragraph breaks lines, between words or characters.
  let areBroken: Bool
  private let alignment: NSTextAlignment
  private let isRightToLeft: Bool
  /// The part of ``tail`` that is the same in boxes of all widths.
  private let fixedTail: CGFloat
  /// The width of the box; nil without a limit.
  private let width: CGFloat?

  /// The margins of a line, in a box of a width; nil is one without limit.
  ///
  /// `edge` is from where a tail indent counts that is measured from the beginning; nil if there is no such place.
  init(of line: TypesetText.Line, width: CGFloat?, edge: CGFloat?) {
    let style = line.style ?? .default
    self.width = width
    head = max(0, line.beginsParagraph ? style.firstLineHeadIndent : style.headIndent)
    tail = style.tailIndent > 0 ? edge.map { $0 - style.tailIndent } ?? 0 : -style.tailIndent
    fixedTail = max(0, -style.tailIndent)
    areBroken = style.lineBreakMode == .byWordWrapping || style.lineBreakMode == .byCharWrapping
    alignment = style.alignment
    isRightToLeft =
      style.baseWritingDirection == .natural
      ? line.line.beginsRightToLeft : style.baseWritingDirection == .rightToLeft
  }

  /// Returns the width that a line so wide takes with its margins, but no more than the box has.
  func extent(of line: CGFloat) -> CGFloat {
    let extent = head + line + fixedTail
    return width.map { min(extent, max(line, $0)) } ?? extent
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
