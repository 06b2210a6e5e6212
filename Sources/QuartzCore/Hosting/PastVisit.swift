import StrataBase
import StrataRenderTree

/// The present of a host, kept while its layers are as they were at another time.
struct PastVisit {
  /// The values of a layer now.
  struct Kept {
    let state: LayerState
    let contents: Any?
    let custom: [String: Any]
    /// What the flags say about the contents.
    let drawing: LayerFlags
  }

  /// The committed tree.
  let present: RenderTree
  fileprivate var kept: [LayerID: Kept] = [:]
  /// Layers that were changed and whose values are those of the committed tree.
  fileprivate var changed: Set<LayerID> = []
  /// Layers and animations that were added or removed, which stay so.
  fileprivate var lasting: Commit
}

/// Layers that are displayed for frames of other times.
extension LayerHost {
  /// Runs `body` with the layers as they are in a tree of another time; what it commits changes that tree.
  ///
  /// Afterwards the layers have their values again. Layers and animations that were added or removed stay so.
  ///
  /// - Returns: The tree, with the changes.
  func visit(_ past: RenderTree, _ body: () -> Void) -> RenderTree {
    visit = PastVisit(present: tree, lasting: Commit(sequence: 0, time: time))
    if past.sequence != tree.sequence { enter(past) }
    tree = past
    body()
    let shown = tree
    leavePast()
    return shown
  }

  private func enter(_ past: RenderTree) {
    for layer in hostedLayers {
      guard let id = layer.storage.id, let version = past.withNode(id, { $0.version }),
        version != tree.withNode(id, { $0.version }), let node = past[id]
      else { continue }
      keep(layer)
      replaceState(of: layer, with: node.state)
      if let custom = formerCustom(of: id, in: past) { layer.storage.extras.custom = custom }
    }
  }

  /// Replaces the state of a layer; animations are looked at again only if its clock is another.
  private func replaceState(of layer: CALayer, with state: LayerState) {
    let isOther = state.timing != layer.storage.state.timing
    layer.storage.replaceState(state)
    if isOther { eventsMayMove(below: layer.storage) }
  }

  private func leavePast() {
    guard let visit else { return }
    self.visit = nil
    tree = visit.present
    for (id, kept) in visit.kept {
      guard let layer = layer(id) else { continue }
      replaceState(of: layer, with: kept.state)
      layer.storage.restore(kept)
    }
    for id in visit.changed where visit.kept[id] == nil {
      if let layer = layer(id), let node = tree[id] { replaceState(of: layer, with: node.state) }
    }
    guard !visit.lasting.isEmpty else { return }
    apply(visit.lasting)
    eventsMayMove()
  }

  /// Keeps the values of a layer that is about to change for a frame of another time.
  func keep(_ layer: CALayer) {
    guard let id = layer.storage.id, visit?.kept[id] == nil, visit?.changed.contains(id) == false else {
      return
    }
    let storage = layer.storage
    visit?.kept[id] = PastVisit.Kept(
      state: storage.state,
      contents: storage.extras.contents,
      custom: storage.extras.custom,
      drawing: storage.flags.intersection(.ofDrawing)
    )
  }

  /// Makes a commit one of the tree that is visited.
  func adaptToPast(_ commit: inout Commit) {
    guard var visit else { return }
    let (past, present) = (tree, visit.present)
    for update in commit.updates {
      if present.contains(update.id) {
        visit.changed.insert(update.id)
      } else {
        visit.lasting.updates.append(update)
      }
    }
    for move in commit.moves { visit.changed.insert(move.id) }
    // Layers that the program added later are not shown.
    commit.updates.removeAll { !past.contains($0.id) && present.contains($0.id) }
    commit.updates = commit.updates.map { update in
      guard let animations = update.animations, let now = present[update.id], let then = past[update.id]
      else {
        return update
      }
      visit.lasting.updates.append(
        LayerUpdate(id: update.id, aspects: .animations, state: now.state, animations: animations)
      )
      let (known, left) = (Set(now.animations.map(\.id)), Set(animations.map(\.id)))
      let stay = then.animations.filter { known.contains($0.id) == left.contains($0.id) }
      return LayerUpdate(
        id: update.id,
        aspects: update.aspects,
        state: update.state,
        animations: stay + animations.filter { !known.contains($0.id) }
      )
    }
    commit.children = commit.children.map { entry in
      let now = visit.lasting.children.last { $0.parent == entry.parent }
      let edit = ChildrenEdit(from: now ?? present.childrenUpdate(of: entry.parent), to: entry)
      visit.lasting.children.append(entry)
      return edit.applied(to: past.childrenUpdate(of: entry.parent))
    }
    visit.lasting.removed += commit.removed
    self.visit = visit
  }

  /// Gives the layers and the tree the values that the last display of a layer for a frame left.
  ///
  /// Properties that the program has changed since the last commit keep their values.
  func recallChanges(of id: LayerID) {
    guard let changes = frameNotes?[id] else { return }
    changes.forEach { target, rows, state in
      guard let layer = layer(target), let committed = (tree[target] ?? visit?.present[target])?.state else {
        return
      }
      let pending = layer.storage.state.rows(differingFrom: committed)
      keep(layer)
      var recalled = layer.storage.state
      recalled.copy(rows.subtracting(pending), from: state)
      replaceState(of: layer, with: recalled)
    }
    if let commit = changes.commit(to: tree, sequence: 0, time: time) { apply(commit) }
  }

  /// The values under undeclared keys that a layer had in a tree of another time; nil if they are those of now.
  func formerCustom(of id: LayerID, in past: RenderTree) -> [String: Any]? {
    guard let former = formerCustoms[id], let last = former.last, last.sequence > past.sequence else {
      return nil
    }
    var (low, high) = (0, former.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if former[middle].sequence > past.sequence { high = middle } else { low = middle + 1 }
    }
    return former[low].values
  }
}

extension LayerStorage {
  /// Replaces the state; the object of other contents is dropped.
  fileprivate func replaceState(_ new: LayerState) {
    let isOther = new.contents != state.contents
    state = new
    if isOther, !hasUntouchedExtras, extras.contents != nil { extras.contents = nil }
  }

  /// Gives the layer again what its state does not hold.
  fileprivate func restore(_ kept: PastVisit.Kept) {
    if !hasUntouchedExtras { (extras.contents, extras.custom) = (kept.contents, kept.custom) }
    flags = flags.subtracting(.ofDrawing).union(kept.drawing)
  }
}
