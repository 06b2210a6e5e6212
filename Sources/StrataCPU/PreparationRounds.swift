import StrataBase
import StrataFrame
import StrataRaster

/// The rounds in which the items of a pass are prepared, and the surfaces that each round is the last to read.
///
/// An effect makes new pixels of a surface. Surfaces that were read are freed after each round, so a pass of many effects
/// needs memory for its surfaces as they were before or after the effect, but not for both of all.
struct PreparationRounds {
  /// A surface of a fragment.
  struct Read: Hashable {
    var fragment: Int
    var pass: Int
  }

  struct Round {
    var items: Range<Int>
    var freed: [Read]
  }

  /// In the order of the items.
  private(set) var rounds: [Round] = []

  /// Splits the items into rounds that read about `roundBytes` of surfaces with effects each; nil if one round is enough.
  ///
  /// `mayFree` returns true if no other pass needs a surface.
  init?(
    of plannedItems: [DrawPlan.PlannedItem],
    _ fragments: [PreparedFragment],
    roundBytes: Int,
    mayFree: (Read) -> Bool
  ) {
    guard fragments.contains(where: { $0.surfaceBytes > roundBytes }) else { return nil }
    let (last, kept) = Self.lastReaders(of: plannedItems, fragments)
    var ends: [Int: [Read]] = [:]
    for (read, index) in last where !kept.contains(read) && mayFree(read) {
      ends[index, default: []].append(read)
    }
    var (round, bytes) = (Round(items: 0..<0, freed: []), 0)
    for index in plannedItems.indices {
      for read in ends[index] ?? [] {
        round.freed.append(read)
        bytes += fragments[read.fragment].surfaces[read.pass]?.buffer.byteCount ?? 0
      }
      round.items = round.items.lowerBound..<index + 1
      guard bytes > roundBytes || index == plannedItems.count - 1 else { continue }
      rounds.append(round)
      (round, bytes) = (Round(items: index + 1..<index + 1, freed: []), 0)
    }
  }

  /// The index of the last item that reads each surface, and the surfaces whose own pixels are drawn later.
  private static func lastReaders(
    of plannedItems: [DrawPlan.PlannedItem],
    _ fragments: [PreparedFragment]
  ) -> (last: [Read: Int], kept: Set<Read>) {
    var (last, kept) = ([Read: Int](), Set<Read>())
    for (index, planned) in plannedItems.enumerated() {
      let frame = fragments[Int(planned.fragment)].shared.value
      let item = frame.items[Int(planned.item)]
      var isKept = true
      if case .surface(_, .some) = item.payload { isKept = false }
      frame.forEachPass(readBy: item) { pass in
        let read = Read(fragment: Int(planned.fragment), pass: pass.value)
        last[read] = index
        if isKept { kept.insert(read) }
      }
    }
    return (last, kept)
  }
}
