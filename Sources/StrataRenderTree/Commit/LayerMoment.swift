import Foundation
package import StrataBase

/// A layer at a moment: its relations, its state with animations applied, and its local time.
package struct LayerMoment: Sendable {
  package let id: LayerID
  package let children: [LayerID]
  package let mask: LayerID?
  package let animations: [AnimationRecord]
  package var state: LayerState
  package private(set) var localTime: Double

  /// Reads the node in place, with one copy of the state: building a frame does this for every layer.
  @inline(__always)
  init(_ node: UnsafePointer<RenderNode>, parentTime: Double) {
    id = node.pointee.id
    children = node.pointee.children
    mask = node.pointee.mask
    animations = node.pointee.animations
    state = node.pointee.state
    localTime = parentTime
    localTime = RenderNode.evaluate(&state, animations, parentTime: parentTime)
  }
}

/// Traits of a layer that decide how its siblings are ordered and composited.
package struct LayerTraits: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The layer may lie in front of or behind the plane of its superlayer, now or during an animation.
  package static let hasDepth = LayerTraits(rawValue: 1)
  /// The layer has a compositing filter.
  package static let blends = LayerTraits(rawValue: 2)
  package static let all: LayerTraits = [.hasDepth, .blends]
}

extension RenderNode {
  /// True if an animation of a node can change one of these aspects.
  @inline(__always)
  static func animations(of node: UnsafePointer<RenderNode>, change aspect: Aspect) -> Bool {
    // Records are too large to copy for a look.
    node.pointee.animations.withUnsafeBufferPointer { records in
      records.indices.contains { !records[$0].aspect.isDisjoint(with: aspect) }
    }
  }

  /// True if no animation of the node is a group or a transition.
  var hasTracksOnly: Bool {
    animations.withUnsafeBufferPointer { records in
      records.indices.allSatisfy { index in
        switch records[index].body {
        case .track, .inert: true
        case .group, .transition: false
        }
      }
    }
  }

  /// The traits of a node's committed state and of its animations.
  static func traits(of node: UnsafePointer<RenderNode>) -> LayerTraits {
    var traits = LayerTraits()
    // Field by field: a property of the whole state would copy it.
    if !node.pointee.state.rare.isUntouched,
      node.pointee.state.rare.read({ $0.effects.read { $0.compositingFilter != nil } })
    {
      traits.insert(.blends)
    }
    if node.pointee.state.zPosition != 0 || node.pointee.state.anchorPointZ != 0
      || animations(of: node, change: [.geometry, .order])
    {
      traits.insert(.hasDepth)
    }
    let t = node.pointee.state.transform
    if t.m13 != 0 || t.m23 != 0 || t.m43 != 0 || t.m14 != 0 || t.m24 != 0 { traits.insert(.hasDepth) }
    if node.pointee.state.kind.preservesDepth { traits.insert(.hasDepth) }
    return traits
  }
}
