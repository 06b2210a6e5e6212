/// What a change invalidates downstream.
package struct Aspect: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Where the layer and its sublayers are.
  package static let geometry = Aspect(rawValue: 1 << 0)
  /// The arrangement of sublayers.
  package static let layout = Aspect(rawValue: 1 << 1)
  /// Who paints over whom.
  package static let order = Aspect(rawValue: 1 << 2)
  /// Background, border, corners, shadow.
  package static let appearance = Aspect(rawValue: 1 << 3)
  /// How the finished subtree is composited.
  package static let effect = Aspect(rawValue: 1 << 4)
  /// What the layer shows of its own.
  package static let content = Aspect(rawValue: 1 << 5)
  /// The layer's clock.
  package static let timing = Aspect(rawValue: 1 << 6)
  /// The animations attached to the layer.
  package static let animations = Aspect(rawValue: 1 << 7)
  /// Sublayers or mask.
  package static let children = Aspect(rawValue: 1 << 8)
  /// Values that the render side does not draw by itself.
  package static let custom = Aspect(rawValue: 1 << 9)

  /// Everything, for a layer that is told of for the first time.
  package static let all = Aspect(rawValue: (1 << 10) - 1)
}

extension Aspect: CustomStringConvertible {
  package var description: String {
    let names = [
      "geometry", "layout", "order", "appearance", "effect", "content", "timing", "animations", "children",
      "custom",
    ]
    return names.enumerated().filter { rawValue & (1 << $0.offset) != 0 }.map(\.element).joined(
      separator: "+"
    )
  }
}
