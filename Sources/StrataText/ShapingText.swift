#if Text
  import CPango
  import CoreGraphics

  /// The text of a request in UTF-8 for Pango, and the scale at which it is laid out.
  ///
  /// Pango keeps what it finds out about a font for each size, some 16 KB that it never drops, and needs milliseconds to
  /// find it out. So the largest font of every text is laid out at one size, ``shapingSize``, and the layout is scaled
  /// afterwards; without hinting, the shapes are the same. Pango measures in 1/1024 point with 32 bits, which overflows at
  /// two million points, so that a text that may be longer has a smaller scale.
  struct ShapingText {
    let string: String
    /// The end of each run, in UTF-8 units.
    let runEnds: [Int]
    /// The scale of the layout relative to the request.
    let scale: Double
    /// The number of characters that are not drawn because too many combine with one.
    let droppedMarks: Int

    init(_ request: TextLayoutRequest) {
      var text = ""
      var marks = CombiningLimit()
      var ends: [Int] = []
      var (extent, largest) = (1.0, 0.0)
      for run in request.runs {
        // Pango reads text up to the first zero; a zero-width space has the same length in UTF-16.
        let own = marks.limited(
          run.text.utf8.contains(0) ? run.text.replacing("\0", with: "\u{200B}") : run.text
        )
        if text.isEmpty { text = own } else { text += own }
        ends.append(text.utf8.count)
        let kern = abs(run.usableKern ?? 0)
        let size = Self.usable(run.font.size)
        largest = max(largest, size)
        extent += Double(run.text.utf8.count) * (size * 1.5 + kern)
      }
      (string, runEnds, droppedMarks) = (text, ends, marks.dropped)
      scale = min(Self.shapingScale(of: largest), 1e6 / extent)
    }

    /// The size, in points, at which fonts are shaped and measured; 1/1024 of a point is 1/65,536 of it.
    private static let shapingSize = 64.0

    /// Returns the scale at which a font of a usable size is shaped.
    static func shapingScale(of size: Double) -> Double { size > 0 ? shapingSize / size : 1 }

    /// The index of the request's run that holds a UTF-8 offset; nil without runs.
    func runIndex(at byte: Int) -> Int? {
      var (low, high) = (0, runEnds.count)
      while low < high {
        let middle = (low + high) / 2
        if byte < runEnds[middle] { high = middle } else { low = middle + 1 }
      }
      // An ellipsis at the very end belongs to the last run.
      return low < runEnds.count ? low : runEnds.indices.last
    }

    /// Returns a font size clamped to what can be laid out; 0 if it is not finite.
    static func usable(_ size: Double) -> Double {
      size.isFinite ? min(max(size, 0), 1e6) : 0
    }

    /// Returns points as Pango's units, clamped to what its integers hold.
    func units(_ points: Double) -> Int32 {
      // Rounded, so that a line fits into the width that was measured for it.
      Int32(min(max((points * scale * Double(PANGO_SCALE)).rounded(), -1e9), 1e9))
    }

    func points(_ units: Int32) -> Double { Double(units) / (Double(PANGO_SCALE) * scale) }

    /// Returns the characters of glyphs, given the first characters of their clusters, in UTF-16 units.
    func utf16Ends(of indices: [Int], runEnd: Int) -> Range<Int> {
      guard let low = indices.min(), let high = indices.max() else { return 0..<0 }
      // The last cluster ends with its grapheme cluster, or with the run.
      let units = string.utf16
      let start = units.index(units.startIndex, offsetBy: min(high, units.count))
      let next = start < units.endIndex ? string.index(after: start) : units.endIndex
      let end = min(units.distance(from: units.startIndex, to: next), utf16Offset(of: runEnd))
      return low..<max(end, high)
    }

    /// Returns the UTF-16 offset for a UTF-8 offset.
    ///
    /// - Complexity: O(offset).
    func utf16Offset(of byte: Int) -> Int {
      let index = string.utf8.index(string.utf8.startIndex, offsetBy: min(max(byte, 0), string.utf8.count))
      return string.utf16.distance(from: string.utf16.startIndex, to: index)
    }
  }
#endif
