package import StrataBase

extension Outline {
  /// The least w that is visible: parts nearer to the eye are cut off.
  static let nearPlane = 1e-5

  /// The outline mapped into another plane.
  ///
  /// Affine maps keep verbs and curves. Under a perspective map the result is polygons for filling (stroke before
  /// mapping): curves are flattened to within `tolerance` after the division, and closed subpaths are clipped to the half
  /// space w ≥ 1e-5 (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
  package func transformed(by map: Projective, tolerance: Double = 0.005) -> Outline {
    if map == .identity { return self }
    if map.isAffine {
      let (a, b) = (RasterPoint(map.m11, map.m12), RasterPoint(map.m21, map.m22))
      let origin = RasterPoint(map.m31, map.m32)
      return mapPoints { a * $0.x + b * $0.y + origin }
    }
    var result = Outline()
    var polygon: [SIMD3<Double>] = []
    forEachSubpath { segments, _ in
      guard let first = segments.first else { return }
      polygon.removeAll(keepingCapacity: true)
      if polygon.capacity <= segments.count { polygon.reserveCapacity(segments.count + 1) }
      polygon.append(map.homogeneous(first.start))
      for segment in segments {
        if segment.degree > 1 {
          let steps = 4
          for index in 0..<steps {
            let (t0, t1) = (Double(index) / Double(steps), Double(index + 1) / Double(steps))
            segment.flatten(from: t0, to: t1, under: map, tolerance: tolerance, depth: 0, into: &polygon)
          }
        } else {
          polygon.append(map.homogeneous(segment.end))
        }
      }
      result.polygon(Self.clippedToNearPlane(polygon))
    }
    return result
  }

  private static func clippedToNearPlane(_ polygon: [SIMD3<Double>]) -> [RasterPoint] {
    guard var previous = polygon.last else { return [] }
    var result: [RasterPoint] = []
    result.reserveCapacity(polygon.count + 1)
    for point in polygon {
      if (previous.z >= nearPlane) != (point.z >= nearPlane) {
        let t = (nearPlane - previous.z) / (point.z - previous.z)
        let cut = previous + (point - previous) * t
        result.append(RasterPoint(cut.x, cut.y) / nearPlane)
      }
      if point.z >= nearPlane { result.append(RasterPoint(point.x, point.y) / point.z) }
      previous = point
    }
    return result
  }
}

extension Projective {
  fileprivate func homogeneous(_ point: RasterPoint) -> SIMD3<Double> {
    let mapped = apply(point.x, point.y)
    return SIMD3(mapped.x, mapped.y, mapped.w)
  }
}

extension OutlineSegment {
  /// Appends points of the mapped curve after `t0` up to `t1`, within the tolerance of it after the division by w.
  fileprivate func flatten(
    from t0: Double,
    to t1: Double,
    under map: Projective,
    tolerance: Double,
    depth: Int,
    into polygon: inout [SIMD3<Double>]
  ) {
    func at(_ part: Double) -> SIMD3<Double> { map.homogeneous(point(at: t0 + (t1 - t0) * part)) }
    let (start, end) = (at(0), at(1))
    if depth < 12 {
      let near = Outline.nearPlane
      let (a, b, c) = (at(0.25), at(0.5), at(0.75))
      func isClose(_ point: SIMD3<Double>) -> Bool { self.isClose(point, start, end, tolerance) }
      let hidden = start.z < near && end.z < near && a.z < near && b.z < near && c.z < near
      let visible = start.z >= near && end.z >= near && a.z >= near && b.z >= near && c.z >= near
      if !hidden, !visible || !isClose(a) || !isClose(b) || !isClose(c) {
        let middle = (t0 + t1) / 2
        flatten(from: t0, to: middle, under: map, tolerance: tolerance, depth: depth + 1, into: &polygon)
        flatten(from: middle, to: t1, under: map, tolerance: tolerance, depth: depth + 1, into: &polygon)
        return
      }
    }
    polygon.append(end)
  }

  /// True if a point is within the tolerance of a chord after the division.
  private func isClose(
    _ point: SIMD3<Double>,
    _ start: SIMD3<Double>,
    _ end: SIMD3<Double>,
    _ tolerance: Double
  ) -> Bool {
    let a = RasterPoint(start.x, start.y) / start.z
    let chord = RasterPoint(end.x, end.y) / end.z - a
    let offset = RasterPoint(point.x, point.y) / point.z - a
    let length = (chord * chord).sum()
    let part = length > 0 ? min(max((offset * chord).sum() / length, 0), 1) : 0
    let distance = offset - chord * part
    return (distance * distance).sum() <= tolerance * tolerance
  }
}
