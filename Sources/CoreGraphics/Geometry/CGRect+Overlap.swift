package import Foundation

extension CGRect {
  /// Returns the intersection of two rectangles; null if they do not meet.
  ///
  /// The same as `intersection(_:)`, except that a rectangle with a NaN gives null; Foundation's function traps on it.
  package func overlap(with other: CGRect) -> CGRect {
    let (a, b) = (standardized, other.standardized)
    guard a.minX <= a.maxX, a.minY <= a.maxY, b.minX <= b.maxX, b.minY <= b.maxY else { return .null }
    return a.intersection(b)
  }
}
