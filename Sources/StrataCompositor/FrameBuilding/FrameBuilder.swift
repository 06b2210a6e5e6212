import CoreGraphics
import StrataBase
import StrataRaster
package import StrataRenderTree

/// Builds the frame of a render tree at an exact time.
///
/// The walk is one loop over an explicit stack of steps (`Work`), so that the depth of a tree costs memory and no
/// stack. A layer's items are neighbours at the end of `open`; when they turn out to need a surface they are moved
/// from there into a pass of the frame and one item takes their place. Passes therefore come before their users, and
/// whether opacity needs a surface is decided when everything that it would cover is known.
///
/// A layer that is certain to become a surface when it is entered (a mask, filters, a blend mode, a silhouette) draws
/// its items without the clips around it; the surface carries them. Every other layer's items carry their clips
/// themselves.
///
/// A builder keeps its arrays and the outlines of strokes from frame to frame; frames do not depend on what it built
/// before. Not thread safe: one owner, the thread that builds.
package final class FrameBuilder {
  // One thread builds, and no method keeps access to one of these while another is called.
  @exclusivity(unchecked) var frame = Frame()
  @exclusivity(unchecked) var open: [DisplayItem] = []
  @exclusivity(unchecked) var work: [Work] = []
  @exclusivity(unchecked) var scopes: [Scope] = []
  @exclusivity(unchecked) var leaving: [Leaving] = []
  @exclusivity(unchecked) var copying: [Copying] = []
  @exclusivity(unchecked) var arrangements: [Arrangement] = []
  @exclusivity(unchecked) var emitting: [Emitting] = []
  @exclusivity(unchecked) var wraps: [Wrap] = []
  @exclusivity(unchecked) var trees: [RenderTree] = []
  /// What of each clip node is certainly inside it.
  @exclusivity(unchecked) var clipCores: [ClipCore] = []
  @exclusivity(unchecked) var imageIndex: [ObjectIdentifier: Index<ImageResource>] = [:]
  @exclusivity(unchecked) var patterns = PatternCells()
  @exclusivity(unchecked) var visits = 0
  /// Whether what is drawn may differ at another time, of the same tree.
  @exclusivity(unchecked) var isTimed = false
  /// The layer that is opened instead of drawn whole, if one is.
  @exclusivity(unchecked) var opening: Opening?
  @exclusivity(unchecked) var lastItems = 0
  @exclusivity(unchecked) var lastSpaces = 0
  /// The host's time of the frame.
  @exclusivity(unchecked) var frameTime = 0.0
  /// Whether something was drawn that may be another one at the same time: tiles, contents of a program's own.
  @exclusivity(unchecked) var sawLive = false
  /// Something is to be asked that only the thread that draws may ask: the builder must not go on.
  @exclusivity(unchecked) var mustAskOwner = false
  /// Whether it builds on another thread than the one that draws, for another builder.
  let isHelper: Bool
  /// The tiles of tiled layers, kept from frame to frame.
  package let tiles: TileStore
  let strokes: StrokeCache

  /// The most layers that one frame draws, copies of replicators counted.
  package static let visitLimit = 1 << 21
  /// The most surfaces inside one another.
  package static let groupLimit: Int32 = 96

  package init(tiles: TileStore = TileStore()) {
    (self.tiles, strokes, isHelper) = (tiles, StrokeCache(), false)
  }

  /// A builder that builds for another one, at the same time on another thread.
  init(helping owner: FrameBuilder) { (tiles, strokes, isHelper) = (owner.tiles, owner.strokes, true) }

  /// The display list of a tree at a time of the host's clock, seen through a viewport.
  package func frame(of tree: RenderTree, at time: Double, viewport: Viewport) -> Frame {
    begin(viewport)
    frameTime = time.isFinite ? time : 0
    tiles.beginFrame()
    if let root = tree.root, let base = Self.hostToDevice(viewport), !frame.bounds.isEmpty {
      trees.append(tree)
      let isFlipped = viewport.origin == .topLeft
      var scope = Scope(
        time: frameTime,
        base: base,
        cull: frame.bounds,
        isFlipped: isFlipped,
        handedness: isFlipped ? 1 : -1
      )
      scope.ignoresBackdrop = true
      scopes.append(scope)
      work.append(.visit(Visit(id: root, scope: 0, role: viewport.ignoresRootPlacement ? .unplaced : .layer)))
      run()
    }
    let items = closeItems(from: 0)
    frame.passes.append(RenderPass(bounds: frame.bounds, items: items))
    strokes.sweep()
    tiles.endFrame()
    trees.removeAll(keepingCapacity: true)
    defer { frame = Frame() }
    return frame
  }

  /// Host space to device pixels (rendering RM-10).
  static func hostToDevice(_ viewport: Viewport) -> Projective? {
    let s = viewport.scale
    let sx = s * viewport.stretch
    guard s.isFinite, s > 0, sx.isFinite, sx > 0 else { return nil }
    let x = viewport.canvas?.minX ?? 0
    let y = viewport.canvas?.minY ?? 0
    let m =
      viewport.origin == .topLeft
      ? Projective(a: sx, b: 0, c: 0, d: s, tx: -x * sx, ty: -y * s)
      : Projective(a: sx, b: 0, c: 0, d: -s, tx: -x * sx, ty: Double(viewport.height) + y * s)
    return m.isFinite ? m : nil
  }

  /// Starts a frame in the memory of the one that a part shows, which it takes.
  func begin(_ viewport: Viewport, reusing part: FramePart? = nil) {
    let side = 1 << 16
    frame = Frame()
    if let part {
      swap(&frame, &part.frame)
      frame.removeAll()
    }
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
    work.removeAll(keepingCapacity: true)
    scopes.removeAll(keepingCapacity: true)
    leaving.removeAll(keepingCapacity: true)
    copying.removeAll(keepingCapacity: true)
    arrangements.removeAll(keepingCapacity: true)
    emitting.removeAll(keepingCapacity: true)
    wraps.removeAll(keepingCapacity: true)
    clipCores.removeAll(keepingCapacity: true)
    imageIndex.removeAll(keepingCapacity: true)
    visits = 0
    isTimed = false
    mustAskOwner = false
    opening = nil
  }

  func run() {
    while let step = work.popLast() {
      switch step {
      case .visit(let visit): self.visit(visit)
      case .dropScopes(let count): scopes.removeLast(scopes.count - count)
      case .leave(let record): leave(record)
      case .closeMask(let record, let start): closeMask(of: record, from: start)
      case .copy(let record): drawCopy(record)
      case .capture(let record, let entry): capture(record, entry)
      case .arrange(let record): arrange(record)
      case .particles(let record): drawParticles(record)
      case .picture(let record, let which): closePicture(record, which)
      case .compose(let record): compose(record)
      }
    }
  }

  /// Moves the open items from an index on into the frame and returns where they are.
  func closeItems(from start: Int) -> Range<Int32> {
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
  func closePass(
    from start: Int,
    within limit: PixelRect,
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
    frame.passes.append(RenderPass(bounds: bounds, items: items, isLocal: isLocal, reason: reason))
    return Index(frame.passes.count - 1)
  }

  func note(_ note: FrameReport.Note) { frame.report.add(note) }

  func append(_ effect: Effect) -> Index<Effect> {
    frame.effects.append(effect)
    return Index(frame.effects.count - 1)
  }

  func append(_ path: PathResource) -> Index<PathResource> {
    frame.paths.append(path)
    return Index(frame.paths.count - 1)
  }

  func resource(_ image: CGImage) -> Index<ImageResource> {
    if let known = imageIndex[ObjectIdentifier(image)] { return known }
    frame.images.append(ImageResource(image: image))
    let index = Index<ImageResource>(frame.images.count - 1)
    imageIndex[ObjectIdentifier(image)] = index
    return index
  }
}
