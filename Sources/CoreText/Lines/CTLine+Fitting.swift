import CoreGraphics
public import Foundation
import StrataText

/// The part of a long line that is replaced by a token.
public enum CTLineTruncationType: UInt32, Sendable {
  /// At the start.
  case start = 0
  /// At the end.
  case end = 1
  /// In the middle.
  case middle = 2
}

/// Returns a line shortened to a width, with a token in place of the removed characters.
///
/// - Parameters:
///   - line: The line; returned unchanged if it fits.
///   - width: The width in points.
///   - truncationType: The part of the line that is removed.
///   - truncationToken: The replacement, such as a line with an ellipsis; nil for none.
/// - Returns: The line; nil if the token alone is too wide.
public func CTLineCreateTruncatedLine(
  _ line: CTLine,
  _ width: Double,
  _ truncationType: CTLineTruncationType,
  _ truncationToken: CTLine?
) -> CTLine? {
  // White space at the end hangs over the edge.
  guard line.width - line.trailingSpace > width else { return line }
  let room = width - (truncationToken?.width ?? 0)
  guard room >= 0, width.isFinite else { return nil }
  let fitter = LineFitter(line)
  let (head, tail): (CTLine?, CTLine?) =
    switch truncationType {
    case .end: (fitter.head(in: room), nil)
    case .start: (nil, fitter.tail(in: room))
    case .middle: fitter.ends(in: room)
    }
  let parts = [head, truncationToken, tail].compactMap { $0 }
  return CTLine(
    line.isRightToLeft ? parts.reversed() : parts,
    range: line.range,
    source: line.source,
    isRightToLeft: line.isRightToLeft
  )
}

/// Returns a line whose spaces are widened so that it fills a width.
///
/// - Parameters:
///   - line: The line; returned unchanged if it is as wide already.
///   - justificationFactor: The fraction of the missing width that is added, 0 to 1.
///   - justificationWidth: The width in points.
/// - Returns: The line; nil if it has no inner white space.
public func CTLineCreateJustifiedLine(
  _ line: CTLine,
  _ justificationFactor: CGFloat,
  _ justificationWidth: Double
) -> CTLine? {
  let missing = justificationWidth - (line.width - line.trailingSpace)
  let factor = Double(min(max(justificationFactor, 0), 1))
  guard missing > 0, factor > 0, missing.isFinite else { return line }
  let text = line.source.string as NSString
  func isSpace(_ character: LineCarets.Character) -> Bool {
    Unicode.Scalar(text.character(at: character.range.lowerBound))?.properties.isWhitespace ?? false
  }
  let end = line.carets.characters.lastIndex { !isSpace($0) } ?? 0
  let spaces = line.carets.characters[..<end].filter(isSpace)
  guard !spaces.isEmpty else { return nil }
  let wide = NSMutableAttributedString(attributedString: line.source)
  for space in spaces {
    let range = NSRange(space.range)
    let kern = wide.attribute(.kern, at: range.location, effectiveRange: nil).flatMap(StyledText.number) ?? 0
    let added = missing * factor / Double(spaces.count)
    wide.addAttribute(.kern, value: NSNumber(value: kern + added), range: range)
  }
  return CTLine(wide, part: line.range, isRightToLeft: line.isRightToLeft)
}

/// Finds the parts of a line that fit a width.
private struct LineFitter {
  private let line: CTLine
  private let characters: [LineCarets.Character]

  init(_ line: CTLine) {
    self.line = line
    characters = line.carets.characters
  }

  private func width(_ character: LineCarets.Character) -> Double {
    abs(character.trailing - character.leading)
  }

  /// Returns a part laid out alone; kerning and shaping may differ from the whole line.
  private func part(_ range: Range<Int>) -> CTLine? {
    guard !range.isEmpty else { return nil }
    let (first, last) = (characters[range.lowerBound].range, characters[range.upperBound - 1].range)
    let units = NSRange(location: first.lowerBound, length: last.upperBound - first.lowerBound)
    return CTLine(line.source, part: units, isRightToLeft: line.isRightToLeft)
  }

  func head(in room: Double) -> CTLine? {
    var (count, sum) = (0, 0.0)
    while count < characters.count, sum + width(characters[count]) <= room {
      sum += width(characters[count])
      count += 1
    }
    while count > 0 {
      if let part = part(0..<count), part.width <= room { return part }
      count -= 1
    }
    return nil
  }

  func tail(in room: Double) -> CTLine? {
    var (start, sum) = (characters.count, 0.0)
    while start > 0, sum + width(characters[start - 1]) <= room {
      start -= 1
      sum += width(characters[start])
    }
    while start < characters.count {
      if let part = part(start..<characters.count), part.width <= room { return part }
      start += 1
    }
    return nil
  }

  /// Returns a start and an end of about the same width.
  func ends(in room: Double) -> (CTLine?, CTLine?) {
    let tail = tail(in: room / 2)
    return (head(in: room - (tail?.width ?? 0)), tail)
  }
}
