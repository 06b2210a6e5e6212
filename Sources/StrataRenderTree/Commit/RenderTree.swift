import CoreGraphics
package import StrataBase

/// The committed tree: a value in chunks, so that a snapshot costs one retain and the next commit copies only the
/// chunks it touches.
///
/// The tree holds exactly what its commits said: applying any history of commits leaves the nodes that one commit of
/// the final state would. Only emitters have a past: particles keep what was true at their birth.
package struct RenderTree: Sendable {
  /// By slot; a node of generation 0 is free.
  private var nodes = ChunkedArray(filledWith: RenderNode(id: LayerID(index: 0, generation: 0)))
  package private(set) var root: LayerID?
  /// The number of nodes.
  package private(set) var count = 0
  /// The sequence of the last commit applied.
  package private(set) var sequence: UInt64 = 0
  /// What the last commits changed.
  package private(set) var history = ChangeHistory()
  /// The layers whose animations hold other trees, from which transitions come.
  private var changing: Set<LayerID> = []
  /// The layers that have a compositing filter.
  private var blending: Set<LayerID> = []

  /// An empty tree.
  package init() {}

  /// A copy of the node of a layer, or nil if the tree does not hold it.
  package subscript(id: LayerID) -> RenderNode? { slot(of: id).map { nodes[$0] } }

  /// Calls `body` with the node of a layer in its place, or returns nil if the tree does not hold it.
  ///
  /// Cheaper than copying the node to read a few of its fields.
  package func withNode<Result>(_ id: LayerID, _ body: (borrowing RenderNode) -> Result) -> Result? {
    slot(of: id).map { body(nodes[$0]) }
  }

  /// A layer as it is when its superlayer's time is `parentTime`; nil if the tree does not hold it.
  ///
  /// Not generic, and with one copy of the state: building a frame calls this for every layer.
  package func moment(of id: LayerID, parentTime: Double) -> LayerMoment? {
    guard let slot = slot(of: id) else { return nil }
    return LayerMoment(nodes.place(of: slot), parentTime: parentTime)
  }

  /// The address of a layer's node, valid until the tree changes or is destroyed; nil if the tree does not hold it.
  @inline(__always)
  func place(of id: LayerID) -> UnsafePointer<RenderNode>? { slot(of: id).map { nodes.place(of: $0) } }

  /// The address of a layer's node in a tree; nil if the tree does not hold the layer.
  ///
  /// Code that looks up every layer passes trees by address. As a value a tree would be copied for each call, and the
  /// threads that build one frame would contend for its reference count.
  @inline(__always)
  static func place(of id: LayerID, in tree: UnsafePointer<RenderTree>) -> UnsafePointer<RenderNode>? {
    let index = Int(id.index)
    guard id.generation != 0, index < tree.pointee.nodes.count else { return nil }
    let node = tree.pointee.nodes.place(of: index)
    return node.pointee.id == id ? node : nil
  }

  /// Asks for what a move reads and writes of a layer's node.
  @inline(__always)
  static func fetch(_ id: LayerID, in tree: UnsafePointer<RenderTree>) {
    let index = Int(id.index)
    guard index < tree.pointee.nodes.count else { return }
    let node = UnsafeRawPointer(tree.pointee.nodes.place(of: index))
    prefetch(node)
    prefetch(node + RenderNode.bytesOfMoves)
  }

  /// As `moment(of:parentTime:)`.
  package static func moment(of id: LayerID, in tree: UnsafePointer<RenderTree>, parentTime: Double)
    -> LayerMoment?
  {
    place(of: id, in: tree).map { LayerMoment($0, parentTime: parentTime) }
  }

  /// As `traits(of:)` of one layer.
  package static func traits(of id: LayerID, in tree: UnsafePointer<RenderTree>) -> LayerTraits {
    place(of: id, in: tree).map { RenderNode.traits(of: $0) } ?? []
  }

  /// The traits that at least one of these layers has.
  package func traits(of layers: [LayerID]) -> LayerTraits {
    var traits = LayerTraits()
    for id in layers {
      guard let slot = slot(of: id) else { continue }
      traits.formUnion(RenderNode.traits(of: nodes.place(of: slot)))
      if traits == .all { break }
    }
    return traits
  }

  /// The traits of a layer.
  package func traits(of layer: LayerID) -> LayerTraits {
    slot(of: layer).map { RenderNode.traits(of: nodes.place(of: $0)) } ?? []
  }

  /// The sublayers of a layer, from back to front.
  package func children(of id: LayerID) -> [LayerID] {
    slot(of: id).map { nodes.place(of: $0).pointee.children } ?? []
  }

  package func contains(_ id: LayerID) -> Bool { slot(of: id) != nil }

  /// True if some layer has a compositing filter.
  package var hasBlends: Bool { !blending.isEmpty }

  /// The superlayer of a layer, or for a mask the masked layer.
  package func parent(of id: LayerID) -> LayerID? { slot(of: id).flatMap { nodes[$0].parent } }

  /// The layers right below a layer: sublayers from back to front, then the mask.
  private func below(_ id: LayerID) -> [LayerID] { slot(of: id).map { nodes[$0].below } ?? [] }

  private func slot(of id: LayerID) -> Int? {
    let index = Int(id.index)
    return index < nodes.count && id.generation != 0 && nodes.place(of: index).pointee.id == id ? index : nil
  }

  /// Replaces the committed contents of a layer.
  package mutating func replaceContents(of id: LayerID, with contents: ContentsValue) {
    guard let slot = slot(of: id) else { return }
    nodes[slot].state.contents = contents
    history.add([id], relinked: [])
  }

  /// True if a layer shows an animation at a media time that needs a new display of the layer.
  package func redraws(_ id: LayerID, at mediaTime: Double) -> Bool {
    guard withNode(id, { $0.animations.contains { $0.redraws } }) ?? false else { return false }
    let local = localTime(of: id, at: mediaTime)
    return withNode(id) { node in
      node.animations.contains { record in
        record.redraws && !record.isDropped(at: local) && record.timing.visibleSample(at: local) != nil
      }
    } ?? false
  }

  /// Applies the changes of a transaction.
  ///
  /// A layer that its superlayer no longer lists leaves with everything below it, unless another superlayer lists it
  /// now.
  ///
  /// - Complexity: O(changes times their depth); unshared chunks are written in place.
  package mutating func apply(_ commit: Commit) {
    sequence = commit.sequence
    history.begin(commit)
    let formerRoot = root
    var orphans: [LayerID] = []
    for i in commit.updates.indices { apply(commit.updates[i], at: commit.time, &orphans) }
    apply(commit.moves)
    for entry in commit.children { apply(entry, &orphans) }
    if let root = commit.root, contains(root) { self.root = root }
    for id in orphans where id != root && parent(of: id) == nil { remove(id) }
    for id in commit.removed { remove(id) }
    for i in commit.updates.indices { touch(commit.updates[i].id) }
    for entry in commit.children { touch(entry.parent) }
    if root != formerRoot { history.forget() }
  }

  private mutating func apply(_ update: LayerUpdate, at time: Double, _ orphans: inout [LayerID]) {
    guard update.id.generation != 0 else { return }
    let index = Int(update.id.index)
    nodes.grow(toInclude: index)
    let tenant = nodes[index].id
    if tenant != update.id {
      // The slot belongs to a later layer already.
      guard tenant.generation < update.id.generation else { return }
      release(tenant, &orphans)
      erase(tenant)
      nodes[index] = RenderNode(id: update.id, state: update.state, animations: update.animations ?? [])
      if case .emitter = update.state.kind { nodes[index].emitterPast = EmitterPast() }
      count += 1
    } else {
      if case .emitter = update.state.kind {
        let node = nodes[index]
        nodes[index].emitterPast = node.emitterPast(
          after: update,
          at: localTime(of: update.id, at: time)
        )
      }
      nodes[index].state = update.state
      if let animations = update.animations { nodes[index].animations = animations }
    }
    if let animations = update.animations {
      if animations.contains(where: { $0.formerGenerations > 0 }) {
        changing.insert(update.id)
      } else if !changing.isEmpty {
        changing.remove(update.id)
      }
    }
    if RenderNode.traits(of: nodes.place(of: index)).contains(.blends) {
      blending.insert(update.id)
    } else if !blending.isEmpty {
      blending.remove(update.id)
    }
    nodes[index].version = sequence
  }

  private mutating func apply(_ moves: [LayerMove]) {
    // Layers that move together are often siblings, and in the same chunk.
    var touched: LayerID?
    let chunkSize = ChunkedArray<RenderNode>.chunkSize
    var chunk: (number: Int, nodes: UnsafeMutablePointer<RenderNode>)?
    for (i, move) in moves.enumerated() {
      if i + prefetchDistance < moves.count {
        withUnsafePointer(to: &self) { Self.fetch(moves[i + prefetchDistance].id, in: $0) }
      }
      guard let slot = slot(of: move.id) else { continue }
      let number = slot / chunkSize
      let nodes =
        chunk.flatMap { $0.number == number ? $0.nodes : nil } ?? nodes.placeToWrite(of: number * chunkSize)
      chunk = (number, nodes)
      // A layer with a new superlayer is carried up by the change of that superlayer.
      guard let parent = nodes[slot % chunkSize].move(move, in: sequence), parent != touched else { continue }
      touch(parent)
      touched = parent
    }
  }

  private mutating func apply(_ entry: ChildrenUpdate, _ orphans: inout [LayerID]) {
    guard let index = slot(of: entry.parent) else { return }
    release(entry.parent, &orphans)
    let children = entry.children.filter { contains($0) && $0 != entry.parent }
    let mask = entry.mask.flatMap { contains($0) && $0 != entry.parent ? $0 : nil }
    for child in children { nodes[Int(child.index)].parent = entry.parent }
    if let mask { nodes[Int(mask.index)].parent = entry.parent }
    nodes[index].children = children
    nodes[index].mask = mask
    nodes[index].version = sequence
  }

  /// Detaches the layers directly below a node; they are orphans until another node takes them.
  private mutating func release(_ parent: LayerID, _ orphans: inout [LayerID]) {
    for child in below(parent) where self.parent(of: child) == parent {
      nodes[Int(child.index)].parent = nil
      orphans.append(child)
    }
  }

  /// Takes a node out of its superlayer's list, and out of the tree.
  private mutating func erase(_ id: LayerID) {
    guard let index = slot(of: id) else { return }
    if let parent = nodes[index].parent, let above = slot(of: parent) {
      nodes[above].children.removeAll { $0 == id }
      if nodes[above].mask == id { nodes[above].mask = nil }
      nodes[above].version = sequence
      history.relink(parent)
      touch(parent)
    }
    nodes[index] = nodes.blank
    if !changing.isEmpty { changing.remove(id) }
    if !blending.isEmpty { blending.remove(id) }
    count -= 1
    if root == id { root = nil }
  }

  /// Erases a node and what is below it.
  private mutating func remove(_ id: LayerID) {
    var doomed = [id]
    while let next = doomed.popLast() {
      doomed += below(next).filter { parent(of: $0) == next }
      erase(next)
    }
  }

  /// Marks the ancestors of a changed node with this commit's sequence.
  private mutating func touch(_ id: LayerID) {
    var next: LayerID? = id
    while let id = next, let index = slot(of: id), nodes.place(of: index).pointee.subtreeVersion != sequence {
      nodes[index].subtreeVersion = sequence
      next = nodes.place(of: index).pointee.parent
    }
  }

  /// The number of chunks that this tree shares with `other`.
  package func sharedChunks(with other: RenderTree) -> Int { nodes.sharedChunks(with: other.nodes) }

  /// The bytes that this tree keeps in memory and `other` does not, as an estimate from below.
  ///
  /// Counted are the nodes in chunks that the trees do not share, and pictures that are the contents of a layer here and not of
  /// the layer in the same place there. Paths, texts and values in boxes of their own are not counted.
  ///
  /// - Complexity: As ``ChunkedArray/forEachUnsharedChunk(with:_:)``.
  package func bytes(besides other: RenderTree) -> Int {
    var bytes = 0
    nodes.forEachUnsharedChunk(with: other.nodes) { own, theirs in
      bytes += own.count * MemoryLayout<RenderNode>.stride
      for (place, node) in own.enumerated() {
        guard let image = node.state.contents.image, theirs?[place].state.contents.image !== image else {
          continue
        }
        bytes += image.bytesPerRow * image.height
      }
    }
    return bytes
  }
}

extension RenderTree {
  /// The depth to which trees are nested in the transitions of this one.
  var formerGenerations: Int {
    changing.reduce(0) { most, id in
      max(most, withNode(id) { $0.animations.reduce(0) { max($0, $1.formerGenerations) } } ?? 0)
    }
  }

  /// The largest number of transitions that interrupt each other and are shown in one picture.
  private static let mostGenerations = 6

  /// The tree that a transition starts from: with the transitions that it interrupts, unless they are nested too
  /// deeply, as each holds a tree of its own.
  package var former: RenderTree {
    guard formerGenerations >= Self.mostGenerations else { return self }
    var former = self
    for id in changing {
      guard let slot = slot(of: id) else { continue }
      former.nodes[slot].animations = nodes[slot].animations.compactMap(\.withoutTransitions)
    }
    former.changing = []
    return former
  }

  /// The layers of a subtree, each before those below it: sublayers from back to front, then the mask.
  package func subtree(of top: LayerID) -> [LayerID] {
    var result: [LayerID] = []
    var stack = [top]
    while let id = stack.popLast() {
      guard contains(id), result.count <= count else { continue }
      result.append(id)
      stack += below(id).reversed()
    }
    return result
  }

  /// All layers of the tree, as `subtree(of:)` lists them.
  package var layers: [LayerID] { root.map { subtree(of: $0) } ?? [] }

  /// The layers from the one given up to its root.
  package func ancestry(of id: LayerID) -> [LayerID] {
    var result: [LayerID] = []
    var next: LayerID? = id
    while let id = next, contains(id), result.count <= count {
      result.append(id)
      next = parent(of: id)
    }
    return result
  }
}
