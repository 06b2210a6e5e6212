package import Foundation

extension CGRect {
  /// What two rectangles share; null where they do not meet.
  ///
  /// As `intersection(_:)` for all rectangles of numbers. Foundation's stops the program at others; here what is no
  /// rectangle shares nothing.
  package func overlap(with other: CGRect) -> CGRect {
    let (a, b) = (standardized, other.standardized)
    guard a.minX <= a.maxX, a.minY <= a.maxY, b.minX <= b.maxX, b.minY <= b.maxY else { return .null }
    return a.intersection(b)
  }
}
