#if Text
  import CoreGraphics
  import StrataRaster

  extension TextRule {
    /// Returns the line as rectangles; the second line of a double one is below the first.
    func outline(from: Double, to: Double, middle: Double, thickness: Double) -> Outline {
      func line(_ middle: Double, _ height: Double) -> Outline {
        var result = Outline()
        for (start, end) in strokes(from: from, to: to, thickness: height) {
          let stroke = Outline.rect(
            minX: start,
            minY: middle - height / 2,
            width: end - start,
            height: height
          )
          result.append(stroke)
        }
        return result
      }
      switch weight {
      case .single: return line(middle, thickness)
      case .thick: return line(middle, thickness * 2)
      case .double:
        var both = line(middle, thickness)
        both.append(line(middle + thickness * 2, thickness))
        return both
      }
    }

    /// Returns the beginnings and ends of the strokes of a line.
    ///
    /// The pattern is that of the whole plane, so that the lines of neighbouring runs are one.
    private func strokes(from: Double, to: Double, thickness: Double) -> [(Double, Double)] {
      let lengths = pattern.lengths.map { $0 * thickness }
      let period = lengths.reduce(0, +)
      guard period > 0, to - from < period * Self.mostPeriods else { return [(from, to)] }
      var result: [(Double, Double)] = []
      // Counted, as a period may be too short to move a place.
      let first = (from / period).rounded(.down)
      for number in 0...Int(max((to - from) / period, 0).rounded(.up)) {
        var place = (first + Double(number)) * period
        for index in stride(from: 0, to: lengths.count, by: 2) {
          let (start, end) = (max(place, from), min(place + lengths[index], to))
          if end > start { result.append((start, end)) }
          place += lengths[index] + lengths[index + 1]
        }
      }
      return result
    }

    /// Longer lines are unbroken.
    private static let mostPeriods = 10_000.0
  }
#endif
