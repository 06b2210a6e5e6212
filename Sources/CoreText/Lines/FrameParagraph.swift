import Foundation
import StrataText

/// The part of a paragraph that begins in a frame.
struct FrameParagraph {
  private let string: NSAttributedString
  private let whole: NSRange
  private let part: NSRange
  private let style: NSParagraphStyle?

  /// Creates a part in UTF-16 units of the string; `whole` is its paragraph.
  init(_ string: NSAttributedString, whole: NSRange, part: NSRange, style: NSParagraphStyle?) {
    (self.string, self.whole, self.part, self.style) = (string, whole, part, style)
  }

  /// Lays out the part.
  ///
  /// - Parameters:
  ///   - room: The box, and which lines it leaves out.
  ///   - top: The distance of the part from the upper edge of the box, in points.
  ///   - count: The number of lines above the part.
  /// - Returns: The lines up to the first one that is left out, and others after it if there are any. The cost is that of
  ///   the lines before it, not of the paragraph.
  func layout(_ room: FrameRoom, below top: Double, after count: Int) -> TextLayout {
    let size = string.size(at: part.location)
    if let width = room.width, let lines = room.lines(ofSize: size, below: top, after: count) {
      var units = string.units(filling: width, lines: lines, at: part.location)
      while let beginning = string.beginning(of: part, units: units) {
        let request = request(beginning, room)
        guard request.isWrapped else { break }
        let layout = TextLayoutEngine.layout(request)
        // The last line may have room for more, so that one before it must be left out.
        let isEnough = layout.lines.dropLast().enumerated().contains { index, line in
          room.leavesOut(line, below: top, after: count + index)
        }
        if isEnough { return layout }
        units *= 4
      }
    }
    return TextLayoutEngine.layout(request(part, room))
  }

  private func request(_ range: NSRange, _ room: FrameRoom) -> TextLayoutRequest {
    let runs = string.styledText(in: range).dropLastBreak()
    var request = TextLayoutRequest(paragraph: runs, style: style, width: room.width)
    if let breaksAnywhere = room.breaksAnywhere {
      (request.isWrapped, request.truncation, request.breaksAnywhere) = (true, .none, breaksAnywhere)
    }
    // Only the paragraph's first line has its indent.
    if part.location > whole.location, request.paragraph.firstLineIndent != request.paragraph.indent {
      request.paragraph.firstLineIndent = request.paragraph.indent
    }
    if request.paragraph.isRightToLeft == nil, range != whole {
      let direction = direction(of: whole)
      // An equal direction is left open, because the layout then has a faster way.
      if direction != self.direction(of: range) {
        request.paragraph.isRightToLeft = direction
      }
    }
    return request
  }

  /// Returns whether the first character of a part that has a direction goes from right to left; nil if there is none.
  ///
  /// It is nearly always among the first characters.
  private func direction(of part: NSRange) -> Bool? {
    let text = string.string as NSString
    var units = 256
    while units < part.length {
      let beginning = NSRange(location: part.location, length: units)
      if let direction = TextLayoutEngine.isRightToLeft(text.substring(with: beginning)) { return direction }
      units *= 4
    }
    return TextLayoutEngine.isRightToLeft(text.substring(with: part))
  }
}

extension [StyledText] {
  /// Returns the paragraph without its separator, which would begin another line.
  func dropLastBreak() -> [StyledText] {
    var result = self
    guard let last = result.indices.last else { return result }
    while let scalar = result[last].text.unicodeScalars.last, isBreak(scalar), result[last].text != "" {
      // An empty paragraph is a line with a height.
      if result.count == 1, result[last].text.unicodeScalars.count == 1 {
        result[last].text = "\u{200B}"
        break
      }
      result[last].text.unicodeScalars.removeLast()
    }
    return result
  }

  private func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2029}"
  }
}
