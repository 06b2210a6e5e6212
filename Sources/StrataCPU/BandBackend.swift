package import CoreGraphics
package import StrataBase
package import StrataCompositor
package import StrataRaster
import Synchronization

/// Draws frames on the processor, band by band.
///
/// A plan says which pixels are wanted and which items are seen in them. Passes are drawn one after the other, those that
/// others need first. What is wanted of a pass is cut into bands of rows; each piece belongs to one worker, which draws
/// the items in order. No pixel depends on where pieces end or who draws them, so any number of threads, any height of
/// bands and any region give the same bytes.
package struct BandBackend: CompositorBackend {
  package typealias Target = PixelBuffer

  package let limits = BackendLimits(maxSurfaceSide: 32768, maxSurfacePixels: 1 << 29)

  /// Rows of a band: long spans and few dispatches, yet enough bands to share.
  ///
  /// Any value gives the same bytes.
  package var bandHeight = 32

  private let pool: WorkerPool
  private let tools = ToolBox()
  private let shapes = ShapeCache()
  private let rasters = RasterCache()

  /// - Parameter threads: How many threads draw, the caller's included.
  package init(threads: Int) { pool = WorkerPool(workers: max(1, threads)) }

  /// - Parameter pool: The threads that draw.
  package init(pool: WorkerPool) { self.pool = pool }

  package var rasterBudget: Int {
    get { rasters.budget }
    nonmutating set { rasters.budget = newValue }
  }

  /// Whether there is something to drop but a few masks.
  package var keepsMuch: Bool { rasters.report.bytes > 0 || shapes.count > 64 }

  package func dropCaches() {
    rasters.removeAll()
    shapes.removeAll()
    tools.removeAll()
    PictureCopies.shared.removeAll()
  }

  /// What became of the surfaces of the last frame.
  package var rasterReport: RasterReport { rasters.report }

  package func read(_ target: PixelBuffer, _ rect: PixelRect) throws(BackendError) -> CGImage {
    let all = PixelRect(0, 0, Int32(target.width), Int32(target.height))
    guard !rect.isEmpty, all.contains(rect) else { throw .outsideTarget }
    let copy = PixelBuffer(width: rect.width, height: rect.height, format: target.format)
    for y in 0..<rect.height {
      let from = target.row(y + Int(rect.minY)) + Int(rect.minX) * target.format.bytesPerPixel
      copy.row(y).copyMemory(from: from, byteCount: rect.width * target.format.bytesPerPixel)
    }
    return CGImage(pixels: copy)
  }

  package mutating func draw(_ frame: Frame, into target: PixelBuffer) throws(BackendError) {
    try draw(DrawPlan(frame), into: target)
  }

  package mutating func draw(_ plan: DrawPlan, into target: PixelBuffer) throws(BackendError) {
    guard !plan.region.isEmpty else { return }
    rasters.begin()
    PictureCopies.shared.beginFrame()
    defer {
      PictureCopies.shared.endFrame()
      shapes.sweep()
      rasters.sweep()
    }
    var clips: [PreparedClip] = []
    var sheets: [PreparedSheet] = []
    sheets.reserveCapacity(plan.sheets.count)
    for sheet in plan.sheets {
      var prepared = PreparedSheet(sheet, firstClip: clips.count)
      PreparedClip.append(of: sheet.frame, to: &clips)
      if sheet.frame.passes.count > 1 { try drawPasses(of: sheet, in: plan, &prepared, clips) }
      sheets.append(prepared)
    }
    let items = prepared(plan.picks, sheets, clips, in: plan.bounds)
    defer { items.discard() }
    let job = PassJob(
      items: items.all,
      clips: clips,
      buffer: target,
      bounds: plan.bounds,
      background: PremultipliedColor(straight: plan.background),
      isZeroed: false
    )
    run(job, in: plan.region) { sheets[Int(plan.picks[$0].sheet)].effects }
  }

  /// Draws what a sheet needs of its surfaces, those that others need first.
  private func drawPasses(
    of sheet: DrawPlan.Sheet,
    in plan: DrawPlan,
    _ prepared: inout PreparedSheet,
    _ clips: [PreparedClip]
  ) throws(BackendError) {
    let frame = sheet.frame
    var names = [SurfaceKey?](repeating: nil, count: frame.passes.count)
    let needs = SurfaceNeeds(of: sheet, in: plan) { key, pass in
      let supply = rasters.supply(of: key)
      guard let pass else { return supply }
      if supply == .kept { prepared.surfaces[pass.value] = rasters.surface(key) }
      if supply == .wanted { names[pass.value] = key }
      return supply
    }
    for index in needs.rects.indices where !needs.rects[index].isEmpty && prepared.surfaces[index] == nil {
      let bounds = needs.rects[index]
      let (width, height) = (bounds.width, bounds.height)
      guard width <= limits.maxSurfaceSide, height <= limits.maxSurfaceSide,
        width * height <= limits.maxSurfacePixels
      else { throw .surfaceTooLarge(width: width, height: height) }
      let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
      let picks = frame.passes[index].items.compactMap { item in
        frame.items[Int(item)].boundsInDevice.intersection(bounds).isEmpty
          ? nil : DrawPlan.Pick(sheet: 0, item: item)
      }
      let items = self.prepared(picks, [prepared], clips, pass: index, in: bounds)
      defer { items.discard() }
      let job = PassJob(
        items: items.all,
        clips: clips,
        buffer: buffer,
        bounds: bounds,
        background: PremultipliedColor(premultiplied: .zero),
        isZeroed: true
      )
      let effects = prepared.effects
      run(job, in: PixelRegion(bounds)) { _ in effects }
      let surface = PreparedItem.Surface(buffer: buffer, x: bounds.minX, y: bounds.minY)
      prepared.surfaces[index] = surface
      if let name = names[index], bounds == frame.passes[index].bounds { rasters.keep(surface, as: name) }
    }
  }

  /// How many items a worker prepares at once: few, as a blur takes as long as hundreds of rectangles, but not one by one
  /// where there are thousands.
  private func pieceSize(of count: Int) -> Int { min(max(count / (pool.workers * 16), 1), 64) }

  /// Items of a pass (the last one of each sheet, if none is named) in order, with what costs time already done.
  private func prepared(
    _ picks: [DrawPlan.Pick],
    _ sheets: [PreparedSheet],
    _ clips: [PreparedClip],
    pass: Int? = nil,
    in bounds: PixelRect
  ) -> PreparedItems {
    let size = pieceSize(of: picks.count)
    let pieces = (picks.count + size - 1) / size
    let results = PreparedItems(count: picks.count)
    let (tools, shapes, rasters) = (tools, shapes, rasters)
    pool.run(pieces) { piece, _ in
      let tool = tools.take()
      var index = piece * size
      let end = min(index + size, picks.count)
      while index < end {
        let sheet = sheets[Int(picks[index].sheet)]
        let preparer = ItemPreparer(
          frame: sheet.frame,
          clips: clips,
          firstClip: sheet.firstClip,
          shapes: shapes,
          rasters: rasters,
          keys: sheet.keys,
          surfaces: sheet.surfaces,
          scratch: tool.raster
        )
        let current = picks[index].sheet
        let neighbours = sheet.frame.items(of: sheet.frame.passes[pass ?? sheet.frame.passes.count - 1])
        while index < end, picks[index].sheet == current {
          let item = preparer.prepare(neighbours, at: Int(picks[index].item), in: bounds)
          results.first.advanced(by: index).initialize(to: item)
          index += 1
        }
      }
      tools.giveBack(tool)
    }
    return results
  }

  /// Draws a region of a pass: bands of items, and between them the items that read what is painted behind.
  private func run(_ job: PassJob, in region: PixelRegion, _ effects: (Int) -> EffectRenderer) {
    let tiles = Tiles(of: region, in: job.bounds, height: Int32(max(1, bandHeight)))
    var start = 0
    for index in job.items.indices {
      guard job.items.mayBeBackdrop(index), let (effect, alpha) = job.items[index].backdrop else { continue }
      drawTiles(job, start..<index, tiles)
      let tool = tools.take()
      job.applyBackdrop(job.items[index], effect, alpha: alpha, effects(index), tool)
      tools.giveBack(tool)
      start = index + 1
    }
    drawTiles(job, start..<job.items.count, tiles)
  }

  private func drawTiles(_ job: PassJob, _ range: Range<Int>, _ tiles: Tiles) {
    guard !tiles.rects.isEmpty, !range.isEmpty || range.lowerBound == 0 else { return }
    let (starts, lists) = tiles.lists(of: job.items, range)
    let tools = tools
    pool.run(tiles.rects.count) { index, _ in
      let tool = tools.take()
      job.draw(range, lists[starts[index]..<starts[index + 1]], in: tiles.rects[index], tool)
      tools.giveBack(tool)
    }
  }
}

/// A frame while it is drawn: where its clips are among those of all frames, and its finished surfaces.
struct PreparedSheet {
  let frame: Frame
  let keys: [Int32: SurfaceKey]
  let firstClip: Int
  var surfaces: [PreparedItem.Surface?]

  init(_ sheet: DrawPlan.Sheet, firstClip: Int) {
    (frame, keys, self.firstClip) = (sheet.frame, sheet.keys, firstClip)
    surfaces = frame.passes.count > 1 ? Array(repeating: nil, count: frame.passes.count) : []
  }

  var effects: EffectRenderer { EffectRenderer(frame: frame, surfaces: surfaces, wanted: frame.bounds) }
}

/// A region cut into pieces that workers draw: its rectangles, each in bands of rows.
struct Tiles {
  private let bounds: PixelRect
  private let height: Int32
  /// From band to band.
  private(set) var rects: [PixelRect] = []
  /// Where each band's pieces begin among all.
  private var firstOfBand: [Int] = []

  init(of region: PixelRegion, in bounds: PixelRect, height: Int32) {
    (self.bounds, self.height) = (bounds, height)
    guard !bounds.isEmpty else { return }
    var top = bounds.minY
    while top < bounds.maxY {
      let band = PixelRect(bounds.minX, top, bounds.maxX, min(top + height, bounds.maxY))
      firstOfBand.append(rects.count)
      for rect in region.rects {
        let tile = rect.intersection(band)
        if !tile.isEmpty { rects.append(tile) }
      }
      top += height
    }
    firstOfBand.append(rects.count)
  }

  /// Which items touch each piece, in order: those of piece `i` stand at `starts[i]..<starts[i + 1]`.
  func lists(of items: UnsafeBufferPointer<PreparedItem>, _ range: Range<Int>)
    -> (starts: [Int], lists: [Int32])
  {
    var starts = [Int](repeating: 0, count: rects.count + 1)
    for index in range { forEachTile(of: items[index].bounds) { starts[$0 + 1] += 1 } }
    for tile in rects.indices { starts[tile + 1] += starts[tile] }
    var lists = [Int32](repeating: 0, count: starts[rects.count])
    var ends = starts
    for index in range {
      forEachTile(of: items[index].bounds) { tile in
        lists[ends[tile]] = Int32(index)
        ends[tile] += 1
      }
    }
    return (starts, lists)
  }

  @inline(__always)
  private func forEachTile(of rect: PixelRect, _ body: (Int) -> Void) {
    let rows = rect.intersection(bounds)
    guard !rows.isEmpty else { return }
    let first = Int((rows.minY - bounds.minY) / height)
    let last = Int((rows.maxY - 1 - bounds.minY) / height)
    for tile in firstOfBand[first]..<firstOfBand[last + 1] {
      let t = rects[tile]
      if t.minX < rows.maxX, rows.minX < t.maxX, t.minY < rows.maxY, rows.minY < t.maxY { body(tile) }
    }
  }
}

/// The prepared items of a pass in memory that is written by several workers, each item once.
///
/// Each place is written by one worker, and read after all are done.
struct PreparedItems: @unchecked Sendable {
  let first: UnsafeMutablePointer<PreparedItem>
  let count: Int

  init(count: Int) {
    first = .allocate(capacity: max(count, 1))
    self.count = count
  }

  /// Every item; those that cannot be seen have no bounds.
  var all: UnsafeBufferPointer<PreparedItem> { UnsafeBufferPointer(start: first, count: count) }

  func discard() {
    first.deinitialize(count: count)
    first.deallocate()
  }
}

/// The memory that a worker needs while it draws a band.
final class BandTools {
  let paint = PaintScratch()
  let raster = RasterizerScratch()
  var clipCoverage: [Int: Coverage] = [:]
}

/// Tools that are not in use; workers take and give them back, so none is ever used twice at once.
final class ToolBox: Sendable {
  private struct Shelf: @unchecked Sendable {  // Tools change owner only under the lock.
    var tools: [BandTools] = []
  }
  private let shelf = Mutex(Shelf())

  func take() -> BandTools {
    let tool = shelf.withLock { $0.tools.popLast() }
    return tool ?? BandTools()
  }

  func removeAll() { shelf.withLock { $0.tools = [] } }

  func giveBack(_ tool: sending BandTools) {
    let box = Handover(tool: tool)
    shelf.withLock { $0.tools.append(box.tool) }
  }

  private struct Handover: @unchecked Sendable {  // Carries one tool from its owner into the shelf.
    let tool: BandTools
  }
}
