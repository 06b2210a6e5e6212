import StrataBase
import StrataRenderTree

/// What the displays of a host's layers for frames have set, by the layers that displayed.
struct FrameNotes {
  private var changes: [LayerID: FrameChanges] = [:]
  /// For each layer the layers whose displays may have set something in it; some of these may be gone.
  private var writers: [LayerID: Set<LayerID>] = [:]

  /// What the displays of a layer have set; nil if it was displayed for no frame.
  subscript(id: LayerID) -> FrameChanges? { changes[id] }

  /// Notes a display of a layer for a picture, or for a moment of the time that passes.
  mutating func noteFrame(of id: LayerID, at moment: FrameChanges.Moment, isPicture: Bool) {
    changes[id, default: FrameChanges()].noteFrame(moment, isPicture: isPicture)
  }

  /// Notes a display of a layer as it is.
  mutating func noteDisplay(of id: LayerID, in host: LayerHost) {
    // Few hosts have such layers; `changes[id]?` would allocate its coroutines each time.
    guard let place = changes.index(forKey: id) else { return }
    changes.values[place].noteDisplay(in: host)
  }

  /// Forgets a layer that is gone.
  mutating func forget(_ id: LayerID) { changes[id] = nil }

  /// Notes what a commit changes in a tree: it adds to what the display that is under way has set, and replaces what others set.
  ///
  /// `displayed` is the layer that is displayed; nil for changes of the program.
  ///
  /// - Complexity: O(changes times the layers whose displays set something in a changed layer).
  mutating func note(_ commit: Commit, to tree: RenderTree, by displayed: LayerID?) {
    if let displayed {
      changes[displayed, default: FrameChanges()].add(commit, to: tree)
      let targets = commit.updates.map(\.id) + commit.moves.map(\.id) + commit.children.map(\.parent)
      for id in targets { writers[id, default: []].insert(displayed) }
    }
    guard !writers.isEmpty else { return }
    for update in commit.updates {
      forEachWriter(of: update.id, besides: displayed) { changes in
        changes.refresh(update.id, of: tree) { _ in update.state }
      }
    }
    for move in commit.moves {
      forEachWriter(of: move.id, besides: displayed) { $0.refresh(move.id, of: tree) { $0.moved(move) } }
    }
    for entry in commit.children {
      forEachWriter(of: entry.parent, besides: displayed) { $0.refresh(entry, of: tree) }
    }
    for id in commit.removed {
      forEachWriter(of: id, besides: nil) { $0.forget(id) }
      writers[id] = nil
    }
  }

  private mutating func forEachWriter(
    of id: LayerID,
    besides displayed: LayerID?,
    _ body: (inout FrameChanges) -> Void
  ) {
    for writer in writers[id] ?? [] where writer != displayed {
      if let place = changes.index(forKey: writer) {
        body(&changes.values[place])
      } else {
        writers[id]?.remove(writer)
      }
    }
  }
}
