import CoreGraphics
import CoreText
import Foundation

/// Breaks a text into lines of a width, and shortens the last of them.
struct LineBreaker {
  private let text: NSAttributedString
  private let typesetter: CTTypesetter
  private let width: Double
  private let mode: NSLineBreakMode

  init(_ text: NSAttributedString, width: CGFloat, mode: NSLineBreakMode) {
    (self.text, self.width, self.mode) = (text, Double(width), mode)
    typesetter = CTTypesetterCreateWithAttributedString(text)
  }

  /// Returns the number of characters on the line that begins at an index, in UTF-16 units.
  func count(from start: Int) -> Int {
    let count =
      mode == .byCharWrapping
      ? CTTypesetterSuggestClusterBreak(typesetter, start, width)
      : CTTypesetterSuggestLineBreak(typesetter, start, width)
    return count > 0 ? count : text.length - start
  }

  /// Returns the line that begins at an index, if there is room for the following one.
  func line(from start: Int, count: Int) -> CTLine {
    CTTypesetterCreateLine(typesetter, CFRange(location: start, length: count))
  }

  /// Returns the line that begins at an index, if there is no room for the following one.
  func lastLine(from start: Int) -> CTLine {
    switch mode {
    case .byWordWrapping, .byCharWrapping: return line(from: start, count: count(from: start))
    case .byClipping: return line(from: start, count: max(1, rest(from: start).length))
    case .byTruncatingHead: return truncated(from: start, .start)
    case .byTruncatingTail: return truncated(from: start, .end)
    case .byTruncatingMiddle: return truncated(from: start, .middle)
    }
  }

  /// The characters up to the next forced break.
  private func rest(from start: Int) -> NSRange {
    var end = start
    let place = NSRange(location: start, length: 0)
    (text.string as NSString).getLineStart(nil, end: nil, contentsEnd: &end, for: place)
    return NSRange(location: start, length: max(0, end - start))
  }

  // MARK: Ellipses

  private func truncated(from start: Int, _ side: CTLineTruncationType) -> CTLine {
    // Where there is no room for an ellipsis.
    var broken: CTLine { line(from: start, count: count(from: start)) }
    let rest = rest(from: start)
    let (part, whole) = (side == .end ? beginning(of: rest) : nil) ?? line(of: rest)
    // The line of an empty paragraph has nothing that an ellipsis could replace.
    if part.length > 0, extent(of: whole) > width { return shortened(whole, of: part, side) ?? broken }
    // The line fits, and a forced break hides what follows it.
    let attributes =
      part.length > 0
      ? part.attributes(at: part.length - 1, effectiveRange: nil)
      : text.attributes(at: start, effectiveRange: nil)
    part.append(NSAttributedString(string: "…", attributes: attributes))
    let marked = CTLineCreateWithAttributedString(part)
    if extent(of: marked) <= width { return marked }
    return shortened(marked, of: part, .end) ?? broken
  }

  private func line(of range: NSRange) -> (text: NSMutableAttributedString, line: CTLine) {
    let part = NSMutableAttributedString(attributedString: text.attributedSubstring(from: range))
    return (part, CTLineCreateWithAttributedString(part))
  }

  /// Returns the beginning of a long part, with some more characters than there is room for; nil if all are needed.
  private func beginning(of part: NSRange) -> (text: NSMutableAttributedString, line: CTLine)? {
    guard width < Double(PlacedLine.unlimited), part.length > Self.excess else { return nil }
    let fitting = CTTypesetterSuggestClusterBreak(typesetter, part.location, width)
    let last = part.location + fitting + Self.excess
    guard last < NSMaxRange(part) else { return nil }
    let end = NSMaxRange((text.string as NSString).rangeOfComposedCharacterSequence(at: last))
    let beginning = line(of: NSRange(location: part.location, length: end - part.location))
    return extent(of: beginning.line) - beginning.line.trailingSpace > width ? beginning : nil
  }

  /// The characters beyond the width that may change how those before them are shaped.
  private static let excess = 64

  /// Returns a line with an ellipsis that looks like the character in whose place it stands; nil if it is too wide itself.
  private func shortened(_ line: CTLine, of text: NSAttributedString, _ side: CTLineTruncationType) -> CTLine?
  {
    func ellipsis(room: Double) -> CTLine {
      let index = cut(of: line, side, room: room)
      let attributes = text.attributes(at: index, effectiveRange: nil)
      return CTLineCreateWithAttributedString(NSAttributedString(string: "…", attributes: attributes))
    }
    // The place depends on the width of the sign, and the sign on the place.
    let first = ellipsis(room: width)
    let token = ellipsis(room: width - extent(of: first))
    return CTLineCreateTruncatedLine(line, width, side, token)
  }

  /// Returns the index of the first character that goes if the line keeps `room` points.
  private func cut(of line: CTLine, _ side: CTLineTruncationType, room: Double) -> Int {
    var characters: [(index: Int, width: Double)] = []
    var leading = 0.0
    CTLineEnumerateCaretOffsets(line) { offset, index, isLeading, _ in
      if isLeading { leading = offset } else { characters.append((index, abs(offset - leading))) }
    }
    if side == .start { characters.reverse() }
    var left = side == .middle ? room / 2 : room
    for character in characters {
      left -= character.width
      if left < 0 { return character.index }
    }
    return characters.last?.index ?? 0
  }

  private func extent(of line: CTLine) -> Double { CTLineGetTypographicBounds(line, nil, nil, nil) }
}
