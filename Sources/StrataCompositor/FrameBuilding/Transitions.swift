import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Layers in transition: the old and the new picture are drawn first, then items show both as the transition's progress
/// asks (rendering TN).
struct TransitionCompositor {
  /// A transition that runs, and how far it has come.
  struct Current {
    let record: TransitionRecord
    let progress: Double
  }

  private var pending: [PendingTransition] = []

  mutating func begin() { pending.removeAll(keepingCapacity: true) }

  /// The transition that a layer is in; nil if it is drawn as it is.
  static func transition(of node: LayerMoment, _ visit: Visit, _ scope: Scope) -> Current? {
    guard !node.animations.isEmpty else { return nil }
    switch visit.role {
    case .layer, .unplaced, .mask, .former: break
    case .picture: return nil
    }
    guard scope.groups < FrameBuilder.groupLimit else { return nil }
    for animation in node.animations.reversed() {
      if let found = animation.transition(at: node.localTime) {
        return Current(record: found.record, progress: found.progress)
      }
    }
    return nil
  }

  /// Pushes the steps that draw a layer's old and its new picture.
  mutating func start(
    _ current: Current,
    _ node: LayerMoment,
    of visit: Visit,
    at toDevice: Projective,
    in scope: Scope,
    _ walk: inout TreeWalk,
    _ writer: inout FrameWriter
  ) {
    let state = node.state
    let masked = Self.addBackdrop(of: node, visit, at: toDevice, in: scope, &writer)
    var area = scope.cull
    if let clip = scope.clip { area = area.intersection(writer.frame[clip].boundsInDevice) }
    guard !area.isEmpty else { return }
    let isBlended = !state.hasUntouchedEffects && !scope.ignoresBackdrop
    pending.append(
      PendingTransition(
        current: current,
        state: state,
        plane: Plane(layer: node.id, toDevice: toDevice, scope: scope),
        area: area,
        blend: isBlended ? LayerEffects.blend(of: state) : .normal,
        start: writer.open.count,
        masked: masked
      )
    )
    let record = Int32(pending.count - 1)
    let i = Int(record)
    let motion = TransitionMotion(current.record, current.progress, bounds: PlaneRect(state.bounds))
    var inner = scope
    (inner.volume, inner.clip, inner.cull, inner.ignoresBackdrop) = (nil, nil, area, true)
    inner.groups += 1
    // The new picture is drawn last, so its steps are pushed first.
    walk.push(.showTransition(record))
    inner.base = motion.newPlace.concatenating(toDevice)
    if state.masksToBounds { pending[i].newLimit = area.cut(to: PlaneRect(state.bounds), inner.base) }
    walk.push(.visit(Visit(id: node.id, scope: walk.enter(inner), role: .picture(withOpacity: true))))
    walk.push(.closeOldPicture(record))
    // The mask comes first of all.
    defer {
      if let masked, let mask = node.mask {
        walk.push(.closeTransitionMask(record))
        let scope = walk.enter(masked.maskScope(masked.innerCull))
        walk.push(.visit(Visit(id: mask, scope: scope, role: .mask)))
      }
    }
    guard let old = current.record.old, let former = old[node.id] else { return }
    inner.tree = walk.add(old)
    inner.time =
      former.parent.map { old.localTime(of: $0, at: current.record.oldTime) } ?? current.record.oldTime
    let formerState = former.evaluated(parentTime: inner.time).state
    let place = Self.fit(PlaneRect(formerState.bounds), into: PlaneRect(state.bounds))
    inner.base = place.concatenating(motion.oldPlace).concatenating(toDevice)
    if formerState.masksToBounds {
      pending[i].oldLimit = area.cut(to: PlaneRect(formerState.bounds), inner.base)
    }
    walk.push(.visit(Visit(id: node.id, scope: walk.enter(inner), role: .former)))
  }

  /// Filters what is painted behind both pictures, as without a transition.
  ///
  /// Returns the layer if its backdrop waits for its mask.
  private static func addBackdrop(
    of node: LayerMoment,
    _ visit: Visit,
    at toDevice: Projective,
    in scope: Scope,
    _ writer: inout FrameWriter
  ) -> FlatLayer? {
    let state = node.state
    guard !state.hasUntouchedEffects, !state.isHidden, state.opacity.asOpacity > 0 else { return nil }
    var layer = FlatLayer(node, toDevice: toDevice, visit, in: scope, SublayerTraits(), &writer)
    guard !layer.effects.backgroundFilters.isEmpty, layer.decideGroup(&writer) else { return nil }
    if node.mask != nil, layer.group.isGroup { return layer }
    layer.addBackdrop(&writer)
    return nil
  }

  /// The map of the old bounds to the layer's present ones: both pictures are drawn in these (TN-1).
  private static func fit(_ old: PlaneRect, into new: PlaneRect) -> Projective {
    guard old != new else { return .identity }
    let sx = old.width > 0 && new.width > 0 ? new.width / old.width : 1
    let sy = old.height > 0 && new.height > 0 ? new.height / old.height : 1
    return Projective(a: sx, b: 0, c: 0, d: sy, tx: new.minX - old.minX * sx, ty: new.minY - old.minY * sy)
  }

  /// Makes a pass of the items of the mask, and filters what is painted behind both pictures within it.
  mutating func closeMask(_ record: Int32, _ writer: inout FrameWriter) {
    let i = Int(record)
    guard let layer = pending[i].masked else { return }
    if let mask = writer.closePass(from: pending[i].start, within: layer.innerCull, for: .mask) {
      GroupCompositor.addBackdrop(of: layer, mask: mask, &writer)
    }
    pending[i].start = writer.open.count
  }

  /// Makes a pass of the items of the old picture.
  mutating func closeOldPicture(_ record: Int32, _ writer: inout FrameWriter) {
    let limit = pending[Int(record)].oldLimit
    pending[Int(record)].old = pending[Int(record)].closePicture(cutTo: limit, &writer)
  }

  /// Makes a pass of the items of the new picture, and shows the transition.
  mutating func show(_ record: Int32, _ writer: inout FrameWriter) {
    var transition = pending.removeLast()
    transition.new = transition.closePicture(cutTo: transition.newLimit, &writer)
    transition.show(&writer)
  }
}

/// A layer whose transition is being drawn: its picture before and after.
private struct PendingTransition {
  let current: TransitionCompositor.Current
  let state: LayerState
  var plane: Plane
  /// The area that pictures are drawn in.
  let area: PixelRect
  let blend: BlendMode
  /// Where the items of a picture begin among the open ones.
  var start: Int
  /// The layer, if its backdrop is filtered within its mask.
  let masked: FlatLayer?
  /// Where the clip of the old layer cuts its picture; nil if it does not.
  var oldLimit: PixelRect?
  var newLimit: PixelRect?
  /// Nil is a picture without anything in it.
  var old: Index<RenderPass>?
  var new: Index<RenderPass>?

  func closePicture(cutTo limit: PixelRect?, _ writer: inout FrameWriter) -> Index<RenderPass>? {
    writer.closePass(from: start, within: area, cut: limit, for: .transition)
  }

  /// Adds the items that show the two pictures as the transition's progress asks.
  mutating func show(_ writer: inout FrameWriter) {
    let bounds = PlaneRect(state.bounds)
    if let filter = current.record.filter {
      let site = FilterSite(plane.toDevice, bounds: bounds)
      switch TransitionOp.Choice(filter, current.progress, site) {
      case .op(let op): return addFiltered(op, &writer)
      case .fade: break
      case .unknown: writer.note(.unknownFilter(filter.type))
      }
    } else if let curl = PageCurl(
      current.record,
      current.progress,
      FilterSite(plane.toDevice, bounds: bounds)
    ) {
      return addFiltered(.program(curl.program), &writer)
    }
    show(TransitionMotion(current.record, current.progress, bounds: bounds), &writer)
  }

  /// Adds the two pictures, as a group if they are summed or if the layer blends.
  private mutating func show(_ motion: TransitionMotion, _ writer: inout FrameWriter) {
    let start = writer.open.count
    var clip = plane.clip
    if motion.isClipped {
      let square = RoundedRect(of: state, PlaneRect(state.bounds)).square
      clip = writer.addClip(square, plane: &plane, parent: clip, coversOnce: plane.hasPartialEdge(square))
    }
    let isGroup = motion.adds || blend != .normal
    let inner = isGroup ? nil : clip
    if motion.newIsAbove {
      add(old, motion.oldOpacity, .normal, clip: inner, &writer)
      add(new, motion.newOpacity, motion.adds ? .plusL : .normal, clip: inner, &writer)
    } else {
      add(new, motion.newOpacity, .normal, clip: inner, &writer)
      add(old, motion.oldOpacity, .normal, clip: inner, &writer)
    }
    guard isGroup else { return }
    let limit = blend.isUnbounded ? area : plane.cull
    guard let pass = writer.closePass(from: start, within: limit, whole: blend.isUnbounded, for: .transition)
    else { return }
    writer.addSurface(pass, nil, .group, reach: 0, plane: &plane, clip: clip, opacity: 1, blend: blend)
  }

  private mutating func add(
    _ picture: Index<RenderPass>?,
    _ opacity: Double,
    _ blend: BlendMode,
    clip: Index<ClipNode>?,
    _ writer: inout FrameWriter
  ) {
    guard let picture, opacity > 0 else { return }
    writer.addSurface(
      picture,
      nil,
      .transition,
      reach: 0,
      plane: &plane,
      clip: clip,
      opacity: Float(opacity),
      blend: blend
    )
  }

  /// Adds the item that shows the two pictures through the transition's filter.
  private mutating func addFiltered(_ op: TransitionOp, _ writer: inout FrameWriter) {
    guard let first = new ?? old else { return }
    var shown = PixelRect.empty
    for pass in [old, new] { if let pass { shown = shown.union(writer.frame[pass].bounds) } }
    shown = shown.grown(by: min(Double(BackendLimits.mostReach), op.reach))
    if let frame = op.frame { shown = shown.union(frame).intersection(area) }
    var bounds = shown.intersection(area)
    let clip = writer.reduced(plane.clip, &bounds)
    guard !bounds.isEmpty else { return }
    let step = TransitionStep(op: op, old: old, new: new, area: shown)
    let item = DisplayItem(
      layer: plane.layer,
      part: .transition,
      space: writer.space(of: &plane),
      clip: clip,
      clipEdge: writer.frame.clipEdge(of: plane.clip),
      boundsInDevice: bounds,
      opacity: 1,
      blend: blend,
      payload: .surface(first, writer.append(Effect(transition: step)))
    )
    writer.append(item)
  }
}
