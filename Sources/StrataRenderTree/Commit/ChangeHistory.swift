package import StrataBase
import Synchronization

/// The last changes of a tree, so that a reader of an earlier or related tree need not compare everything.
///
/// Every change has a unique stamp in the process. Two trees whose histories share a stamp were equal after that
/// change. They differ at most in the changes that either made since.
package struct ChangeHistory: Sendable {
  /// The layers that one commit changed.
  struct Entry: Sendable {
    let stamp: UInt64
    /// Layers whose state or animations the commit changed.
    var changed: [LayerID]
    /// Layers that the commit only moved or faded.
    var moved: [LayerID]
    /// Layers whose sublayers or mask the commit changed.
    var relinked: [LayerID]
  }

  /// The number of changes that are kept; a reader that is further behind compares everything.
  private static let limit = 32
  private static let stamps = Atomic<UInt64>(0)

  private var entries: [Entry] = []

  /// The history of an empty tree.
  init() {}

  mutating func add(_ changed: [LayerID], moved: [LayerID] = [], relinked: [LayerID]) {
    if entries.count == Self.limit { entries.removeFirst() }
    let stamp = Self.stamps.wrappingAdd(1, ordering: .relaxed).newValue
    entries.append(Entry(stamp: stamp, changed: changed, moved: moved, relinked: relinked))
  }

  /// Records a commit; `relink` adds its consequences.
  mutating func begin(_ commit: Commit) {
    add(
      commit.updates.map(\.id),
      moved: commit.moves.map(\.id),
      relinked: commit.children.map(\.parent)
    )
  }

  mutating func relink(_ id: LayerID) {
    guard let last = entries.indices.last else { return }
    entries[last].relinked.append(id)
  }

  /// Drops all but the last change, so that the tree counts as wholly different from earlier ones.
  mutating func forget() { entries.removeFirst(max(0, entries.count - 1)) }
}

extension ChangeHistory {
  /// The largest possible difference between two trees.
  package struct Difference: Sendable {
    package var changed: [LayerID] = []
    /// Layers that differ in position and opacity at most.
    package var moved: [LayerID] = []
    package var relinked: [LayerID] = []

    package var isEmpty: Bool { changed.isEmpty && moved.isEmpty && relinked.isEmpty }

    fileprivate mutating func add(_ entry: Entry) {
      // The first list needs no merging.
      if changed.isEmpty { changed = entry.changed } else { changed += entry.changed }
      if moved.isEmpty { moved = entry.moved } else { moved += entry.moved }
      if relinked.isEmpty { relinked = entry.relinked } else { relinked += entry.relinked }
    }
  }

  /// Returns the possible differences between trees of two histories; nil if everything may differ.
  package func difference(from other: ChangeHistory) -> Difference? {
    guard let last = entries.last, let otherLast = other.entries.last else { return nil }
    guard last.stamp != otherLast.stamp else { return Difference() }
    // Stamps grow along a history.
    var (i, j) = (entries.count - 1, other.entries.count - 1)
    while i >= 0, j >= 0, entries[i].stamp != other.entries[j].stamp {
      if entries[i].stamp > other.entries[j].stamp { i -= 1 } else { j -= 1 }
    }
    guard i >= 0, j >= 0 else { return nil }
    var result = Difference()
    for k in (i + 1)..<entries.count { result.add(entries[k]) }
    for k in (j + 1)..<other.entries.count { result.add(other.entries[k]) }
    return result
  }
}
