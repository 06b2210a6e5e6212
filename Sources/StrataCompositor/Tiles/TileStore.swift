import CoreGraphics
import Foundation
import StrataRenderTree

/// The tiles that a builder's frames show: drawn when a frame needs them, kept while there is room.
///
/// A store draws missing tiles at once, so that frames are exact, or has them drawn in the background and shows meanwhile
/// what it has: the tile as it was, or a coarser level (rendering TI-5 … TI-7). A tile belongs to a version of its part
/// of the layer, so that a result which comes too late is never taken for a newer one.
///
/// - Thread: One owner, the thread that builds frames.
package final class TileStore {
  /// A tile's name: its order and the version of what it shows.
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
    /// The tile of which this is the whole or a part, in the layer's points.
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
  /// Keeps sources alive whose names are in use.
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

  /// Forgets what there is no room for, and orders what the frame lacked; orders of other frames lapse.
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

  /// Forgets tiles that the last frame did not show, the longest unused ones first, until the others fit.
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

  /// What to show of a layer, from back to front, and whether there are more tiles than one layer shows.
  ///
  /// Visible is the part of the layer that can be seen, in its points; density are device pixels per point.
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
        show(column, row, level, &view)
      }
    }
    return (view.pieces, false)
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

    func place(_ column: Int, _ row: Int, _ level: Int) -> Place {
      let order = TileOrder(
        rect: grid.rect(column: column, row: row, at: level),
        pixelsPerPoint: grid.resolution(of: level),
        isFlipped: isFlipped,
        isOpaque: isOpaque
      )
      return Place(source: ObjectIdentifier(source), order: order)
    }
  }

  private func show(_ column: Int, _ row: Int, _ level: Int, _ view: inout View) {
    let place = view.place(column, row, level)
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
    if opacity ?? 0 < 1 { showBelow(place, key.version, column, row, level, &view) }
    guard let opacity else {
      sources[key.source] = view.source
      if wantedKeys.insert(key).inserted {
        wanted.append(TileRenderQueue.Job(key: key, source: view.source))
      }
      return
    }
    add(place, key.version, part: place.order.rect, opacity, &view)
    // What faded away under it is of no use any more.
    if opacity >= 1, renderQueue != nil, let all = tiles[place], all.count > 1 {
      for old in all.keys where old < key.version { forget(place, old) }
    }
  }

  /// How far a tile has come, or nil if there is none.
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

  /// Shows what there is in place of a tile that is missing or not quite there: the one before, or a coarser level.
  private func showBelow(
    _ place: Place,
    _ version: UInt64,
    _ column: Int,
    _ row: Int,
    _ level: Int,
    _ view: inout View
  ) {
    guard renderQueue != nil else { return }
    if let former = tiles[place]?.keys.filter({ $0 < version }).max() {
      return add(place, former, part: place.order.rect, opacity(of: place, former, view) ?? 1, &view)
    }
    for coarse in (level + 1)..<max(level + 1, view.grid.levelCount) {
      let shift = coarse - level
      let place = view.place(column >> shift, row >> shift, coarse)
      guard let newest = tiles[place]?.keys.max() else { continue }
      let part = view.grid.rect(column: column, row: row, at: level)
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

  /// Forgets the tiles of layers that are no longer and not shown: a live store does not go back in time.
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

  /// What a tile takes, with something for itself.
  private static func bytes(_ image: CGImage?) -> Int { (image.map { $0.width * $0.height * 4 } ?? 0) + 256 }
}
