public import Foundation

// Foundation on Linux has initializers of points, sizes and rectangles with `CGFloat`, with `Double` and with `Int`, all of the
// same rank, so that the compiler finds `CGSize(width: 300, height: .infinity)` ambiguous. In a file that imports Foundation
// through this module alone, the declarations below hide Foundation's own with the same types. They rank lower: `Double`s
// are taken as ever, and constants that both types have are `CGFloat`s.

extension CGPoint {
  /// Creates a point from its coordinates.
  @_disfavoredOverload
  @inlinable
  public init(x: Double, y: Double) { self.init(x: CGFloat(x), y: CGFloat(y)) }
}

extension CGSize {
  /// Creates a size from its lengths.
  @_disfavoredOverload
  @inlinable
  public init(width: Double, height: Double) {
    self.init(width: CGFloat(width), height: CGFloat(height))
  }
}

extension CGRect {
  /// Creates a rectangle from its origin's coordinates and its lengths.
  @_disfavoredOverload
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(x: CGFloat(x), y: CGFloat(y), width: CGFloat(width), height: CGFloat(height))
  }
}
