import StrataBase
import StrataFrame
import StrataRaster

/// Prepares the items of a pass on all workers: whatever does not depend on the band is found once.
extension BandBackend {
  /// The number of items that a worker prepares at once: few, as a blur takes as long as hundreds of rectangles, but more
  /// than one if there are thousands.
  private func pieceSize(
    of plannedItems: ArraySlice<DrawPlan.PlannedItem>,
    _ fragments: [PreparedFragment]
  ) -> Int {
    let count = plannedItems.count
    guard pool.workers > 1, count > Self.fewItems || !areQuick(plannedItems, fragments) else {
      return max(count, 1)
    }
    return min(max(count / (pool.workers * 16), 1), 512)
  }

  /// Up to so many quick items take less time than waking another thread.
  private static let fewItems = 64

  private func areQuick(
    _ plannedItems: ArraySlice<DrawPlan.PlannedItem>,
    _ fragments: [PreparedFragment]
  ) -> Bool {
    plannedItems.allSatisfy { planned in
      let (fragment, item) = (Int(planned.fragment), Int(planned.item))
      return item < fragments[fragment].shared.value.summaries.count
        && fragments[fragment].shared.value.summaries[item].traits.contains(.isQuick)
    }
  }

  /// Prepares the items of a pass and puts them into the bins; `pass` is nil for the last pass of each fragment.
  func prepare(
    _ plannedItems: [DrawPlan.PlannedItem],
    _ fragments: inout [PreparedFragment],
    _ clips: [PreparedClip],
    pass: (index: Int, lastShown: [Int], isWide: Bool)? = nil,
    in bounds: PixelRect,
    on bins: TileBins,
    _ scratch: FrameScratch
  ) {
    bins.clear(for: plannedItems.count)
    bins.hasBackdrops = fragments.contains { $0.shared.value.hasBackdrops }
    let rounds = PreparationRounds(of: plannedItems, fragments, roundBytes: surfaceRoundBytes) { read in
      pass.map { $0.lastShown.contains(read.pass) } ?? true
    }
    let destination = Destination(
      pass: pass?.index,
      isWide: pass?.isWide ?? false,
      bounds: bounds,
      places: bins.places
    )
    guard let rounds else {
      return prepare(plannedItems[...], fragments, clips, for: destination, scratch)
    }
    for round in rounds.rounds {
      prepare(plannedItems[round.items], fragments, clips, for: destination, scratch)
      for read in round.freed { fragments[read.fragment].free(read.pass) }
    }
  }

  /// Prepares the items of a round on all workers.
  private func prepare(
    _ plannedItems: ArraySlice<DrawPlan.PlannedItem>,
    _ fragments: [PreparedFragment],
    _ clips: [PreparedClip],
    for destination: Destination,
    _ scratch: FrameScratch
  ) {
    let size = pieceSize(of: plannedItems, fragments)
    let items = plannedItems.indices
    pool.run((items.count + size - 1) / size) { piece, worker in
      let start = items.lowerBound + piece * size
      let part = plannedItems[start..<min(start + size, items.upperBound)]
      prepare(part, fragments, clips, for: destination, with: scratch.tools[worker])
    }
  }

  /// Where prepared items go.
  private struct Destination {
    /// The pass of the items; nil for the last pass of each fragment.
    var pass: Int?
    var isWide: Bool
    var bounds: PixelRect
    var places: TileBins.Places
  }

  /// Prepares some neighbouring items on one worker.
  private func prepare(
    _ plannedItems: ArraySlice<DrawPlan.PlannedItem>,
    _ fragments: [PreparedFragment],
    _ clips: [PreparedClip],
    for destination: Destination,
    with tool: WorkerScratch
  ) {
    var index = plannedItems.startIndex
    while index < plannedItems.endIndex {
      let current = plannedItems[index].fragment
      let fragment = fragments[Int(current)]
      let preparer = ItemPreparer(
        shared: fragment.shared,
        clips: clips,
        firstClip: fragment.firstClip,
        clipEdges: fragment.clipEdges,
        shapes: shapes,
        rasters: rasters,
        keys: fragment.keys,
        surfaces: fragment.surfaces,
        pictures: tool.pictures,
        isWide: destination.isWide,
        scratch: tool.raster
      )
      var last = index + 1
      while last < plannedItems.endIndex, plannedItems[last].fragment == current { last += 1 }
      let passes = fragment.shared.value.passes
      preparer.prepare(
        plannedItems[index..<last],
        passes[destination.pass ?? passes.count - 1].items,
        in: destination.bounds,
        at: destination.places + index
      )
      index = last
    }
  }
}
