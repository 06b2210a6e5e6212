import StrataKernels
import StrataBase

extension Outline {
  /// The smallest rectangle around all finite points, control points and lone moves included; nil without a point.
  package var controlBounds: OutlineBounds? {
    if points.isEmpty { return nil }
    let (hull, isFinite) = pointBox(under: SIMD8(1, 0, 0, 1, 0, 0, 0, 0))
    if isFinite { return hull }
    var box = PointBox()
    points.withUnsafeBufferPointer { points in
      // Zero for finite coordinates only.
      for point in points where point - point == .zero { box.include(point) }
    }
    return box.bounds
  }

  /// The smallest rectangle around the drawn lines and curves; nil without a point.
  package var bounds: OutlineBounds? {
    if points.isEmpty { return nil }
    let (hull, isFinite) = pointBox(under: SIMD8(1, 0, 0, 1, 0, 0, 0, 0))
    var box = PointBox()
    if isFinite {
      includeEnds(in: &box)
      if let bounds = box.bounds, bounds == hull { return bounds }
    } else {
      forEachSegment { segment in
        box.include(segment.start)
        box.include(segment.end)
      }
    }
    // A curve stays inside the hull of its control points, so that most curves need no extremes.
    forEachSegment { segment in
      guard segment.degree > 1, !box.holds(segment.control1) || !box.holds(segment.control2) else { return }
      segment.forEachExtreme { box.include(segment.point(at: $0)) }
    }
    return box.bounds ?? controlBounds
  }

  /// Adds the ends of all drawn segments to a box; all points are finite.
  private func includeEnds(in box: inout PointBox) {
    points.withUnsafeBufferPointer { points in
      var index = 0
      var hasBegun = false
      /// The start of a subpath that no segment has used yet.
      var start: RasterPoint?
      for verb in verbs {
        index &+= verb.pointCount
        // Without a move, the first element only begins a subpath; see `read`.
        if verb == .move || (!hasBegun && verb != .close) {
          (start, hasBegun) = (points[index &- 1], true)
          continue
        }
        if let first = start { box.include(first) }
        start = nil
        if verb != .close { box.include(points[index &- 1]) }
      }
    }
  }

  /// The smallest rectangle around all points, mapped by the numbers a b c d tx ty.
  ///
  /// It says nothing unless all mapped points are finite.
  func pointBox(under map: SIMD8<Double>) -> (bounds: OutlineBounds, isFinite: Bool) {
    var box = SIMD4<Double>()
    let isFinite = withUnsafeBytes(of: map) { map in
      withUnsafeMutableBytes(of: &box) { box in
        points.withUnsafeBytes { points in
          kernels.bounds_of_points(
            points.bindMemory(to: Double.self).baseAddress,
            points.count / 16,
            map.bindMemory(to: Double.self).baseAddress,
            box.bindMemory(to: Double.self).baseAddress
          )
        }
      }
    }
    return (OutlineBounds(minX: box.x, minY: box.y, maxX: box.z, maxY: box.w), isFinite != 0)
  }
}

/// A rectangle that grows by finite points.
private struct PointBox {
  private var low = RasterPoint(repeating: .infinity)
  private var high = RasterPoint(repeating: -.infinity)

  @inline(__always)
  mutating func include(_ point: RasterPoint) {
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }

  @inline(__always)
  func holds(_ point: RasterPoint) -> Bool { all((point .>= low) .& (point .<= high)) }

  var bounds: OutlineBounds? {
    low.x <= high.x ? OutlineBounds(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y) : nil
  }
}
