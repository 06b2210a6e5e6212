package import CoreGraphics
package import StrataBase
package import StrataCompositor
package import StrataRaster

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
  private let crews: Shelf<Crew>
  private let desks = Shelf { ItemDesk() }
  private let shapes = ShapeCache()
  private let rasters = RasterCache()
  /// Their memory may wait for the next ones.
  private let drewSurfaces = ItemDesk.Flag()
  private let frames = FrameCounter()

  /// - Parameter threads: How many threads draw, the caller's included.
  package init(threads: Int) { self.init(pool: WorkerPool(workers: max(1, threads))) }

  /// - Parameter pool: The threads that draw.
  package init(pool: WorkerPool) {
    self.pool = pool
    crews = Shelf { [workers = pool.workers] in Crew(workers) }
  }

  package var rasterBudget: Int {
    get { rasters.budget }
    nonmutating set { rasters.budget = newValue }
  }

  /// Whether there is something to drop but a few masks.
  package var keepsMuch: Bool {
    rasters.report.bytes > 0 || shapes.count > 64 || rasterBudget > 0 && drewSurfaces.isRaised
  }

  package func dropCaches() {
    rasters.removeAll()
    shapes.removeAll()
    crews.removeAll()
    desks.removeAll()
    _ = drewSurfaces.lower()
    PixelMemory.removeAll()
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
    if frame.items.count >= Self.manyItems { pool.rouse() }
    let crew = crews.take()
    defer {
      pool.rest()
      crews.giveBack(crew)
    }
    try crew.planner.plan(frame) { plan throws(BackendError) in try draw(plan, into: target, crew) }
  }

  /// From so many items on it takes a while until there is something to share, and it is worth it.
  private static let manyItems = 100

  package mutating func draw(_ plan: DrawPlan, into target: PixelBuffer) throws(BackendError) {
    guard !plan.region.isEmpty else { return }
    if plan.picks.count >= Self.manyItems { pool.rouse() }
    let crew = crews.take()
    defer {
      pool.rest()
      crews.giveBack(crew)
    }
    try draw(plan, into: target, crew)
  }

  private func draw(_ plan: DrawPlan, into target: PixelBuffer, _ crew: Crew) throws(BackendError) {
    guard !plan.region.isEmpty else { return }
    rasters.begin()
    PictureCopies.shared.beginFrame()
    defer {
      PictureCopies.shared.endFrame()
      shapes.sweep()
      rasters.sweep()
      if rasterBudget == 0, drewSurfaces.lower() { PixelMemory.removeAll() }
    }
    try paint(plan, into: target, crew)
  }

  private func paint(_ plan: DrawPlan, into target: PixelBuffer, _ crew: Crew) throws(BackendError) {
    var clips: [PreparedClip] = []
    var rims = PreparedRims()
    var sheets: [PreparedSheet] = []
    swap(&sheets, &crew.sheets)
    swap(&clips, &crew.clips)
    defer {
      sheets.removeAll(keepingCapacity: true)
      clips.removeAll(keepingCapacity: true)
      swap(&sheets, &crew.sheets)
      swap(&clips, &crew.clips)
    }
    crew.begin(frames.next())
    sheets.reserveCapacity(plan.sheets.count)
    for sheet in plan.sheets {
      var prepared = PreparedSheet(sheet, firstClip: clips.count)
      if !sheet.shared.value.clips.isEmpty {
        PreparedClip.append(of: sheet.shared.value, to: &clips)
        prepared.rims = rims.add(of: sheet.shared.value, clips[prepared.firstClip...], shapes, crew.tools[0])
      }
      if sheet.shared.value.passes.count > 1 {
        try drawPasses(of: sheet, in: plan, &prepared, clips, rims.all, crew)
      }
      sheets.append(prepared)
    }
    let desk = desks.take()
    defer {
      desk.clear(for: 0)
      desks.giveBack(desk)
    }
    prepare(plan.picks, sheets, clips, in: plan.bounds, on: desk, crew)
    let job = PassJob(
      items: desk.items,
      clips: clips,
      rims: rims.all,
      outerRim: -1,
      buffer: target,
      bounds: plan.bounds,
      background: PremultipliedColor(straight: plan.background)
    )
    run(job, in: plan.region.rects, on: desk, crew) { sheets[Int(plan.picks[$0].sheet)].effects }
  }

  /// Draws what a sheet needs of its surfaces, those that others need first.
  private func drawPasses(
    of sheet: DrawPlan.Sheet,
    in plan: DrawPlan,
    _ prepared: inout PreparedSheet,
    _ clips: [PreparedClip],
    _ rims: [PreparedRim],
    _ crew: Crew
  ) throws(BackendError) {
    let frame = sheet.shared.value
    var names = [SurfaceKey?](repeating: nil, count: frame.passes.count)
    let needs = SurfaceNeeds(of: sheet, in: plan) { key, pass in
      let supply = rasters.supply(of: key)
      guard let pass else { return supply }
      if supply == .kept { prepared.surfaces[pass.value] = rasters.surface(key) }
      if supply == .wanted { names[pass.value] = key }
      return supply
    }
    let desk = desks.take()
    var (sheets, picks) = ([prepared], [DrawPlan.Pick]())
    defer {
      prepared = sheets[0]
      desk.clear(for: 0)
      desks.giveBack(desk)
    }
    for index in needs.rects.indices where !needs.rects[index].isEmpty && sheets[0].surfaces[index] == nil {
      let bounds = needs.rects[index]
      let (width, height) = (bounds.width, bounds.height)
      guard width <= limits.maxSurfaceSide, height <= limits.maxSurfaceSide,
        width * height <= limits.maxSurfacePixels
      else { throw .surfaceTooLarge(width: width, height: height) }
      drewSurfaces.raise()
      let isWide = frame.passes[index].isWide
      picks.removeAll(keepingCapacity: true)
      for item in frame.passes[index].items
      where !frame.items[Int(item)].boundsInDevice.intersection(bounds).isEmpty {
        picks.append(DrawPlan.Pick(sheet: 0, item: item))
      }
      prepare(picks, sheets, clips, pass: index, isWide: isWide, in: bounds, on: desk, crew)
      let outerRim = frame.passes[index].rim.map { prepared.rims[$0.value] } ?? -1
      let buffer: PixelBuffer
      if outerRim < 0, let picture = picture(picks, in: frame, thatIsAllOf: bounds, on: desk) {
        buffer = picture
      } else {
        buffer = PixelBuffer(uninitializedWidth: width, height: height, format: isWide ? .rgba16f : .rgba8)
        let job = PassJob(
          items: desk.items,
          clips: clips,
          rims: rims,
          outerRim: outerRim,
          buffer: buffer,
          bounds: bounds,
          background: PremultipliedColor(premultiplied: .zero)
        )
        run(job, in: CollectionOfOne(bounds), on: desk, crew) { _ in sheets[0].effects }
      }
      let surface = PreparedItem.Surface(buffer: buffer, x: bounds.minX, y: bounds.minY)
      sheets[0].surfaces[index] = surface
      if let name = names[index], bounds == frame.passes[index].bounds { rasters.keep(surface, as: name) }
      // Groups inside of groups need memory for two of them.
      needs.forEachPass(lastShownBy: index) { sheets[0].surfaces[$0] = nil }
    }
  }

  /// The picture that a surface consists of, pixel for pixel, as most do that are blurred: it need not be copied.
  private func picture(
    _ picks: [DrawPlan.Pick],
    in frame: Frame,
    thatIsAllOf bounds: PixelRect,
    on desk: ItemDesk
  ) -> PixelBuffer? {
    guard picks.count == 1, let item = desk.item(0), item.kind == .picture, item.color == 255, item.rim < 0,
      item.bounds == bounds, case .image(let index, _) = frame.items[Int(picks[0].item)].payload
    else { return nil }
    let pixels = frame[index].image.pixels.inBytes
    let isWhole = pixels.width == bounds.width && pixels.height == bounds.height
    return isWhole && UnsafeRawPointer(pixels.base) == UnsafeRawPointer(item.pixels) ? pixels : nil
  }

  /// How many items a worker prepares at once: few, as a blur takes as long as hundreds of rectangles, but not one by one
  /// where there are thousands.
  private func pieceSize(of picks: [DrawPlan.Pick], _ sheets: [PreparedSheet]) -> Int {
    let count = picks.count
    guard pool.workers > 1, count > Self.fewItems || !areQuick(picks, sheets) else { return max(count, 1) }
    return min(max(count / (pool.workers * 16), 1), 512)
  }

  /// So many items that take no time are prepared sooner than another thread has heard of them.
  private static let fewItems = 64

  private func areQuick(_ picks: [DrawPlan.Pick], _ sheets: [PreparedSheet]) -> Bool {
    picks.allSatisfy { pick in
      let (sheet, item) = (Int(pick.sheet), Int(pick.item))
      return item < sheets[sheet].shared.value.briefs.count
        && sheets[sheet].shared.value.briefs[item].traits.contains(.isQuick)
    }
  }

  /// Lays the items of a pass (the last one of each sheet, if none is named) on a desk, with what costs time already done.
  private func prepare(
    _ picks: [DrawPlan.Pick],
    _ sheets: [PreparedSheet],
    _ clips: [PreparedClip],
    pass: Int? = nil,
    isWide: Bool = false,
    in bounds: PixelRect,
    on desk: ItemDesk,
    _ crew: Crew
  ) {
    let size = pieceSize(of: picks, sheets)
    let pieces = (picks.count + size - 1) / size
    desk.clear(for: picks.count)
    desk.hasBackdrops = sheets.contains { $0.shared.value.hasBackdrops }
    let (shapes, rasters) = (shapes, rasters)
    let place = desk.places
    pool.run(pieces) { piece, worker in
      let tool = crew.tools[worker]
      var index = piece * size
      let end = min(index + size, picks.count)
      while index < end {
        let current = picks[index].sheet
        let sheet = sheets[Int(current)]
        let preparer = ItemPreparer(
          shared: sheet.shared,
          clips: clips,
          firstClip: sheet.firstClip,
          rims: sheet.rims,
          shapes: shapes,
          rasters: rasters,
          keys: sheet.keys,
          surfaces: sheet.surfaces,
          pictures: tool.pictures,
          isWide: isWide,
          scratch: tool.raster
        )
        var last = index + 1
        while last < end, picks[last].sheet == current { last += 1 }
        let neighbours = sheet.shared.value.passes[pass ?? sheet.shared.value.passes.count - 1].items
        preparer.prepare(picks[index..<last], neighbours, in: bounds, at: place + index)
        index = last
      }
    }
  }

  /// Rows of a band of some width: it stays in the cache while it is drawn.
  private func bandHeight(for width: Int) -> Int {
    max(1, min(bandHeight, Self.mostBandPixels / max(width, 1) & ~7))
  }

  private static let mostBandPixels = 1 << 16

  /// Draws a region of a pass: bands of items, and between them the items that read what is painted behind.
  private func run(
    _ job: PassJob,
    in region: some Collection<PixelRect>,
    on desk: ItemDesk,
    _ crew: Crew,
    _ effects: (Int) -> EffectRenderer
  ) {
    desk.cut(region, in: job.bounds, height: bandHeight(for: job.bounds.width))
    var start = 0
    // A rim may be open around a backdrop, too; then it stays open in all pieces.
    var stacks: [RimStack] = []
    if desk.hasBackdrops {
      for index in 0..<desk.count {
        guard let item = desk.item(index), let (effect, alpha) = item.backdrop else { continue }
        if stacks.isEmpty, !job.rims.isEmpty { stacks = desk.allTiles.map { _ in RimStack() } }
        drawTiles(job, start..<index, on: desk, crew, stacks)
        for (tile, stack) in zip(desk.allTiles, stacks) { stack.change(to: item.rim, of: job, in: tile) }
        let behind = job.behind(item, effect, stacks)
        job.applyBackdrop(item, effect, alpha: alpha, behind: behind, effects(index), crew.tools[0])
        start = index + 1
      }
    }
    drawTiles(job, start..<desk.count, on: desk, crew, stacks)
    for (tile, stack) in zip(desk.allTiles, stacks) { stack.change(to: -1, of: job, in: tile) }
  }

  /// What is drawn sooner than another thread has heard of it: pixels times items.
  private static let smallestJob = 1 << 18

  private func drawTiles(
    _ job: PassJob,
    _ range: Range<Int>,
    on desk: ItemDesk,
    _ crew: Crew,
    _ stacks: [RimStack]
  ) {
    guard !desk.tiles.isEmpty, !range.isEmpty || range.lowerBound == 0 else { return }
    desk.sort(range, pool)
    let tiles = desk.sorted
    let isFirst = range.lowerBound == 0
    pool.run(tiles.count, isShared: tiles.area * range.count > Self.smallestJob) { index, worker in
      let stack = stacks.isEmpty ? nil : stacks[index]
      job.draw(tiles.commands(of: index), in: tiles.rects[index], isFirst: isFirst, crew.tools[worker], stack)
    }
  }
}

/// A frame while it is drawn: where its clips are among those of all frames, and its finished surfaces.
struct PreparedSheet {
  let shared: CopyOnWrite<Frame>
  var frame: Frame { _read { yield shared.value } }
  let keys: [Int32: SurfaceKey]
  let firstClip: Int
  /// The rims of its clips among all, by the clips' indices; empty where there are none.
  var rims: [Int32] = []
  var surfaces: [PreparedItem.Surface?]

  init(_ sheet: DrawPlan.Sheet, firstClip: Int) {
    (shared, keys, self.firstClip) = (sheet.shared, sheet.keys, firstClip)
    surfaces = shared.value.passes.count > 1 ? Array(repeating: nil, count: shared.value.passes.count) : []
  }

  var effects: EffectRenderer { EffectRenderer(frame: frame, surfaces: surfaces, wanted: frame.bounds) }
}
