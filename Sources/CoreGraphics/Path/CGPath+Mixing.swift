import StrataRaster

extension CGPath {
  /// Returns the linear interpolation of the points of this path and `end`; nil if their elements have different kinds.
  package func mixed(with end: CGPath, at fraction: Double) -> CGPath? {
    outline.interpolated(to: end.outline, at: fraction).map { CGPath(outline: $0) }
  }

  /// Returns the weighted sum of the points of paths; nil if their elements have different kinds.
  package static func sum(_ terms: [(path: CGPath, weight: Double)]) -> CGPath? {
    guard let first = terms.first?.path.outline,
      terms.allSatisfy({ $0.path.outline.verbs == first.verbs })
    else { return nil }
    var points = first.points
    for i in points.indices { points[i] = terms.reduce(.zero) { $0 + $1.path.outline.points[i] * $1.weight } }
    return Outline(verbs: first.verbs, points: points).map { CGPath(outline: $0) }
  }

  /// True if all coordinates are finite.
  package var isFinite: Bool {
    outline.points.allSatisfy { ($0.x * 0 + $0.y * 0) == 0 }
  }
}
