/// The parts of a frame that a change invalidates.
@usableFromInline
package struct Aspect: OptionSet, Hashable, Sendable {
  @usableFromInline
  package let rawValue: UInt16

  @inlinable
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The place of the layer and its sublayers, apart from its position.
  @inlinable
  package static var geometry: Aspect { Aspect(rawValue: 1 << 0) }
  /// The arrangement of sublayers.
  @inlinable
  package static var layout: Aspect { Aspect(rawValue: 1 << 1) }
  /// The painting order.
  @inlinable
  package static var order: Aspect { Aspect(rawValue: 1 << 2) }
  /// Background, border, corners, shadow.
  @inlinable
  package static var appearance: Aspect { Aspect(rawValue: 1 << 3) }
  /// The way in which the finished subtree is composited, apart from its opacity.
  @inlinable
  package static var effect: Aspect { Aspect(rawValue: 1 << 4) }
  /// The layer's own contents.
  @inlinable
  package static var content: Aspect { Aspect(rawValue: 1 << 5) }
  /// The layer's clock.
  @inlinable
  package static var timing: Aspect { Aspect(rawValue: 1 << 6) }
  /// The animations attached to the layer.
  @inlinable
  package static var animations: Aspect { Aspect(rawValue: 1 << 7) }
  /// Sublayers or mask.
  @inlinable
  package static var children: Aspect { Aspect(rawValue: 1 << 8) }
  /// Values that the render side does not draw.
  @inlinable
  package static var custom: Aspect { Aspect(rawValue: 1 << 9) }

  /// The place of the anchor point.
  @inlinable
  package static var position: Aspect { Aspect(rawValue: 1 << 10) }
  /// The opacity of the finished subtree.
  @inlinable
  package static var opacity: Aspect { Aspect(rawValue: 1 << 11) }

  /// The only aspects that most frames change, see ``LayerMove``.
  @inlinable
  package static var moving: Aspect { [.position, .opacity] }
  /// Everything, for a layer that a commit contains for the first time.
  @inlinable
  package static var all: Aspect { Aspect(rawValue: (1 << 12) - 1) }
}

extension Aspect: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    let names = [
      "geometry", "layout", "order", "appearance", "effect", "content", "timing", "animations", "children",
      "custom", "position", "opacity",
    ]
    return names.enumerated().filter { rawValue & (1 << $0.offset) != 0 }.map(\.element).joined(
      separator: "+"
    )
  }
}
