import StrataRaster

extension CGPath {
  /// Returns the path whose points lie at `fraction` of the way from this path's to those of `end`, or nil if the two
  /// do not have the same elements in the same order.
  package func mixed(with end: CGPath, at fraction: Double) -> CGPath? {
    outline.interpolated(to: end.outline, at: fraction).map { CGPath(outline: $0) }
  }

  /// Returns the path whose points are sums of the points of paths with the same elements, each with its weight, or nil
  /// if the paths do not have the same elements in the same order.
  package static func sum(_ terms: [(path: CGPath, weight: Double)]) -> CGPath? {
    guard let first = terms.first?.path.outline,
      terms.allSatisfy({ $0.path.outline.verbs == first.verbs })
    else { return nil }
    var points = first.points
    for i in points.indices { points[i] = terms.reduce(.zero) { $0 + $1.path.outline.points[i] * $1.weight } }
    return Outline(verbs: first.verbs, points: points).map { CGPath(outline: $0) }
  }

  /// True if no coordinate is infinite or a NaN.
  package var isFinite: Bool {
    outline.points.allSatisfy { ($0.x * 0 + $0.y * 0) == 0 }
  }
}
