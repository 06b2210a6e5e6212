import CStrataKernels
import StrataBase
import StrataCompositor
import StrataRaster
import Synchronization

/// Where the items of a pass are laid out to be drawn: memory that stays from frame to frame.
///
/// An item is a command of 24 bytes. Rectangles of one colour are nothing else; others have a place with the same number
/// that holds what they are. Commands are sorted into the tiles that they touch, by all workers.
///
/// - Thread: One owner at a time; its workers write places that belong to one of them each.
final class TileBins {
  /// The places of some items.
  struct Places: @unchecked Sendable {  // Each place is written by one worker, and read after all are done.
    let commands: UnsafeMutablePointer<StrataCommand>
    let items: UnsafeMutablePointer<PreparedItem>
    let turned: UnsafeMutablePointer<TurnedPicture>
    /// The number of the first one.
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
        if item.kind == .other { hasObjects.raise() }
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

  /// Sorted commands: what touches each tile, in order.
  struct Sorted: @unchecked Sendable {  // Read only while workers draw.
    let rects: UnsafePointer<PixelRect>
    let count: Int
    fileprivate let commands: UnsafePointer<StrataCommand>
    fileprivate let starts: UnsafePointer<Int32>

    /// How many pixels they have together.
    var area: Int {
      UnsafeBufferPointer(start: rects, count: count).reduce(0) { $0 + $1.width * $1.height }
    }

    @inline(__always)
    func commands(of tile: Int) -> UnsafeBufferPointer<StrataCommand> {
      let (start, end) = (Int(starts[tile]), Int(starts[tile + 1]))
      return UnsafeBufferPointer(start: commands + start, count: end - start)
    }
  }

  /// How many items lie here.
  private(set) var count = 0
  var hasBackdrops = false
  private let hasObjects = Flag()
  private let commands = Store<StrataCommand>()
  private let prepared = Store<PreparedItem>()
  private let turned = Store<TurnedPicture>()

  /// The region's rectangles, each in bands of rows, from band to band.
  let tiles = Store<PixelRect>()
  /// Where each band's tiles begin among all, and the band of each row.
  private let firstOfBand = Store<Int32>()
  private let bandOfRow = Store<Int32>()
  private var bounds = PixelRect.empty
  private var bandHeight = 0
  /// Whether each band is one tile, whatever its width.
  private var isWhole = false
  /// For each piece of the commands how many touch each tile; then where the next one is put.
  private let counts = Store<Int32>()
  private let starts = Store<Int32>()
  private let lists = Store<StrataCommand>()

  /// Commands that a worker sorts at once, at least.
  private static let smallestPiece = 512

  deinit { forgetObjects() }

  var items: UnsafePointer<PreparedItem> { UnsafePointer(prepared.base) }

  var places: Places {
    Places(commands: commands.base, items: prepared.base, turned: turned.base, hasObjects: hasObjects)
  }

  /// Makes room for items instead of those that lie here.
  func clear(for count: Int) {
    forgetObjects()
    self.count = count
    commands.reserve(count)
    prepared.reserve(count)
    turned.reserve(count)
  }

  /// What lies at a place, unless it is a rectangle of one colour or nothing.
  func item(_ index: Int) -> PreparedItem? { commands.base[index].item > 0 ? prepared.base[index] : nil }

  /// Gives up what items hold on to.
  private func forgetObjects() {
    guard hasObjects.lower() else { return }
    for index in 0..<count where commands.base[index].item > 0 {
      prepared.base[index].other = nil
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
  /// Workers count how many of their commands touch each tile; then it is known where each piece's commands begin, and
  /// all are put there at once.
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

  /// What sorting reads, and the numbers that each piece has for itself.
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

/// Memory that only grows, for values without references, or whose owner looks after those.
final class Store<Value> {
  private(set) var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  var count = 0
  var isEmpty: Bool { count == 0 }

  init() {
    capacity = 64
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Makes room; what was there is lost.
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

  /// Whether nothing behind its bounds can be seen.
  var hides: Bool { item == 0 ? color >> 24 == 255 : color != 0 }
}
