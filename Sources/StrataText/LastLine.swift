#if Text
  import CoreGraphics
  import Foundation
  import StrataBase

  /// The last line of wrapped text that fits a box, if more text follows.
  ///
  /// It is laid out again with the rest of its paragraph as a single line, so that an ellipsis replaces the text that
  /// does not fit.
  enum LastLine {
    /// Returns the index of the line and the request that replaces it; nil if all lines fit.
    static func needed(
      by request: TextLayoutRequest,
      text: ShapingText,
      layout: TextLayout,
      height: Double
    ) -> (line: Int, rest: TextLayoutRequest)? {
      let fitting = layout.lines.prefix { $0.fits(height) }.count
      let kept = max(fitting, 1) - 1
      guard layout.lines.count > kept + 1 else { return nil }
      let utf16 = Array(text.string.utf16)
      let start = min(layout.lines[kept].range.lowerBound, utf16.count)
      let end = utf16[start...].firstIndex(where: isSeparator) ?? utf16.count
      var rest = request
      (rest.isWrapped, rest.height) = (false, nil)
      // A line with an ellipsis is not justified.
      rest.alignment = request.alignment == .justified ? .natural : request.alignment
      rest.runs = slice(request.runs, start..<end)
      if start > 0, !isSeparator(utf16[start - 1]), let style = request.paragraph.rare.values?.value {
        rest.paragraph.firstLineIndent = style.indent
      }
      if layout.lines[kept].range.upperBound >= end, let last = rest.runs.indices.last {
        rest.runs[last].text += "…"
      }
      return (kept, rest)
    }

    private static func isSeparator(_ unit: UInt16) -> Bool {
      unit == 0x0A || unit == 0x0D || unit == 0x2028 || unit == 0x2029
    }

    /// Returns the runs in a range of UTF-16 units.
    private static func slice(_ runs: [StyledText], _ range: Range<Int>) -> [StyledText] {
      var result: [StyledText] = []
      var start = 0
      for run in runs {
        let units = run.text.utf16
        let wanted = range.clamped(to: start..<(start + units.count))
        let isEmptyPlace = range.isEmpty && (start...(start + units.count)).contains(range.lowerBound)
        if !wanted.isEmpty || (isEmptyPlace && result.isEmpty) {
          var part = run
          let from = units.index(units.startIndex, offsetBy: max(wanted.lowerBound - start, 0))
          let to = units.index(from, offsetBy: wanted.count)
          part.text = String(run.text[from..<to])
          result.append(part)
        }
        start += units.count
      }
      return result
    }
  }

  extension TextLayout {
    /// Replaces a line by the first line of a layout, and removes the lines after it.
    mutating func replaceLines(from index: Int, by other: TextLayout) {
      let old = lines[index]
      fills.removeSubrange(old.fills.lowerBound...)
      images.removeSubrange(old.images.lowerBound...)
      runs.removeSubrange(min(old.runs.lowerBound, runs.count)...)
      lines.removeSubrange(index...)
      guard var line = other.lines.first else { return }
      let offset = RasterPoint(0, old.origin.y - line.origin.y)
      fills += other.fills[line.fills].map { $0.moved(by: offset) }
      images += other.images[line.images].map { $0.moved(by: offset) }
      let start = old.range.lowerBound
      for var run in other.runs[line.runs] {
        let (fill, image) = (
          old.fills.lowerBound - line.fills.lowerBound, old.images.lowerBound - line.images.lowerBound
        )
        run.fills = run.fills.lowerBound + fill..<run.fills.upperBound + fill
        run.images = run.images.lowerBound + image..<run.images.upperBound + image
        run.range = run.range.lowerBound + start..<run.range.upperBound + start
        run.indices = run.indices.map { $0 + start }
        runs.append(run)
      }
      line.runs = old.runs.lowerBound..<runs.count
      line.origin.y = old.origin.y
      line.range = old.range.lowerBound..<(old.range.lowerBound + line.range.count)
      line.fills = old.fills.lowerBound..<fills.count
      line.images = old.images.lowerBound..<images.count
      lines.append(line)
      size.width = lines.map(\.extent).max() ?? 0
      size.height = line.origin.y + line.descent
    }
  }
#endif
