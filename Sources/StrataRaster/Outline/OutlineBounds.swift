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
