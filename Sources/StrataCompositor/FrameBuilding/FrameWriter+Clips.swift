import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Rectangles of pixels that lie wholly inside a clip node's own shape; the node does not clip an item in one of them.
struct ClipCore {
  var wide = PixelRect.empty
  var tall = PixelRect.empty

  init() {}

  /// The inside of a rounded rectangle, without its corners.
  ///
  /// The shape is in the plane, with the radii as painted. The box is the same rectangle in device pixels, whose axes are
  /// the plane's. In a covering core, pixels that the rectangle only touches count as inside.
  init(of shape: RoundedRect, _ box: PlaneRect, _ m: Projective, isCovering: Bool = false) {
    let radii = [shape.minXminY, shape.maxXminY, shape.minXmaxY, shape.maxXmaxY]
    let k = shape.cornerExtent
    let rx = radii.reduce(0) { max($0, $1.x) } * k * abs(m.m11)
    let ry = radii.reduce(0) { max($0, $1.y) } * k * abs(m.m22)
    let slack = isCovering ? 1 - 1e-6 : 1e-6
    func inside(_ dx: Double, _ dy: Double) -> PixelRect {
      let r = PlaneRect(
        (box.minX + dx - slack).rounded(.up),
        (box.minY + dy - slack).rounded(.up),
        (box.maxX - dx + slack).rounded(.down),
        (box.maxY - dy + slack).rounded(.down)
      )
      return r.isEmpty
        ? .empty : PixelRect(covering: r, within: PixelRect(-(1 << 30), -(1 << 30), 1 << 30, 1 << 30))
    }
    wide = inside(0, ry)
    tall = inside(rx, 0)
  }

  func holds(_ r: PixelRect) -> Bool {
    (!wide.isEmpty && wide.contains(r)) || (!tall.isEmpty && tall.contains(r))
  }
}

/// Clip chains, and the part of a chain that an item needs.
extension FrameWriter {
  /// Adds the clip of a layer's rounded bounds to a chain.
  mutating func addClip(
    _ shape: RoundedRect,
    plane: inout Plane,
    parent: Index<ClipNode>?,
    coversOnce: Bool = false
  ) -> Index<ClipNode> {
    let rect = PlaneRect(shape)
    let limit = parent.map { frame[$0].boundsInDevice.intersection(plane.cull) } ?? plane.cull
    var bounds = PixelRect.empty
    var core = ClipCore()
    if !rect.isEmpty, let box = plane.toDevice.bounds(of: rect) {
      bounds = PixelRect(covering: box, within: limit)
      if plane.relation.keepsRectangles { core = ClipCore(of: shape, box, plane.toDevice) }
    }
    let node = ClipNode(
      parent: parent,
      space: space(of: &plane),
      shape: shape.hasSquareCorners ? .rect(rect) : .roundedRect(shape),
      boundsInDevice: bounds,
      antialiasedEdges: plane.edges,
      coversOnce: coversOnce,
      owner: coversOnce && namesClips ? UInt64(plane.layer.index) << 32 | UInt64(plane.layer.generation) : nil
    )
    return append(node, core)
  }

  /// Adds the ring of a border to a chain; `rect` is around it.
  mutating func addClip(ring: Outline, _ rect: PlaneRect, plane: inout Plane, parent: Index<ClipNode>?)
    -> Index<ClipNode>
  {
    addClip(PathResource(id: 0, outline: ring, rule: .evenOdd), rect, plane: &plane, parent: parent)
  }

  /// Adds a path to a chain; `rect` is around it.
  mutating func addClip(_ path: PathResource, _ rect: PlaneRect, plane: inout Plane, parent: Index<ClipNode>?)
    -> Index<ClipNode>
  {
    let limit = parent.map { frame[$0].boundsInDevice.intersection(plane.cull) } ?? plane.cull
    let box = plane.toDevice.bounds(of: rect)
    let node = ClipNode(
      parent: parent,
      space: space(of: &plane),
      shape: .path(append(path)),
      boundsInDevice: box.map { PixelRect(covering: $0, within: limit) } ?? .empty
    )
    return append(node, ClipCore())
  }

  /// The chain that an item of these bounds still needs; bounds shrink to what the chain lets through.
  func reduced(_ clip: Index<ClipNode>?, _ bounds: inout PixelRect) -> Index<ClipNode>? {
    guard var index = clip else { return nil }
    bounds = bounds.intersection(frame.clips[index.value].boundsInDevice)
    while !bounds.isEmpty, clipCores[index.value].holds(bounds) {
      guard let parent = frame.clips[index.value].parent else { return nil }
      index = parent
    }
    return index
  }

  /// Gives items that were drawn without outer clips the chain after all.
  ///
  /// `firstClip` is the number of clips before those that were made inside.
  mutating func rerootItems(from start: Int, firstClip: Int, in outer: Scope) {
    let clip = outer.clip
    let limit = clip.map { frame[$0].boundsInDevice.intersection(outer.cull) } ?? outer.cull
    // Nodes made inside come after `firstClip`, parents before their children.
    let made = firstClip..<(clip == nil ? firstClip : frame.clips.count)
    let used = clipsUsed(from: start, among: made)
    for i in made {
      let parent = frame.clips[i].parent
      guard parent == nil || (parent?.value ?? 0) >= firstClip else { continue }
      if parent == nil {
        guard used[i - firstClip] else { continue }
        setParent(of: i, to: clip)
      }
      limitClip(i, to: limit)
    }
    for i in made { findClipEdge(of: i) }
    var kept = start
    for i in start..<open.count {
      var item = open[i]
      item.clip = item.clip ?? clip
      item.clip = reduced(item.clip, &item.boundsInDevice)
      item.boundsInDevice = item.boundsInDevice.intersection(outer.cull)
      item.clipEdge = item.clipEdge ?? frame.clipEdge(of: clip)
      if item.clip != nil { item.isOpaque = false }
      guard !item.boundsInDevice.isEmpty else { continue }
      replaceItem(at: kept, with: item)
      kept += 1
    }
    removeItems(from: kept)
  }

  /// For each of the clip nodes of a range whether it is in the chain of an open item.
  ///
  /// - Complexity: O(nodes + items); a chain is followed as far as no other has been.
  private func clipsUsed(from start: Int, among made: Range<Int>) -> [Bool] {
    var used = [Bool](repeating: false, count: made.count)
    guard !made.isEmpty else { return used }
    func follow(_ clip: Index<ClipNode>?) {
      var next = clip
      while let index = next, made.contains(index.value), !used[index.value - made.lowerBound] {
        used[index.value - made.lowerBound] = true
        next = frame[index].parent
      }
    }
    for i in start..<open.count {
      follow(open[i].clip)
      follow(open[i].clipEdge)
    }
    return used
  }
}
