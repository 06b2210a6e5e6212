import StrataBase
import StrataFrame
import StrataRenderTree

/// The surroundings of layers that are drawn by themselves: their scope, with the clips that its index points to.
struct Surroundings {
  /// A link of a clip chain with its space.
  struct Link {
    var node: ClipNode
    var core: ClipCore
    var space: Space
  }

  /// The scope; its clip is the last link of the chain.
  var scope: Scope
  /// From the outermost clip in.
  var chain: [Link] = []

  /// True if layers in it look the same as in other surroundings, provided that time does not matter to them.
  func looksLike(_ other: Surroundings) -> Bool {
    scope.looksLike(other.scope) && chain.count == other.chain.count
      && zip(chain, other.chain).allSatisfy { $0.looksLike($1) }
  }
}

extension Scope {
  fileprivate func looksLike(_ other: Scope) -> Bool {
    base == other.base && cull == other.cull && volume == other.volume && opacity == other.opacity
      && tint == other.tint && isFlipped == other.isFlipped && handedness == other.handedness
      && depth == other.depth && groups == other.groups && ignoresBackdrop == other.ignoresBackdrop
      && (clip == nil) == (other.clip == nil)
  }
}

extension Surroundings.Link {
  fileprivate func looksLike(_ other: Self) -> Bool {
    guard node.boundsInDevice == other.node.boundsInDevice,
      node.antialiasedEdges == other.node.antialiasedEdges,
      node.coversOnce == other.node.coversOnce, node.owner == other.node.owner,
      space.toDevice == other.space.toDevice, core.wide == other.core.wide, core.tall == other.core.tall
    else { return false }
    return switch (node.shape, other.node.shape) {
    case (.rect(let a), .rect(let b)): a == b
    case (.roundedRect(let a), .roundedRect(let b)): a == b
    default: false
    }
  }
}
