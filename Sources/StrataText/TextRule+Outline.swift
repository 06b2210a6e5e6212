#if Text
  import CoreGraphics
  import StrataRaster

  extension TextRule {
    /// Returns the line as rectangles; the second line of a double one is below the first.
    func outline(from: Double, to: Double, middle: Double, thickness: Double) -> Outline {
      func line(_ middle: Double, _ height: Double) -> Outline {
        Outline.rect(minX: from, minY: middle - height / 2, width: to - from, height: height)
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
  }
#endif
