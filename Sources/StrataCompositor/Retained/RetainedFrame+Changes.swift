import CoreGraphics
import StrataBase
import StrataRenderTree

/// Which nodes a change concerns.
extension RetainedFrame {
  /// The node of a layer that is one of a node's layers or is open.
  func owner(of id: LayerID) -> FrameNode? {
    let slot = Int(id.index)
    guard slot < owners.count, owners[slot].generation == id.generation, let node = owners[slot].node,
      !node.isRetired
    else { return nil }
    return node
  }

  /// A layer's state or animations are others.
  func note(changed id: LayerID) {
    guard let (layer, node) = nearest(id) else { return }
    if layer == id, let parent = node.parent { noteTraits(of: id, in: parent) }
    note(layer == id, layer, of: node)
  }

  /// A layer of a node has news: itself, or one below it that has no node.
  private func note(_ isItself: Bool, _ layer: LayerID, of node: FrameNode) {
    if node.inside == nil {
      node.note(layer)
      // Its neighbours have put it on the way before.
      if node.isListed { return }
    } else if isItself {
      node.isDirty = true
    } else {
      // A mask, or a sublayer that has no place yet.
      node.inside?.mustLink = true
    }
    list(node)
  }

  /// Layers moved and did nothing else, so that none of them asks for another order of its siblings.
  func note(moved ids: [LayerID]) {
    // A node that has news of more than one of its layers; of a whole crowd each costs a look at its slot.
    var crowd: FrameNode?
    for id in ids {
      let slot = Int(id.index)
      if let crowd, slot < owners.count, owners[slot].generation == id.generation, owners[slot].node === crowd
      {
        continue
      }
      guard let (layer, node) = nearest(id) else { continue }
      note(layer == id, layer, of: node)
      crowd = node.isCrowd ? node : nil
    }
  }

  /// A layer's sublayers or mask are others.
  func note(relinked id: LayerID) {
    guard let (layer, node) = nearest(id) else { return }
    if let inside = node.inside {
      inside.mustLink = true
      inside.family = nil
      node.isDirty = true
    } else {
      node.note(layer)
      node.mustBeLinked = true
      if let parent = node.parent {
        parent.inside?.mustLink = true
        list(parent)
      }
    }
    list(node)
  }

  /// Everything that moves by itself is to be built for another time.
  func noteTime() {
    var kept = 0
    for node in timed {
      guard !node.isRetired, node.isTimed else {
        node.isListedAsTimed = false
        continue
      }
      timed[kept] = node
      kept += 1
      node.isDirty = true
      if let inside = node.parent?.inside, !inside.depths.isEmpty { inside.mustSort = true }
      list(node)
    }
    timed.removeSubrange(kept...)
  }

  /// The layer itself, or the next one above it, that has a node.
  private func nearest(_ id: LayerID) -> (LayerID, FrameNode)? {
    var layer = id
    // No way up is longer than there are layers.
    for _ in 0...builder.trees[0].count {
      if let node = owner(of: layer) { return (layer, node) }
      guard let above = builder.trees[0].parent(of: layer) else { return nil }
      layer = above
    }
    return nil
  }

  /// What a layer asks of its siblings' order and of their parent may have changed.
  private func noteTraits(of id: LayerID, in parent: FrameNode) {
    guard let inside = parent.inside, parent.parent != nil else { return }
    let traits = builder.withTree(0) { RenderTree.traits(of: id, in: $0) } ?? []
    if traits.isEmpty, inside.deep.isEmpty { return }
    if traits.contains(.hasDepth) != inside.deep.contains(id) {
      inside.mustLink = true
      list(parent)
    } else if traits.contains(.hasDepth) {
      inside.mustSort = true
      list(parent)
    }
    if traits.contains(.blends), !(inside.family?.blends ?? false) {
      inside.family = nil
      parent.isDirty = true
      list(parent)
    }
  }

  /// Puts a node, and those around it, on the way of the next refresh.
  func list(_ node: FrameNode) {
    var node = node
    while !node.isListed, let parent = node.parent {
      node.isListed = true
      parent.inside?.listed.append(node)
      node = parent
    }
  }
}
