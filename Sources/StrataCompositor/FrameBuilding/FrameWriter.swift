import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// The frame under construction, which the emitters add to.
///
/// Items are *open* until the pass that they belong to is closed. A layer's items are neighbours at the end of `open`;
/// when they need a surface, `closePass` moves them into a pass of the frame, and one item takes their place. So passes
/// come before the items that use them, and whether opacity needs a surface is decided when everything that it would
/// cover is known.
///
/// A writer keeps its arrays from frame to frame. Frames do not depend on what it wrote before.
struct FrameWriter {
  private(set) var frame = Frame()
  /// The items that are not in a pass yet, back to front.
  private(set) var open: [DisplayItem] = []
  /// For each clip of the frame, the pixels that it certainly lets through.
  private(set) var clipCores: [ClipCore] = []
  private(set) var traits = FrameTraits()
  /// The host's time of the frame.
  private(set) var time = 0.0
  /// True if clips that cover once get names, by which other frames that lie over this one recognise them.
  private(set) var namesClips = false
  private var imageIndex: [ObjectIdentifier: Index<ImageResource>] = [:]
  private var patterns = PatternCells()
  /// The steps of filters that layers share, kept from frame to frame.
  var filterLists = FilterLists()
  private var lastItems = 0
  private var lastSpaces = 0
  /// The tiles of tiled layers, kept from frame to frame.
  let tiles: TileStore
  /// Names and bounds of paths, and outlines of strokes, kept from frame to frame.
  let pathCache: PathCache
  /// True if the frame is built on the thread that draws, where tiles and a program's own contents may be asked for.
  let isOnOwnerThread: Bool

  init(tiles: TileStore, pathCache: PathCache, isOnOwnerThread: Bool) {
    (self.tiles, self.pathCache, self.isOnOwnerThread) = (tiles, pathCache, isOnOwnerThread)
  }

  // MARK: Frames

  /// Starts a frame in the memory of another one, which becomes empty.
  mutating func begin(
    _ viewport: Viewport,
    at time: Double,
    namesClips: Bool = false,
    reusing memory: inout Frame
  ) {
    // Swapped, not copied: arrays that are referenced once keep their memory.
    frame = Frame()
    swap(&frame, &memory)
    frame.removeAll()
    let side = 1 << 16
    frame.bounds = PixelRect(
      0,
      0,
      Int32(max(0, min(side, viewport.width))),
      Int32(max(0, min(side, viewport.height)))
    )
    frame.scale = viewport.scale
    frame.background = viewport.background
    frame.items.reserveCapacity(lastItems)
    frame.spaces.reserveCapacity(lastSpaces)
    open.removeAll(keepingCapacity: true)
    clipCores.removeAll(keepingCapacity: true)
    imageIndex.removeAll(keepingCapacity: true)
    traits = FrameTraits()
    (self.time, self.namesClips) = (time, namesClips)
  }

  /// Makes a last pass of items that are closed already.
  mutating func addTargetPass(_ items: Range<Int32>) {
    frame.passes.append(RenderPass(bounds: frame.bounds, items: items))
  }

  /// The frame, which leaves the writer.
  mutating func takeFrame() -> Frame {
    var taken = Frame()
    swap(&taken, &frame)
    return taken
  }

  /// Adds a note to the frame's report.
  mutating func note(_ note: FrameReport.Note) { frame.report.add(note) }

  /// Notes that the picture may differ at another time.
  mutating func noteTimed() { traits.isTimed = true }

  /// Notes that the picture may differ at the same time of the same tree.
  mutating func noteLive() { traits.hasLiveParts = true }

  /// Notes that the frame must be built anew on the thread that draws.
  mutating func noteOwnerThread() { traits.needsOwnerThread = true }

  // MARK: Passes

  /// Moves the open items from an index on into the frame and returns where they are.
  mutating func closeItems(from start: Int) -> Range<Int32> {
    let first = Int32(frame.items.count)
    if first == 0, start == 0 {
      frame.take(items: &open)
    } else {
      frame.append(items: open[start...])
      open.removeSubrange(start...)
    }
    (lastItems, lastSpaces) = (frame.items.count, frame.spaces.count)
    return first..<Int32(frame.items.count)
  }

  /// Makes a pass of the open items from an index on; nil if they paint nothing.
  ///
  /// `cut` holds the pixels to which the items were cut already, if these are fewer than those of the limit.
  mutating func closePass(
    from start: Int,
    within limit: PixelRect,
    cut: PixelRect? = nil,
    whole: Bool = false,
    isLocal: Bool = false,
    for reason: RenderPass.Reason
  ) -> Index<RenderPass>? {
    var bounds = PixelRect.empty
    for item in open[start...] { bounds = bounds.union(item.boundsInDevice) }
    bounds = whole ? limit : bounds.intersection(limit)
    guard !bounds.isEmpty, start < open.count else {
      open.removeSubrange(start...)
      return nil
    }
    let items = closeItems(from: start)
    let pass = RenderPass(bounds: bounds, limit: cut ?? limit, items: items, isLocal: isLocal, reason: reason)
    frame.passes.append(pass)
    return Index(frame.passes.count - 1)
  }

  /// Leaves the edge of a clip, and the edges around it, to the item that shows a pass.
  mutating func leaveEdge(of clip: Index<ClipNode>?, to pass: Index<RenderPass>) {
    frame.passes[pass.value].clipEdge = frame.clipEdge(of: clip)
  }

  /// Gives a pass a surface of half floats if filters magnify its colours.
  mutating func setWide(_ pass: Index<RenderPass>, for filters: [FilterOp]) {
    frame.passes[pass.value].isWide = filters.magnify
  }

  // MARK: Open items

  mutating func append(_ item: DisplayItem) { open.append(item) }

  mutating func append(_ items: ArraySlice<DisplayItem>) { open.append(contentsOf: items) }

  /// Adds an item that reads what is painted behind it.
  mutating func append(backdrop item: DisplayItem) {
    frame.hasBackdrops = true
    open.append(item)
  }

  mutating func removeItem(at index: Int) { open.remove(at: index) }

  mutating func removeItems(from start: Int) { open.removeSubrange(start...) }

  /// Takes the items from an index on out of the open ones.
  mutating func takeItems(from start: Int) -> [DisplayItem] {
    let taken = Array(open[start...])
    open.removeSubrange(start...)
    return taken
  }

  mutating func replaceItem(at index: Int, with item: DisplayItem) { open[index] = item }

  /// Changes each open item from an index on.
  mutating func changeItems(from start: Int, _ change: (inout DisplayItem) -> Void) {
    for i in start..<open.count { change(&open[i]) }
  }

  // MARK: Clips and spaces

  mutating func append(_ node: ClipNode, _ core: ClipCore) -> Index<ClipNode> {
    clipCores.append(core)
    return frame.append(node)
  }

  mutating func append(_ space: Space) -> Index<Space> {
    frame.spaces.append(space)
    return Index(frame.spaces.count - 1)
  }

  /// Puts a clip inside another one; `rerootItems` finds out which edges it lies in.
  mutating func setParent(of clip: Int, to parent: Index<ClipNode>?) { frame.clips[clip].parent = parent }

  mutating func limitClip(_ clip: Int, to limit: PixelRect) {
    frame.clips[clip].boundsInDevice = frame.clips[clip].boundsInDevice.intersection(limit)
  }

  mutating func findClipEdge(of clip: Int) { frame.findClipEdge(of: Index(clip)) }

  /// Names a clip that covers once; clips of the same name are one, in this frame and in those that lie over it.
  mutating func nameClip(_ clip: Index<ClipNode>, _ name: UInt64) { frame.clips[clip.value].owner = name }

  // MARK: Resources

  mutating func append(_ effect: Effect) -> Index<Effect> {
    frame.effects.append(effect)
    return Index(frame.effects.count - 1)
  }

  mutating func append(_ path: PathResource) -> Index<PathResource> {
    frame.paths.append(path)
    return Index(frame.paths.count - 1)
  }

  mutating func append(_ gradient: GradientResource) -> Index<GradientResource> {
    frame.gradients.append(gradient)
    return Index(frame.gradients.count - 1)
  }

  mutating func append(_ batch: ParticleBatch) -> Index<ParticleBatch> {
    frame.particles.append(batch)
    return Index(frame.particles.count - 1)
  }

  /// The resource of an image; one for all items that show it without text.
  mutating func resource(_ image: CGImage) -> Index<ImageResource> {
    if let known = imageIndex[ObjectIdentifier(image)] { return known }
    frame.images.append(ImageResource(image: image))
    let index = Index<ImageResource>(frame.images.count - 1)
    imageIndex[ObjectIdentifier(image)] = index
    return index
  }

  /// The resource of a glyph's picture in one place, to which its text belongs; each place has its own.
  mutating func resource(_ image: CGImage, showing transcript: GlyphTranscript) -> Index<ImageResource> {
    var resource = ImageResource(image: image)
    resource.transcript = transcript
    frame.images.append(resource)
    return Index(frame.images.count - 1)
  }

  /// The picture of one cell of a pattern, drawn with so many pixels to a point.
  mutating func cell(of pattern: CGPattern, density: Double) -> CGImage? {
    patterns.cell(of: pattern, density: density)
  }
}

/// Facts about the layers that a frame was built from.
struct FrameTraits {
  /// True if the picture may differ at another time of the same tree.
  var isTimed = false
  /// True if the picture may differ at the same time of the same tree: it shows tiles or a program's own contents.
  var hasLiveParts = false
  /// True if the frame is incomplete: a part of it can only be built on the thread that draws.
  var needsOwnerThread = false
}
