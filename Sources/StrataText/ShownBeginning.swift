#if Text
  import CoreGraphics
  import Foundation

  /// Lays out only the beginning of a long wrapped text, as lines below its box are not shown.
  extension PangoEngine {
    /// The UTF-16 units of the first attempt, some hundred lines, and the factor for each further one.
    private static var firstUnits: Int { 16_384 }
    private static var growth: Int { 8 }

    /// Returns the lines of a text that its box shows, and a few more; nil if all lines are needed.
    ///
    /// The last line of a beginning may have room for more, so it must be below the box.
    func layoutOfShownBeginning(_ request: TextLayoutRequest) -> TextLayout? {
      guard request.skipsUnseen, request.isWrapped, request.truncation == .none,
        let height = request.height, height.isFinite
      else { return nil }
      var units = Self.firstUnits
      while let beginning = request.beginning(units) {
        let result = layout(beginning, ShapingText(beginning), direction: nil)
        if let line = result.lines.dropLast().last {
          // Glyphs may be much taller than their line.
          let reach = 4 * (line.ascent + line.descent)
          if line.origin.y - reach >= height { return result }
        }
        units *= Self.growth
      }
      return nil
    }
  }

  extension TextLayoutRequest {
    /// Returns a request for at most this many UTF-16 units, which end after a space or, in a very long word, between two
    /// characters; nil if the text is not longer, or one character is.
    fileprivate func beginning(_ units: Int) -> TextLayoutRequest? {
      var (room, result) = (units, self)
      for (index, run) in runs.enumerated() {
        let count = run.text.utf16.count
        if count <= room {
          room -= count
          continue
        }
        let cut = run.text.endOfBeginning(of: 0..<count, units: room) ?? 0
        guard cut > 0 || index > 0 else { return nil }
        result.runs = Array(runs[..<index])
        var last = run
        last.text = String(run.text.utf16.prefix(cut)) ?? ""
        result.runs.append(last)
        return result
      }
      return nil
    }
  }
#endif
