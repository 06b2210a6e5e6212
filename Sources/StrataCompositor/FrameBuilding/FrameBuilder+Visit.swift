import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Entering a layer: its moment, its place, its own parts, and the way to its sublayers.
extension FrameBuilder {
  func visit(_ visit: Visit) {
    let scope = scopes[Int(visit.scope)]
    if case .layer = visit.role, opening == nil, drawLeaf(visit.id, scope) { return }
    visits += 1
    guard visits <= Self.visitLimit else { return note(.tooMany(visit.id)) }
    guard
      let node = withTree(scope.tree, { RenderTree.moment(of: visit.id, in: $0, parentTime: scope.time) })
    else { return }
    let time = node.localTime
    if !node.animations.isEmpty || !node.state.hasUntouchedTiming { isTimed = true }
    if !node.animations.isEmpty {
      switch visit.role {
      case .layer, .unplaced, .mask, .former:
        if wrapTransition(node, node.state, time, visit, scope) { return }
      case .picture: break
      }
    }
    guard !node.state.isHidden else { return }
    let opacity = clampedOpacity(node.state.opacity)
    guard opacity > 0 else { return }
    if node.state.preservesDepth { return enterVolume(node, node.state, time, visit, scope) }
    guard let toDevice = place(node.state, visit, scope) else { return }
    draw(node, node.state, time, toDevice, visit, scope)
  }

  /// The layer's plane to the device; nil where nothing of it can be seen.
  func place(_ state: LayerState, _ visit: Visit, _ scope: Scope) -> Projective? {
    let isPlaced: Bool
    switch visit.role {
    case .layer, .mask: isPlaced = true
    case .unplaced, .picture, .former: isPlaced = false
    }
    var toDevice: Projective
    if isPlaced {
      if scope.volume == nil, state.transform.isIdentity, !state.isGeometryFlipped {
        let b = state.bounds
        let x = state.position.x - b.origin.x - state.anchorPoint.x * b.size.width
        let y = state.position.y - b.origin.y - state.anchorPoint.y * b.size.height
        toDevice = Projective.translation(Double(x), Double(y)).concatenating(scope.base)
      } else {
        var m = LayerPlacement.toSuperlayer(state)
        if let volume = scope.volume { m = m.concatenated(with: volume) }
        guard let plane = m.flattened else {
          // What is no number counts as the default.
          if let repaired = LayerPlacement.withoutNaN(state) { return place(repaired, visit, scope) }
          if !m.isFinite { note(.unplaceable(visit.id)) }
          return nil
        }
        toDevice = plane.concatenating(scope.base)
      }
    } else if case .unplaced = visit.role, state.isGeometryFlipped {
      guard let flip = LayerPlacement.flip(of: state.bounds).flattened else { return nil }
      toDevice = flip.concatenating(scope.base)
    } else {
      toDevice = scope.base
    }
    guard toDevice.isFinite else {
      note(.unplaceable(visit.id))
      return nil
    }
    // A plane seen edge on paints nothing (rendering Z-12).
    let determinant = toDevice.determinant
    guard determinant != 0 else { return nil }
    if !state.isDoubleSided, isPlaced {
      let mirror = state.isGeometryFlipped ? -scope.handedness : scope.handedness
      if determinant * mirror < 0 { return nil }
    }
    return toDevice
  }

  /// Draws a flat layer: parts, sublayers, and whatever it needs around them.
  private func draw(
    _ node: LayerMoment,
    _ state: LayerState,
    _ time: Double,
    _ toDevice: Projective,
    _ visit: Visit,
    _ scope: Scope
  ) {
    let bounds = PlaneRect(state.bounds)
    guard bounds.minX >= -1e12, bounds.maxX <= 1e12, bounds.minY >= -1e12, bounds.maxY <= 1e12 else {
      return note(.unplaceable(visit.id))
    }
    var opacity = clampedOpacity(state.opacity)
    var ignoresBackdrop = scope.ignoresBackdrop
    switch visit.role {
    case .picture(let withOpacity):
      ignoresBackdrop = true
      if !withOpacity { opacity = 1 }
    case .mask, .former: ignoresBackdrop = true
    case .layer, .unplaced:
      if state.shouldRasterize, wrapBitmap(node, state, toDevice, visit, scope) { return }
    }
    let isFlipped = scope.isFlipped != state.isGeometryFlipped
    var plane = Plane(layer: node.id, toDevice: toDevice, scope: scope)
    plane.edges =
      state.allowsEdgeAntialiasing ? UInt8(truncatingIfNeeded: state.edgeAntialiasingMask.rawValue & 15) : 0
    if opacity < 1, !state.allowsGroupOpacity {
      plane.opacity *= opacity
      opacity = 1
    }
    let shape = roundedBounds(state, bounds)
    var filters: [FilterOp] = []
    var backgroundFilters: [FilterOp] = []
    var blend = BlendMode.normal
    if !state.hasUntouchedEffects {
      filters = filterOps(state.filtersOfPicture, toDevice, bounds)
      if !ignoresBackdrop {
        backgroundFilters = filterOps(state.filtersOfBackdrop, toDevice, bounds)
        if let filter = state.compositingFilter { blend = FilterNames.blendMode(of: filter) ?? .normal }
      }
    }
    let family = opening?.family ?? family(of: node, tree: scope.tree)
    let shadow = shadowPlan(
      state,
      plane,
      shape,
      hasChildren: family.isPresent,
      hasFilters: !filters.isEmpty
    )
    let isProvisional =
      node.mask == nil && filters.isEmpty && blend == .normal && (!family.blends || scope.depth == 0)
    var isGroup = !isProvisional || shadow.mayNeedSurface
    if isGroup, scope.groups >= Self.groupLimit {
      note(.groupsTooDeep(node.id))
      isGroup = false
    }

    var innerCull = scope.cull
    if let clip = scope.clip { innerCull = innerCull.intersection(frame[clip].boundsInDevice) }
    if isGroup {
      plane.clip = nil
      innerCull = innerCull.grown(by: min(4096, filters.reduce(shadow.reach) { $0 + $1.reach.max() }))
    }
    plane.cull = innerCull
    guard !innerCull.isEmpty else { return }

    let firstClip = frame.clips.count
    // Filters spread what is drawn before the clip cuts it (R-1, steps 10 and 11); it is the surface's then.
    var partsClip = plane.clip
    let hasPartialEdge = state.masksToBounds && self.hasPartialEdge(shape, plane)
    var bleeds = false
    if state.masksToBounds, !isGroup || filters.isEmpty {
      bleeds = hasPartialEdge
      if isGroup, !shadow.mayNeedSurface {
        if let box = toDevice.bounds(of: bounds) { plane.cull = PixelRect(covering: box, within: plane.cull) }
        guard !plane.cull.isEmpty else { return }
      } else {
        // What cannot overlap may as well be covered piece by piece.
        bleeds =
          hasPartialEdge
          && (isGroup || family.isPresent || !backgroundFilters.isEmpty || state.mayOverlapItself)
        let clip = addClip(shape, plane: &plane, parent: plane.clip, coversOnce: bleeds)
        partsClip = clip
        if frame[clip].boundsInDevice.isEmpty {
          switch shadow.shape {
          case .none, .expected, .silhouette: return
          case .rounded, .path: break
          }
        }
      }
    } else if hasPartialEdge, !shadow.mayNeedSurface {
      bleeds = filters.allSatisfy { $0.reach == .zero }
    }

    var outerClip: Index<ClipNode>?
    if !backgroundFilters.isEmpty, node.mask == nil || !isGroup {
      var outer = Plane(layer: node.id, toDevice: toDevice, scope: scope)
      outer.edges = plane.edges
      var clip = scope.clip
      if bleeds, !isGroup {
        clip = partsClip
      } else if state.clipsFiltersOfBackdrop {
        clip = addClip(shape, plane: &outer, parent: clip, coversOnce: isGroup && hasPartialEdge)
        if isGroup, state.masksToBounds { outerClip = clip }
      }
      addBackdrop(backgroundFilters, clip: clip, plane: &outer, mask: nil, opacity: opacity * plane.opacity)
      backgroundFilters = []
    }

    let start = open.count
    // The layer's clip cuts its shadow, too.
    let shadowItem = drawShadow(shadow, plane: &plane, clip: state.masksToBounds ? partsClip : plane.clip)
    let contentStart = open.count
    drawBackground(state, shape, plane: &plane, clip: bleeds ? partsClip : plane.clip, bleeds: bleeds)
    drawOwnContents(state, bounds, time: time, isFlipped: isFlipped, plane: &plane, clip: partsClip)
    if opening != nil {
      guard !isGroup, opacity >= 1, family.isPresent else { return }
      opening?.split = open.count
      drawForeground(
        state,
        shape,
        tree: scope.tree,
        time: time,
        isFlipped: isFlipped,
        plane: &plane,
        clip: partsClip,
        bleeds: bleeds
      )
      let inner = innerScope(state, time, toDevice, plane, partsClip, isFlipped, isGroup: false, scope)
      if !inner.cull.isEmpty { opening?.inner = inner }
      return
    }
    if !isGroup, opacity >= 1 {
      guard family.isPresent else {
        return drawForeground(
          state,
          shape,
          tree: scope.tree,
          time: time,
          isFlipped: isFlipped,
          plane: &plane,
          clip: partsClip,
          bleeds: bleeds
        )
      }
    }
    var hasForeground = state.borderWidth > 0
    if case .emitter = state.kind { hasForeground = true }
    if isGroup || opacity < 1 || hasForeground {
      leaving.append(
        Leaving(
          id: node.id,
          state: state,
          time: time,
          plane: plane,
          outer: scope,
          start: start,
          contentStart: contentStart,
          bounds: bounds,
          shape: shape,
          isFlipped: isFlipped,
          opacity: opacity,
          blend: blend,
          filters: filters,
          backgroundFilters: backgroundFilters,
          mask: node.mask,
          isGroup: isGroup,
          innerCull: innerCull,
          isProvisional: isProvisional,
          shadow: shadow,
          shadowItem: shadowItem,
          castsSilhouette: shadow.isSilhouette,
          partsClip: partsClip,
          outerClip: outerClip,
          bleeds: bleeds,
          firstClip: firstClip,
          scopes: scopes.count
        )
      )
      work.append(.leave(Int32(leaving.count - 1)))
    } else {
      work.append(.dropScopes(scopes.count))
    }
    guard family.isPresent else { return }
    let inner = innerScope(state, time, toDevice, plane, partsClip, isFlipped, isGroup: isGroup, scope)
    guard !inner.cull.isEmpty else { return }
    if case .replicator(let box) = state.kind {
      startCopies(of: node, box.value, state, inner, family)
    } else {
      scopes.append(inner)
      pushChildren(node.children, of: node.id, scope: Int32(scopes.count - 1), family)
    }
  }

  /// What a flat layer's sublayers inherit.
  private func innerScope(
    _ state: LayerState,
    _ time: Double,
    _ toDevice: Projective,
    _ plane: Plane,
    _ partsClip: Index<ClipNode>?,
    _ isFlipped: Bool,
    isGroup: Bool,
    _ scope: Scope
  ) -> Scope {
    var inner = Scope(
      tree: scope.tree,
      time: time,
      volume: LayerPlacement.sublayerSpace(state),
      base: toDevice,
      clip: partsClip,
      cull: plane.cull,
      opacity: plane.opacity,
      tint: plane.tint,
      isFlipped: isFlipped,
      handedness: state.isGeometryFlipped ? -scope.handedness : scope.handedness,
      depth: scope.depth + 1,
      groups: scope.groups + (isGroup ? 1 : 0)
    )
    if state.masksToBounds, let partsClip {
      inner.cull = inner.cull.intersection(frame[partsClip].boundsInDevice)
    }
    return inner
  }

  /// What a look at a layer's sublayers says before they are drawn.
  struct Family: Equatable {
    var isPresent = false
    /// Whether one of them has a blend mode, which makes the layer a group.
    var blends = false
    /// Whether their depths may differ.
    var hasDepth = false
  }

  func family(of node: LayerMoment, tree: Int32) -> Family {
    var family = Family()
    guard !node.children.isEmpty else { return family }
    family.isPresent = true
    let tree = trees[Int(tree)]
    let traits = tree.traits(of: node.children)
    family.hasDepth = traits.contains(.hasDepth)
    guard traits.contains(.blends) else { return family }
    family.blends = node.children.contains { id in
      guard let filter = tree[id]?.state.compositingFilter else { return false }
      return FilterNames.blendMode(of: filter) ?? .normal != .normal
    }
    return family
  }

  /// A layer's opacity; what is no number counts as the default.
  func clampedOpacity(_ x: Float) -> Float { x.isNaN ? 1 : clampedUnit(x) }

  func clampedUnit(_ x: Float) -> Float { x > 0 ? min(x, 1) : 0 }
}
