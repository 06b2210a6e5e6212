import CoreGraphics
import StrataBase
import StrataFrame
import StrataRenderTree

/// Building changed nodes.
extension RetainedFrame {
  /// Brings the nodes inside an open node up to date; its own parts and surroundings are up to date already.
  func refresh(_ node: FrameNode) {
    guard let inside = node.inside else { return }
    if inside.mustSort, !inside.mustLink, depths(of: node) != inside.depths { inside.mustLink = true }
    inside.mustSort = false
    guard inside.mustLink else { return refreshListed(of: inside) }
    inside.mustLink = false
    guard let order = paintingOrder(of: node) else { return close(node) }
    // Added nodes are compared with removed ones when all of them are built.
    let changes = link(node, inside, order)
    refreshListed(of: inside)
    guard !isQuiet, !(changes.removed.isEmpty && changes.added.isEmpty) else { return }
    var added: [DamageEntry] = []
    for (child, gap) in changes.added { entries(of: child, gap: gap, &added) }
    Damage.difference(from: changes.removed, to: added, &damage)
  }

  private func refreshListed(of inside: OpenNode) {
    // A node that is built may list itself again for the next refresh.
    var listed: [FrameNode] = []
    swap(&listed, &inside.listed)
    buildAhead(listed, in: inside.inner)
    for child in listed where !child.isRetired {
      child.isListed = false
      let wasQuiet = isQuiet
      if child.part.place < 0 { isQuiet = true }
      refresh(child, in: inside.inner)
      isQuiet = wasQuiet
    }
    listed.removeAll(keepingCapacity: true)
    if inside.listed.isEmpty { swap(&listed, &inside.listed) }
  }

  private func refresh(_ node: FrameNode, in surroundings: Surroundings) {
    guard let inside = node.inside else {
      if node.isDirty { build(node, in: surroundings) }
      return
    }
    if node.isDirty {
      reopen(node, inside, in: surroundings)
    } else {
      inside.inner.scope.time = localTime(of: node, at: surroundings.scope.time)
      refresh(node)
    }
  }

  /// The time that the sublayers of an open node live in.
  func localTime(of node: FrameNode, at parentTime: Double) -> Double {
    guard let layer = node.layers.first else { return parentTime }
    return builder.withTree { tree in
      tree.pointee.withNode(layer) { $0.localTime(atParent: parentTime) }
    } ?? parentTime
  }

  /// Builds a node that is not open, or opens it.
  private func build(_ node: FrameNode, in surroundings: Surroundings) {
    let prebuilt = node.prebuilt.take()
    if prebuilt == nil, node.mayOpen {
      node.markBuilt()
      if open(node, in: surroundings) { return }
    }
    defer { node.part.movedOver.removeAll(keepingCapacity: true) }
    if node.isMovedAhead || prebuilt == nil && move(node, in: surroundings, with: builder) {
      node.isMovedAhead = false
      node.markBuilt()
      showMoves(of: node)
      return watch(node)
    }
    // Some of its leaves may have moved before one had to be built.
    addMoves(of: node)
    let built = prebuilt ?? build(node, in: surroundings, with: builder)
    node.markBuilt()
    if built.isMoved { statistics.moved += 1 }
    note(node, built.traits)
    show(built.frame, in: node.part, reading: built.list)
    watch(node)
  }

  /// Builds a node that is not open.
  func build(
    _ node: FrameNode,
    in surroundings: Surroundings,
    with builder: SubtreeBuilder
  ) -> BuiltPart {
    node.movable = nil
    if let shift = node.shift.take(), node.part.frame.isMovable {
      var frame = node.part.takeFrame()
      frame.move(by: shift, keeping: surroundings.chain.count)
      return BuiltPart(frame: frame, isMoved: true)
    }
    let frame = builder.part(
      of: node.layers,
      as: role(of: node),
      in: surroundings,
      viewport,
      reusing: node.part
    )
    if node.hasOnlyMoved, !builder.traits.isTimed {
      node.movable = builder.withTree { MovableLeaves(of: node.layers, in: $0, frame, surroundings) }
    }
    return BuiltPart(frame: frame, traits: builder.traits)
  }

  /// Moves the items of a node whose layers only moved or faded; false if it must be built.
  func move(_ node: FrameNode, in surroundings: Surroundings, with builder: SubtreeBuilder) -> Bool {
    guard node.hasOnlyMoved, node.movable != nil else { return false }
    return builder.withTree { node.movable?.move(node.part, of: $0, surroundings) } ?? false
  }

  /// Adds what the leaves of a node moved over to the damage.
  private func addMoves(of node: FrameNode) { if !isQuiet { damage.add(node.part.movedOver) } }

  private func showMoves(of node: FrameNode) {
    addMoves(of: node)
    note(node, FrameTraits())
    if node.part.place >= 0 { place(node.part.bounds, at: node.part.place) }
    statistics.built += 1
    statistics.moved += 1
  }

  /// Gives a layer that changes repeatedly a node of its own, so that its neighbours are not built with it.
  private func watch(_ node: FrameNode) {
    defer { node.changedBefore = node.changed }
    guard let inside = node.parent?.inside else { return }
    guard node.layers.count > 1 else {
      if inside.busy[node.layers[0]] != nil { inside.busy[node.layers[0]] = updates }
      return
    }
    guard let changed = node.changed, changed == node.changedBefore else { return }
    if inside.busy.count >= Self.mostBusy { dropRested(of: inside) }
    guard inside.busy.count < Self.mostBusy else { return }
    inside.busy[changed] = updates
    inside.mustLink = true
    node.mustBeLinked = true
  }

  /// Lets layers that have not changed for long share nodes with their neighbours again.
  private func dropRested(of inside: OpenNode) {
    let rested = inside.busy.filter { updates - $0.value > Self.rest }
    guard !rested.isEmpty else { return }
    for id in rested.keys { inside.busy[id] = nil }
    for (i, child) in inside.children.enumerated() where rested[child.layers[0]] != nil {
      for near in inside.children[max(i - 1, 0)...min(i + 1, inside.children.count - 1)]
      where near.inside == nil && near.layers.count < Self.nodeSize && inside.busy[near.layers[0]] == nil {
        near.mustBeLinked = true
      }
    }
  }

  /// The number of updates without a change after which a layer may lose the node of its own.
  private static let rest = 240

  /// The most sublayers of a node that get nodes of their own because they change repeatedly.
  private static let mostBusy = 64

  private func role(of node: FrameNode) -> Visit.Role {
    node.depth == 1 ? viewport.rootRole : .layer
  }

  private func noteTimed(_ node: FrameNode) { note(node, builder.traits) }

  private func note(_ node: FrameNode, _ traits: FrameTraits) {
    (node.isTimed, node.isLive) = (traits.isTimed, traits.hasLiveParts)
    guard node.isTimed, !node.isListedAsTimed else { return }
    node.isListedAsTimed = true
    timed.append(node)
  }

  // MARK: Open layers

  private func open(_ node: FrameNode, in surroundings: Surroundings) -> Bool {
    guard
      let opened = builder.open(
        node.layers[0],
        as: role(of: node),
        in: surroundings,
        viewport,
        nil
      )
    else { return false }
    noteTimed(node)
    let wasQuiet = isQuiet
    let former = node.part.list.entries
    isQuiet = true
    let inside = OpenNode(inner: opened.inner)
    node.inside = inside
    show(opened, in: node, inside)
    refresh(node)
    isQuiet = wasQuiet
    hasOtherParts = true
    if !isQuiet { compare(former, with: node) }
    return true
  }

  private func reopen(_ node: FrameNode, _ inside: OpenNode, in surroundings: Surroundings) {
    node.markBuilt()
    guard
      let opened = builder.open(
        node.layers[0],
        as: role(of: node),
        in: surroundings,
        viewport,
        inside.sublayers,
        reusing: node.part
      )
    else { return close(node, in: surroundings) }
    noteTimed(node)
    let former = inside.inner
    inside.inner = opened.inner
    show(opened, in: node, inside)
    if !inside.inner.looksLike(former) { surround(inside, after: former) }
    refresh(node)
  }

  private func show(_ opened: OpenedLayer, in node: FrameNode, _ inside: OpenNode) {
    inside.sublayers = sublayerTraits(of: node)
    show(opened.below, in: node.part)
    if opened.above == nil, inside.above == nil { return }
    let above = inside.above ?? FramePart()
    if inside.above == nil {
      inside.above = above
      hasOtherParts = true
    }
    show(opened.above ?? Frame(), in: above)
  }

  private func sublayerTraits(of node: FrameNode) -> SublayerTraits? {
    let tree = builder.tree
    return tree.moment(of: node.layers[0], parentTime: 0).map { SublayerTraits(of: $0, in: tree) }
  }

  /// Gives the nodes inside other surroundings.
  ///
  /// Nodes that move by whole pixels and are wholly in sight before and after keep their items. Other visible nodes are built;
  /// nodes that cannot be seen become empty.
  private func surround(_ inside: OpenNode, after former: Surroundings) {
    let shift = inside.inner.shift(from: former)
    for child in inside.children where !child.isRetired {
      child.shift = nil
      if child.inside == nil, !child.isDirty, !child.isTimed {
        if case .unknown = child.extent {
          child.extent = LayerExtent(of: child.layers, in: builder.tree)
        }
        if case .rect(let extent) = child.extent, inside.inner.hide(extent) {
          child.movable = nil
          if !child.part.list.entries.isEmpty { show(Frame(), in: child.part) }
          continue
        }
        if shift != nil, case .rect(let extent) = child.extent, former.isWholly(extent),
          inside.inner.isWholly(extent)
        {
          child.shift = shift
        }
      }
      child.markDirty()
      list(child)
    }
  }

  /// Draws an open layer in one piece again, with everything below it.
  private func close(_ node: FrameNode, in surroundings: Surroundings) {
    var former: [DamageEntry] = []
    entries(of: node, gap: 0, &former)
    if let inside = node.inside { for child in inside.children { retire(child) } }
    node.inside = nil
    node.part.list = DamageList()
    hasOtherParts = true
    let wasQuiet = isQuiet
    isQuiet = true
    node.markBuilt()
    node.prebuilt = nil
    show(build(node, in: surroundings, with: builder).frame, in: node.part)
    noteTimed(node)
    isQuiet = wasQuiet
    if !isQuiet { compare(former, with: node) }
  }

  private func close(_ node: FrameNode) {
    guard let parent = node.parent?.inside else { return }
    close(node, in: parent.inner)
  }

  private func compare(_ former: [DamageEntry], with node: FrameNode) {
    var entries: [DamageEntry] = []
    self.entries(of: node, gap: 0, &entries)
    Damage.difference(from: former, to: entries, &damage)
  }

  /// Adds the entries of a node and of the nodes inside it.
  func entries(of node: FrameNode, gap: Int32, _ result: inout [DamageEntry]) {
    node.forEachPart { part in
      for var entry in part.list.entries {
        entry.gap = gap
        result.append(entry)
      }
    }
  }

  /// Takes a node out of the frame.
  func retire(_ node: FrameNode) {
    node.isRetired = true
    hasOtherParts = true
    // The slots of removed layers may keep the node alive for long.
    node.part.frame = Frame()
    node.part.list = DamageList()
    node.prebuilt = nil
    node.movable = nil
    guard let inside = node.inside else { return }
    node.inside = nil
    for child in inside.children { retire(child) }
  }
}
