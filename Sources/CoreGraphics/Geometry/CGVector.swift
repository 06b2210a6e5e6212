public import Foundation

/// A vector: the difference of two points.
public struct CGVector: Hashable, Sendable {
  /// The x component.
  public var dx: CGFloat
  /// The y component.
  public var dy: CGFloat

  /// The vector of length zero.
  public static let zero = CGVector()

  /// Creates the vector of length zero.
  public init() {
    (dx, dy) = (0, 0)
  }

  /// Creates a vector from its components.
  public init(dx: CGFloat, dy: CGFloat) {
    (self.dx, self.dy) = (dx, dy)
  }

  /// Creates a vector from its components.
  @_disfavoredOverload
  public init(dx: Double, dy: Double) {
    (self.dx, self.dy) = (CGFloat(dx), CGFloat(dy))
  }

  /// Creates a vector from integer components.
  public init(dx: Int, dy: Int) {
    (self.dx, self.dy) = (CGFloat(dx), CGFloat(dy))
  }
}

extension CGVector: Codable {
  /// Reads two numbers from an unkeyed container.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    dx = try values.decode(CGFloat.self)
    dy = try values.decode(CGFloat.self)
  }

  /// Writes the two numbers into an unkeyed container.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(dx)
    try values.encode(dy)
  }
}
