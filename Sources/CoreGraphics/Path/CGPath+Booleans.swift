import Foundation
import StrataRaster

// Areas are combined on their outlines: curves stay curves. A result does not cross itself, so that both fill rules
// give the same area. With y up, outer borders run counterclockwise and holes clockwise. Open subpaths count as
// closed, except in the `line` functions.

extension CGPath {
  /// Returns the area inside this path, `other` or both; the rule applies to both.
  public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, .union, rule)
  }

  /// Returns the area inside both this path and `other`; the rule applies to both.
  public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, .intersection, rule)
  }

  /// Returns the area inside this path and outside `other`; the rule applies to both.
  public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, .subtraction, rule)
  }

  /// Returns the area inside exactly one of this path and `other`; the rule applies to both.
  public func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, .symmetricDifference, rule)
  }

  /// Returns the same area with borders that neither cross nor overlap.
  public func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: outline.normalized(rule: rule.raster))
  }

  /// Returns the connected areas of the path, each with its holes, from left to right.
  public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
    outline.components(rule: rule.raster).map { CGPath(outline: $0) }
  }

  /// Returns whether the areas of both paths overlap; a common border is not an overlap.
  public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
    let (one, two) = (boundingBox, other.boundingBox)
    guard !one.isNull, !two.isNull, one.minX <= two.maxX, two.minX <= one.maxX, one.minY <= two.maxY,
      two.minY <= one.maxY
    else { return false }
    return !combined(other, .intersection, rule).isEmpty
  }

  /// Returns the parts of this path's lines that lie inside or on the border of the area of `other`.
  public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: outline.lines(inside: true, other.outline, rule: rule.raster))
  }

  /// Returns the parts of this path's lines that lie outside the area of `other`.
  public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    CGPath(outline: outline.lines(inside: false, other.outline, rule: rule.raster))
  }

  private func combined(_ other: CGPath, _ operation: BooleanOperation, _ rule: CGPathFillRule) -> CGPath {
    CGPath(outline: outline.combined(with: other.outline, by: operation, rule: rule.raster))
  }
}
