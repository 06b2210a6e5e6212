import CoreGraphics
import Foundation
import StrataRenderServer
import StrataRenderTree

/// Layers that draw every frame of an animation themselves.
extension LayerHost {
  /// Displays the layers with a running animation of a key that needs it, on copies that show a tree at a media time.
  func redraw(_ tree: RenderTree, at time: Double) -> [RedrawnContents] {
    let active = redrawing.filter { tree.redraws($0, at: time) }
    guard !active.isEmpty else { return [] }
    let pass = PresentationPass(self, tree, at: time)
    return active.compactMap { id in
      guard let copy = pass.copy(of: id) else { return nil }
      copy.display()
      return RedrawnContents(id: id, contents: copy.storage.state.contents)
    }
  }
}

extension CALayer {
  /// True if the layer's class wants a display for each frame of an animation, or of a member of it.
  ///
  /// Only key paths with the prefix count, which leads to this layer.
  final func redraws(for animation: CAAnimation, below prefix: String = "") -> Bool {
    if let path = animation.state.keyPath {
      if prefix.isEmpty { return needsRedraw(forKeyPath: path) }
      return path.hasPrefix(prefix) && needsRedraw(forKeyPath: String(path.dropFirst(prefix.count)))
    }
    return animation.state.animations?.contains { redraws(for: $0, below: prefix) } ?? false
  }

  private func needsRedraw(forKeyPath path: String) -> Bool {
    let key = path.firstDot.map { String(path[..<$0]) } ?? path
    // The renderer sets text itself.
    return type(of: self).needsDisplay(forKey: key) && !(self is CATextLayer)
  }
}

/// What displaying for single frames changed in the tree itself: it belongs to those frames and not to the time line.
struct RedrawChanges {
  private var updates: [LayerID: LayerUpdate] = [:]
  /// Of layers of which nothing else is known.
  private var moves: [LayerID: LayerMove] = [:]
  private var order: [LayerID] = []
  private var children: [LayerID: ChildrenUpdate] = [:]

  /// Takes in a commit that a display made.
  mutating func add(_ commit: Commit) {
    for update in commit.updates {
      if updates[update.id] == nil, moves.removeValue(forKey: update.id) == nil { order.append(update.id) }
      let animations = update.animations ?? updates[update.id]?.animations
      updates[update.id] = LayerUpdate(
        id: update.id,
        aspects: update.aspects,
        state: update.state,
        animations: animations
      )
    }
    for move in commit.moves where !refresh(move) {
      order.append(move.id)
      moves[move.id] = move
    }
    for entry in commit.children { children[entry.parent] = entry }
    forget(commit.removed)
  }

  /// Takes over what the program changed in layers known here.
  mutating func refresh(_ commit: Commit) {
    for update in commit.updates where updates[update.id] != nil || moves[update.id] != nil {
      updates[update.id] = update
      moves[update.id] = nil
    }
    for move in commit.moves { _ = refresh(move) }
    for entry in commit.children where children[entry.parent] != nil { children[entry.parent] = entry }
    forget(commit.removed)
  }

  /// Moves a layer that is known here; false if it is not.
  private mutating func refresh(_ move: LayerMove) -> Bool {
    if let known = updates[move.id] {
      updates[move.id] = known.moved(move)
    } else if moves[move.id] != nil {
      moves[move.id] = move
    } else {
      return false
    }
    return true
  }

  private mutating func forget(_ removed: [LayerID]) {
    guard !removed.isEmpty, !order.isEmpty else { return }
    for id in removed { (updates[id], moves[id], children[id]) = (nil, nil, nil) }
    order.removeAll { updates[$0] == nil && moves[$0] == nil }
  }

  func apply(to tree: inout RenderTree, at time: Double) {
    guard !order.isEmpty else { return }
    tree.apply(
      Commit(
        sequence: tree.sequence + 1,
        time: time,
        updates: order.compactMap { updates[$0] },
        moves: order.compactMap { moves[$0] },
        children: order.compactMap { children[$0] }
      )
    )
  }
}
