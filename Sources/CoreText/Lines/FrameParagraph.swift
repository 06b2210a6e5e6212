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
  ///   - width: The width of the box in points; nil for no limit.
  ///   - height: The room for the lines in points; nil for no limit.
  /// - Returns: The lines with a bottom above the height, and others after them if there are any. The cost is that of
  ///   the lines that fit, not of the paragraph.
  func layout(width: Double?, height: Double?) -> TextLayout {
    if let width, let height {
      let lines = max(height, 0) / string.size(at: part.location) + 4
      var units = string.units(filling: width, lines: lines, at: part.location)
      while let beginning = string.beginning(of: part, units: units) {
        let request = request(beginning, width)
        guard request.isWrapped else { break }
        let layout = TextLayoutEngine.layout(request)
        // The last line may have room for more, so it must be below the box; so it is by more than rounding.
        let line = layout.lines.dropLast().last
        if let line, line.origin.y + line.descent > height + 1 { return layout }
        units *= 4
      }
    }
    return TextLayoutEngine.layout(request(part, width))
  }

  private func request(_ range: NSRange, _ width: Double?) -> TextLayoutRequest {
    let runs = string.styledText(in: range).dropLastBreak()
    var request = TextLayoutRequest(paragraph: runs, style: style, width: width)
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
