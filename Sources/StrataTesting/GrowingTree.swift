import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
package import StrataRenderTree

/// A render tree that grows and changes at random, as a function of its seed.
///
/// Layers have all classes, and every row of the property table is set sooner or later. A row is offered values until it
/// accepts one, so that a new property is tested without being named here. Most values are those of usual programs; a few
/// are enormous, tiny or NaN. Animations change any property of the table, and transitions start from the tree as it was.
package struct GrowingTree {
  /// The tree after all commits.
  package private(set) var tree = RenderTree()
  /// The rows that were set, by class and key.
  package private(set) var rowsSet: Set<String> = []
  private var random: SplitMix64
  private var values: RandomValues
  private var sequence: UInt64 = 0
  private var time = 0.0
  private var next: UInt32 = 0
  private var layers: [LayerID] = []
  private var model: [LayerID: Node] = [:]

  private struct Node {
    var state: LayerState
    var animations: [AnimationRecord] = []
    var parent: LayerID?
    var children: [LayerID] = []
    var mask: LayerID?
  }

  /// True if there are animations, tiles, live contents and backdrops, too.
  private let isRich: Bool
  /// True if most layers are three-dimensional: turned planes, and volumes with particles between them.
  private let isDeep: Bool

  /// The root's side, in points.
  package static let side = 48.0

  /// Makes a tree of a few layers.
  ///
  /// A tree that is not rich uses the property table alone and has no animations. In an extreme one many numbers are at
  /// the ends of their types' ranges, and in a deep one most layers are three-dimensional.
  package init(seed: UInt64, isRich: Bool = true, isExtreme: Bool = false, isDeep: Bool = false) {
    random = SplitMix64(seed: seed)
    values = RandomValues(seed: seed ^ 0x5eed, isRich: isRich, isExtreme: isExtreme)
    (self.isRich, self.isDeep) = (isRich, isDeep)
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    state.anchorPoint = .zero
    let root = name()
    model[root] = Node(state: state)
    layers = [root]
    var commit = self.commit(root: root)
    commit.updates = [LayerUpdate(id: root, aspects: .all, state: state, animations: [])]
    apply(commit)
    let count = 1 + below(8)
    grow(by: count)
  }

  private mutating func name() -> LayerID {
    defer { next += 1 }
    return LayerID(index: next, generation: 1)
  }

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func commit(root: LayerID? = nil) -> Commit {
    sequence += 1
    time += 0.25
    return Commit(sequence: sequence, time: time, root: root)
  }

  private mutating func apply(_ commit: Commit) { tree.apply(commit) }

  // MARK: Growing and changing

  private mutating func grow(by count: Int) {
    var commit = self.commit()
    for _ in 0..<count { add(to: &commit) }
    apply(commit)
  }

  private mutating func add(to commit: inout Commit) {
    let id = name()
    let kinds = isDeep ? [.plain, .transform, .replicator, .emitter, .emitter] : LayerClass.allCases
    let parent = layers[below(layers.count)]
    var state = LayerState(of: kinds[chance(40) ? 0 : below(kinds.count)])
    let (w, h) = (values.length(40), values.length(40))
    state.bounds = CGRect(x: 0, y: 0, width: w, height: h)
    state.position = CGPoint(x: values.length(Self.side), y: values.length(Self.side))
    if chance(70) { state.backgroundColor = values.color() }
    for _ in 0..<below(7) { vary(&state) }
    if isRich { enrich(&state) }
    if isDeep, chance(80) { values.deepen(&state) }
    let animations = isRich && chance(20) ? self.animations(of: state) : []
    model[id] = Node(state: state, animations: animations, parent: parent)
    layers.append(id)
    commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state, animations: animations))
    if chance(12), model[parent]?.mask == nil {
      model[parent]?.mask = id
    } else {
      let place = below((model[parent]?.children.count ?? 0) + 1)
      model[parent]?.children.insert(id, at: place)
    }
    updateChildren(of: parent, &commit)
  }

  /// Sets one property, of any row that the layer's class has.
  private mutating func vary(_ state: inout LayerState) {
    let kind = state.kind.layerClass
    let rows = LayerSchema.table(of: kind).rows
    let row = rows[below(rows.count)]
    if values.assign(row, to: &state) { rowsSet.insert("\(kind.name).\(row.key)") }
  }

  /// Sets what no property of the table sets: tiles, live contents, a backdrop.
  private mutating func enrich(_ state: inout LayerState) {
    if state.kind.layerClass == .tiled { state.tiled.source = StripedTiles.shared }
    if chance(2) { state.contents = .live(FlickeringContents.shared) }
    if chance(3) {
      if case .plain = state.kind { state.kind = .backdrop }
      state.filters = [values.filter()]
    }
  }

  /// Animations of any animatable properties, alone or in groups, and transitions.
  private mutating func animations(of state: LayerState) -> [AnimationRecord] {
    (0...below(3)).map { _ in
      if chance(20) {
        return values.record(
          of: .transition(values.transition(from: chance(80) ? tree : nil, at: time)),
          named: "transition"
        )
      }
      if chance(20) {
        return values.record(of: .group([track(of: state), track(of: state)]), named: "group")
      }
      return track(of: state)
    }
  }

  private mutating func track(of state: LayerState) -> AnimationRecord {
    let kind = state.kind.layerClass
    let rows = LayerSchema.table(of: kind).rows.filter(\.isAnimatable)
    let row = rows[below(rows.count)]
    guard let body = values.track(of: row, state) else { return values.record(of: .inert, named: row.key) }
    rowsSet.insert("\(kind.name).\(row.key)")
    return values.record(of: .track(body, changing: row.aspect), named: row.key)
  }

  /// Adds the current children of a layer to a commit, in place of those it has.
  private mutating func updateChildren(of parent: LayerID, _ commit: inout Commit) {
    guard let node = model[parent] else { return }
    commit.children.removeAll { $0.parent == parent }
    commit.children.append(ChildrenUpdate(parent: parent, children: node.children, mask: node.mask))
  }

  /// Commits a few changes: properties, new layers, moves within the tree, removals.
  package mutating func change() {
    var commit = self.commit()
    for _ in 0...below(4) {
      switch below(10) {
      case 0: add(to: &commit)
      case 1: move(&commit)
      case 2: remove(&commit)
      default:
        let id = layers[below(layers.count)]
        guard var state = model[id]?.state else { continue }
        for _ in 0...below(3) { vary(&state) }
        if id == layers[0] {
          state.bounds = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
        }
        if isRich, chance(10) { enrich(&state) }
        let earlier = commit.updates.first { $0.id == id }?.animations
        let animations = isRich && chance(10) ? self.animations(of: state) : earlier
        model[id]?.state = state
        if let animations { model[id]?.animations = animations }
        commit.updates.removeAll { $0.id == id }
        commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state, animations: animations))
      }
    }
    apply(commit)
  }

  private mutating func move(_ commit: inout Commit) {
    guard layers.count > 2 else { return }
    let id = layers[1 + below(layers.count - 1)]
    let target = layers[below(layers.count)]
    guard let old = model[id]?.parent, !isAbove(id, target), !commit.updates.contains(where: { $0.id == id })
    else {
      return
    }
    unlink(id, from: old)
    model[target]?.children.append(id)
    model[id]?.parent = target
    updateChildren(of: old, &commit)
    updateChildren(of: target, &commit)
  }

  private func isAbove(_ id: LayerID, _ other: LayerID) -> Bool {
    var next: LayerID? = other
    while let current = next {
      if current == id { return true }
      next = model[current]?.parent
    }
    return false
  }

  private mutating func unlink(_ id: LayerID, from parent: LayerID) {
    model[parent]?.children.removeAll { $0 == id }
    if model[parent]?.mask == id { model[parent]?.mask = nil }
  }

  private mutating func remove(_ commit: inout Commit) {
    guard layers.count > 3 else { return }
    let id = layers[1 + below(layers.count - 1)]
    guard let parent = model[id]?.parent else { return }
    var gone: Set<LayerID> = []
    var pending = [id]
    while let current = pending.popLast() {
      gone.insert(current)
      pending += model[current]?.children ?? []
      if let mask = model[current]?.mask { pending.append(mask) }
    }
    guard !commit.updates.contains(where: { gone.contains($0.id) }),
      !commit.children.contains(where: { gone.contains($0.parent) || !gone.isDisjoint(with: $0.children) })
    else { return }
    unlink(id, from: parent)
    updateChildren(of: parent, &commit)
    for id in gone { model[id] = nil }
    layers.removeAll { gone.contains($0) }
    commit.removed.append(id)
  }

  /// True if particles were born under an earlier state of their emitter; ``afresh`` does not have these.
  package var remembersEmitters: Bool { layers.contains { !(tree[$0]?.emitterSpans.isEmpty ?? true) } }

  /// The tree after one commit of everything.
  package var afresh: RenderTree {
    var commit = Commit(sequence: 1, time: time, root: layers[0])
    for id in layers {
      guard let node = model[id] else { continue }
      commit.updates.append(
        LayerUpdate(id: id, aspects: .all, state: node.state, animations: node.animations)
      )
      if !node.children.isEmpty || node.mask != nil {
        commit.children.append(ChildrenUpdate(parent: id, children: node.children, mask: node.mask))
      }
    }
    var tree = RenderTree()
    tree.apply(commit)
    return tree
  }

  /// The layers with their differences from defaults, for the message of a failure.
  package var description: String {
    layers.compactMap { id in
      model[id].map { node in
        let kin = node.parent.map { " in \($0)" + (model[$0]?.mask == id ? " as mask" : "") } ?? ""
        return "\(id) \(node.state.kind.layerClass.name)\(kin): "
          + (node.state.differences + node.animations.map { "\($0)" }).joined(separator: "; ")
      }
    }.joined(separator: "\n")
  }
}
