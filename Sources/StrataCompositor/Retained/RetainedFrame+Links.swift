import CoreGraphics
import StrataBase
import StrataFrame
import StrataRenderTree

/// Distributing the sublayers of an open layer among nodes.
extension RetainedFrame {
  /// Nodes that were added and the items of nodes that were removed, each with the number of nodes before it that stayed.
  struct LinkChanges {
    var added: [(node: FrameNode, gap: Int32)] = []
    var removed: [DamageEntry] = []
  }

  /// The sublayers of an open layer in painting order; nil if that depends on more than one depth for each.
  func paintingOrder(of node: FrameNode) -> [LayerID]? {
    guard let inside = node.inside else { return nil }
    guard node.parent != nil else { return builder.tree.root.map { [$0] } ?? [] }
    let children = builder.tree.children(of: node.layers[0])
    inside.depths.removeAll(keepingCapacity: true)
    inside.deep.removeAll(keepingCapacity: true)
    for child in children where builder.tree.traits(of: child).contains(.hasDepth) {
      inside.depths.append(OpenNode.Depth(layer: child, z: 0))
      inside.deep.insert(child)
    }
    guard !inside.depths.isEmpty else { return children }
    guard let depths = depths(of: node) else { return nil }
    inside.depths = depths
    guard depths.contains(where: { $0.z != 0 }) else { return children }
    var z: [LayerID: Double] = [:]
    for depth in depths where depth.z != 0 { z[depth.layer] = depth.z }
    // Stable: layers of equal depth stay in their order.
    var keyed = children.enumerated().map { (z: z[$1] ?? 0, place: $0, layer: $1) }
    keyed.sort { $0.z == $1.z ? $0.place < $1.place : $0.z < $1.z }
    return keyed.map(\.layer)
  }

  /// The present depths of the sublayers that may have one; nil if planes are tilted or belong to volumes.
  func depths(of node: FrameNode) -> [OpenNode.Depth]? {
    guard let inside = node.inside else { return nil }
    var result = inside.depths
    for i in result.indices {
      guard
        let moment = builder.tree.moment(of: result[i].layer, parentTime: inside.inner.scope.time)
      else {
        continue
      }
      guard !moment.state.preservesDepth else { return nil }
      let (matrix, anchor) = moment.state.anchoredPlace
      guard matrix.keepsDepth else { return nil }
      let z = matrix.height(of: anchor)
      result[i].z = z.isFinite ? z : 0
    }
    return result
  }

  /// Distributes the sublayers of an open layer, in this order, among nodes; nodes that still fit stay.
  func link(_ node: FrameNode, _ inside: OpenNode, _ order: [LayerID]) -> LinkChanges {
    let former = inside.children
    var stays: Set<ObjectIdentifier> = []
    var children: [FrameNode] = []
    var pending: [LayerID] = []
    var pendingSize = 0
    var pendingIsTimed = false
    var busy: [LayerID: Int] = [:]
    func flush() {
      guard !pending.isEmpty else { return }
      children.append(add(pending, to: node))
      pending.removeAll(keepingCapacity: true)
      pendingSize = 0
    }
    var i = 0
    while i < order.count {
      let id = order[i]
      let lastBuilt = inside.busy[id]
      if lastBuilt != nil { busy[id] = lastBuilt }
      if let known = owner(of: id), known.parent === node, !known.mustBeLinked, known.layers[0] == id,
        order.count - i >= known.layers.count, order[i..<(i + known.layers.count)].elementsEqual(known.layers)
      {
        flush()
        children.append(known)
        stays.insert(ObjectIdentifier(known))
        i += known.layers.count
        continue
      }
      i += 1
      let size = self.size(of: id)
      let isTimed = moves(id)
      if size > Self.nodeSize || lastBuilt != nil {
        flush()
        let child = add([id], to: node)
        child.mayOpen = size > Self.nodeSize && child.depth < Self.deepestOpening
        children.append(child)
        continue
      }
      if pendingSize + size > Self.nodeSize || pendingIsTimed != isTimed { flush() }
      pending.append(id)
      (pendingSize, pendingIsTimed) = (pendingSize + size, isTimed)
    }
    flush()
    inside.children = children
    // Without those that are gone.
    inside.busy = busy
    hasOtherParts = true
    return changes(from: former, to: children, stays)
  }

  private func add(_ layers: [LayerID], to node: FrameNode) -> FrameNode {
    let child = FrameNode(parent: node, layers: layers)
    for id in layers {
      let slot = Int(id.index)
      if slot >= owners.count { owners += Array(repeating: Owner(), count: max(64, slot + 1 - owners.count)) }
      owners[slot] = Owner(generation: id.generation, node: child)
    }
    list(child)
    return child
  }

  /// The nodes that a distribution added and removed; nodes that stay but changed their order are damage at once.
  private func changes(
    from former: [FrameNode],
    to children: [FrameNode],
    _ stays: Set<ObjectIdentifier>
  ) -> LinkChanges {
    var result = LinkChanges()
    var formerPlace: [ObjectIdentifier: Int] = [:]
    for (i, child) in former.enumerated() where stays.contains(ObjectIdentifier(child)) {
      formerPlace[ObjectIdentifier(child)] = i
    }
    var last = -1
    var isInOrder: Set<ObjectIdentifier> = []
    var gap: Int32 = 0
    for child in children {
      guard let place = formerPlace[ObjectIdentifier(child)] else {
        result.added.append((child, gap))
        continue
      }
      if place > last {
        last = place
        isInOrder.insert(ObjectIdentifier(child))
        gap += 1
      } else if !isQuiet {
        child.forEachPart { damage.add($0.bounds) }
      }
    }
    gap = 0
    for child in former {
      if isInOrder.contains(ObjectIdentifier(child)) {
        gap += 1
      } else if !stays.contains(ObjectIdentifier(child)) {
        if !isQuiet { entries(of: child, gap: gap, &result.removed) }
        retire(child)
      }
    }
    return result
  }

  /// The number of layers in a subtree; numbers over `nodeSize` are not exact.
  private func size(of id: LayerID) -> Int {
    var count = 0
    var stack = [id]
    while let next = stack.popLast() {
      count += 1
      if count > Self.nodeSize { break }
      let children = builder.tree.children(of: next)
      if children.count > Self.nodeSize { return Self.nodeSize + 1 }
      stack += children
    }
    return count
  }

  private func moves(_ id: LayerID) -> Bool {
    builder.tree.withNode(id) { !$0.animations.isEmpty } ?? false
  }
}
