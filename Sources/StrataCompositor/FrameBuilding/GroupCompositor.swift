import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Finishes layers when everything inside them is drawn: steps 8 to 13 of rendering R-1.
///
/// A layer becomes a surface for a mask, filters, a blend mode, a blend below it that ends at the layer, a shadow of
/// its contents, and for opacity over items that overlap or blend. Opacity over items that do not touch each other is
/// multiplied into them.
struct GroupCompositor {
  /// A layer whose sublayers are being drawn.
  private struct PendingLayer {
    var layer: FlatLayer
    /// True if the shadow is that of the layer's picture.
    var castsSilhouette: Bool
    var hasPartsInFront = false
    var hasDrawnMask = false
    /// The mask's picture; nil if it is empty.
    var maskPass: Index<RenderPass>?
  }

  private var pending: [PendingLayer] = []

  mutating func begin() { pending.removeAll(keepingCapacity: true) }

  /// Keeps a layer until its sublayers are drawn; pushes the step that finishes it.
  mutating func add(_ layer: FlatLayer, _ walk: inout TreeWalk) {
    pending.append(PendingLayer(layer: layer, castsSilhouette: layer.shadow.isSilhouette))
    walk.push(.leave(Int32(pending.count - 1)))
  }

  /// Finishes a layer after its sublayers: parts in front, mask, and the layer as a group.
  mutating func leave(_ record: Int32, _ walk: inout TreeWalk, _ writer: inout FrameWriter) {
    let i = Int(record)
    if !pending[i].hasPartsInFront {
      pending[i].hasPartsInFront = true
      pending[i].layer.drawPartsInFront(walk, &writer)
    }
    if pending[i].layer.group.isGroup, let mask = pending[i].layer.node.mask, !pending[i].hasDrawnMask {
      pending[i].hasDrawnMask = true
      return Self.enterMask(mask, of: pending[i].layer, record, &walk, writer.open)
    }
    if pending[i].layer.isPassThrough, pending[i].layer.shadowItem == nil {
      pending.removeLast()
    } else {
      var group = pending.removeLast()
      Self.finish(&group, &writer)
    }
  }

  /// Finishes a layer that has neither sublayers nor a mask, and waits for nothing.
  static func finish(leaf layer: FlatLayer, _ writer: inout FrameWriter) {
    if layer.isPassThrough, layer.shadowItem == nil { return }
    var group = PendingLayer(layer: layer, castsSilhouette: layer.shadow.isSilhouette)
    finish(&group, &writer)
  }

  /// Draws the mask as if it were a sublayer, into a pass of its own (rendering R-20).
  private static func enterMask(
    _ mask: LayerID,
    of layer: FlatLayer,
    _ record: Int32,
    _ walk: inout TreeWalk,
    _ open: [DisplayItem]
  ) {
    var area = PixelRect.empty
    for item in open[layer.start...] { area = area.union(item.boundsInDevice) }
    // What filters and the shadow of the contents paint beside the items is masked, too.
    area = area.grown(by: layer.effects.reach + layer.shadow.reach)
    if !layer.effects.backgroundFilters.isEmpty || layer.effects.filters.contains(where: \.isProgram) {
      area = layer.innerCull
    }
    area = area.intersection(layer.innerCull)
    walk.push(.leave(record))
    guard !area.isEmpty else { return }
    walk.push(.closeMask(record, start: open.count))
    walk.push(.visit(Visit(id: mask, scope: walk.enter(layer.maskScope(area)), role: .mask)))
  }

  /// Makes a pass of the items of a mask.
  mutating func closeMask(_ record: Int32, from start: Int, _ writer: inout FrameWriter) {
    let limit = pending[Int(record)].layer.innerCull
    pending[Int(record)].maskPass = writer.closePass(from: start, within: limit, for: .mask)
  }

  // MARK: Finishing

  private static func finish(_ group: inout PendingLayer, _ writer: inout FrameWriter) {
    if let item = group.layer.shadowItem, !holdsItsShadow(group.layer, writer.open) {
      writer.removeItem(at: item)
      group.layer.contentStart -= 1
      group.castsSilhouette = true
    }
    let (start, firstClip) = (group.layer.start, group.layer.clips.first)
    guard group.layer.group.isGroup else { return fade(group.layer, &writer) }
    if group.layer.node.mask != nil, group.maskPass == nil { return writer.removeItems(from: start) }
    if group.layer.group.isProvisional, !group.castsSilhouette {
      joinClips(of: group.layer, &writer)
      writer.rerootItems(from: start, firstClip: firstClip, in: group.layer.outer)
      return fade(group.layer, &writer)
    }
    guard blendsAlone(group, writer.open) else { return composite(&group, &writer) }
    writer.rerootItems(from: start, firstClip: firstClip, in: group.layer.outer)
    let (blend, opacity) = (group.layer.effects.blend, group.layer.opacity)
    writer.changeItems(from: start) { item in
      item.blend = blend
      item.opacity *= opacity
      item.isOpaque = false
    }
  }

  /// Makes the clip of a layer's backdrop and the clip of its parts one.
  private static func joinClips(of layer: FlatLayer, _ writer: inout FrameWriter) {
    guard let outer = layer.clips.outer, let inner = writer.frame.clipEdge(of: layer.clips.parts) else {
      return
    }
    let name = 1 << 63 | UInt64(layer.node.id.index & 0x7fff_ffff) << 32 | UInt64(inner.raw)
    writer.nameClip(outer, name)
    writer.nameClip(inner, name)
  }

  /// True if a layer that blends is a single item, which may blend without a surface.
  ///
  /// Formulas of R-45 are linear in the source's coverage, so edges are the same.
  private static func blendsAlone(_ group: PendingLayer, _ open: [DisplayItem]) -> Bool {
    let layer = group.layer
    guard layer.effects.blend.keepsCoverage, layer.effects.compositing == nil, open.count == layer.start + 1,
      layer.contentStart == layer.start,
      layer.node.mask == nil, layer.effects.filters.isEmpty, layer.effects.backgroundFilters.isEmpty,
      !group.castsSilhouette, !layer.node.state.masksToBounds
    else { return false }
    let item = open[layer.start]
    switch item.payload {
    case .fill, .border, .gradient, .path: return item.blend == .normal && item.clipEdge == nil
    case .image, .shadow, .particles, .surface, .bitmap, .backdrop: return false
    }
  }

  /// True if nothing is painted outside the shape that casts an analytic shadow.
  private static func holdsItsShadow(_ layer: FlatLayer, _ open: [DisplayItem]) -> Bool {
    guard !layer.node.state.masksToBounds else { return true }
    var core: ClipCore?
    for item in open[layer.contentStart...] {
      if item.layer == layer.node.id,
        item.part == .background || item.part == .gradient || item.part == .border
      {
        continue
      }
      guard layer.plane.relation.keepsRectangles,
        let box = layer.plane.toDevice.bounds(of: PlaneRect(layer.shape))
      else { return false }
      let inside = core ?? ClipCore(of: layer.shape, box, layer.plane.toDevice, isCovering: true)
      core = inside
      guard inside.holds(item.boundsInDevice) else { return false }
    }
    return true
  }

  // MARK: Opacity

  /// Multiplies the opacity of all of a layer's items, as one picture.
  private static func fade(_ layer: FlatLayer, _ writer: inout FrameWriter) {
    let (start, opacity) = (layer.start, layer.opacity)
    guard opacity < 1, writer.open.count > start else { return }
    if areDisjoint(writer.open[start...]) {
      return writer.changeItems(from: start) { item in
        item.opacity *= opacity
        item.isOpaque = false
      }
    }
    var plane = layer.plane
    // The layer's own clip covers the surface, unless something in it, such as a shadow, lies outside of that clip.
    let leavesClip = layer.clips.bleeds && !layer.group.isGroup && layer.contentStart == start
    let clip = leavesClip ? layer.clips.parts : plane.clip
    var cut = layer.outer.limit(writer.frame)
    if leavesClip {
      cut = self.cut(of: layer, writer.frame)
    } else if layer.node.state.masksToBounds {
      cut = cut.cut(to: layer.bounds, plane.toDevice)
    }
    guard let pass = writer.closePass(from: start, within: plane.cull, cut: cut, for: .opacity) else {
      return
    }
    // The clips around cover the surface; those inside of it are covered in it.
    writer.leaveEdge(of: clip, to: pass)
    let clipEdge = writer.frame.clipEdge(of: clip)
    writer.addSurface(
      pass,
      nil,
      .group,
      reach: 0,
      plane: &plane,
      clip: nil,
      clipEdge: clipEdge,
      opacity: opacity
    )
  }

  /// The pixels to which the parts of a layer are cut.
  private static func cut(of layer: FlatLayer, _ frame: Frame) -> PixelRect {
    guard layer.node.state.masksToBounds, let clip = layer.clips.parts else { return layer.plane.cull }
    return layer.plane.cull.intersection(frame[clip].boundsInDevice)
  }

  /// The most items that are compared; for more a surface is cheaper than the comparison.
  private static let mostComparedItems = 48

  private static func areDisjoint(_ items: ArraySlice<DisplayItem>) -> Bool {
    let count = items.count
    guard count <= mostComparedItems else { return false }
    for i in items.indices {
      // Inside of a group a blend meets the group's own picture alone.
      if items[i].blend != .normal { return false }
      for j in (i + 1)..<max(i + 1, items.endIndex)
      where !items[i].boundsInDevice.intersection(items[j].boundsInDevice).isEmpty { return false }
    }
    return true
  }
}

/// Groups that are surfaces: what the surface shows, how it is clipped, and what it replaces.
extension GroupCompositor {
  private static func composite(_ group: inout PendingLayer, _ writer: inout FrameWriter) {
    let filters = group.layer.effects.filters
    var reach = group.layer.effects.reach
    if group.layer.contentStart > group.layer.start, !filters.isEmpty {
      // A shadow that stands by itself is not filtered, so the filtered items become a surface inside.
      filterContents(of: &group, &writer)
      reach = 0
    }
    var effect = Effect(filters: group.layer.effects.filters, mask: group.maskPass)
    if group.castsSilhouette {
      let layer = group.layer
      effect.shadow = layer.shadow.surface(layer.plane.toDevice, at: PlaneRect(layer.shape))
      reach += layer.shadow.reach
    }
    var plane = group.layer.plane
    plane.cull = group.layer.outer.cull
    let clip = clip(around: group.layer, plane: &plane, &writer)
    let layer = group.layer
    let (blend, isWhole) = (layer.effects.blend, layer.effects.blend.isUnbounded)
    var limit = self.limit(of: group, writer)
    if isWhole { limit = clip.map { plane.cull.intersection(writer.frame[$0].boundsInDevice) } ?? plane.cull }
    let cut = isWhole ? limit : cut(of: layer, writer.frame)
    let pass = writer.closePass(from: layer.start, within: limit, cut: cut, whole: isWhole, for: .effect)
    addBackdrop(of: layer, mask: group.maskPass, clip: clip, plane: &plane, &writer)
    guard let pass else { return }
    // The layer's clip covers the surface, and nothing in it before.
    writer.leaveEdge(of: layer.clips.parts, to: pass)
    writer.setWide(pass, for: effect.filters)
    let needsEffect = !effect.filters.isEmpty || effect.mask != nil || effect.shadow != nil
    if let program = layer.effects.compositing {
      var picture: Index<RenderPass>? = pass
      if needsEffect {
        let start = writer.open.count
        let index = writer.append(effect)
        writer.addSurface(pass, index, .group, reach: reach, plane: &plane, clip: nil, opacity: 1)
        picture = writer.closePass(from: start, within: plane.cull, for: .effect)
      }
      if let picture { combine(picture, layer, by: program, clip: clip, plane: &plane, &writer) }
      return
    }
    writer.addSurface(
      pass,
      needsEffect ? writer.append(effect) : nil,
      .group,
      reach: reach,
      plane: &plane,
      clip: clip,
      opacity: layer.opacity,
      blend: blend
    )
  }

  /// The pixels that are needed of a group's items.
  ///
  /// Outside of the mask nothing is seen, so the cost follows the mask. What looks at a surface as a whole gets all of
  /// it: programs, filters of what is painted behind an item inside, and shadows.
  private static func limit(of group: PendingLayer, _ writer: FrameWriter) -> PixelRect {
    guard let mask = group.maskPass else { return group.layer.innerCull }
    let effects = group.layer.effects
    let isReadAsAWhole =
      effects.compositing != nil || effects.filters.contains(where: \.isProgram)
      || group.layer.shadow.reach > 0
      || writer.open[group.layer.start...].contains { $0.isBackdrop || isShadow($0, writer.frame) }
    guard !isReadAsAWhole else { return group.layer.innerCull }
    return group.layer.innerCull.intersection(writer.frame[mask].bounds.grown(by: effects.reach))
  }

  /// True if an item is a shadow, or a picture with its shadow.
  private static func isShadow(_ item: DisplayItem, _ frame: Frame) -> Bool {
    if case .surface(_, let effect?) = item.payload, frame[effect].shadow != nil { return true }
    return item.part == .shadow
  }

  /// Replaces what is behind a layer by what a filter makes of it and of the layer's picture.
  private static func combine(
    _ picture: Index<RenderPass>,
    _ layer: FlatLayer,
    by program: FilterProgram,
    clip: Index<ClipNode>?,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    let area = writer.frame[picture].bounds.union(program.frame ?? .empty)
    plane.cull = plane.cull.intersection(area)
    let step = TransitionStep(op: .program(program), old: picture, new: nil, area: area)
    writer.addBackdrop(Effect(transition: step), clip: clip, plane: &plane, opacity: layer.opacity)
  }

  /// Adds the filtered backdrop of a layer whose pictures are drawn by others, within its mask.
  static func addBackdrop(of layer: FlatLayer, mask: Index<RenderPass>, _ writer: inout FrameWriter) {
    var plane = layer.plane
    plane.cull = layer.outer.cull
    let clip = clip(around: layer, plane: &plane, &writer)
    addBackdrop(of: layer, mask: mask, clip: clip, plane: &plane, &writer)
  }

  /// Adds the filtered backdrop of a layer that waited for its mask; it lies behind the layer's surface.
  private static func addBackdrop(
    of layer: FlatLayer,
    mask: Index<RenderPass>?,
    clip: Index<ClipNode>?,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    guard !layer.effects.backgroundFilters.isEmpty else { return }
    // A layer that clips its filters and not its parts has a clip of its own for the filtered backdrop.
    let hasOwnClip = layer.node.state.clipsFiltersOfBackdrop && !layer.node.state.masksToBounds
    writer.addBackdrop(
      layer.effects.backgroundFilters,
      clip: hasOwnClip ? writer.addClip(layer.shape, plane: &plane, parent: clip) : clip,
      plane: &plane,
      mask: mask,
      opacity: layer.opacity * plane.opacity
    )
  }

  /// Replaces the items above a layer's shadow by their filtered picture, and drops the filters.
  private static func filterContents(of group: inout PendingLayer, _ writer: inout FrameWriter) {
    let (layer, filters) = (group.layer, group.layer.effects.filters)
    group.layer.effects.filters = []
    guard let pass = writer.closePass(from: layer.contentStart, within: layer.innerCull, for: .effect) else {
      return
    }
    writer.setWide(pass, for: filters)
    writer.addSurface(
      pass,
      writer.append(Effect(filters: filters)),
      .group,
      reach: layer.effects.reach,
      plane: &group.layer.plane,
      clip: nil,
      opacity: 1
    )
  }

  /// The clip of a layer's surface.
  private static func clip(
    around layer: FlatLayer,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) -> Index<ClipNode>? {
    if let outer = layer.clips.outer { return outer }
    guard layer.node.state.masksToBounds else { return layer.outer.clip }
    // The filtered backdrop and the picture over it meet on the edge.
    let coversOnce = !layer.effects.backgroundFilters.isEmpty && plane.hasPartialEdge(layer.shape)
    return writer.addClip(layer.shape, plane: &plane, parent: layer.outer.clip, coversOnce: coversOnce)
  }
}
