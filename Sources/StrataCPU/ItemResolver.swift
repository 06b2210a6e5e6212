import CoreGraphics
package import StrataBase
package import StrataFrame
import StrataRaster

/// Resolves the items of plans for a renderer on another device.
///
/// Shapes, clips and paints are those of ``BandBackend``. What only the processor computes becomes a picture: surfaces with
/// filters other than blurs and maps of colours, with transitions, or of half floats, and rasterized layers.
///
/// Between ``begin(_:)`` and ``end()``, masks keep their identity: two frames that draw the same shape one after the other
/// get the same object.
///
/// - Thread: One at a time.
package final class ItemResolver {
  /// A fragment of the plan.
  struct Fragment {
    var prepared: PreparedFragment
    /// True for each pass that the device draws.
    var isOnDevice: [Bool]
    /// The needed pixels by pass.
    var needs: [PixelRect]
    /// What is known of each item without a look at it.
    var summaries: [ItemSummary]
  }

  private let shapes = ShapeCache()
  /// Keeps nothing: the device keeps what is worth it.
  private let rasters = RasterCache()
  private let tool = WorkerScratch()
  private let frames = FrameCounter()
  private let memory = UnsafeMutablePointer<TransformedPicture>.allocate(capacity: 1)
  var painter: BandBackend
  private(set) var fragments: [Fragment] = []
  private(set) var clips: [PreparedClip] = []
  private var edges = PreparedClipEdges()
  /// The coverage of clip chains inside the pass whose items are resolved.
  private var clipCoverage: [Int: Coverage] = [:]
  private var plan = DrawPlan()
  /// The preparer of the fragment whose items are resolved.
  private var preparer: (fragment: Int, preparer: ItemPreparer)?
  /// The number of surfaces that the processor drew since ``begin(_:)``.
  package internal(set) var drawnSurfaces = 0

  /// - Parameter painter: Draws the surfaces that the device cannot.
  package init(painter: BandBackend) {
    self.painter = painter
    rasters.budget = 0
  }

  deinit { memory.deallocate() }

  // MARK: Frames

  /// Begins a plan.
  ///
  /// - Throws: The errors of surfaces that are too large.
  package func begin(_ plan: DrawPlan) throws(BackendError) {
    self.plan = plan
    drawnSurfaces = 0
    ImageCopyCache.shared.beginFrame()
    tool.pictures.begin(frames.next())
    var surfacePixels = 0
    for fragment in plan.fragments {
      let frame = fragment.shared.value
      var prepared = PreparedFragment(fragment, firstClip: clips.count)
      if !frame.clips.isEmpty {
        PreparedClip.append(of: frame, to: &clips)
        prepared.clipEdges = edges.add(of: frame, clips[prepared.firstClip...], shapes, tool)
      }
      var needs: [PixelRect] = []
      if frame.passes.count > 1 {
        needs = SurfaceNeeds(of: fragment, in: plan) { _, _ in .uncached }.rects
        for rect in needs {
          try painter.limits.check(rect, target: plan.bounds, adding: &surfacePixels)
        }
      }
      let planned = plan.plannedItems[fragment.plannedItems].map(\.item)
      fragments.append(
        Fragment(
          prepared: prepared,
          isOnDevice: Self.devicePasses(of: frame, planned),
          needs: needs,
          summaries: Frame.allSummaries(of: fragment.shared)
        )
      )
    }
  }

  /// Ends the plan, also after an error: drops shapes that it did not draw.
  package func end() {
    preparer = nil
    fragments.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    clipCoverage.removeAll(keepingCapacity: true)
    edges = PreparedClipEdges()
    plan = DrawPlan()
    shapes.sweep()
    painter.copies.noteUse(ImageCopyCache.shared.endFrame())
  }

  /// Drops all that is kept for later plans.
  package func dropCaches() {
    shapes.removeAll()
    painter.dropCaches()
  }

  /// The number of kept shapes.
  package var shapeCount: Int { shapes.count }

  /// The clip edges of the plan.
  package var clipEdges: [ResolvedClipEdge] {
    edges.all.map {
      ResolvedClipEdge(outer: $0.outer, box: $0.box, coverage: $0.coverage, x: $0.x, y: $0.y)
    }
  }

  // MARK: Passes

  /// The passes of a fragment that the device draws, in order of need.
  package func devicePasses(of fragment: Int) -> [Int] {
    let all = fragments[fragment]
    return all.isOnDevice.indices.filter { all.isOnDevice[$0] && !all.needs[$0].isEmpty }
  }

  /// The needed pixels of a pass.
  package func bounds(ofPass pass: Int, of fragment: Int) -> PixelRect { fragments[fragment].needs[pass] }

  /// The clip edge that holds the item that shows a pass, or -1.
  package func clipEdge(aroundPass pass: Int, of fragment: Int) -> Int32 {
    let prepared = fragments[fragment].prepared
    return prepared.frame.passes[pass].clipEdge.map { prepared.clipEdges[$0.value] } ?? -1
  }

  /// Finds the passes that the device draws because it reads them for planned items.
  private static func devicePasses(of frame: Frame, _ planned: [Int32]) -> [Bool] {
    var result = [Bool](repeating: false, count: frame.passes.count)
    guard frame.passes.count > 1 else { return result }
    func mark(_ index: Int32) {
      for pass in frame.devicePasses(readBy: frame.items[Int(index)]) { result[pass] = true }
    }
    for index in planned { mark(index) }
    for pass in frame.passes.indices.dropLast().reversed() where result[pass] {
      for index in frame.passes[pass].items { mark(index) }
    }
    return result
  }

  // MARK: Items

  /// Resolves the planned items of the target, from back to front; `body` also gets each one's fragment.
  package func resolveTarget(
    in bounds: PixelRect,
    _ body: (ResolvedItem, Int) -> Void
  ) throws(BackendError) {
    clipCoverage.removeAll(keepingCapacity: true)
    for planned in plan.plannedItems {
      let fragment = Int(planned.fragment)
      try resolve(Int(planned.item), of: fragment, in: bounds) { body($0, fragment) }
    }
  }

  /// Resolves the items of a pass, from back to front.
  package func resolve(pass: Int, of fragment: Int, _ body: (ResolvedItem) -> Void) throws(BackendError) {
    clipCoverage.removeAll(keepingCapacity: true)
    let bounds = fragments[fragment].needs[pass]
    for index in fragments[fragment].prepared.frame.passes[pass].items {
      try resolve(Int(index), of: fragment, in: bounds, body)
    }
  }

  private func resolve(
    _ index: Int,
    of fragment: Int,
    in pass: PixelRect,
    _ body: (ResolvedItem) -> Void
  ) throws(BackendError) {
    let summary = fragments[fragment].summaries[index]
    if summary.traits.contains(.isSolid) { return emit(summary, in: pass, body) }
    let item = fragments[fragment].prepared.frame.items[index]
    switch item.payload {
    case .surface:
      return try resolve(surface: item, at: index, of: fragment, in: pass, body)
    case .bitmap(let source, _):
      guard !item.boundsInDevice.intersection(pass).isEmpty else { return }
      try draw(pass: source, of: fragment)
    case .backdrop(let effect):
      let frame = fragments[fragment].prepared.frame
      guard !item.boundsInDevice.intersection(pass).isEmpty, let mask = frame[effect].mask else { break }
      try draw(pass: mask, of: fragment)
    case .fill, .border, .image, .gradient, .path, .shadow, .particles: break
    }
    let preparer = preparer(of: fragment)
    let prepared = fragments[fragment].prepared
    var resolved = withUnsafePointer(to: item) {
      preparer.prepare($0, at: index, next: nil, in: pass, memory: memory)
    }
    if resolved.kind == .transformed {
      let hides = resolved.hides
      resolved = preparer.general(item, at: index, in: resolved.bounds, clip: nil)
      resolved.hides = hides
    }
    resolved.clipEdge = clipEdge(of: item, prepared)
    emit(resolved, item, prepared, in: pass, body)
  }

  private func preparer(of fragment: Int) -> ItemPreparer {
    if let preparer, preparer.fragment == fragment { return preparer.preparer }
    let prepared = fragments[fragment].prepared
    let made = ItemPreparer(
      shared: prepared.shared,
      clips: clips,
      firstClip: prepared.firstClip,
      clipEdges: prepared.clipEdges,
      shapes: shapes,
      rasters: rasters,
      keys: [:],
      surfaces: prepared.surfaces,
      pictures: tool.pictures,
      isWide: false,
      isForDevice: true,
      scratch: tool.raster
    )
    preparer = (fragment, made)
    return made
  }

  /// Adds the pixels of a pass that the processor drew.
  func add(_ surface: PreparedItem.Surface, ofPass pass: Int, of fragment: Int) {
    fragments[fragment].prepared.add(surface, of: pass)
    preparer = nil
  }

  /// Passes a rectangle of one colour on.
  private func emit(_ summary: ItemSummary, in pass: PixelRect, _ body: (ResolvedItem) -> Void) {
    let bounds = summary.bounds.intersection(pass)
    guard !bounds.isEmpty, summary.color != 0 else { return }
    body(
      ResolvedItem(
        bounds: bounds,
        shape: .full,
        source: .color(summary.color, exact: .zero),
        blend: .normal,
        clipEdge: -1,
        hides: summary.color >> 24 == 255
      )
    )
  }

  func clipEdge(of item: DisplayItem, _ prepared: PreparedFragment) -> Int32 {
    guard !prepared.clipEdges.isEmpty, let edge = item.clipEdge else { return -1 }
    return prepared.clipEdges[edge.value]
  }

  /// Passes a prepared item on.
  private func emit(
    _ prepared: PreparedItem,
    _ item: DisplayItem,
    _ fragment: PreparedFragment,
    in pass: PixelRect,
    _ body: (ResolvedItem) -> Void
  ) {
    var result = ResolvedItem(
      bounds: prepared.bounds,
      shape: .full,
      source: .color(prepared.color, exact: .zero),
      blend: .normal,
      clipEdge: prepared.clipEdge,
      hides: prepared.hides
    )
    switch prepared.kind {
    case .nothing, .transformed: return
    case .solid: break
    case .picture, .shifted:
      guard let source = picture(prepared, item, fragment.frame) else { return }
      result.source = source
    case .mask:
      guard let mask = prepared.mask?.takeUnretainedValue() else { return }
      result.shape = .mask(mask, x: prepared.x, y: prepared.y)
    case .spans:
      guard let shape = prepared.spans?.takeUnretainedValue() else { return }
      result.shape = .coverage(shape.coverage, x: prepared.x, y: prepared.y)
    case .general:
      guard let general = prepared.general else { return }
      return emit(general, result, fragment, in: pass, body)
    }
    body(result)
  }

  /// The pixels of a quick picture, found by their address.
  private func picture(_ prepared: PreparedItem, _ item: DisplayItem, _ frame: Frame) -> ResolvedItem.Source?
  {
    guard case .image(let index, _) = item.payload, let first = prepared.pixels else { return nil }
    let whole = frame[index].image.pixels.inBytes
    let pixels = prepared.kind == .picture ? whole : whole.bordered
    let offset = UnsafeRawPointer(first) - UnsafeRawPointer(pixels.base)
    let (row, column) = (offset / pixels.rowBytes, offset % pixels.rowBytes / 4)
    guard prepared.kind == .shifted else {
      return .picture(pixels, column: column, row: row, alpha: prepared.color)
    }
    let fraction = SIMD2(UInt32(prepared.fractionX), UInt32(prepared.fractionY))
    return .shifted(pixels, column: column, row: row, fraction: fraction, alpha: prepared.color)
  }

  /// Passes an item of shape, paint and clip on; `base` has its bounds and clip edge.
  private func emit(
    _ item: GeneralItem,
    _ base: ResolvedItem,
    _ fragment: PreparedFragment,
    in pass: PixelRect,
    _ body: (ResolvedItem) -> Void
  ) {
    var result = base
    result.blend = item.blend
    var clip: Coverage?
    if let index = item.clip {
      clip = coverage(ofClip: index, in: pass)
      if clip?.isEmpty ?? false { return }
    }
    func put(_ shape: DeviceShape, _ area: PixelRect, _ source: ResolvedItem.Source) {
      result.source = source
      if case .pixels(let rect) = shape, clip == nil {
        (result.bounds, result.shape) = (area.intersection(rect), .full)
      } else {
        let own = shape.coverage(in: area, antialias: item.antialias, scratch: tool.raster)
        let both = clip.map { own.multiplied(by: $0) } ?? own
        (result.bounds, result.shape) = (both.bounds.intersection(area), .coverage(both, x: 0, y: 0))
      }
      if !result.bounds.isEmpty { body(result) }
    }
    switch item.content {
    case .color(let shape, let color):
      put(shape, base.bounds, .color(color.rgba8, exact: color.channels))
    case .paint(let shape, let paint, let alpha): put(shape, base.bounds, .paint(paint, alpha: alpha))
    case .particles(let particles, let alpha):
      result.hides = false
      particles.forEach(in: base.bounds) { shape, part, paint in put(shape, part, .paint(paint, alpha: alpha))
      }
    case .backdrop(let effect, let alpha):
      let (area, surfaces) = (base.bounds, fragment.surfaces)
      let covered = Coverage.ofBackdrop(effect, in: area, clip: clip, alpha: alpha, surfaces)
      guard let covered else { return }
      (result.blend, result.hides) = (.copy, false)
      (result.source, result.shape) = (.backdrop(effect), .coverage(covered, x: 0, y: 0))
      body(result)
    case .surface: break
    }
  }

  func coverage(ofClip index: Int, in pass: PixelRect) -> Coverage {
    if let known = clipCoverage[index] { return known }
    let area = clips[index].rect.intersection(pass)
    let fresh = clips[index].coverage(in: area, scratch: tool.raster) ?? Coverage(full: area)
    clipCoverage[index] = fresh
    return fresh
  }
}
