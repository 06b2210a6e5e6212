import CoreGraphics
package import StrataBase
import StrataRaster

/// The display list of one moment: plain arrays and 32-bit indices between them.
///
/// Five coordinate systems meet here. *Layer* coordinates are those of one layer's bounds, in points. A *plane* is
/// the layer plane that an item lies in; its coordinates are layer coordinates, and a `Space` maps them to the
/// device. *Device* coordinates are pixels of the target, the origin at the top left and y down. The *pixels of a
/// pass* are device pixels too, so that surfaces composite one to one; only a rasterized pass has a grid of its own,
/// laid over the layer's plane. *Source* coordinates are pixels of an image, its first row at the top.
///
/// What holds of every frame is written down in `FrameInvariants`.
package struct Frame: Sendable {
  /// The pixels of the target.
  package var bounds = PixelRect(0, 0, 0, 0)
  /// Device pixels per point of the host.
  package var scale = 1.0
  /// The colour that clears the target, straight extended sRGB.
  package var background = SIMD4<Float>(repeating: 0)
  package var spaces: [Space] = []
  package var clips: [ClipNode] = []
  /// Dependencies first; the last pass is the target.
  package var passes: [RenderPass] = []
  package var items: [DisplayItem] = [] {
    didSet { if !summaries.isEmpty { summaries.removeAll(keepingCapacity: true) } }
  }
  /// The facts about each item that planning reads first; empty after items were changed one by one, see
  /// ``allSummaries(of:)``.
  package internal(set) var summaries: [ItemSummary] = []
  package var images: [ImageResource] = []
  package var gradients: [GradientResource] = []
  package var paths: [PathResource] = []
  package var effects: [Effect] = []
  package var particles: [ParticleBatch] = []
  /// True if an item reads what is painted behind it.
  package var hasBackdrops = false
  /// Parts of the tree that the builder skipped or simplified, in the order in which it met them.
  package var report = FrameReport()

  package init() {}

  /// Makes the frame empty and keeps its memory.
  package mutating func removeAll() {
    spaces.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    passes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    paths.removeAll(keepingCapacity: true)
    effects.removeAll(keepingCapacity: true)
    particles.removeAll(keepingCapacity: true)
    hasBackdrops = false
    report = FrameReport()
  }

  /// Takes all items from a list; their spaces are in the frame already, which has no items yet.
  ///
  /// The list becomes empty and gets the memory that the frame had for items.
  package mutating func take(items new: inout [DisplayItem]) {
    var summaries: [ItemSummary] = []
    swap(&summaries, &self.summaries)
    swap(&items, &new)
    new.removeAll(keepingCapacity: true)
    summaries.removeAll(keepingCapacity: true)
    summaries.reserveCapacity(items.count)
    items.withUnsafeBufferPointer { items in
      for i in items.indices { summaries.append(ItemSummary(items[i], in: spaces)) }
    }
    swap(&summaries, &self.summaries)
  }

  /// Adds items, whose spaces are in the frame already, with their summaries.
  package mutating func append(items new: ArraySlice<DisplayItem>) {
    let hasSummaries = summaries.count == items.count
    var summaries: [ItemSummary] = []
    swap(&summaries, &self.summaries)
    items.append(contentsOf: new)
    if hasSummaries {
      summaries.reserveCapacity(summaries.count + new.count)
      for item in new { summaries.append(ItemSummary(item, in: spaces)) }
      swap(&summaries, &self.summaries)
    }
  }

  /// The summaries of all items of a shared frame; retains nothing else of the frame.
  package static func allSummaries(of frame: CopyOnWrite<Frame>) -> [ItemSummary] {
    let summaries = frame.value.summaries
    if summaries.count == frame.value.items.count { return summaries }
    let spaces = frame.value.spaces
    return frame.value.items.map { ItemSummary($0, in: spaces) }
  }

  package subscript(index: Index<Space>) -> Space { spaces[index.value] }
  package subscript(index: Index<ClipNode>) -> ClipNode { clips[index.value] }
  package subscript(index: Index<RenderPass>) -> RenderPass { passes[index.value] }
  package subscript(index: Index<ImageResource>) -> ImageResource { images[index.value] }
  package subscript(index: Index<GradientResource>) -> GradientResource { gradients[index.value] }
  package subscript(index: Index<PathResource>) -> PathResource { paths[index.value] }
  package subscript(index: Index<Effect>) -> Effect { effects[index.value] }
  package subscript(index: Index<ParticleBatch>) -> ParticleBatch { particles[index.value] }

  /// Adds a link to a clip chain; its parent is there already.
  package mutating func append(_ node: ClipNode) -> Index<ClipNode> {
    let index = Index<ClipNode>(clips.count)
    clips.append(node)
    findClipEdge(of: index)
    return index
  }

  /// Finds out again which clip that covers once an added link lies in.
  package mutating func findClipEdge(of index: Index<ClipNode>) {
    let node = clips[index.value]
    clips[index.value].clipEdge = node.coversOnce ? index : clipEdge(of: node.parent)
  }

  /// The innermost clip that covers once, of a chain that ends in a link.
  package func clipEdge(of clip: Index<ClipNode>?) -> Index<ClipNode>? {
    clip.flatMap { clips[$0.value].clipEdge }
  }

  /// The number of clips that cover once from an inner one out to another one.
  package func clipEdges(from inner: Index<ClipNode>?, to outer: Index<ClipNode>?) -> UInt64 {
    var count: UInt64 = 0
    var next = inner
    while let clipEdge = next, clipEdge != outer {
      count += 1
      next = self.clipEdge(of: self[clipEdge].parent)
    }
    return count
  }

  /// The items of a pass, back to front.
  package func items(of pass: RenderPass) -> ArraySlice<DisplayItem> {
    items[Int(pass.items.lowerBound)..<Int(pass.items.upperBound)]
  }
}

/// A typed index into one of a frame's arrays.
@usableFromInline
package struct Index<Element>: Hashable, Sendable {
  @usableFromInline
  package var raw: UInt32

  @inlinable
  package init(_ value: Int) { raw = UInt32(truncatingIfNeeded: value) }

  @inlinable
  package var value: Int { Int(raw) }

  @inlinable
  package static func == (a: Self, b: Self) -> Bool { a.raw == b.raw }
}

/// Items that are drawn into one target.
package struct RenderPass: Sendable, Equatable {
  /// The pixels of the surface: device pixels, or its own grid when `isLocal`.
  package var bounds: PixelRect
  /// The pixels that can be seen where the surface is: those of the target, and of the clips around.
  ///
  /// A side of the bounds that lies on a side of these, or beyond it, is where the surface was cut. At any other its
  /// contents end.
  package var limit: PixelRect
  /// A range of the frame's items, back to front.
  package var items: Range<Int32>
  /// True if the surface has its own pixel grid in a layer's plane; a `bitmap` item places it.
  package var isLocal = false
  /// True if the surface holds half floats: filters magnify its colours before they are seen, and with them the rounding of
  /// bytes.
  package var isWide = false
  /// Why there is a surface.
  package var reason: Reason
  /// The clip that covers once and holds the item that shows the surface; what is in the surface leaves it, and those
  /// around it, to that item.
  package var clipEdge: Index<ClipNode>?

  /// The reason why a layer needs a surface.
  package enum Reason: UInt8, Sendable {
    /// The target itself.
    case target
    /// Opacity over parts that overlap.
    case opacity
    /// Filters, a blend mode, a mask, or a shadow of what the layer paints.
    case effect
    /// It is the mask of a layer.
    case mask
    /// The outline that casts a shadow.
    case shadow
    /// The layer is rasterized.
    case bitmap
    /// A picture of a transition, or of contents that fade into others.
    case transition
  }

  /// The sides of the bounds at which the surface was cut.
  package var cutSides: PixelSides { PixelSides(of: bounds, on: limit) }

  /// A pass without a `limit` was cut on all sides, as the target is.
  package init(
    bounds: PixelRect,
    limit: PixelRect? = nil,
    items: Range<Int32>,
    isLocal: Bool = false,
    reason: Reason = .target
  ) {
    (self.bounds, self.limit) = (bounds, limit ?? bounds)
    (self.items, self.isLocal, self.reason) = (items, isLocal, reason)
  }
}

/// Sides of a rectangle of pixels.
package struct PixelSides: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let minX = PixelSides(rawValue: 1)
  package static let minY = PixelSides(rawValue: 2)
  package static let maxX = PixelSides(rawValue: 4)
  package static let maxY = PixelSides(rawValue: 8)
  package static let all: PixelSides = [.minX, .minY, .maxX, .maxY]

  /// The sides of a rectangle that lie on those of another one, or beyond them.
  package init(of rect: PixelRect, on limit: PixelRect) {
    self = []
    if rect.minX <= limit.minX { insert(.minX) }
    if rect.minY <= limit.minY { insert(.minY) }
    if rect.maxX >= limit.maxX { insert(.maxX) }
    if rect.maxY >= limit.maxY { insert(.maxY) }
  }
}

/// The name of the finished pixels of a surface, effects included; equal names are equal pixels.
package struct SurfaceKey: Hashable, Sendable {
  package var signature: UInt64

  package init(signature: UInt64) { self.signature = signature }
}

/// Parts of the tree that the builder could not draw as asked.
package struct FrameReport: Sendable, Equatable {
  package enum Note: Hashable, Sendable {
    /// A layer's placement is not a number, or beyond what numbers hold.
    case unplaceable(LayerID)
    /// Groups nest deeper than the builder follows; the inner ones are drawn without a surface.
    case groupsTooDeep(LayerID)
    /// More copies, particles or dashes than the builder draws.
    case tooMany(LayerID)
    /// Planes that cut each other more often than the splitter follows.
    case planesTooMany(LayerID)
    /// A filter the renderer does not know.
    case unknownFilter(String)
  }

  package var notes: [Note] = []

  /// How many notes a frame keeps; one more scene does not make the list longer than this.
  package static let limit = 64

  package init() {}

  package mutating func add(_ note: Note) {
    guard notes.count < Self.limit, !notes.contains(note) else { return }
    notes.append(note)
  }
}
