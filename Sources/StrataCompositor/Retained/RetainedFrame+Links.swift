import CoreGraphics
import StrataBase
import StrataRenderTree

/// Distributing the sublayers of an open layer among nodes.
extension RetainedFrame {
  /// Nodes that came and what those painted that went, each with the number of nodes before it that stayed.
  struct News {
    var added: [(node: FrameNode, gap: Int32)] = []
    var removed: [DamageEntry] = []
  }

  /// The sublayers of an open layer in painting order; nil where that takes more than a depth for each.
  func paintingOrder(of node: FrameNode) -> [LayerID]? {
    guard let inside = node.inside else { return nil }
    guard node.parent != nil else { return builder.trees[0].root.map { [$0] } ?? [] }
    let children = builder.trees[0].children(of: node.layers[0])
    inside.depths.removeAll(keepingCapacity: true)
    inside.deep.removeAll(keepingCapacity: true)
    for child in children where builder.trees[0].traits(of: child).contains(.hasDepth) {
      inside.depths.append(OpenNode.Depth(layer: child, z: 0))
      inside.deep.insert(child)
    }
    guard !inside.depths.isEmpty else { return children }
    guard let depths = depths(of: node) else { return nil }
    inside.depths = depths
    guard depths.contains(where: { $0.z != 0 }) else { return children }
    var z: [LayerID: Double] = [:]
    for depth in depths where depth.z != 0 { z[depth.layer] = depth.z }
    // Stable: who is as deep as another one stays behind it.
    var keyed = children.enumerated().map { (z: z[$1] ?? 0, place: $0, layer: $1) }
    keyed.sort { $0.z == $1.z ? $0.place < $1.place : $0.z < $1.z }
    return keyed.map(\.layer)
  }

  /// How deep the sublayers lie that may have a depth now; nil where planes are tilted or belong to volumes.
  func depths(of node: FrameNode) -> [OpenNode.Depth]? {
    guard let inside = node.inside else { return nil }
    var result = inside.depths
    for i in result.indices {
      guard let moment = builder.trees[0].moment(of: result[i].layer, parentTime: inside.inner.scope.time)
      else {
        continue
      }
      guard !moment.state.preservesDepth else { return nil }
      let matrix = LayerPlacement.toSuperlayer(moment.state)
      guard matrix.keepsDepth else { return nil }
      let state = moment.state
      let anchor = matrix.apply(
        Double(state.bounds.origin.x + state.anchorPoint.x * state.bounds.size.width),
        Double(state.bounds.origin.y + state.anchorPoint.y * state.bounds.size.height),
        0
      )
      result[i].z = anchor.z.isFinite ? Double(anchor.z) : 0
    }
    return result
  }

  /// Gives an open layer nodes for its sublayers in this order; those that still fit stay.
  func link(_ node: FrameNode, _ inside: OpenNode, _ order: [LayerID]) -> News {
    let former = inside.children
    var stays: Set<ObjectIdentifier> = []
    var children: [FrameNode] = []
    var pending: [LayerID] = []
    var pendingSize = 0
    var pendingIsTimed = false
    func flush() {
      guard !pending.isEmpty else { return }
      children.append(add(pending, to: node))
      pending.removeAll(keepingCapacity: true)
      pendingSize = 0
    }
    var i = 0
    while i < order.count {
      let id = order[i]
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
      if size > Self.nodeSize || inside.busy.contains(id) {
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
    hasOtherParts = true
    return news(former, children, stays)
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

  /// What a distribution changed: nodes that stay but changed their order are damage at once.
  private func news(_ former: [FrameNode], _ children: [FrameNode], _ stays: Set<ObjectIdentifier>) -> News {
    var result = News()
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

  /// How many layers are in a subtree; a few more than `nodeSize` stand for all larger numbers.
  private func size(of id: LayerID) -> Int {
    var count = 0
    var stack = [id]
    while let next = stack.popLast() {
      count += 1
      if count > Self.nodeSize { break }
      let children = builder.trees[0].children(of: next)
      if children.count > Self.nodeSize { return Self.nodeSize + 1 }
      stack += children
    }
    return count
  }

  private func moves(_ id: LayerID) -> Bool {
    builder.trees[0].withNode(id) { !$0.animations.isEmpty } ?? false
  }
}
