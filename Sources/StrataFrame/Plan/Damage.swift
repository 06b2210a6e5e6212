import CoreGraphics
package import StrataBase
import StrataRaster

/// The device pixels in which a frame differs from the one before.
///
/// Items of both frames are matched by layer and part, in order of appearance. An item with the same signature in the
/// same order damages nothing. Any other item damages its old and its new bounds; an item without a partner damages its
/// bounds. The signature (`FrameSignature`) covers everything that an item draws: place, clips, colours, resources by
/// identity, and all contents of its surface.
///
/// Filters that read their surroundings spread damage: everything within reach of a damaged backdrop is damaged, too.
package enum Damage {
  /// Adds the pixels in which two lists of items differ.
  package static func difference(from old: DamageList, to new: DamageList, _ damage: inout DamageCollector) {
    difference(from: old.entries, to: new.entries, in: (old, new), &damage)
  }

  /// Adds the pixels in which two sequences of items differ; `lists` hold the items of their surfaces.
  package static func difference(
    from old: [DamageEntry],
    to new: [DamageEntry],
    in lists: (old: DamageList, new: DamageList)? = nil,
    _ damage: inout DamageCollector
  ) {
    // Lists of the same items in the same order need no search.
    if old.count == new.count, old.indices.allSatisfy({ old[$0].isAbout(new[$0]) }) {
      for i in old.indices where !old[i].looksLike(new[i]) {
        difference(from: old[i], to: new[i], lists, &damage)
      }
      return
    }
    var occurrences: [Key: Int] = [:]
    var ranks: [Key: Int] = [:]
    for (rank, entry) in old.enumerated() {
      ranks[Key(entry, occurrences[Key(entry, 0, gap: 0), default: 0], gap: entry.gap)] = rank
      occurrences[Key(entry, 0, gap: 0), default: 0] += 1
    }
    occurrences.removeAll(keepingCapacity: true)
    var isMatched = [Bool](repeating: false, count: old.count)
    // Partners keep their order while their old ranks grow.
    var lastRank = -1
    for entry in new {
      let occurrence = occurrences[Key(entry, 0, gap: 0), default: 0]
      occurrences[Key(entry, 0, gap: 0)] = occurrence + 1
      guard let rank = ranks[Key(entry, occurrence, gap: entry.gap)] else {
        damage.add(entry.bounds)
        continue
      }
      isMatched[rank] = true
      if rank < lastRank {
        damage.add(old[rank].bounds)
        damage.add(entry.bounds)
      } else if !old[rank].looksLike(entry) {
        difference(from: old[rank], to: entry, lists, &damage)
      }
      lastRank = max(lastRank, rank)
    }
    for rank in old.indices where !isMatched[rank] { damage.add(old[rank].bounds) }
  }

  /// Adds the pixels in which an item differs from its former self.
  ///
  /// A surface with the same placement and effects differs where its own items do, and as far as its effects reach.
  private static func difference(
    from old: DamageEntry,
    to new: DamageEntry,
    _ lists: (old: DamageList, new: DamageList)?,
    _ damage: inout DamageCollector
  ) {
    guard let lists, let surface = new.surface, let former = old.surface,
      surface.placement == former.placement
    else {
      damage.add(old.bounds)
      damage.add(new.bounds)
      return
    }
    let both = old.bounds.union(new.bounds)
    // A shadow may be far from its surface, and a grid of all between them huge.
    let passes = lists.old.passBounds[former.pass].union(lists.new.passBounds[surface.pass])
    var inner = DamageCollector(within: both.grown(by: surface.reach).intersection(passes))
    difference(
      from: lists.old.surfaces[former.pass],
      to: lists.new.surfaces[surface.pass],
      in: lists,
      &inner
    )
    for rect in inner.region().rects { damage.add(rect.grown(by: surface.reach).intersection(both)) }
    var edge = PixelRegion(both)
    edge.subtract(old.bounds.intersection(new.bounds))
    damage.add(edge)
  }

  /// Grows damage through the filters that read what is behind them, from back to front.
  package static func spread(_ region: PixelRegion, through backdrops: [Backdrop], within limit: PixelRect)
    -> PixelRegion
  {
    var region = region
    for backdrop in backdrops where !region.isEmpty {
      let touched = region.intersection(backdrop.bounds.grown(by: backdrop.reach)).bounds
      region.formUnion(touched.grown(by: backdrop.reach).intersection(backdrop.bounds))
    }
    return backdrops.isEmpty ? region : region.intersection(limit)
  }

  private struct Key: Hashable {
    var layer: LayerID
    var part: LayerPart
    var occurrence: Int
    var gap: Int32

    init(_ entry: DamageEntry, _ occurrence: Int, gap: Int32) {
      (layer, part, self.occurrence, self.gap) = (entry.layer, entry.part, occurrence, gap)
    }
  }
}

/// The record of an item that the next frame is compared with.
package struct DamageEntry: Sendable {
  package var signature: UInt64
  /// The part of the signature that stays when the item moves.
  var look: UInt64
  package var layer: LayerID
  package var bounds: PixelRect
  package var part: LayerPart
  /// The position among the parts that stayed; partners have the same one.
  package var gap: Int32 = 0
  /// The surface that the item shows, if its pixels can be compared one by one.
  var surface: Surface?

  struct Surface {
    /// The signature of the item without the contents of the surface.
    var placement: UInt64
    var pass: Int
    /// The distance in pixels over which its effects spread a difference.
    var reach: Double
  }

  /// True if both draw the same in the same pixels; the bounds differ where passes cut an item differently.
  @inline(__always)
  package func looksLike(_ other: DamageEntry) -> Bool {
    signature == other.signature && bounds == other.bounds
  }

  @inline(__always)
  package func isAbout(_ other: DamageEntry) -> Bool {
    layer == other.layer && part == other.part && gap == other.gap
  }
}

/// The record of a frame that the next one is compared with.
package struct DamageList: Sendable {
  /// The items of the last pass, back to front.
  package var entries: [DamageEntry] = []
  /// The items of every other pass.
  var surfaces: [[DamageEntry]] = []
  /// The pixels of these passes.
  var passBounds: [PixelRect] = []
  /// The keys of the surface pixels that items use, by the items' indices.
  package var keys: [Int32: SurfaceKey] = [:]

  package init() {}

  /// True if the list has memory that another list can reuse.
  package var hasMemory: Bool { entries.capacity > 0 }

  /// Records a frame in place of the former one.
  package mutating func read(_ frame: Frame) {
    entries.removeAll(keepingCapacity: true)
    if !keys.isEmpty { keys.removeAll(keepingCapacity: true) }
    // The lists of surfaces keep their memory, too.
    if !passBounds.isEmpty { passBounds.removeAll(keepingCapacity: true) }
    let surfaceCount = max(frame.passes.count - 1, 0)
    if surfaces.count > surfaceCount { surfaces.removeLast(surfaces.count - surfaceCount) }
    guard let last = frame.passes.last else { return }
    let signatures = FrameSignature(frame)
    for (number, pass) in frame.passes.dropLast().enumerated() {
      if number == surfaces.count { surfaces.append([]) }
      passBounds.append(pass.bounds)
      surfaces[number].removeAll(keepingCapacity: true)
      surfaces[number].reserveCapacity(pass.items.count)
      Self.read(frame, pass, signatures, to: &surfaces[number])
    }
    entries.reserveCapacity(last.items.count)
    Self.read(frame, last, signatures, to: &entries)
    guard frame.passes.count > 1 else { return }
    for i in frame.items.indices {
      if let key = signatures.key(of: frame.items[i]) { keys[Int32(i)] = key }
    }
  }

  /// Records the places of items that moved or faded since in the same frame, which has no surfaces.
  package mutating func catchUp(with frame: Frame) {
    guard let pass = frame.passes.last, pass.items.count == entries.count else { return }
    let signatures = FrameSignature(frame)
    frame.items.withUnsafeBufferPointer { items in
      entries.withUnsafeMutableBufferPointer { entries in
        guard let first = items.baseAddress.map({ $0 + Int(pass.items.lowerBound) }) else { return }
        for i in entries.indices {
          entries[i].signature = signatures.signature(of: first + i, look: entries[i].look)
          entries[i].bounds = first[i].boundsInDevice.intersection(pass.bounds)
        }
      }
    }
  }

  private static func read(
    _ frame: Frame,
    _ pass: RenderPass,
    _ signatures: FrameSignature,
    to entries: inout [DamageEntry]
  ) {
    frame.items.withUnsafeBufferPointer { items in
      for i in pass.items { entries.append(entry(items[Int(i)], frame, pass, signatures)) }
    }
  }

  private static func entry(
    _ item: DisplayItem,
    _ frame: Frame,
    _ pass: RenderPass,
    _ signatures: FrameSignature
  ) -> DamageEntry {
    let look = signatures.look(of: item)
    return DamageEntry(
      signature: signatures.signature(of: item, look: look),
      look: look,
      layer: item.layer,
      bounds: item.boundsInDevice.intersection(pass.bounds),
      part: item.part,
      surface: surface(item, frame, signatures)
    )
  }

  private static func surface(
    _ item: DisplayItem,
    _ frame: Frame,
    _ signatures: FrameSignature
  ) -> DamageEntry.Surface? {
    // An unbounded blend mode and backdrops change pixels in which the surface's own items do not differ.
    guard case .surface(let pass, let effect) = item.payload, !item.blend.isUnbounded,
      !frame.hasBackdrops
    else { return nil }
    let filters = effect.map { frame[$0].filters } ?? []
    guard let spread = filters.spread(ofDifferencesIn: frame[pass].bounds) else { return nil }
    let reach = spread + (effect.flatMap { frame[$0].shadow?.reach } ?? 0)
    // A filter that colours empty pixels stops at the surface's edge, and one with a reach spreads that edge.
    if reach > 0, filters.contains(where: \.colorsEmptyPixels) { return nil }
    return DamageEntry.Surface(placement: signatures.placement(of: item), pass: pass.value, reach: reach)
  }
}

extension FilterOp {
  /// True if the filter can make uncovered pixels visible.
  fileprivate var colorsEmptyPixels: Bool {
    switch self {
    // A transparent pixel yields the bias alone; a NaN becomes zero.
    case .colorMatrix(let m): m.count == 20 && m[19] > 0
    // A frame does not end where the surface does.
    case .program(let program): program.frame == nil && program.colorsEmptyPixels
    default: false
    }
  }
}
