package import CoreGraphics
package import StrataBase
package import StrataFrame
package import StrataRaster

/// Draws frames on the processor, band by band.
///
/// A plan lists the region to draw and the items that are visible in it. Passes are drawn one after the other, in order of
/// need. The region of a pass is cut into bands of rows. Each piece belongs to one worker, which draws the items in order.
/// No pixel depends on the edges of pieces or on the worker, so all numbers of threads, heights of bands and regions give
/// the same bytes.
package struct BandBackend: CompositorBackend {
  package typealias Target = PixelBuffer

  /// The limits of main memory, for every backend of this type.
  package static let limits = BackendLimits(maxSurfaceSide: 32768, maxSurfacePixels: 1 << 29)

  package var limits: BackendLimits { Self.limits }

  /// The number of rows of a band.
  ///
  /// High bands have few dispatches; low ones share the work better. All values give the same bytes.
  package var bandHeight = 32

  /// How many bytes of surfaces with effects are read before those that were read are freed.
  ///
  /// An effect makes new pixels. More bytes share the work better and need more memory; all values give the same pixels.
  package var surfaceRoundBytes = 64 << 20

  let pool: WorkerPool
  private let scratchPool: ObjectPool<FrameScratch>
  private let binPool = ObjectPool { TileBins() }
  let shapes = ShapeCache()
  let rasters = RasterCache()
  /// Raised after a surface was drawn: its memory may be kept for later ones.
  private let drewSurfaces = TileBins.Flag()
  private let frames = FrameCounter()
  let copies = PictureCopies()

  /// - Parameter threads: How many threads draw, the caller's included.
  package init(threads: Int) { self.init(pool: WorkerPool(workers: max(1, threads))) }

  /// - Parameter pool: The threads that draw.
  package init(pool: WorkerPool) {
    self.pool = pool
    scratchPool = ObjectPool { [workers = pool.workers] in FrameScratch(workers) }
  }

  package var rasterBudget: Int {
    get { rasters.budget }
    nonmutating set { rasters.budget = newValue }
  }

  /// True if the caches hold more than a few masks, or this backend made more than a few copies of pictures.
  package var hasMemoryToDrop: Bool {
    rasters.report.bytes > 0 || shapes.count > 64 || rasterBudget > 0 && drewSurfaces.isRaised
      || shapes.idleByteCount > Self.fewBytes || copies.byteCount > Self.fewBytes
  }

  /// The number of bytes up to which memory is not worth a wake that drops it.
  private static let fewBytes = 4 << 20

  /// Drops all that is kept for later frames, but for the copies of pictures that others have used meanwhile.
  package func dropCaches() {
    rasters.removeAll()
    shapes.removeAll()
    scratchPool.removeAll()
    binPool.removeAll()
    _ = drewSurfaces.lower()
    PixelMemory.removeAll()
    copies.drop()
  }

  package var rasterReport: RasterReport { rasters.report }

  package func makeTarget(width: Int, height: Int) -> PixelBuffer {
    PixelBuffer(uninitializedWidth: width, height: height, format: .rgba8)
  }

  /// The picture shares the target's memory.
  package func picture(of target: PixelBuffer) throws(BackendError) -> CGImage { CGImage(pixels: target) }

  package func read(
    _ target: PixelBuffer,
    into bytes: UnsafeMutableRawBufferPointer
  ) throws(BackendError) {
    let rowLength = target.width * target.format.bytesPerPixel
    precondition(bytes.count >= rowLength * target.height, "the memory holds all rows of the target")
    guard let base = bytes.baseAddress else { return }
    for y in 0..<target.height {
      (base + y * rowLength).copyMemory(from: target.row(y), byteCount: rowLength)
    }
  }

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
    if frame.items.count >= Self.manyItems { pool.stayAwake() }
    let scratch = scratchPool.take()
    defer {
      pool.allowSleep()
      scratchPool.recycle(scratch)
    }
    try scratch.planner.plan(frame) { plan throws(BackendError) in try draw(plan, into: target, scratch) }
  }

  /// The number of items from which workers stay awake: preparing them takes a while, and the work is worth sharing.
  private static let manyItems = 100

  package mutating func draw(_ plan: DrawPlan, into target: PixelBuffer) throws(BackendError) {
    guard !plan.region.isEmpty else { return }
    if plan.plannedItems.count >= Self.manyItems { pool.stayAwake() }
    let scratch = scratchPool.take()
    defer {
      pool.allowSleep()
      scratchPool.recycle(scratch)
    }
    try draw(plan, into: target, scratch)
  }

  private func draw(_ plan: DrawPlan, into target: PixelBuffer, _ scratch: FrameScratch) throws(BackendError)
  {
    guard !plan.region.isEmpty else { return }
    // Copies were made of former pixels.
    target.forgetDerived()
    rasters.begin()
    let copiedBytes = copies.beginFrame()
    defer {
      copies.endFrame(plan, since: copiedBytes)
      shapes.sweep()
      rasters.sweep()
      if rasterBudget == 0, drewSurfaces.lower() { PixelMemory.removeAll() }
    }
    try paint(plan, into: target, scratch)
  }

  private func paint(_ plan: DrawPlan, into target: PixelBuffer, _ scratch: FrameScratch) throws(BackendError)
  {
    var clips: [PreparedClip] = []
    var clipEdges = PreparedClipEdges()
    var fragments: [PreparedFragment] = []
    swap(&fragments, &scratch.fragments)
    swap(&clips, &scratch.clips)
    defer {
      fragments.removeAll(keepingCapacity: true)
      clips.removeAll(keepingCapacity: true)
      swap(&fragments, &scratch.fragments)
      swap(&clips, &scratch.clips)
    }
    scratch.begin(frames.next())
    var surfacePixels = 0
    fragments.reserveCapacity(plan.fragments.count)
    for fragment in plan.fragments {
      var prepared = PreparedFragment(fragment, firstClip: clips.count)
      if !fragment.shared.value.clips.isEmpty {
        PreparedClip.append(of: fragment.shared.value, to: &clips)
        prepared.clipEdges = clipEdges.add(
          of: fragment.shared.value,
          clips[prepared.firstClip...],
          shapes,
          scratch.tools[0]
        )
      }
      // A copy of the frame counts a dozen references, which most fragments can do without.
      if fragment.shared.value.passes.count > 1 {
        let frame = fragment.shared.value
        let (needs, names) = surfaceNeeds(of: fragment, in: plan, &prepared)
        for (index, bounds) in needs.rects.enumerated() where prepared.surfaces[index] == nil {
          try limits.check(bounds, target: plan.bounds, adding: &surfacePixels)
        }
        drawPasses(of: frame, needs: needs, names: names, &prepared, clips, clipEdges.all, scratch)
      }
      fragments.append(prepared)
    }
    let bins = binPool.take()
    defer {
      bins.clear(for: 0)
      binPool.recycle(bins)
    }
    prepare(plan.plannedItems, &fragments, clips, in: plan.bounds, on: bins, scratch)
    let job = PassJob(
      items: bins.items,
      clips: clips,
      clipEdges: clipEdges.all,
      outerClipEdge: -1,
      buffer: target,
      bounds: plan.bounds,
      limit: plan.bounds,
      background: PremultipliedColor(straight: plan.background)
    )
    run(job, in: plan.region.rects, on: bins, scratch) {
      fragments[Int(plan.plannedItems[$0].fragment)].effects
    }
  }

  /// Finds the parts of a fragment's surfaces that are needed and the keys of those to keep, and takes what was kept.
  private func surfaceNeeds(
    of fragment: DrawPlan.Fragment,
    in plan: DrawPlan,
    _ prepared: inout PreparedFragment
  ) -> (needs: SurfaceNeeds, names: [SurfaceKey?]) {
    var names = [SurfaceKey?](repeating: nil, count: fragment.shared.value.passes.count)
    let needs = SurfaceNeeds(of: fragment, in: plan) { key, pass in
      let caching = rasters.caching(of: key)
      guard let pass else { return caching }
      if caching == .cached { prepared.add(rasters.surface(key), of: pass.value) }
      if caching == .toCache { names[pass.value] = key }
      return caching
    }
    return (needs, names)
  }

  /// Draws the needed parts of a fragment's surfaces, in order of need.
  private func drawPasses(
    of frame: Frame,
    needs: SurfaceNeeds,
    names: [SurfaceKey?],
    _ prepared: inout PreparedFragment,
    _ clips: [PreparedClip],
    _ clipEdges: [PreparedClipEdge],
    _ scratch: FrameScratch
  ) {
    let bins = binPool.take()
    var (fragments, plannedItems) = ([prepared], [DrawPlan.PlannedItem]())
    defer {
      prepared = fragments[0]
      bins.clear(for: 0)
      binPool.recycle(bins)
    }
    for index in needs.rects.indices where !needs.rects[index].isEmpty && fragments[0].surfaces[index] == nil
    {
      let bounds = needs.rects[index]
      let (width, height) = (bounds.width, bounds.height)
      drewSurfaces.raise()
      let isWide = frame.passes[index].isWide
      plannedItems.removeAll(keepingCapacity: true)
      for item in frame.passes[index].items
      where !frame.items[Int(item)].boundsInDevice.intersection(bounds).isEmpty {
        plannedItems.append(DrawPlan.PlannedItem(fragment: 0, item: item))
      }
      let lastShown = needs.passes(lastShownBy: index)
      prepare(
        plannedItems,
        &fragments,
        clips,
        pass: (index, lastShown, isWide),
        in: bounds,
        on: bins,
        scratch
      )
      let outerClipEdge = frame.passes[index].clipEdge.map { prepared.clipEdges[$0.value] } ?? -1
      let buffer: PixelBuffer
      if outerClipEdge < 0, let picture = picture(plannedItems, in: frame, thatIsAllOf: bounds, on: bins) {
        buffer = picture
      } else {
        buffer = PixelBuffer(uninitializedWidth: width, height: height, format: isWide ? .rgba16f : .rgba8)
        let job = PassJob(
          items: bins.items,
          clips: clips,
          clipEdges: clipEdges,
          outerClipEdge: outerClipEdge,
          buffer: buffer,
          bounds: bounds,
          limit: frame.passes[index].limit,
          background: PremultipliedColor(premultiplied: .zero)
        )
        run(job, in: CollectionOfOne(bounds), on: bins, scratch) { _ in fragments[0].effects }
      }
      let surface = PreparedItem.Surface(buffer: buffer, x: bounds.minX, y: bounds.minY)
      fragments[0].add(surface, of: index)
      if let name = names[index], bounds == frame.passes[index].bounds { rasters.keep(surface, as: name) }
      // Frees surfaces early: nested groups need memory for two of them at a time.
      for shown in lastShown { fragments[0].free(shown) }
    }
  }

  /// The picture that covers a whole surface pixel for pixel; it needs no copy.
  ///
  /// Most blurred surfaces are one picture.
  private func picture(
    _ plannedItems: [DrawPlan.PlannedItem],
    in frame: Frame,
    thatIsAllOf bounds: PixelRect,
    on bins: TileBins
  ) -> PixelBuffer? {
    guard plannedItems.count == 1, let item = bins.item(0), item.kind == .picture, item.color == 255,
      item.clipEdge < 0,
      item.bounds == bounds, case .image(let index, _) = frame.items[Int(plannedItems[0].item)].payload
    else { return nil }
    let pixels = frame[index].image.pixels.inBytes
    let isWhole = pixels.width == bounds.width && pixels.height == bounds.height
    return isWhole && UnsafeRawPointer(pixels.base) == UnsafeRawPointer(item.pixels) ? pixels : nil
  }

  /// The number of rows of a band of a width: the band stays in the processor's cache while it is drawn.
  private func bandHeight(for width: Int) -> Int {
    max(1, min(bandHeight, Self.mostBandPixels / max(width, 1) & ~7))
  }

  private static let mostBandPixels = 1 << 16

  /// Draws a region of a pass: bands of items, and between them the items that read their backdrop.
  private func run(
    _ job: PassJob,
    in region: some Collection<PixelRect>,
    on bins: TileBins,
    _ scratch: FrameScratch,
    _ effects: (Int) -> EffectRenderer
  ) {
    bins.cut(region, in: job.bounds, height: bandHeight(for: job.bounds.width))
    var start = 0
    // A clip edge that is open around a backdrop stays open in all pieces.
    var stacks: [ClipEdgeStack] = []
    if bins.hasBackdrops {
      for index in 0..<bins.count {
        guard let item = bins.item(index), let (effect, alpha) = item.backdrop else { continue }
        if stacks.isEmpty, !job.clipEdges.isEmpty { stacks = bins.allTiles.map { _ in ClipEdgeStack() } }
        drawTiles(job, start..<index, on: bins, scratch, stacks)
        for (tile, stack) in zip(bins.allTiles, stacks) { stack.change(to: item.clipEdge, of: job, in: tile) }
        let behind = job.behind(item, effect, stacks)
        job.applyBackdrop(item, effect, alpha: alpha, behind: behind, effects(index), scratch.tools[0])
        start = index + 1
      }
    }
    drawTiles(job, start..<bins.count, on: bins, scratch, stacks)
    for (tile, stack) in zip(bins.allTiles, stacks) { stack.change(to: -1, of: job, in: tile) }
  }

  /// A job of fewer pixels times items takes less time than waking another thread.
  private static let smallestJob = 1 << 18

  private func drawTiles(
    _ job: PassJob,
    _ range: Range<Int>,
    on bins: TileBins,
    _ scratch: FrameScratch,
    _ stacks: [ClipEdgeStack]
  ) {
    guard !bins.tiles.isEmpty, !range.isEmpty || range.lowerBound == 0 else { return }
    bins.sort(range, pool)
    let tiles = bins.sorted
    let isFirst = range.lowerBound == 0
    pool.run(tiles.count, isShared: tiles.area * range.count > Self.smallestJob) { index, worker in
      let stack = stacks.isEmpty ? nil : stacks[index]
      job.draw(
        tiles.commands(of: index),
        in: tiles.rects[index],
        isFirst: isFirst,
        scratch.tools[worker],
        stack
      )
    }
  }
}
