package import StrataBase
import Synchronization

/// The last changes of a tree, so that a reader of an earlier or related tree need not compare everything.
///
/// Every change has a unique stamp in the process. Two trees whose histories share a stamp were equal after that
/// change. They differ at most in the changes that either made since.
package struct ChangeHistory: Sendable {
  /// The layers that one commit changed, and the commit before it.
  fileprivate final class Entry: @unchecked Sendable {  // Written only while uniquely referenced.
    let stamp: UInt64
    /// Layers whose state or animations the commit changed.
    let changed: [LayerID]
    /// Layers that the commit only moved or faded.
    let moved: [LayerID]
    /// Layers whose sublayers or mask the commit changed.
    var relinked: [LayerID]
    let former: Entry?
    /// The number of entries from the oldest one to this one.
    let count: Int

    init(stamp: UInt64, changed: [LayerID], moved: [LayerID], relinked: [LayerID], after former: Entry?) {
      (self.stamp, self.changed, self.moved, self.relinked) = (stamp, changed, moved, relinked)
      self.former = former
      count = (former?.count ?? 0) + 1
    }

    /// The same entry after another one.
    convenience init(_ entry: Entry, after former: Entry?) {
      self.init(
        stamp: entry.stamp,
        changed: entry.changed,
        moved: entry.moved,
        relinked: entry.relinked,
        after: former
      )
    }

    /// A copy of the entry and of those before it, `count` in all.
    func copy(of count: Int) -> Entry {
      var entries: [Entry] = []
      var next: Entry? = self
      while let entry = next, entries.count < count {
        entries.append(entry)
        next = entry.former
      }
      var copy: Entry?
      for entry in entries.reversed() { copy = Entry(entry, after: copy) }
      return copy ?? self
    }
  }

  /// The number of changes that are always kept; a reader that is further behind compares everything.
  private static let limit = 32
  private static let stamps = Atomic<UInt64>(0)

  /// The last entry.
  ///
  /// A copy of a history shares the entries, so that neither the copy nor the next commit costs more if there are many.
  private var last: Entry?

  /// The history of an empty tree.
  init() {}

  mutating func add(_ changed: [LayerID], moved: [LayerID] = [], relinked: [LayerID]) {
    if let last, last.count == 2 * Self.limit { self.last = last.copy(of: Self.limit) }
    let stamp = Self.stamps.wrappingAdd(1, ordering: .relaxed).newValue
    last = Entry(stamp: stamp, changed: changed, moved: moved, relinked: relinked, after: last)
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
    guard let entry = last else { return }
    if !isKnownUniquelyReferenced(&last) { last = Entry(entry, after: entry.former) }
    last?.relinked.append(id)
  }

  /// Drops all but the last change, so that the tree counts as wholly different from earlier ones.
  mutating func forget() { last = last.map { Entry($0, after: nil) } }
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
    guard let last, let otherLast = other.last else { return nil }
    guard last.stamp != otherLast.stamp else { return Difference() }
    // Most readers are one commit behind.
    if let former = last.former, former.stamp == otherLast.stamp {
      return Difference(changed: last.changed, moved: last.moved, relinked: last.relinked)
    }
    // Stamps grow along a history.
    var (own, theirs) = ([Entry](), [Entry]())
    var (next, otherNext): (Entry?, Entry?) = (last, otherLast)
    while let entry = next, let otherEntry = otherNext, entry.stamp != otherEntry.stamp {
      if entry.stamp > otherEntry.stamp {
        own.append(entry)
        next = entry.former
      } else {
        theirs.append(otherEntry)
        otherNext = otherEntry.former
      }
    }
    guard next != nil, otherNext != nil else { return nil }
    var result = Difference()
    for entry in own.reversed() { result.add(entry) }
    for entry in theirs.reversed() { result.add(entry) }
    return result
  }
}
