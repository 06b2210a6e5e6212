public import Foundation

extension CGPoint: @retroactive CustomDebugStringConvertible {
  /// The coordinates in parentheses.
  public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
  /// Width and height in parentheses.
  public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible, @retroactive CustomReflectable {
  /// Origin and size in parentheses.
  public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }

  /// A mirror with the origin and the size as children.
  public var customMirror: Mirror {
    Mirror(self, children: ["origin": origin, "size": size], displayStyle: .struct)
  }
}
