import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// What happens when everything inside a layer is drawn: steps 8 to 13 of rendering R-1.
///
/// A layer becomes a surface for a mask, filters, a blend mode, a sublayer that blends with what lies in the layer, a
/// shadow of what it paints, and for opacity over items that overlap. Opacity over items that do not touch each
/// other is theirs.
extension FrameBuilder {
  func leave(_ index: Int32) {
    let i = Int(index)
    scopes.removeLast(scopes.count - leaving[i].scopes)
    if !leaving[i].hasLeftParts {
      leaving[i].hasLeftParts = true
      let l = leaving[i]
      var plane = l.plane
      drawForeground(
        l.state,
        l.shape,
        tree: l.outer.tree,
        time: l.time,
        isFlipped: l.isFlipped,
        plane: &plane,
        clip: l.partsClip,
        bleeds: l.bleeds
      )
    }
    if leaving[i].isGroup, let mask = leaving[i].mask, !leaving[i].isMaskDone {
      leaving[i].isMaskDone = true
      return enterMask(mask, of: index)
    }
    finish(leaving.removeLast())
  }

  /// Draws the mask as if it were a sublayer, into a pass of its own (rendering R-20).
  private func enterMask(_ mask: LayerID, of index: Int32) {
    let l = leaving[Int(index)]
    var area = PixelRect.empty
    for item in open[l.start...] { area = area.union(item.boundsInDevice) }
    if !l.backgroundFilters.isEmpty { area = l.innerCull }
    area = area.intersection(l.innerCull)
    work.append(.leave(index))
    guard !area.isEmpty else { return }
    var scope = Scope(
      tree: l.outer.tree,
      time: l.time,
      base: l.plane.toDevice,
      cull: area,
      isFlipped: l.isFlipped,
      handedness: l.state.isGeometryFlipped ? -l.outer.handedness : l.outer.handedness,
      depth: l.outer.depth + 1,
      groups: l.outer.groups + 1
    )
    scope.ignoresBackdrop = false
    work.append(.closeMask(index, start: open.count))
    scopes.append(scope)
    work.append(.visit(Visit(id: mask, scope: Int32(scopes.count - 1), role: .mask)))
  }

  func closeMask(of index: Int32, from start: Int) {
    scopes.removeLast(scopes.count - leaving[Int(index)].scopes)
    leaving[Int(index)].maskPass = closePass(
      from: start,
      within: leaving[Int(index)].innerCull,
      for: .mask
    )
  }

  private func finish(_ leaving: Leaving) {
    var l = leaving
    if let item = l.shadowItem, !shadowIsRight(l) {
      open.remove(at: item)
      l.contentStart -= 1
      l.castsSilhouette = true
    }
    guard l.isGroup else {
      if l.opacity < 1 { fade(from: l.start, to: l.opacity, plane: l.plane) }
      return
    }
    if l.mask != nil, l.maskPass == nil {
      open.removeSubrange(l.start...)
      return
    }
    if l.isProvisional, !l.castsSilhouette {
      // What replaces the backdrop has a clip of its own, which is the same one after all.
      if let outer = l.outerClip, let inner = frame.clipEdge(of: l.partsClip) {
        let name = 1 << 63 | UInt64(l.id.index & 0x7fff_ffff) << 32 | UInt64(inner.raw)
        frame.clips[outer.value].owner = name
        frame.clips[inner.value].owner = name
      }
      reroot(from: l.start, at: l.firstClip, l.outer)
      if l.opacity < 1 { fade(from: l.start, to: l.opacity, plane: l.plane) }
      return
    }
    if blendsAlone(l) {
      reroot(from: l.start, at: l.firstClip, l.outer)
      guard l.start < open.count else { return }
      open[l.start].blend = l.blend
      open[l.start].opacity *= l.opacity
      open[l.start].isOpaque = false
      return
    }
    compositeGroup(l)
  }

  /// Whether a layer that blends is one thing, which may do so without a surface.
  ///
  /// Formulas of R-45 are linear in the source's coverage, so edges are the same.
  private func blendsAlone(_ l: Leaving) -> Bool {
    guard l.blend.keepsCoverage, open.count == l.start + 1, l.contentStart == l.start, l.mask == nil,
      l.filters.isEmpty, l.backgroundFilters.isEmpty, !l.castsSilhouette, !l.state.masksToBounds
    else { return false }
    let item = open[l.start]
    switch item.payload {
    case .fill, .border, .gradient, .path: return item.blend == .normal && item.clipEdge == nil
    case .image, .shadow, .particles, .surface, .bitmap, .backdrop: return false
    }
  }

  private func compositeGroup(_ leaving: Leaving) {
    var l = leaving
    var plane = l.plane
    var effect = Effect(filters: l.filters, mask: l.maskPass)
    var reach = l.filters.reduce(0) { $0 + $1.reach.max() }
    if l.contentStart > l.start, !l.filters.isEmpty {
      // A shadow that stands by itself is not filtered: what is filtered becomes a surface inside.
      if let pass = closePass(from: l.contentStart, within: l.innerCull, for: .effect) {
        frame.passes[pass.value].isWide = l.filters.magnify
        addSurface(
          pass,
          append(Effect(filters: l.filters)),
          .group,
          reach: reach,
          plane: &plane,
          clip: nil,
          opacity: 1
        )
      }
      effect.filters = []
      reach = 0
    }
    if l.castsSilhouette {
      effect.shadow = surfaceShadow(l.shadow, plane.toDevice, at: PlaneRect(l.shape))
      reach += l.shadow.reach
    }
    plane.cull = l.outer.cull
    var clip = l.outer.clip
    if let outer = l.outerClip {
      clip = outer
    } else if l.state.masksToBounds {
      // What replaces the backdrop and the picture over it meet on the edge.
      let coversOnce = !l.backgroundFilters.isEmpty && hasPartialEdge(l.shape, plane)
      clip = addClip(l.shape, plane: &plane, parent: clip, coversOnce: coversOnce)
    }
    if !l.backgroundFilters.isEmpty {
      // A layer that clips its filters and not its parts has a clip of its own for what lies behind.
      let ownClip = l.state.clipsFiltersOfBackdrop && !l.state.masksToBounds
      addBackdrop(
        l.backgroundFilters,
        clip: ownClip ? addClip(l.shape, plane: &plane, parent: clip) : clip,
        plane: &plane,
        mask: l.maskPass,
        opacity: l.opacity * plane.opacity
      )
    }
    var limit = l.innerCull
    if l.blend.isUnbounded {
      limit = clip.map { plane.cull.intersection(frame[$0].boundsInDevice) } ?? plane.cull
    }
    guard let pass = closePass(from: l.start, within: limit, whole: l.blend.isUnbounded, for: .effect) else {
      return
    }
    // The layer's clip covers the surface, and nothing in it before.
    frame.passes[pass.value].clipEdge = frame.clipEdge(of: l.partsClip)
    frame.passes[pass.value].isWide = effect.filters.magnify
    let needsEffect = !effect.filters.isEmpty || effect.mask != nil || effect.shadow != nil
    l.plane = plane
    addSurface(
      pass,
      needsEffect ? append(effect) : nil,
      .group,
      reach: reach,
      plane: &plane,
      clip: clip,
      opacity: l.opacity,
      blend: l.blend
    )
  }

  /// Adds an item that shows a finished pass in its place.
  func addSurface(
    _ pass: Index<RenderPass>,
    _ effect: Index<Effect>?,
    _ part: Part,
    reach: Double,
    plane: inout Plane,
    clip: Index<ClipNode>?,
    clipEdge: Index<ClipNode>? = nil,
    opacity: Float,
    blend: BlendMode = .normal
  ) {
    var bounds = frame[pass].bounds.grown(by: min(8192, reach)).intersection(plane.cull)
    let clipEdge = clipEdge ?? frame.clipEdge(of: clip)
    let clip = reduced(clip, &bounds)
    guard !bounds.isEmpty else { return }
    open.append(
      DisplayItem(
        layer: plane.layer,
        part: part,
        space: space(of: &plane),
        clip: clip,
        clipEdge: clipEdge,
        boundsInDevice: bounds,
        opacity: opacity,
        blend: blend,
        payload: .surface(pass, effect)
      )
    )
  }

  /// Adds what replaces the backdrop by its filtered self (rendering R-40).
  func addBackdrop(
    _ filters: [FilterOp],
    clip: Index<ClipNode>?,
    plane: inout Plane,
    mask: Index<RenderPass>?,
    opacity: Float
  ) {
    var bounds = plane.cull
    let clipEdge = frame.clipEdge(of: clip)
    let clip = reduced(clip, &bounds)
    guard !bounds.isEmpty else { return }
    let effect = append(Effect(filters: filters, mask: mask))
    frame.hasBackdrops = true
    open.append(
      DisplayItem(
        layer: plane.layer,
        part: .backdrop,
        space: space(of: &plane),
        clip: clip,
        clipEdge: clipEdge,
        boundsInDevice: bounds,
        opacity: opacity,
        payload: .backdrop(effect)
      )
    )
  }

  /// Multiplies the opacity of everything from an item on, as one picture.
  private func fade(from start: Int, to opacity: Float, plane: Plane) {
    guard open.count > start else { return }
    if areDisjoint(from: start) {
      for i in start..<open.count {
        open[i].opacity *= opacity
        open[i].isOpaque = false
      }
      return
    }
    var plane = plane
    guard let pass = closePass(from: start, within: plane.cull, for: .opacity) else { return }
    // The clips around the layer cover the surface; those inside of it are covered in it.
    let clipEdge = frame.clipEdge(of: plane.clip)
    frame.passes[pass.value].clipEdge = clipEdge
    addSurface(pass, nil, .group, reach: 0, plane: &plane, clip: nil, clipEdge: clipEdge, opacity: opacity)
  }

  /// Above this number a surface is cheaper than knowing better.
  private static let mostComparedItems = 48

  private func areDisjoint(from start: Int) -> Bool {
    let count = open.count - start
    guard count <= Self.mostComparedItems else { return false }
    for i in start..<open.count {
      if open[i].blend != .normal, count > 1 { return false }
      for j in (i + 1)..<max(i + 1, open.count)
      where !open[i].boundsInDevice.intersection(open[j].boundsInDevice).isEmpty {
        return false
      }
    }
    return true
  }

  /// Whether nothing painted sticks out of the shape that an analytic shadow is of.
  private func shadowIsRight(_ l: Leaving) -> Bool {
    guard !l.state.masksToBounds else { return true }
    var core: ClipCore?
    for item in open[l.contentStart...] {
      if item.layer == l.id, item.part == .background || item.part == .gradient || item.part == .border {
        continue
      }
      guard l.plane.relation.keepsRectangles, let box = l.plane.toDevice.bounds(of: PlaneRect(l.shape)) else {
        return false
      }
      let inside = core ?? ClipCore(of: l.shape, box, l.plane.toDevice, isCovering: true)
      core = inside
      guard inside.holds(item.boundsInDevice) else { return false }
    }
    return true
  }

  /// Gives items that were drawn without outer clips the chain after all.
  private func reroot(from start: Int, at firstClip: Int, _ outer: Scope) {
    let clip = outer.clip
    let limit = clip.map { frame[$0].boundsInDevice.intersection(outer.cull) } ?? outer.cull
    // Nodes made inside come after `firstClip`, parents before their children.
    for i in firstClip..<(clip == nil ? firstClip : frame.clips.count) {
      let parent = frame.clips[i].parent
      guard parent == nil || (parent?.value ?? 0) >= firstClip else { continue }
      if parent == nil {
        guard
          open[start...].contains(where: { chain($0.clip, contains: i) || chain($0.clipEdge, contains: i) })
        else { continue }
        frame.clips[i].parent = clip
      }
      frame.clips[i].boundsInDevice = frame.clips[i].boundsInDevice.intersection(limit)
    }
    for i in firstClip..<(clip == nil ? firstClip : frame.clips.count) { frame.findClipEdge(of: Index(i)) }
    var kept = start
    for i in start..<open.count {
      var item = open[i]
      item.clip = item.clip ?? clip
      item.clip = reduced(item.clip, &item.boundsInDevice)
      item.boundsInDevice = item.boundsInDevice.intersection(outer.cull)
      item.clipEdge = item.clipEdge ?? frame.clipEdge(of: clip)
      if item.clip != nil { item.isOpaque = false }
      guard !item.boundsInDevice.isEmpty else { continue }
      open[kept] = item
      kept += 1
    }
    open.removeSubrange(kept...)
  }

  private func chain(_ clip: Index<ClipNode>?, contains node: Int) -> Bool {
    var next = clip
    while let index = next {
      if index.value == node { return true }
      next = frame[index].parent
    }
    return false
  }
}
