import Foundation
import StrataRaster

// Areas are combined on their outlines: curves stay curves, and what is given back does not cross itself, so that it is
// filled alike by both rules. Its borders run counterclockwise where y points up, its holes clockwise. Open subpaths count
// as closed, except where lines are asked for.

extension CGPath {
  /// Returns the area inside this path, another one or both; both are filled by the same rule.
  public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, .union, rule)
  }

  /// Returns the area inside both this path and another one; both are filled by the same rule.
  public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, .intersection, rule)
  }

  /// Returns the area inside this path and outside of another one; both are filled by the same rule.
  public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, .subtraction, rule)
  }

  /// Returns the area inside either this path or another one but not both; both are filled by the same rule.
  public func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, .symmetricDifference, rule)
  }

  /// Returns the same area with borders that neither cross nor lie on each other.
  public func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: outline.normalized(rule: rule.raster))
  }

  /// Returns the connected areas of the path from left to right, each with its holes.
  public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
    outline.components(rule: rule.raster).map { CGPath(outline: $0) }
  }

  /// Returns whether some area is inside both paths; a common border is none.
  public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
    let (one, two) = (boundingBox, other.boundingBox)
    guard !one.isNull, !two.isNull, one.minX <= two.maxX, two.minX <= one.maxX, one.minY <= two.maxY,
      two.minY <= one.maxY
    else { return false }
    return !combined(other, .intersection, rule).isEmpty
  }

  /// Returns the parts of this path's lines that lie inside or on the border of another path's area.
  public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: outline.lines(inside: true, other.outline, rule: rule.raster))
  }

  /// Returns the parts of this path's lines that lie outside of another path's area.
  public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: outline.lines(inside: false, other.outline, rule: rule.raster))
  }

  private func combined(_ other: CGPath, _ operation: BooleanOperation, _ rule: CGPathFillRule) -> CGPath {
    CGPath(outline: outline.combined(with: other.outline, by: operation, rule: rule.raster))
  }
}
