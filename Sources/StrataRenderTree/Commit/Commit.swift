package import CoreGraphics
package import StrataBase

/// The changes of one layer: its whole state, and the aspects that changed.
package struct LayerUpdate: Sendable {
  package let id: LayerID
  package let aspects: Aspect
  package let state: LayerState
  /// All animations in the order of application, or nil if they are as before.
  package let animations: [AnimationRecord]?

  package init(id: LayerID, aspects: Aspect, state: LayerState, animations: [AnimationRecord]? = nil) {
    self.id = id
    self.aspects = aspects
    self.state = state
    self.animations = animations
  }

  /// Returns the update with a later move applied.
  package func moved(_ move: LayerMove) -> LayerUpdate {
    var state = state
    (state.position, state.opacity) = (move.position, move.opacity)
    return LayerUpdate(id: id, aspects: aspects.union(.moving), state: state, animations: animations)
  }
}

/// The changes of a layer that only moved or faded: a few bytes instead of the whole state.
///
/// Most frames change nothing else in most layers.
package struct LayerMove: Sendable, Hashable {
  package let id: LayerID
  package let position: CGPoint
  package let opacity: Float

  package init(id: LayerID, position: CGPoint, opacity: Float) {
    (self.id, self.position, self.opacity) = (id, position, opacity)
  }
}

/// The sublayers and the mask of a layer, sent when one of them changed.
package struct ChildrenUpdate: Sendable, Hashable {
  package let parent: LayerID
  /// From back to front.
  package let children: [LayerID]
  package let mask: LayerID?

  package init(parent: LayerID, children: [LayerID], mask: LayerID? = nil) {
    self.parent = parent
    self.children = children
    self.mask = mask
  }
}

/// The changes of one outermost transaction, as values that share nothing with a layer.
///
/// States are sent whole, so that no encoder is needed; the aspects name what to invalidate. Layers that only moved
/// have a list of their own. A layer that is sent for the first time, or again after its removal, comes with its
/// state, its animations and its children.
package struct Commit: Sendable {
  /// Grows from commit to commit; the versions in the tree are sequences.
  package var sequence: UInt64
  /// Media time of the commit, to which begin times were resolved.
  package var time: Double
  /// The new root, or nil if it stays.
  package var root: LayerID?
  package var updates: [LayerUpdate] = []
  /// Layers that only moved; `updates` may name them too, with values just as new.
  package var moves: [LayerMove] = []
  package var children: [ChildrenUpdate] = []
  /// Layers that left the tree, with everything that is still below them after `children` has been applied.
  ///
  /// Layers that `children` leaves without a superlayer are not listed.
  package var removed: [LayerID] = []

  package init(
    sequence: UInt64,
    time: Double,
    root: LayerID? = nil,
    updates: [LayerUpdate] = [],
    moves: [LayerMove] = [],
    children: [ChildrenUpdate] = [],
    removed: [LayerID] = []
  ) {
    self.sequence = sequence
    self.time = time
    self.root = root
    self.updates = updates
    self.moves = moves
    self.children = children
    self.removed = removed
  }

  /// True if applying changes nothing.
  package var isEmpty: Bool {
    root == nil && updates.isEmpty && moves.isEmpty && children.isEmpty && removed.isEmpty
  }
}

extension Commit: CustomDebugStringConvertible {
  /// One line for each change, in the order of application, without properties that have their initial value.
  package var debugDescription: String {
    var lines = ["commit \(sequence) at \(time)"]
    if let root { lines.append("  root \(root)") }
    for update in updates {
      let names = update.state.differences
      lines.append("  \(update.id) \(update.state.kind.layerClass.name) [\(update.aspects)]")
      lines += names.map { "    \($0)" }
      for animation in update.animations ?? [] {
        lines.append("    animation \(animation.key) from \(animation.timing.beginTime)")
      }
    }
    for move in moves {
      lines.append("  \(move.id) at \(move.position.x) \(move.position.y) opacity \(move.opacity)")
    }
    for entry in children {
      let names = entry.children.map(\.description).joined(separator: " ")
      lines.append("  \(entry.parent) = [\(names)]" + (entry.mask.map { " mask \($0)" } ?? ""))
    }
    if !removed.isEmpty {
      lines.append("  removed " + removed.map(\.description).joined(separator: " "))
    }
    return lines.joined(separator: "\n")
  }
}

extension LayerState {
  /// A line for each property that differs from a new layer's, in the order of the table.
  package var differences: [String] {
    let table = LayerSchema.table(of: kind.layerClass)
    return table.rows.compactMap { row in
      guard !row.isEqual(self, table.initial) else { return nil }
      return "\(row.key) = \(row.value(in: self).map { "\($0)" } ?? "nil")"
    }
  }
}
