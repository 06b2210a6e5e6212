import StrataBase

extension Outline {
  /// The smallest rectangle around all finite points, control points and lone moves too; nil without a point.
  package var controlBounds: OutlineBounds? {
    var lower = RasterPoint(repeating: .infinity)
    var upper = RasterPoint(repeating: -.infinity)
    for point in points where (point - point) == .zero {
      lower = pointwiseMin(lower, point)
      upper = pointwiseMax(upper, point)
    }
    guard lower.x <= upper.x else { return nil }
    return OutlineBounds(minX: lower.x, minY: lower.y, maxX: upper.x, maxY: upper.y)
  }

  /// The smallest rectangle around the drawn lines and curves; nil without a point.
  package var bounds: OutlineBounds? {
    var lower = RasterPoint(repeating: .infinity)
    var upper = RasterPoint(repeating: -.infinity)
    func include(_ point: RasterPoint) {
      guard (point - point) == .zero else { return }
      lower = pointwiseMin(lower, point)
      upper = pointwiseMax(upper, point)
    }
    forEachSegment { segment in
      include(segment.start)
      include(segment.end)
      for t in segment.extremes { include(segment.point(at: t)) }
    }
    if lower.x > upper.x { return controlBounds }
    return OutlineBounds(minX: lower.x, minY: lower.y, maxX: upper.x, maxY: upper.y)
  }
}
