import StrataRaster

extension CGPath {
  /// Returns the path whose points lie at `fraction` of the way from this path's to those of `end`, or nil if the two
  /// do not have the same elements in the same order.
  package func mixed(with end: CGPath, at fraction: Double) -> CGPath? {
    outline.interpolated(to: end.outline, at: fraction).map { CGPath(outline: $0) }
  }

  /// True if no coordinate is infinite or a NaN.
  package var isFinite: Bool {
    outline.points.allSatisfy { ($0.x * 0 + $0.y * 0) == 0 }
  }
}
