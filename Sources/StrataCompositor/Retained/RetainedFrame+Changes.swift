import CoreGraphics
import StrataBase
import StrataRenderTree

/// Finding the nodes of changed layers.
extension RetainedFrame {
  /// The node of a layer that is one of a node's layers or is open.
  func owner(of id: LayerID) -> FrameNode? {
    let slot = Int(id.index)
    guard slot < owners.count, owners[slot].generation == id.generation, let node = owners[slot].node,
      !node.isRetired
    else { return nil }
    return node
  }

  /// Notes that a layer's state or animations changed.
  func note(changed id: LayerID) {
    guard let (layer, node) = nearest(id) else { return }
    if layer == id, let parent = node.parent { noteTraits(of: id, in: parent) }
    note(layer == id, layer, of: node, moves: false)
  }

  /// Notes that a layer of a node changed: the layer itself, or one below it that has no node.
  private func note(_ isItself: Bool, _ layer: LayerID, of node: FrameNode, moves: Bool) {
    if node.inside == nil {
      node.note(layer, moves: moves && isItself)
      // A change of a neighbour has listed it before.
      if node.isListed { return }
    } else if isItself {
      node.markDirty()
    } else {
      // A mask, or a sublayer that has no place yet.
      node.inside?.mustLink = true
    }
    list(node)
  }

  /// Notes that layers moved without another change, so that the order of their siblings stays.
  func note(moved ids: [LayerID]) {
    // A node of which several layers changed; each further layer of it costs a look at its slot.
    var crowd: FrameNode?
    for id in ids {
      let slot = Int(id.index)
      if let crowd, slot < owners.count, owners[slot].generation == id.generation, owners[slot].node === crowd
      {
        continue
      }
      guard let (layer, node) = nearest(id) else { continue }
      note(layer == id, layer, of: node, moves: true)
      crowd = node.isCrowd ? node : nil
    }
  }

  /// Notes that a layer's sublayers or mask changed.
  func note(relinked id: LayerID) {
    guard let (layer, node) = nearest(id) else { return }
    if let inside = node.inside {
      inside.mustLink = true
      inside.sublayers = nil
      node.markDirty()
      noteBlends(below: id, in: node)
    } else {
      node.note(layer)
      node.mustBeLinked = true
      if let parent = node.parent {
        parent.inside?.mustLink = true
        list(parent)
        noteBlends(below: id, in: parent)
      }
    }
    list(node)
  }

  /// Marks the nodes whose pictures depend on the time, or at the same time those whose pictures may differ anyway.
  func noteTime(isSame: Bool) {
    var kept = 0
    for node in timed {
      guard !node.isRetired, node.isTimed else {
        node.isListedAsTimed = false
        continue
      }
      timed[kept] = node
      kept += 1
      if isSame, !node.isLive { continue }
      node.markDirty()
      if let inside = node.parent?.inside, !inside.depths.isEmpty { inside.mustSort = true }
      list(node)
    }
    timed.removeSubrange(kept...)
  }

  /// True if a layer is open and its clock changed, so that its sublayers live in another time than before.
  func passesOtherTime(_ id: LayerID) -> Bool {
    guard let node = owner(of: id), let inside = node.inside, let outer = node.parent?.inside else {
      return false
    }
    return localTime(of: node, at: outer.inner.scope.time) != inside.inner.scope.time
  }

  /// The layer itself, or the next one above it, that has a node.
  private func nearest(_ id: LayerID) -> (LayerID, FrameNode)? {
    var layer = id
    // No path to the root is longer than the number of layers.
    for _ in 0...builder.tree.count {
      if let node = owner(of: layer) { return (layer, node) }
      guard let above = builder.tree.parent(of: layer) else { return nil }
      layer = above
    }
    return nil
  }

  /// Notes that a layer's effects on the order of its siblings and on its parent may have changed.
  private func noteTraits(of id: LayerID, in parent: FrameNode) {
    guard let inside = parent.inside, parent.parent != nil else { return }
    let traits = builder.withTree { RenderTree.traits(of: id, in: $0) } ?? []
    if traits.isEmpty, inside.deep.isEmpty { return }
    if traits.contains(.hasDepth) != inside.deep.contains(id) {
      inside.mustLink = true
      list(parent)
    } else if traits.contains(.hasDepth) {
      inside.mustSort = true
      list(parent)
    }
    if traits.contains(.blends) { noteBlends(in: parent) }
  }

  /// Notes the blends that may have come with layers below one.
  private func noteBlends(below id: LayerID, in node: FrameNode) {
    let tree = builder.tree
    guard tree.hasBlends else { return }
    let blends = tree.subtree(of: id).contains { tree.traits(of: $0).contains(.blends) }
    if blends { noteBlends(in: node) }
  }

  /// Notes that a blend may have come to lie inside of an open layer, and of those around it.
  private func noteBlends(in node: FrameNode) {
    var next: FrameNode? = node
    while let node = next, let inside = node.inside, node.parent != nil {
      if !(inside.sublayers?.blends ?? false) {
        inside.sublayers = nil
        node.markDirty()
        list(node)
      }
      next = node.parent
    }
  }

  /// Lists a node, and the nodes around it, for the next refresh.
  func list(_ node: FrameNode) {
    var node = node
    while !node.isListed, let parent = node.parent {
      node.isListed = true
      parent.inside?.listed.append(node)
      node = parent
    }
  }
}
