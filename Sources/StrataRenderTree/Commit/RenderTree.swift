import StrataBase

/// The committed tree: a value in chunks, so that a snapshot costs one retain and the next commit copies only the
/// chunks it touches.
///
/// The tree holds exactly what its commits said: applying any history of commits leaves the nodes that one commit of
/// the final state would.
package struct RenderTree: Sendable {
  private var nodes = ChunkedArray<RenderNode?>(filledWith: nil)
  package private(set) var root: LayerID?
  /// The number of nodes.
  package private(set) var count = 0
  /// The sequence of the last commit applied.
  package private(set) var sequence: UInt64 = 0

  /// An empty tree.
  package init() {}

  /// The node of a layer, or nil if the tree does not hold it.
  package subscript(id: LayerID) -> RenderNode? {
    _read {
      let index = Int(id.index)
      if index < nodes.count, nodes[index]?.id == id {
        yield nodes[index]
      } else {
        yield nil
      }
    }
  }

  package func contains(_ id: LayerID) -> Bool {
    let index = Int(id.index)
    return index < nodes.count && nodes[index]?.id == id
  }

  /// Takes in what a transaction changed.
  ///
  /// A layer that its superlayer no longer lists leaves with everything below it, unless another one lists it now.
  ///
  /// - Complexity: O(changes times their depth); unshared chunks are written in place.
  package mutating func apply(_ commit: Commit) {
    sequence = commit.sequence
    var orphans: [LayerID] = []
    for update in commit.updates { apply(update, &orphans) }
    for entry in commit.children { apply(entry, &orphans) }
    if let root = commit.root, contains(root) { self.root = root }
    for id in orphans where id != root && self[id]?.parent == nil { remove(id) }
    for id in commit.removed { remove(id) }
    for update in commit.updates { touch(update.id) }
    for entry in commit.children { touch(entry.parent) }
  }

  private mutating func apply(_ update: LayerUpdate, _ orphans: inout [LayerID]) {
    let index = Int(update.id.index)
    nodes.grow(toInclude: index)
    if let tenant = nodes[index]?.id, tenant != update.id {
      // News of a layer whose slot has a later tenant comes too late to matter.
      guard tenant.generation < update.id.generation else { return }
      release(tenant, &orphans)
      erase(tenant)
    }
    if nodes[index] == nil {
      nodes[index] = RenderNode(id: update.id, state: update.state, animations: update.animations ?? [])
      count += 1
    } else {
      nodes[index]?.state = update.state
      if let animations = update.animations { nodes[index]?.animations = animations }
    }
    nodes[index]?.version = sequence
  }

  private mutating func apply(_ entry: ChildrenUpdate, _ orphans: inout [LayerID]) {
    guard contains(entry.parent) else { return }
    release(entry.parent, &orphans)
    let children = entry.children.filter { contains($0) && $0 != entry.parent }
    let mask = entry.mask.flatMap { contains($0) && $0 != entry.parent ? $0 : nil }
    for child in children { nodes[Int(child.index)]?.parent = entry.parent }
    if let mask { nodes[Int(mask.index)]?.parent = entry.parent }
    let index = Int(entry.parent.index)
    nodes[index]?.children = children
    nodes[index]?.mask = mask
    nodes[index]?.version = sequence
  }

  /// Lets go of the layers directly below a node; who takes none of them in leaves them orphans.
  private mutating func release(_ parent: LayerID, _ orphans: inout [LayerID]) {
    guard let node = self[parent] else { return }
    for child in node.below where self[child]?.parent == parent {
      nodes[Int(child.index)]?.parent = nil
      orphans.append(child)
    }
  }

  /// Takes a node out of its superlayer's list, and out of the tree.
  private mutating func erase(_ id: LayerID) {
    guard let node = self[id] else { return }
    if let parent = node.parent, contains(parent) {
      let index = Int(parent.index)
      nodes[index]?.children.removeAll { $0 == id }
      if nodes[index]?.mask == id { nodes[index]?.mask = nil }
      nodes[index]?.version = sequence
      touch(parent)
    }
    nodes[Int(id.index)] = nil
    count -= 1
    if root == id { root = nil }
  }

  /// Erases a node and what is below it.
  private mutating func remove(_ id: LayerID) {
    var doomed = [id]
    while let next = doomed.popLast() {
      guard let node = self[next] else { continue }
      doomed += node.below.filter { self[$0]?.parent == next }
      erase(next)
    }
  }

  /// Carries this commit's sequence up from a changed node.
  private mutating func touch(_ id: LayerID) {
    var next: LayerID? = id
    while let id = next, let node = self[id], node.subtreeVersion != sequence {
      nodes[Int(id.index)]?.subtreeVersion = sequence
      next = node.parent
    }
  }

  /// How many chunks this tree shares with `other`.
  package func sharedChunks(with other: RenderTree) -> Int { nodes.sharedChunks(with: other.nodes) }
}

extension RenderTree {
  /// The layers of a subtree, each before its sublayers, sublayers from back to front, a mask after them.
  package func subtree(of top: LayerID) -> [LayerID] {
    var result: [LayerID] = []
    var stack = [top]
    while let id = stack.popLast() {
      guard let node = self[id], result.count <= count else { continue }
      result.append(id)
      if let mask = node.mask { stack.append(mask) }
      stack += node.children.reversed()
    }
    return result
  }

  /// All layers of the tree, as `subtree(of:)` lists them.
  package var layers: [LayerID] { root.map { subtree(of: $0) } ?? [] }

  /// The layers from the one given up to its root.
  package func ancestry(of id: LayerID) -> [LayerID] {
    var result: [LayerID] = []
    var next: LayerID? = id
    while let id = next, let node = self[id], result.count <= count {
      result.append(id)
      next = node.parent
    }
    return result
  }

  /// One commit that makes an empty tree equal to this one.
  package func fullCommit(time: Double) -> Commit {
    var commit = Commit(sequence: sequence, time: time, root: root)
    for id in layers {
      guard let node = self[id] else { continue }
      commit.updates.append(
        LayerUpdate(id: id, aspects: .all, state: node.state, animations: node.animations)
      )
      if !node.children.isEmpty || node.mask != nil {
        commit.children.append(ChildrenUpdate(parent: id, children: node.children, mask: node.mask))
      }
    }
    return commit
  }
}
