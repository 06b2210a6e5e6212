import CoreGraphics
import Foundation
import StrataRenderTree

/// The tiles that a builder's frames show: drawn when a frame needs them, kept while there is room.
///
/// A store draws missing tiles at once, so that frames are exact, or has them drawn in the background and shows a substitute
/// meanwhile: the tile's former version, or a coarser level (rendering TI-5 … TI-7). A tile belongs to a version of its part
/// of the layer, so that a result which comes too late is never taken for a newer one.
///
/// - Thread: One owner, the thread that builds frames.
package final class TileStore {
  /// A tile's name: its order and the version of its contents.
  struct Key: Hashable, Sendable {
    var source: ObjectIdentifier
    var order: TileOrder
    var version: UInt64
  }

  /// A tile to show, or a part of one.
  struct Piece {
    var image: CGImage
    /// In the layer's points.
    var target: CGRect
    /// The tile that the piece belongs to, in the layer's points.
    var tile: CGRect
    var pixelsPerPoint: Double
    var opacity: Float
  }

  private struct Tile {
    var image: CGImage?
    var lastUse: UInt64
    /// The time of the first frame that showed it; nil where tiles do not fade in.
    var shownSince: Double?
  }

  private struct Place: Hashable {
    var source: ObjectIdentifier
    var order: TileOrder
  }

  private var tiles: [Place: [UInt64: Tile]] = [:]
  /// Keeps sources alive while their names are in use.
  private var sources: [ObjectIdentifier: any TileSource] = [:]
  private let renderQueue: TileRenderQueue?
  private var wanted: [TileRenderQueue.Job] = []
  private var wantedKeys: Set<Key> = []
  private var frameNumber: UInt64 = 0
  /// The bytes of tiles that are kept, beyond those that the last frame shows.
  var byteLimit: Int
  /// Bytes of all tiles kept.
  package private(set) var byteCount = 0
  /// Until when tiles that the last frame showed fade in.
  package private(set) var fadesUntil = -Double.infinity

  /// The bytes of tiles that are kept beyond those that the last frame shows.
  package static let defaultByteLimit = 128 << 20
  /// The most tiles that one layer shows.
  private static let most = 4096

  /// A store that draws missing tiles at once.
  package init(byteLimit: Int = TileStore.defaultByteLimit) {
    self.byteLimit = byteLimit
    renderQueue = nil
  }

  /// A store that has missing tiles drawn in the background; `arrived` is called there for each.
  package init(byteLimit: Int = TileStore.defaultByteLimit, arrived: @escaping @Sendable () -> Void) {
    self.byteLimit = byteLimit
    renderQueue = TileRenderQueue(arrived: arrived)
  }

  deinit { renderQueue?.close() }

  // MARK: Frames

  func beginFrame() {
    frameNumber += 1
    fadesUntil = -.infinity
    guard let renderQueue else { return }
    for (key, image) in renderQueue.takeResults() where wantedKeys.contains(key) { keep(image, for: key) }
    wanted = []
    wantedKeys = []
  }

  /// Drops tiles beyond the limit and orders the tiles that the frame lacked; orders of other frames lapse.
  func endFrame() {
    renderQueue?.replaceOrders(wanted)
    forgetGoneSources()
    trim(to: byteLimit)
  }

  /// Bytes of tiles that the last frame did not show.
  var spareBytes: Int {
    guard byteCount > 0 else { return 0 }
    return tiles.values.reduce(0) { sum, versions in
      versions.values.reduce(sum) { $0 + ($1.lastUse < frameNumber ? Self.bytes($1.image) : 0) }
    }
  }

  /// Drops tiles that the last frame did not show, the longest unused ones first, until the others fit.
  func trim(to byteLimit: Int) {
    guard byteCount > byteLimit else { return }
    var spare: [(use: UInt64, place: Place, version: UInt64)] = []
    for (place, versions) in tiles {
      for (version, tile) in versions where tile.lastUse < frameNumber {
        spare.append((tile.lastUse, place, version))
      }
    }
    spare.sort { $0.use < $1.use }
    for entry in spare {
      guard byteCount > byteLimit else { break }
      forget(entry.place, entry.version)
    }
    let used = Set(tiles.keys.map(\.source)).union(wanted.map(\.key.source))
    sources = sources.filter { used.contains($0.key) }
  }

  /// The pieces of a layer to show, from back to front, and whether there are more tiles than one layer shows.
  ///
  /// `visible` is the part of the layer that can be seen, in its points; `density` are device pixels per point.
  func pieces(
    of tiled: TiledState,
    _ grid: TileGrid,
    visible: CGRect,
    density: Double,
    isFlipped: Bool,
    isOpaque: Bool,
    time: Double
  ) -> (pieces: [Piece], isCut: Bool) {
    guard let source = tiled.source else { return ([], false) }
    var level = grid.level(for: density)
    func count(_ level: Int) -> Int {
      let found = grid.tiles(in: visible, at: level)
      let (count, isOver) = found.columns.count.multipliedReportingOverflow(by: found.rows.count)
      return isOver ? .max : count
    }
    while level + 1 < grid.levelCount, count(level) > Self.most { level += 1 }
    let found = grid.tiles(in: visible, at: level)
    var view = View(
      tiled: tiled,
      grid: grid,
      source: source,
      isFlipped: isFlipped,
      isOpaque: isOpaque,
      time: time
    )
    var visited = 0
    for row in found.rows {
      for column in found.columns {
        visited += 1
        guard visited <= Self.most else { return (view.pieces, true) }
        show(GridCell(column: column, row: row, level: level), &view)
      }
    }
    return (view.pieces, false)
  }

  /// A tile's place in the grid of a layer.
  private struct GridCell {
    var column: Int
    var row: Int
    var level: Int

    /// The cell of a coarser level that holds this one.
    func coarsened(to level: Int) -> GridCell {
      GridCell(
        column: column >> (level - self.level),
        row: row >> (level - self.level),
        level: level
      )
    }
  }

  /// A layer in a frame.
  private struct View {
    let tiled: TiledState
    let grid: TileGrid
    let source: any TileSource
    let isFlipped: Bool
    let isOpaque: Bool
    let time: Double
    var pieces: [Piece] = []

    func rect(of cell: GridCell) -> CGRect {
      grid.rect(column: cell.column, row: cell.row, at: cell.level)
    }

    func place(_ cell: GridCell) -> Place {
      let order = TileOrder(
        rect: rect(of: cell),
        pixelsPerPoint: grid.resolution(of: cell.level),
        isFlipped: isFlipped,
        isOpaque: isOpaque
      )
      return Place(source: ObjectIdentifier(source), order: order)
    }
  }

  private func show(_ cell: GridCell, _ view: inout View) {
    let place = view.place(cell)
    let key = Key(
      source: place.source,
      order: place.order,
      version: view.tiled.version(of: place.order.rect)
    )
    if renderQueue == nil, tiles[place]?[key.version] == nil {
      sources[key.source] = view.source
      keep(view.source.draw(key.order), for: key)
    }
    let opacity = opacity(of: place, key.version, view)
    if opacity ?? 0 < 1 { showBelow(cell, key.version, &view) }
    guard let opacity else {
      sources[key.source] = view.source
      if wantedKeys.insert(key).inserted {
        wanted.append(TileRenderQueue.Job(key: key, source: view.source))
      }
      return
    }
    add(place, key.version, part: place.order.rect, opacity, &view)
    // Former versions under an opaque tile cannot be seen any more.
    if opacity >= 1, renderQueue != nil, let all = tiles[place], all.count > 1 {
      for old in all.keys where old < key.version { forget(place, old) }
    }
  }

  /// A tile's opacity while it fades in; nil if there is no tile.
  private func opacity(of place: Place, _ version: UInt64, _ view: View) -> Float? {
    guard var tile = tiles[place]?[version] else { return nil }
    tile.lastUse = frameNumber
    let duration = view.tiled.fadeDuration
    var opacity = Float(1)
    if renderQueue != nil, duration > 0, duration.isFinite {
      let since = tile.shownSince ?? view.time
      tile.shownSince = since
      opacity = Float(min(max((view.time - since) / duration, 0), 1))
      if opacity < 1, tile.image != nil { fadesUntil = max(fadesUntil, since + duration) }
    }
    tiles[place]?[version] = tile
    return opacity
  }

  /// Shows a substitute for a tile that is missing or still fades in: its former version, or a coarser level.
  private func showBelow(_ cell: GridCell, _ version: UInt64, _ view: inout View) {
    guard renderQueue != nil else { return }
    let place = view.place(cell)
    if let former = tiles[place]?.keys.filter({ $0 < version }).max() {
      return add(place, former, part: place.order.rect, opacity(of: place, former, view) ?? 1, &view)
    }
    for coarse in (cell.level + 1)..<max(cell.level + 1, view.grid.levelCount) {
      let place = view.place(cell.coarsened(to: coarse))
      guard let newest = tiles[place]?.keys.max() else { continue }
      let part = view.rect(of: cell)
      return add(place, newest, part: part, opacity(of: place, newest, view) ?? 1, &view)
    }
  }

  private func add(_ place: Place, _ version: UInt64, part: CGRect, _ opacity: Float, _ view: inout View) {
    guard opacity > 0, let image = tiles[place]?[version]?.image else { return }
    view.pieces.append(
      Piece(
        image: image,
        target: part,
        tile: place.order.rect,
        pixelsPerPoint: place.order.pixelsPerPoint,
        opacity: opacity
      )
    )
  }

  // MARK: Memory

  /// Drops tiles of layers that are gone and not shown: a live store does not go back in time.
  private func forgetGoneSources() {
    guard renderQueue != nil else { return }
    let gone = sources.filter { $0.value.isGone }
    guard !gone.isEmpty else { return }
    for (place, versions) in tiles where gone[place.source] != nil {
      for (version, tile) in versions where tile.lastUse < frameNumber { forget(place, version) }
    }
    let used = Set(tiles.keys.map(\.source))
    for source in gone.keys where !used.contains(source) { sources[source] = nil }
  }

  private func keep(_ image: CGImage?, for key: Key) {
    let place = Place(source: key.source, order: key.order)
    forget(place, key.version)
    byteCount += Self.bytes(image)
    tiles[place, default: [:]][key.version] = Tile(image: image, lastUse: frameNumber)
  }

  private func forget(_ place: Place, _ version: UInt64) {
    guard let tile = tiles[place]?.removeValue(forKey: version) else { return }
    byteCount -= Self.bytes(tile.image)
    if tiles[place]?.isEmpty ?? false { tiles[place] = nil }
  }

  /// The bytes of a tile, with an allowance for the record.
  private static func bytes(_ image: CGImage?) -> Int {
    (image.map { $0.width * $0.height * 4 } ?? 0) + 256
  }
}
