import CoreGraphics
import Foundation
import StrataBase
package import StrataFrame
package import StrataRaster
package import StrataRenderTree

/// A layer that is drawn in one plane: its state, its place, and the decisions about it so far.
///
/// `LayerVisitor` takes a layer through its phases in the order of rendering R-1: `init` resolves the effects and the
/// shadow, `decideGroup` whether it needs a surface, `clip` and `addBackdrop` what surrounds its parts, and
/// `drawPartsBehind` and `drawPartsInFront` paint the parts below and above its sublayers.
struct FlatLayer {
  let node: LayerMoment
  /// The state that the layer inherits.
  let outer: Scope
  let bounds: PlaneRect
  /// The bounds with the layer's corners.
  let shape: RoundedRect
  let isFlipped: Bool
  let sublayers: SublayerTraits
  var plane: Plane
  var opacity: Float
  var effects: LayerEffects
  var shadow: ShadowPlan
  var group = GroupDecision()
  var clips = LayerClips()
  /// The device pixels where items inside the layer can matter.
  var innerCull = PixelRect.empty
  /// Where the layer's items begin among the open ones.
  var start = 0
  /// Where they begin behind a shadow that stands by itself.
  var contentStart = 0
  /// The analytic shadow believed to be right until something is painted beside the layer's shape.
  var shadowItem: Int?

  /// Resolves a layer's opacity, effects, shape and shadow.
  init(
    _ node: consuming LayerMoment,
    toDevice: Projective,
    _ visit: Visit,
    in outer: Scope,
    _ sublayers: SublayerTraits,
    _ writer: inout FrameWriter
  ) {
    (self.outer, self.sublayers) = (outer, sublayers)
    bounds = PlaneRect(node.state.bounds)
    shape = RoundedRect(of: node.state, bounds)
    isFlipped = outer.isFlipped != node.state.isGeometryFlipped
    opacity = node.state.opacity.asOpacity
    var ignoresBackdrop = outer.ignoresBackdrop
    switch visit.role {
    case .picture(let withOpacity):
      ignoresBackdrop = true
      if !withOpacity { opacity = 1 }
    case .mask, .former: ignoresBackdrop = true
    case .layer, .unplaced: break
    }
    plane = Plane(layer: node.id, toDevice: toDevice, scope: outer)
    plane.edges =
      node.state.allowsEdgeAntialiasing
      ? UInt8(truncatingIfNeeded: node.state.edgeAntialiasingMask.rawValue & 15) : 0
    if opacity < 1, !node.state.allowsGroupOpacity {
      plane.opacity *= opacity
      opacity = 1
    }
    effects = LayerEffects(node.state, toDevice, bounds, ignoresBackdrop: ignoresBackdrop, &writer)
    shadow = ShadowPlan(
      node.state,
      plane,
      shape,
      hasChildren: sublayers.isPresent,
      hasFilters: !effects.filters.isEmpty
    )
    shadow.horizon = outer.horizon
    self.node = node
  }

  /// True if parts are painted over the sublayers.
  var hasPartsInFront: Bool {
    if case .emitter = node.state.kind { return true }
    return node.state.borderWidth > 0
  }

  /// True if nothing happens to the items after they are drawn, so that sublayers may be drawn by themselves.
  var isPassThrough: Bool { !group.isGroup && opacity >= 1 }

  /// The state that the layer's sublayers inherit; `bounds` are those of the clip around its parts.
  func innerScope(clippedTo bounds: PixelRect?) -> Scope {
    var inner = Scope(
      tree: outer.tree,
      time: node.localTime,
      volume: node.state.sublayerSpaceTransform,
      base: plane.toDevice,
      clip: clips.parts,
      cull: plane.cull,
      horizon: outer.horizon,
      opacity: plane.opacity,
      tint: plane.tint,
      isFlipped: isFlipped,
      handedness: node.state.isGeometryFlipped ? -outer.handedness : outer.handedness,
      depth: outer.depth + 1,
      groups: outer.groups + (group.isGroup ? 1 : 0)
    )
    if node.state.masksToBounds, let bounds { inner.cull = inner.cull.intersection(bounds) }
    return inner
  }

  /// The state that the layer's mask inherits where it is drawn for an area of the device.
  func maskScope(_ area: PixelRect) -> Scope {
    Scope(
      tree: outer.tree,
      time: node.localTime,
      base: plane.toDevice,
      cull: area,
      horizon: outer.horizon,
      isFlipped: isFlipped,
      handedness: node.state.isGeometryFlipped ? -outer.handedness : outer.handedness,
      depth: outer.depth + 1,
      groups: outer.groups + 1
    )
  }
}

/// The decision whether a layer is drawn as a group.
struct GroupDecision {
  /// True if the layer may become a surface; then the items inside carry no clip from outside.
  var isGroup = false
  /// True if only a shadow that may turn out not to be its shape's makes it a group.
  var isProvisional = false
}

/// The clips around the parts of a layer.
struct LayerClips {
  /// The number of clips before the layer's own.
  var first = 0
  /// The clip of parts that may leave the bounds.
  var parts: Index<ClipNode>?
  /// The clip that covers once and holds the surface and its filtered backdrop.
  var outer: Index<ClipNode>?
  /// True if the layer's own shape is painted beyond its edge, as a clip of this shape covers it.
  var bleeds = false
  /// True if the layer clips and its edge runs through pixels.
  var hasPartialEdge = false

  /// The clip of a part that lies within the layer's shape.
  func within(_ plane: Plane) -> Index<ClipNode>? { bleeds ? parts : plane.clip }
}

/// The phases before the layer's parts.
extension FlatLayer {
  /// Decides whether the layer is drawn as a group, and where its inside can be seen.
  ///
  /// A layer that is certain to become a surface when it is entered (a mask, filters, a blend mode, a shadow of its
  /// contents) draws its items without the clips around it; the surface carries them. The items of every other layer carry
  /// their clips themselves.
  ///
  /// - Returns: False if nothing of the layer can be seen.
  mutating func decideGroup(_ writer: inout FrameWriter) -> Bool {
    group.isProvisional =
      node.mask == nil && effects.filters.isEmpty && effects.blend == .normal
      && effects.compositing == nil
      && (!sublayers.blends || outer.depth == 0)
    group.isGroup = !group.isProvisional || shadow.mayNeedSurface
    if group.isGroup, outer.groups >= FrameBuilder.groupLimit {
      writer.note(.groupsTooDeep(node.id))
      group.isGroup = false
    }
    innerCull = outer.cull
    if let clip = outer.clip { innerCull = innerCull.intersection(writer.frame[clip].boundsInDevice) }
    if group.isGroup {
      plane.clip = nil
      let reach = effects.filters.reduce(shadow.reach) { $0 + $1.reach.max() }
      innerCull = innerCull.grown(by: min(Double(BackendLimits.mostReach), reach)).intersection(outer.horizon)
    }
    plane.cull = innerCull
    return !innerCull.isEmpty
  }

  /// Adds the clip of the layer's bounds, if its parts need it.
  ///
  /// - Returns: False if nothing of the layer can be seen.
  mutating func clip(_ writer: inout FrameWriter) -> Bool {
    clips.first = writer.frame.clips.count
    clips.parts = plane.clip
    clips.hasPartialEdge = node.state.masksToBounds && plane.hasPartialEdge(shape)
    // Filters spread what is drawn before the clip cuts it (R-1, steps 10 and 11); it is the surface's then.
    guard node.state.masksToBounds, !group.isGroup || effects.filters.isEmpty else {
      if clips.hasPartialEdge, !shadow.mayNeedSurface {
        clips.bleeds = effects.filters.allSatisfy { $0.reach == .zero }
      }
      return true
    }
    if group.isGroup, !shadow.mayNeedSurface {
      clips.bleeds = clips.hasPartialEdge
      if let box = plane.toDevice.bounds(of: bounds) {
        plane.cull = PixelRect(covering: box, within: plane.cull)
      }
      return !plane.cull.isEmpty
    }
    // Items that cannot overlap may as well be covered piece by piece.
    clips.bleeds =
      clips.hasPartialEdge
      && (group.isGroup || sublayers.isPresent || !effects.backgroundFilters.isEmpty
        || node.state.mayOverlapItself)
    let clip = writer.addClip(shape, plane: &plane, parent: plane.clip, coversOnce: clips.bleeds)
    clips.parts = clip
    guard writer.frame[clip].boundsInDevice.isEmpty else { return true }
    switch shadow.shape {
    case .none, .expected, .silhouette: return false
    case .rounded, .path: return true
    }
  }

  /// Replaces what is painted behind the layer by its filtered self, unless that waits for the layer's mask.
  mutating func addBackdrop(_ writer: inout FrameWriter) {
    guard !effects.backgroundFilters.isEmpty, node.mask == nil || !group.isGroup else { return }
    var outerPlane = Plane(layer: node.id, toDevice: plane.toDevice, scope: outer)
    outerPlane.edges = plane.edges
    var clip = outer.clip
    if clips.bleeds, !group.isGroup {
      clip = clips.parts
    } else if node.state.clipsFiltersOfBackdrop {
      let coversOnce = group.isGroup && clips.hasPartialEdge
      clip = writer.addClip(shape, plane: &outerPlane, parent: clip, coversOnce: coversOnce)
      if group.isGroup, node.state.masksToBounds { clips.outer = clip }
    }
    writer.addBackdrop(
      effects.backgroundFilters,
      clip: clip,
      plane: &outerPlane,
      mask: nil,
      opacity: opacity * plane.opacity
    )
    effects.backgroundFilters = []
  }
}

extension RoundedRect {
  /// A layer's bounds with the corners that its properties ask for (rendering R-9 … R-13).
  package init(of state: borrowing LayerState, _ bounds: PlaneRect) {
    var shape = RoundedRect(minX: bounds.minX, minY: bounds.minY, width: bounds.width, height: bounds.height)
    if state.cornerRadius > 0 {
      let corners = state.maskedCorners.rawValue
      // An endless radius is as good as half of the longer side.
      let radius = min(Double(state.cornerRadius), max(bounds.width, bounds.height))
      shape = RoundedRect(
        minX: bounds.minX,
        minY: bounds.minY,
        width: bounds.width,
        height: bounds.height,
        radius: radius,
        corners: UInt(corners)
      )
      shape.curve = state.cornerCurve == .continuous ? .continuous : .circular
    }
    self = shape.limited()
  }

  /// The same rectangle with square corners.
  var square: RoundedRect { RoundedRect(minX: minX, minY: minY, width: width, height: height) }
}
