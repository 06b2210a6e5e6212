#if Text
  import CPango
  import CoreGraphics

  /// The text of a request as Pango reads it, and the size at which it is laid out.
  ///
  /// Pango counts in 1024ths of a point in 32 bits, which ends at two million points. Text that may be longer is laid out
  /// smaller and enlarged afterwards; without hinting, the shapes are the same.
  struct ShapingText {
    let string: String
    /// Where each run ends, in UTF-8 units.
    let runEnds: [Int]
    /// Points of the layout for each point of the request.
    let scale: Double

    init(_ request: TextLayoutRequest) {
      var text = ""
      var ends: [Int] = []
      var extent = 1.0
      for run in request.runs {
        // Pango ends text at a zero; a zero-width space counts as many UTF-16 units.
        let own = run.text.utf8.contains(0) ? run.text.replacing("\0", with: "\u{200B}") : run.text
        if text.isEmpty { text = own } else { text += own }
        ends.append(text.utf8.count)
        let kern = run.kern.isFinite ? abs(run.kern) : 0
        extent += Double(run.text.utf8.count) * (Self.usable(run.font.size) * 1.5 + kern)
      }
      (string, runEnds) = (text, ends)
      scale = min(1, 1e6 / extent)
    }

    /// A font size that can be laid out; one that makes no sense is 0.
    static func usable(_ size: Double) -> Double {
      size.isFinite ? min(max(size, 0), 1e6) : 0
    }

    /// Points as Pango's fixed-point numbers, within what its integers hold.
    func units(_ points: Double) -> Int32 {
      Int32(min(max(points * scale * Double(PANGO_SCALE), -1e9), 1e9))
    }

    func points(_ units: Int32) -> Double { Double(units) / (Double(PANGO_SCALE) * scale) }

    /// The characters of glyphs that begin at some indices: from the first one to where the next glyph's would begin.
    func utf16Ends(of indices: [Int], runEnd: Int) -> Range<Int> {
      guard let low = indices.min(), let high = indices.max() else { return 0..<0 }
      // The last cluster ends with its grapheme, or with the run.
      let units = string.utf16
      let start = units.index(units.startIndex, offsetBy: min(high, units.count))
      let next = start < units.endIndex ? string.index(after: start) : units.endIndex
      let end = min(units.distance(from: units.startIndex, to: next), utf16Offset(of: runEnd))
      return low..<max(end, high)
    }

    /// The offset in UTF-16 units of one in UTF-8 units.
    func utf16Offset(of byte: Int) -> Int {
      let index = string.utf8.index(string.utf8.startIndex, offsetBy: min(max(byte, 0), string.utf8.count))
      return string.utf16.distance(from: string.utf16.startIndex, to: index)
    }
  }
#endif
