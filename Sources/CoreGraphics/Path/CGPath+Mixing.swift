import StrataRaster

extension CGPath {
  /// Returns the path at `fraction` of the way to `end`; nil if their elements differ in kind.
  ///
  /// The handles of curves turn; a line that faces a curve becomes a curve (animation I-14).
  package func mixed(with end: CGPath, at fraction: Double) -> CGPath? {
    outline.interpolated(to: end.outline, at: fraction).map { CGPath(outline: $0) }
  }

  /// Returns the weighted sum of the points of paths; nil if their elements differ in kind.
  package static func sum(_ terms: [(path: CGPath, weight: Double)]) -> CGPath? {
    Outline.sum(terms.map { ($0.path.outline, $0.weight) }).map { CGPath(outline: $0) }
  }

  /// True if all coordinates are finite.
  package var isFinite: Bool {
    outline.points.allSatisfy { ($0.x * 0 + $0.y * 0) == 0 }
  }
}
