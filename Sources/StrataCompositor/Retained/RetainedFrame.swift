import CoreGraphics
package import StrataBase
package import StrataFrame
import StrataRaster
package import StrataRenderTree
import StrataText

/// The frame of a tree that changes a little at a time: parts that did not change are neither built nor looked at again.
///
/// The frame is kept in parts, each a small frame of its own, in a tree of nodes. A node stands for neighbouring layers
/// with everything below them, about `nodeSize` layers in all; or it is *open*: one layer whose own parts come below (and
/// above) the nodes of its sublayers. Only layers that neither need a surface nor order their sublayers in depth are open,
/// so the items of a node depend on its own layers and its surroundings alone. A tree of a million layers is a tree of
/// sixteen thousand nodes.
///
/// An update asks the tree's history which layers changed, and finds their nodes by their slots, or those of the layers
/// above. These are built anew, and if the time changed, those with animations, too. If the scope that an open layer passes
/// on changes, all its nodes are built, except those that can be seen neither before nor after. If sublayers are added,
/// removed or reordered, nodes whose layers still follow each other stay.
///
/// Damage is the difference of the items of nodes that were built. Visible items are found from front to back among the parts
/// that touch the damage.
///
/// If an open layer moves its sublayers by whole pixels, nodes that are wholly in sight before and after keep their items,
/// with other coordinates. If the plain leaves of a node move or fade, and nothing else of it changes, only the numbers of
/// their items are written (`MovableLeaves`).
///
/// The items are exactly those that `FrameBuilder` builds of the whole tree, in the same order.
///
/// - Thread: One owner, the thread that draws.
package final class RetainedFrame {
  /// About how many layers one node has.
  static let nodeSize = 64
  /// How deep open layers lie in each other.
  static let deepestOpening = 48

  let builder: SubtreeBuilder
  let pool: WorkerPool?
  /// The builder, and those of the pool's other workers, by their numbers.
  let builders: [SubtreeBuilder]
  var viewport = Viewport(width: 0, height: 0)
  private(set) var time = Double.nan
  private var history = RenderTree().history
  private var host: FrameNode?

  /// The node of a layer that has one, by the layer's slot.
  var owners: [Owner] = []
  var timed: [FrameNode] = []
  /// All parts in painting order, and where each of them paints.
  private var parts: [FramePart] = []
  private var partBounds: [PixelRect] = []
  /// Where `blockSize` parts that follow each other paint.
  private var blockBounds: [PixelRect] = []
  private static let blockSize = 64
  /// Items that read around themselves, back to front.
  private var backdrops: [Backdrop] = []
  private var hasOtherBackdrops = false
  /// True if nodes were added or removed since the parts were listed.
  var hasOtherParts = true
  var damage = DamageCollector(within: .empty)
  /// True if nodes are not compared while they are built, because the caller compares them.
  var isQuiet = false
  private var planner = DrawPlanner()
  private var spareLists: [DamageList] = []
  private var mostPaths = 256

  /// About a megabyte.
  private static let mostSpareLists = 256

  /// Figures of the last update, for tests and reports.
  package internal(set) var statistics = Statistics()

  package struct Statistics: Sendable, Equatable {
    /// Nodes that were built or moved.
    package var built = 0
    /// Nodes among them that kept their items, moved.
    package var moved = 0
    /// Parts of the frame in all.
    package var parts = 0
  }

  struct Owner {
    var generation: UInt32 = 0
    var node: FrameNode?
  }

  /// The number of updates.
  private(set) var updates = 0

  /// A frame without a tree yet, which the threads of a pool build; without one the calling thread does.
  package init(tiles: TileStore = TileStore(), pool: WorkerPool? = nil) {
    let builder = SubtreeBuilder(tiles: tiles)
    self.builder = builder
    self.pool = pool
    builders =
      [builder] + (1..<max(pool?.workers ?? 1, 1)).map { _ in SubtreeBuilder(helping: builder) }
  }

  /// Until when tiles that the last update showed fade in.
  package var tilesFadeUntil: Double { builder.tiles.fadesUntil }

  /// The most bytes of tiles out of sight that are kept.
  package var tileBudget: Int {
    get { builder.tiles.byteLimit }
    set {
      builder.tiles.byteLimit = max(0, newValue)
      builder.tiles.trim(to: max(0, newValue))
    }
  }

  /// The bytes of tiles out of sight that are kept.
  package var spareTileBytes: Int { builder.tiles.spareBytes }

  /// Drops tiles that are out of sight, and the layouts of texts that are not on show.
  package func dropCaches() {
    TextLayoutEngine.dropCaches()
    builder.tiles.trim(to: 0)
    spareLists = []
  }

  /// Brings the frame to a tree and a time, and returns the pixels in which it differs from before.
  package func update(to tree: RenderTree, at time: Double, viewport: Viewport) -> PixelRegion {
    (statistics.built, statistics.moved) = (0, 0)
    updates &+= 1
    let difference = tree.history.difference(from: history)
    history = tree.history
    let isLater = time != self.time
    self.time = time
    builder.begin(tree, at: time)
    defer { builder.end() }
    outlineAhead(difference?.changed ?? [])
    guard let host, let difference, viewport == self.viewport else {
      self.viewport = viewport
      builder.tiles.beginFrame()
      defer { builder.tiles.endFrame() }
      return reset()
    }
    let isLive = !isLater && timed.contains { $0.isLive && !$0.isRetired }
    guard !difference.isEmpty || isLive || isLater && !timed.isEmpty else { return PixelRegion() }
    builder.tiles.beginFrame()
    defer { builder.tiles.endFrame() }
    damage.begin(within: bounds)
    for id in difference.changed { note(changed: id) }
    note(moved: difference.moved)
    for id in difference.relinked { note(relinked: id) }
    let hasOtherTime = isLater || !timed.isEmpty && difference.changed.contains(where: passesOtherTime)
    if hasOtherTime || isLive { noteTime(isSame: !hasOtherTime) }
    host.inside?.inner.scope.time = time.isFinite ? time : 0
    refresh(host)
    finish()
    return Damage.spread(damage.region(), through: backdrops, within: bounds)
  }

  /// Calls `body` with the plan that brings a region up to date.
  package func draw(_ region: PixelRegion, _ body: (DrawPlan) throws -> Void) rethrows {
    planner.begin(bounds: bounds, background: viewport.background)
    planner.plan.region = Backdrop.closure(of: region.intersection(bounds), backdrops, within: bounds)
    // A million layers make hundreds of blocks; the bounds of the region rule out most of them.
    let around = planner.plan.region.bounds
    for block in blockBounds.indices.reversed()
    where !around.intersection(blockBounds[block]).isEmpty && planner.plan.region.touches(blockBounds[block])
    {
      let first = block * Self.blockSize
      for i in (first..<min(first + Self.blockSize, parts.count)).reversed()
      where planner.plan.region.touches(partBounds[i]) {
        planner.add(parts[i].shared, parts[i].keys)
      }
    }
    planner.finish()
    defer { planner.begin(bounds: .empty, background: .zero) }
    try body(planner.plan)
  }

  /// The pixels of the target.
  package var bounds: PixelRect {
    let side = 1 << 16
    return PixelRect(
      0,
      0,
      Int32(max(0, min(side, viewport.width))),
      Int32(max(0, min(side, viewport.height)))
    )
  }

  /// Builds everything anew.
  private func reset() -> PixelRegion {
    isQuiet = true
    defer { isQuiet = false }
    if let host { retire(host) }
    timed.removeAll()
    self.host = nil
    let host = FrameNode(parent: nil, layers: [])
    if let base = FrameBuilder.hostToDevice(viewport), !bounds.isEmpty {
      let scope = Scope(root: viewport, base: base, cull: bounds, time: time.isFinite ? time : 0)
      host.inside = OpenNode(inner: Surroundings(scope: scope))
      host.markBuilt()
      host.isListed = true
      refresh(host)
    }
    self.host = host
    hasOtherParts = true
    finish()
    return PixelRegion(bounds)
  }

  private func finish() {
    if hasOtherParts {
      hasOtherParts = false
      for part in parts { part.place = -1 }
      parts.removeAll(keepingCapacity: true)
      host?.forEachPart { parts.append($0) }
      partBounds.removeAll(keepingCapacity: true)
      blockBounds.removeAll(keepingCapacity: true)
      for (i, part) in parts.enumerated() {
        part.place = i
        partBounds.append(part.bounds)
        if i % Self.blockSize == 0 { blockBounds.append(.empty) }
        blockBounds[i / Self.blockSize] = blockBounds[i / Self.blockSize].union(part.bounds)
      }
      hasOtherBackdrops = true
    }
    if hasOtherBackdrops {
      hasOtherBackdrops = false
      backdrops.removeAll(keepingCapacity: true)
      for part in parts where !part.backdrops.isEmpty { backdrops += part.backdrops }
    }
    statistics.parts = parts.count
    forgetPaths()
  }

  /// Drops outlines that no part draws any more, once their number has doubled.
  private func forgetPaths() {
    guard builder.pathCache.count > mostPaths else { return }
    var ids: Set<UInt64> = []
    for part in parts { for path in part.frame.paths { ids.insert(path.id) } }
    builder.pathCache.keep(ids)
    mostPaths = max(256, builder.pathCache.count * 2)
  }

  /// Gives a part another frame, and adds the difference to the damage.
  func show(_ frame: Frame, in part: FramePart, reading list: DamageList? = nil) {
    var list = list ?? read(frame)
    if !isQuiet { Damage.difference(from: part.list, to: list, &damage) }
    swap(&part.list, &list)
    if spareLists.count < Self.mostSpareLists, list.hasMemory { spareLists.append(list) }
    part.frame = frame
    part.bounds = part.list.entries.reduce(.empty) { $0.union($1.bounds) }
    if frame.hasBackdrops || !part.backdrops.isEmpty {
      part.backdrops = Backdrop.all(of: frame)
      hasOtherBackdrops = true
    }
    if part.place >= 0 { place(part.bounds, at: part.place) }
    statistics.built += 1
  }
}

extension RetainedFrame {
  /// The memory of a list that is not needed any more, or an empty list.
  func takeSpareList() -> DamageList { spareLists.popLast() ?? DamageList() }

  private func read(_ frame: Frame) -> DamageList {
    var list = takeSpareList()
    list.read(frame)
    return list
  }

  func place(_ bounds: PixelRect, at place: Int) {
    partBounds[place] = bounds
    let first = place / Self.blockSize * Self.blockSize
    var block = PixelRect.empty
    for i in first..<min(first + Self.blockSize, partBounds.count) { block = block.union(partBounds[i]) }
    blockBounds[place / Self.blockSize] = block
  }

  /// The whole frame in one piece, as `FrameBuilder` builds it.
  package func flattened() -> Frame {
    var whole = Frame()
    whole.bounds = bounds
    whole.scale = viewport.scale
    whole.background = viewport.background
    var items: [DisplayItem] = []
    for part in parts { whole.append(part.frame, lastPassTo: &items) }
    let first = Int32(whole.items.count)
    whole.append(items: items[...])
    whole.passes.append(RenderPass(bounds: bounds, items: first..<Int32(whole.items.count)))
    return whole
  }
}

extension Frame {
  /// Adds another frame, the items of its last pass to a list.
  fileprivate mutating func append(_ other: Frame, lastPassTo last: inout [DisplayItem]) {
    guard let target = other.passes.last, !other.items.isEmpty else { return }
    let (spaces, clips, passes) = (self.spaces.count, self.clips.count, self.passes.count)
    let (images, gradients, paths) = (self.images.count, self.gradients.count, self.paths.count)
    let (effects, particles) = (self.effects.count, self.particles.count)
    func moved<T>(_ index: Index<T>, by count: Int) -> Index<T> { Index(index.value + count) }
    self.spaces += other.spaces
    for var clip in other.clips {
      clip.parent = clip.parent.map { moved($0, by: clips) }
      clip.clipEdge = clip.clipEdge.map { moved($0, by: clips) }
      clip.space = moved(clip.space, by: spaces)
      if case .path(let path) = clip.shape { clip.shape = .path(moved(path, by: paths)) }
      self.clips.append(clip)
    }
    self.images += other.images
    self.gradients += other.gradients
    self.paths += other.paths
    for var effect in other.effects {
      effect.mask = effect.mask.map { moved($0, by: passes) }
      if let step = effect.transition {
        effect.transition?.old = step.old.map { moved($0, by: passes) }
        effect.transition?.new = step.new.map { moved($0, by: passes) }
      }
      self.effects.append(effect)
    }
    for var batch in other.particles {
      for i in batch.sprites.indices { batch.sprites[i].image = moved(batch.sprites[i].image, by: images) }
      self.particles.append(batch)
    }
    hasBackdrops = hasBackdrops || other.hasBackdrops
    func moved(_ item: DisplayItem) -> DisplayItem {
      var item = item
      item.space = moved(item.space, by: spaces)
      item.clip = item.clip.map { moved($0, by: clips) }
      item.clipEdge = item.clipEdge.map { moved($0, by: clips) }
      switch item.payload {
      case .fill, .border, .shadow: break
      case .image(let index, let placement): item.payload = .image(moved(index, by: images), placement)
      case .gradient(let index, let shape): item.payload = .gradient(moved(index, by: gradients), shape)
      case .path(let index, let color): item.payload = .path(moved(index, by: paths), color: color)
      case .particles(let index): item.payload = .particles(moved(index, by: particles))
      case .surface(let pass, let effect):
        item.payload = .surface(moved(pass, by: passes), effect.map { moved($0, by: effects) })
      case .bitmap(let pass, let placement): item.payload = .bitmap(moved(pass, by: passes), placement)
      case .backdrop(let effect): item.payload = .backdrop(moved(effect, by: effects))
      }
      return item
    }
    for var pass in other.passes.dropLast() {
      let first = Int32(items.count)
      for i in pass.items { items.append(moved(other.items[Int(i)])) }
      pass.items = first..<Int32(items.count)
      pass.clipEdge = pass.clipEdge.map { moved($0, by: clips) }
      self.passes.append(pass)
    }
    for i in target.items { last.append(moved(other.items[Int(i)])) }
  }
}
