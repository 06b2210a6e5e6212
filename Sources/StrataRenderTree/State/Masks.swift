/// The corners of a layer that `cornerRadius` rounds.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The corners as bits.
  public let rawValue: UInt

  /// Makes a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner of minimum x and minimum y.
  public static var layerMinXMinYCorner: CACornerMask { CACornerMask(rawValue: 1 << 0) }
  /// The corner of maximum x and minimum y.
  public static var layerMaxXMinYCorner: CACornerMask { CACornerMask(rawValue: 1 << 1) }
  /// The corner of minimum x and maximum y.
  public static var layerMinXMaxYCorner: CACornerMask { CACornerMask(rawValue: 1 << 2) }
  /// The corner of maximum x and maximum y.
  public static var layerMaxXMaxYCorner: CACornerMask { CACornerMask(rawValue: 1 << 3) }

  package static var all: CACornerMask { CACornerMask(rawValue: 15) }
}

/// The edges of a layer that are antialiased.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// The edges as bits.
  public let rawValue: UInt32

  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge of minimum x.
  public static var layerLeftEdge: CAEdgeAntialiasingMask { CAEdgeAntialiasingMask(rawValue: 1 << 0) }
  /// The edge of maximum x.
  public static var layerRightEdge: CAEdgeAntialiasingMask { CAEdgeAntialiasingMask(rawValue: 1 << 1) }
  /// The edge of minimum y.
  public static var layerBottomEdge: CAEdgeAntialiasingMask { CAEdgeAntialiasingMask(rawValue: 1 << 2) }
  /// The edge of maximum y.
  public static var layerTopEdge: CAEdgeAntialiasingMask { CAEdgeAntialiasingMask(rawValue: 1 << 3) }

  package static var all: CAEdgeAntialiasingMask { CAEdgeAntialiasingMask(rawValue: 15) }
}
