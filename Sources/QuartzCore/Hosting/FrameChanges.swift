import StrataBase
import StrataRenderTree

/// What the displays of one layer for frames have set, in the layer itself and in others.
///
/// A display may leave out what an earlier one set, as engines do that remember what they set. So each display of the layer begins
/// with the values that the last one left, whatever moment that one showed.
struct FrameChanges {
  private struct Values {
    var rows: StateRows = []
    /// Holds the values of the rows.
    var state: LayerState
  }

  private var values: [LayerID: Values] = [:]
  /// The layers that displays added.
  private var added: [LayerUpdate] = []
  private var children: [LayerID: ChildrenEdit] = [:]

  /// A tree and a media time.
  typealias Moment = (tree: RenderTree, time: Double)
  /// The moment of the last display as time passed; nil if the program has the layer displayed since.
  private(set) var lastPassed: Moment?
  /// The last display was for a picture of any time.
  private(set) var isDisturbed = false

  /// Notes a display for a picture, or for a moment of the time that passes.
  mutating func noteFrame(_ moment: Moment, isPicture: Bool) {
    isDisturbed = isPicture
    if !isPicture { lastPassed = moment }
  }

  /// Notes a display of the layer as it is: takes the values that layers have now.
  mutating func noteDisplay(in host: LayerHost) {
    (lastPassed, isDisturbed) = (nil, false)
    for (id, known) in values {
      if let layer = host.layer(id) { values[id]?.state.copy(known.rows, from: layer.storage.state) }
    }
  }

  /// Adds what a commit of a display changes in a tree.
  mutating func add(_ commit: Commit, to tree: RenderTree) {
    for update in commit.updates {
      if let former = tree[update.id]?.state {
        add(update.state, of: update.id, after: former)
      } else {
        added.append(update)
      }
    }
    for move in commit.moves {
      if let former = tree[move.id]?.state { add(former.moved(move), of: move.id, after: former) }
    }
    for entry in commit.children {
      children[entry.parent, default: ChildrenEdit()].add(entry, after: tree.childrenUpdate(of: entry.parent))
    }
  }

  /// Forgets what was set in a layer that is gone.
  mutating func forget(_ id: LayerID) {
    (values[id], children[id]) = (nil, nil)
    added.removeAll { $0.id == id }
  }

  private mutating func add(_ state: LayerState, of id: LayerID, after former: LayerState) {
    let rows = state.rows(differingFrom: former)
    guard !rows.isEmpty else { return }
    let known = values[id]?.rows ?? []
    values[id] = Values(rows: known.union(rows), state: state)
  }

  /// Takes the values of properties that another change replaces in a layer of a tree.
  mutating func refresh(_ id: LayerID, of tree: RenderTree, _ change: (LayerState) -> LayerState) {
    guard let known = values[id], let former = tree[id]?.state else { return }
    let state = change(former)
    let rows = known.rows.intersection(state.rows(differingFrom: former))
    values[id]?.state.copy(rows, from: state)
  }

  /// Gives up the changes of sublayers that another change replaces in a tree.
  mutating func refresh(_ entry: ChildrenUpdate, of tree: RenderTree) {
    children[entry.parent]?.refresh(entry, after: tree.childrenUpdate(of: entry.parent))
  }

  /// Calls `body` with each layer whose properties were set, the rows of these, and a state that holds their values.
  func forEach(_ body: (LayerID, StateRows, LayerState) -> Void) {
    for (id, known) in values { body(id, known.rows, known.state) }
  }

  /// Returns the commit that gives a tree the values of the last display; nil if it changes nothing.
  func commit(to tree: RenderTree, sequence: UInt64, time: Double) -> Commit? {
    var commit = Commit(sequence: sequence, time: time)
    var known: Set<LayerID> = []
    for update in added where !tree.contains(update.id) {
      known.insert(update.id)
      commit.updates.append(current(update))
    }
    for (id, values) in values {
      guard let former = tree[id]?.state else { continue }
      var state = former
      state.copy(values.rows, from: values.state)
      if state != former { commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state)) }
    }
    for (parent, edit) in children where tree.contains(parent) || known.contains(parent) {
      let former = tree.childrenUpdate(of: parent)
      let entry = edit.applied(to: former)
      if entry != former { commit.children.append(entry) }
    }
    return commit.isEmpty ? nil : commit
  }

  /// The update that adds a layer with the values that the last display left in it.
  private func current(_ update: LayerUpdate) -> LayerUpdate {
    guard let values = values[update.id] else { return update }
    var state = update.state
    state.copy(values.rows, from: values.state)
    return LayerUpdate(id: update.id, aspects: update.aspects, state: state, animations: update.animations)
  }
}

/// Properties of a state: the places of their rows in the table of the layer's class, and one more for all undeclared keys.
typealias StateRows = Set<Int>

extension LayerState {
  private static let customRow = -1

  /// The properties whose values are not those of another state of the same layer.
  func rows(differingFrom other: LayerState) -> StateRows {
    guard self != other else { return [] }
    let rows = LayerSchema.table(of: kind.layerClass).rows
    var differing = StateRows(rows.indices.filter { !rows[$0].isEqual(self, other) })
    if custom != other.custom { differing.insert(Self.customRow) }
    return differing
  }

  /// Takes the values of properties from another state of the same layer.
  mutating func copy(_ rows: StateRows, from other: LayerState) {
    let table = LayerSchema.table(of: kind.layerClass).rows
    for row in rows {
      if row == Self.customRow { custom = other.custom } else { table[row].copy(from: other, to: &self) }
    }
  }

  func moved(_ move: LayerMove) -> LayerState {
    var state = self
    (state.position, state.opacity) = (move.position, move.opacity)
    return state
  }
}
