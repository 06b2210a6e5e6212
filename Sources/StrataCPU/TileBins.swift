import StrataKernels
import StrataBase
import StrataRaster
import Synchronization

/// The prepared items of a pass, binned into tiles.
///
/// The memory is reused from frame to frame.
///
/// Each item has a command of 24 bytes. For a rectangle of one colour the command is complete; other items have a
/// `PreparedItem` at the same index. All workers sort the commands into the tiles that they touch.
///
/// - Thread: One owner at a time; each of its workers writes places of its own.
final class TileBins {
  /// The memory of a range of items.
  struct Places: @unchecked Sendable {  // Each place is written by one worker, and read after all are done.
    let commands: UnsafeMutablePointer<StrataCommand>
    let items: UnsafeMutablePointer<PreparedItem>
    let transformed: UnsafeMutablePointer<TransformedPicture>
    /// The index of the first item.
    var first = 0
    fileprivate let hasObjects: Flag

    static func + (places: Places, count: Int) -> Places {
      var moved = places
      moved.first += count
      return moved
    }

    /// Puts an item into a place.
    @inline(__always)
    func put(_ item: PreparedItem, at place: Int) {
      let index = first + place
      switch item.kind {
      case .nothing: commands[index] = StrataCommand(.empty)
      case .solid where item.clipEdge < 0: commands[index] = StrataCommand(item.bounds, color: item.color)
      default:
        if item.object != nil { hasObjects.raise() }
        (items + index).initialize(to: item)
        commands[index] = StrataCommand(item.bounds, item: index, hides: item.hides)
      }
    }
  }

  /// A flag that any worker raises.
  final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isRaised: Bool { value.load(ordering: .relaxed) }
    func raise() { value.store(true, ordering: .relaxed) }
    func lower() -> Bool { value.exchange(false, ordering: .relaxed) }
  }

  /// Sorted commands: those that touch each tile, in order.
  struct Sorted: @unchecked Sendable {  // Read only while workers draw.
    let rects: UnsafePointer<PixelRect>
    let count: Int
    fileprivate let commands: UnsafePointer<StrataCommand>
    fileprivate let starts: UnsafePointer<Int32>

    /// The number of pixels of all tiles.
    var area: Int {
      UnsafeBufferPointer(start: rects, count: count).reduce(0) { $0 + $1.width * $1.height }
    }

    @inline(__always)
    func commands(of tile: Int) -> UnsafeBufferPointer<StrataCommand> {
      let (start, end) = (Int(starts[tile]), Int(starts[tile + 1]))
      return UnsafeBufferPointer(start: commands + start, count: end - start)
    }
  }

  /// The number of items.
  private(set) var count = 0
  var hasBackdrops = false
  private let hasObjects = Flag()
  private let commands = ScratchArray<StrataCommand>()
  private let prepared = ScratchArray<PreparedItem>()
  private let transformed = ScratchArray<TransformedPicture>()

  /// The region's rectangles cut into bands of rows, band by band.
  let tiles = ScratchArray<PixelRect>()
  /// The first tile of each band, and the band of each row.
  private let firstOfBand = ScratchArray<Int32>()
  private let bandOfRow = ScratchArray<Int32>()
  private var bounds = PixelRect.empty
  private var bandHeight = 0
  /// True if each band is one tile.
  private var isWhole = false
  /// For each piece and tile: the number of commands that touch the tile; then the index of the next one.
  private let counts = ScratchArray<Int32>()
  private let starts = ScratchArray<Int32>()
  private let lists = ScratchArray<StrataCommand>()

  /// The least number of commands that a worker sorts at once.
  private static let smallestPiece = 512

  deinit { forgetObjects() }

  var items: UnsafePointer<PreparedItem> { UnsafePointer(prepared.base) }

  var places: Places {
    Places(
      commands: commands.base,
      items: prepared.base,
      transformed: transformed.base,
      hasObjects: hasObjects
    )
  }

  /// Removes all items and makes room for new ones.
  func clear(for count: Int) {
    forgetObjects()
    self.count = count
    commands.reserve(count)
    prepared.reserve(count)
    transformed.reserve(count)
  }

  /// The item at an index; nil for a rectangle of one colour and for an invisible item.
  func item(_ index: Int) -> PreparedItem? { commands.base[index].item > 0 ? prepared.base[index] : nil }

  /// Releases the objects that items refer to.
  private func forgetObjects() {
    guard hasObjects.lower() else { return }
    for index in 0..<count where commands.base[index].item > 0 {
      prepared.base[index].object = nil
    }
  }

  // MARK: Tiles

  /// Cuts rectangles that do not overlap into tiles.
  func cut(_ region: some Collection<PixelRect>, in bounds: PixelRect, height: Int) {
    let bands = (bounds.height + height - 1) / height
    if bandHeight != height || self.bounds.height != bounds.height {
      bandOfRow.reserve(bounds.height)
      for row in 0..<bounds.height { bandOfRow.base[row] = Int32(truncatingIfNeeded: row / height) }
      bandHeight = height
    }
    self.bounds = bounds
    tiles.count = 0
    firstOfBand.reserve(bands + 1)
    for band in 0..<bands {
      let top = band * height
      let bottom = min(top + height, bounds.height)
      firstOfBand.base[band] = Int32(tiles.count)
      let rows = PixelRect(bounds.minX, bounds.minY + Int32(top), bounds.maxX, bounds.minY + Int32(bottom))
      for rect in region {
        let tile = rect.intersection(rows)
        if !tile.isEmpty { tiles.append(tile) }
      }
    }
    firstOfBand.base[bands] = Int32(tiles.count)
    isWhole = region.count == 1 && tiles.count == bands
  }

  var sorted: Sorted {
    Sorted(rects: tiles.base, count: tiles.count, commands: lists.base, starts: starts.base)
  }

  /// The tiles, one after the other.
  var allTiles: UnsafeBufferPointer<PixelRect> { UnsafeBufferPointer(start: tiles.base, count: tiles.count) }

  /// Sorts a range of the commands into the tiles.
  ///
  /// A counting sort: workers count the commands of each tile, a sum gives the place of each piece's commands, and workers
  /// write them there.
  func sort(_ range: Range<Int>, _ pool: WorkerPool) {
    let (count, tileCount) = (range.count, tiles.count)
    let pieces = pool.workers > 1 ? min(max(count / Self.smallestPiece, 1), pool.workers * 4) : 1
    counts.reserve(pieces * tileCount)
    counts.base.update(repeating: 0, count: pieces * tileCount)
    starts.reserve(tileCount + 1)
    let sorter = Sorter(self)
    func part(_ piece: Int) -> Range<Int> {
      range.lowerBound + count * piece / pieces..<range.lowerBound + count * (piece + 1) / pieces
    }
    pool.run(pieces) { piece, _ in sorter.count(part(piece), piece * tileCount) }
    var total: Int32 = 0
    for tile in 0..<tileCount {
      starts.base[tile] = total
      for piece in 0..<pieces {
        let number = counts.base[piece * tileCount + tile]
        counts.base[piece * tileCount + tile] = total
        total += number
      }
    }
    starts.base[tileCount] = total
    lists.reserve(Int(total))
    let lists = UncheckedPointer(lists.base)
    pool.run(pieces) { piece, _ in sorter.put(part(piece), piece * tileCount, into: lists.pointer) }
  }

  private struct UncheckedPointer: @unchecked Sendable {  // Workers write disjoint places.
    let pointer: UnsafeMutablePointer<StrataCommand>
    init(_ pointer: UnsafeMutablePointer<StrataCommand>) { self.pointer = pointer }
  }

  /// The input of sorting, and the counts of each piece.
  private struct Sorter: @unchecked Sendable {  // Each worker writes the numbers of its piece.
    let commands: UnsafePointer<StrataCommand>
    let tiles: UnsafePointer<PixelRect>
    let firstOfBand: UnsafePointer<Int32>
    let bandOfRow: UnsafePointer<Int32>
    let counts: UnsafeMutablePointer<Int32>
    let bounds: PixelRect
    let isWhole: Bool

    init(_ bins: TileBins) {
      (commands, tiles) = (UnsafePointer(bins.commands.base), UnsafePointer(bins.tiles.base))
      (firstOfBand, bandOfRow) = (UnsafePointer(bins.firstOfBand.base), UnsafePointer(bins.bandOfRow.base))
      (counts, bounds, isWhole) = (bins.counts.base, bins.bounds, bins.isWhole)
    }

    func count(_ range: Range<Int>, _ first: Int) {
      let counts = counts + first
      for index in range { forEachTile(of: commands[index].bounds) { counts[$0] &+= 1 } }
    }

    func put(_ range: Range<Int>, _ first: Int, into lists: UnsafeMutablePointer<StrataCommand>) {
      let counts = counts + first
      for index in range {
        let command = commands[index]
        forEachTile(of: command.bounds) { tile in
          lists[Int(counts[tile])] = command
          counts[tile] &+= 1
        }
      }
    }

    @inline(__always)
    private func forEachTile(of rect: PixelRect, _ body: (Int) -> Void) {
      let rows = rect.intersection(bounds)
      guard !rows.isEmpty else { return }
      let first = Int(bandOfRow[Int(rows.minY &- bounds.minY)])
      let last = Int(bandOfRow[Int(rows.maxY &- 1 &- bounds.minY)])
      if isWhole {
        var band = first
        while band <= last {
          body(band)
          band &+= 1
        }
        return
      }
      for tile in Int(firstOfBand[first])..<Int(firstOfBand[last + 1]) {
        let t = tiles[tile]
        if t.minX < rows.maxX, rows.minX < t.maxX, t.minY < rows.maxY, rows.minY < t.maxY { body(tile) }
      }
    }
  }
}

/// An array whose memory only grows.
///
/// Its values hold no references, or the owner releases them.
final class ScratchArray<Value> {
  private(set) var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  var count = 0
  var isEmpty: Bool { count == 0 }

  init() {
    capacity = 64
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Makes room; discards the former values.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    base.deallocate()
    capacity = max(count, capacity * 2)
    base = .allocate(capacity: capacity)
  }

  func append(_ value: Value) {
    if count == capacity {
      let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
      larger.moveInitialize(from: base, count: count)
      base.deallocate()
      (base, capacity) = (larger, capacity * 2)
    }
    (base + count).initialize(to: value)
    count += 1
  }
}

extension StrataCommand {
  /// A rectangle of a colour; transparent without one.
  init(_ bounds: PixelRect, color: UInt32 = 0) {
    self.init(
      min_x: bounds.minX,
      min_y: bounds.minY,
      max_x: bounds.maxX,
      max_y: bounds.maxY,
      color: color,
      item: 0
    )
  }

  /// The item at a place.
  init(_ bounds: PixelRect, item: Int, hides: Bool) {
    self.init(bounds, color: hides ? 1 : 0)
    self.item = UInt32(truncatingIfNeeded: item + 1)
  }

  var bounds: PixelRect { PixelRect(min_x, min_y, max_x, max_y) }

  /// True if the command hides all pixels behind its bounds.
  var hides: Bool { item == 0 ? color >> 24 == 255 : color != 0 }
}
