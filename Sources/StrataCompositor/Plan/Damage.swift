import CoreGraphics
package import StrataBase
import StrataRaster
import StrataRenderTree

/// Device pixels in which one frame differs from the one before.
///
/// The items of both targets are matched by layer and part, in order of appearance. An item that says the same as
/// before in the same order leaves its pixels alone; of any other, and of one without a partner, the old and the new
/// bounds are damaged. What an item says is a number (`FrameSignature`) in which everything it draws takes part:
/// place, clips, colours, resources by identity, and for a surface all that is in it.
///
/// Filters that read their surroundings carry damage on: around a damaged backdrop everything it can reach is damaged.
package struct Damage {
  private var list = DamageList()
  private var bounds: PixelRect?
  private var background = SIMD4<Float>(repeating: 0)

  package init() {}

  /// Notes a frame and returns what differs from the one noted before; all of it for the first one.
  package mutating func update(_ frame: Frame) -> PixelRegion {
    var fresh = DamageList()
    fresh.read(frame)
    let isComparable = bounds == frame.bounds && background == frame.background
    defer { (list, bounds, background) = (fresh, frame.bounds, frame.background) }
    guard isComparable else { return PixelRegion(frame.bounds) }
    var collector = DamageCollector(within: frame.bounds)
    Self.difference(from: list, to: fresh, &collector)
    return Self.spread(collector.region, through: Backdrop.all(of: frame), within: frame.bounds)
  }

  /// Adds the pixels in which two lists of items differ.
  static func difference(from old: DamageList, to new: DamageList, _ damage: inout DamageCollector) {
    difference(from: old.entries, to: new.entries, in: (old, new), &damage)
  }

  /// Adds the pixels in which some items differ from others; what surfaces show is looked up in the lists, if there are any.
  static func difference(
    from old: [DamageEntry],
    to new: [DamageEntry],
    in lists: (old: DamageList, new: DamageList)? = nil,
    _ damage: inout DamageCollector
  ) {
    // Lists of the same things in the same order need no search.
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

  /// Adds the pixels in which an item differs from what it was.
  ///
  /// A surface that is placed and treated as before differs where its own items do, as far as its effects carry that.
  private static func difference(
    from old: DamageEntry,
    to new: DamageEntry,
    _ lists: (old: DamageList, new: DamageList)?,
    _ damage: inout DamageCollector
  ) {
    guard let lists, let surface = new.surface, let former = old.surface, surface.shell == former.shell else {
      damage.add(old.bounds)
      damage.add(new.bounds)
      return
    }
    let both = old.bounds.union(new.bounds)
    var inner = DamageCollector(within: both.grown(by: surface.reach))
    difference(
      from: lists.old.surfaces[former.pass],
      to: lists.new.surfaces[surface.pass],
      in: lists,
      &inner
    )
    for rect in inner.region.rects { damage.add(rect.grown(by: surface.reach).intersection(both)) }
    var edge = PixelRegion(both)
    edge.subtract(old.bounds.intersection(new.bounds))
    damage.add(edge)
  }

  /// Grows damage through the filters that read what is behind them, from back to front.
  static func spread(_ region: PixelRegion, through backdrops: [Backdrop], within limit: PixelRect)
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
    var part: Part
    var occurrence: Int
    var gap: Int32

    init(_ entry: DamageEntry, _ occurrence: Int, gap: Int32) {
      (layer, part, self.occurrence, self.gap) = (entry.layer, entry.part, occurrence, gap)
    }
  }
}

/// What is remembered of an item to find out whether the next frame has it, too.
struct DamageEntry: Sendable {
  var signature: UInt64
  var layer: LayerID
  var bounds: PixelRect
  var part: Part
  /// Between which of the things that stayed the item lies; partners have the same.
  var gap: Int32 = 0
  /// What is known of a surface that pixels of it can be told apart.
  var surface: Surface?

  struct Surface {
    /// What the item says apart from what is in the surface.
    var shell: UInt64
    var pass: Int
    /// How far its effects carry a difference.
    var reach: Double
  }

  /// Whether the same pixels show the same; a pass may cut an item otherwise than before.
  @inline(__always)
  func looksLike(_ other: DamageEntry) -> Bool { signature == other.signature && bounds == other.bounds }

  @inline(__always)
  func isAbout(_ other: DamageEntry) -> Bool {
    layer == other.layer && part == other.part && gap == other.gap
  }
}

/// What is remembered of a frame.
struct DamageList: Sendable {
  /// Of the items of the last pass, back to front.
  var entries: [DamageEntry] = []
  /// Of the items of every other pass.
  var surfaces: [[DamageEntry]] = []
  /// The names of what items take from surfaces, by the items' indices.
  var keys: [Int32: SurfaceKey] = [:]

  /// Whether there is memory in it that another list may take.
  var hasMemory: Bool { entries.capacity > 0 }

  /// Remembers a frame instead of what was remembered before.
  mutating func read(_ frame: Frame) {
    entries.removeAll(keepingCapacity: true)
    surfaces.removeAll(keepingCapacity: true)
    if !keys.isEmpty { keys.removeAll(keepingCapacity: true) }
    guard let last = frame.passes.last else { return }
    let signatures = FrameSignature(frame)
    for pass in frame.passes.dropLast() {
      var inner: [DamageEntry] = []
      Self.read(frame, pass, signatures, to: &inner)
      surfaces.append(inner)
    }
    entries.reserveCapacity(last.items.count)
    Self.read(frame, last, signatures, to: &entries)
    guard frame.passes.count > 1 else { return }
    for i in frame.items.indices {
      if let key = signatures.key(of: frame.items[i]) { keys[Int32(i)] = key }
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
    DamageEntry(
      signature: signatures.signature(of: item),
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
    // What is in a surface moves pixels elsewhere where its grid is another one, or backdrops read it.
    guard case .surface(let pass, let effect) = item.payload, !item.blend.isUnbounded,
      !frame.hasBackdrops
    else { return nil }
    let filters = effect.map { frame[$0].filters } ?? []
    let shadow = effect.flatMap { frame[$0].shadow?.reach } ?? 0
    let reach = filters.reduce(shadow) { $0 + $1.reach.max() }
    // What colours empty pixels ends where the surface does, which what reaches further carries on.
    if reach > 0, filters.contains(where: \.colorsEmptyPixels) { return nil }
    return DamageEntry.Surface(shell: signatures.shell(of: item), pass: pass.value, reach: reach)
  }
}

/// Gathers damage: pixel by pixel while the rectangles are few, by cells of a grid when they are many.
///
/// Used again and again: the damage of a frame takes no memory of its own.
///
/// More than the damage may always be drawn; what counts then is that no frame costs more for its damage than for its
/// pixels.
package struct DamageCollector {
  /// More rectangles than these cost more than the pixels they save.
  private static let mostRects = 24
  private static let cellWidth: Int32 = 64
  private static let cellHeight: Int32 = 32

  private var limit: PixelRect
  /// The rectangles while they are few, none of them inside one before it.
  private var few: [PixelRect] = []
  private var isGrid = false
  private var cells: [Bool] = []
  private var columns = 0

  package init(within limit: PixelRect) { self.limit = limit }

  /// Starts anew in the same memory.
  mutating func begin(within limit: PixelRect) {
    self.limit = limit
    few.removeAll(keepingCapacity: true)
    isGrid = false
  }

  package mutating func add(_ rect: PixelRect) {
    let rect = rect.intersection(limit)
    guard !rect.isEmpty else { return }
    guard !isGrid else { return mark(rect) }
    guard !few.contains(where: { $0.contains(rect) }) else { return }
    few.append(rect)
    guard few.count > Self.mostRects else { return }
    isGrid = true
    columns = (limit.width + Int(Self.cellWidth) - 1) / Int(Self.cellWidth)
    let rows = (limit.height + Int(Self.cellHeight) - 1) / Int(Self.cellHeight)
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(false, count: columns * rows))
    for rect in few { mark(rect) }
  }

  package mutating func add(_ region: PixelRegion) {
    for rect in region.rects { add(rect) }
  }

  private mutating func mark(_ rect: PixelRect) {
    let first = Int((rect.minX - limit.minX) / Self.cellWidth)
    let last = Int((rect.maxX - 1 - limit.minX) / Self.cellWidth)
    for row in Int(
      (rect.minY - limit.minY) / Self.cellHeight
    )...Int(
      (rect.maxY - 1 - limit.minY) / Self.cellHeight
    ) {
      for column in first...last { cells[row * columns + column] = true }
    }
  }

  /// What was gathered.
  package var region: PixelRegion {
    guard isGrid else {
      var exact = PixelRegion()
      for rect in few { exact.formUnion(rect) }
      return exact
    }
    var result: [PixelRect] = []
    result.reserveCapacity(cells.count / columns)
    // Runs of cells; a run below one of the same width makes it higher.
    var above: [Int] = []
    var current: [Int] = []
    for row in 0..<(cells.count / columns) {
      current.removeAll(keepingCapacity: true)
      var column = 0
      while column < columns {
        guard cells[row * columns + column] else {
          column += 1
          continue
        }
        let start = column
        while column < columns, cells[row * columns + column] { column += 1 }
        let rect = PixelRect(
          limit.minX + Int32(start) * Self.cellWidth,
          limit.minY + Int32(row) * Self.cellHeight,
          min(limit.maxX, limit.minX + Int32(column) * Self.cellWidth),
          min(limit.maxY, limit.minY + Int32(row + 1) * Self.cellHeight)
        )
        if let i = above.first(where: { result[$0].minX == rect.minX && result[$0].maxX == rect.maxX }) {
          result[i].maxY = rect.maxY
          current.append(i)
        } else {
          current.append(result.count)
          result.append(rect)
        }
      }
      swap(&above, &current)
    }
    return PixelRegion(disjoint: result)
  }
}

extension FilterOp {
  /// Whether pixels of which nothing is covered may become visible.
  fileprivate var colorsEmptyPixels: Bool {
    switch self {
    // Zero times what is no number is none either, and becomes zero.
    case .colorMatrix(let m): m.count == 20 && m[19] > 0
    case .program: true
    default: false
    }
  }
}
