import StrataBase

extension Outline {
  /// The smallest rectangle around all finite points, control points and lone moves included; nil without a point.
  package var controlBounds: OutlineBounds? {
    var box = PointBox()
    points.withUnsafeBufferPointer { points in
      for point in points { box.include(point) }
    }
    return box.bounds
  }

  /// The smallest rectangle around the drawn lines and curves; nil without a point.
  package var bounds: OutlineBounds? {
    var box = PointBox()
    forEachSegment { segment in
      box.include(segment.start)
      box.include(segment.end)
    }
    // A curve stays inside the hull of its control points, so that most curves need no extremes.
    forEachSegment { segment in
      guard segment.degree > 1, !box.holds(segment.control1) || !box.holds(segment.control2) else { return }
      segment.forEachExtreme { box.include(segment.point(at: $0)) }
    }
    return box.bounds ?? controlBounds
  }
}

/// A rectangle that grows by points; ignores points that are not finite.
private struct PointBox {
  private var minX = Double.infinity, minY = Double.infinity
  private var maxX = -Double.infinity, maxY = -Double.infinity

  @inline(__always)
  mutating func include(_ point: RasterPoint) {
    guard point.x - point.x == 0, point.y - point.y == 0 else { return }
    if point.x < minX { minX = point.x }
    if point.y < minY { minY = point.y }
    if point.x > maxX { maxX = point.x }
    if point.y > maxY { maxY = point.y }
  }

  @inline(__always)
  func holds(_ point: RasterPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  var bounds: OutlineBounds? {
    minX <= maxX ? OutlineBounds(minX: minX, minY: minY, maxX: maxX, maxY: maxY) : nil
  }
}
