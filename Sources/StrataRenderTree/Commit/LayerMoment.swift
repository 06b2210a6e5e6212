import Foundation
import StrataBase

/// A layer at a moment: its relations, its state with animations applied, its own time.
package struct LayerMoment: Sendable {
  package let id: LayerID
  package let children: [LayerID]
  package let mask: LayerID?
  package let animations: [AnimationRecord]
  package var state: LayerState
  package let localTime: Double

  init(_ node: borrowing RenderNode, parentTime: Double) {
    (id, children, mask, animations) = (node.id, node.children, node.mask, node.animations)
    (state, localTime) = node.evaluated(parentTime: parentTime)
  }
}

/// What a layer asks of whoever puts it in order with its siblings.
package struct LayerTraits: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It may lie in front of or behind the plane of its superlayer, now or when an animation says so.
  package static let hasDepth = LayerTraits(rawValue: 1)
  /// It names a filter that combines it with what lies behind it.
  package static let blends = LayerTraits(rawValue: 2)
  package static let all: LayerTraits = [.hasDepth, .blends]
}

extension RenderNode {
  /// What the committed state says, and that animations may say otherwise.
  var traits: LayerTraits {
    var traits = LayerTraits()
    if !state.hasUntouchedEffects, state.compositingFilter != nil { traits.insert(.blends) }
    if state.zPosition != 0 || state.anchorPointZ != 0 || !animations.isEmpty { traits.insert(.hasDepth) }
    let t = state.transform
    if t.m13 != 0 || t.m23 != 0 || t.m43 != 0 || t.m14 != 0 || t.m24 != 0 { traits.insert(.hasDepth) }
    switch state.kind {
    case .transform: traits.insert(.hasDepth)
    case .replicator(let box): if box.value.preservesDepth { traits.insert(.hasDepth) }
    default: break
    }
    return traits
  }
}
