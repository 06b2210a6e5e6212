import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
package import StrataRenderTree

/// A layer of which one or two whole pictures are drawn first: a bitmap of its own plane, or the two ends of a
/// transition.
struct Wrap {
  enum Kind {
    /// Pixels per point, and the layer's plane to the bitmap.
    case bitmap(scale: Double, toGrid: Projective)
    case transition(TransitionRecord, progress: Double)
  }

  var kind: Kind
  var id: LayerID
  var state: LayerState
  var plane: Plane
  var outer: Scope
  var start: Int
  /// The area that pictures are drawn in.
  var area: PixelRect
  var blend: BlendMode
  var first: Index<RenderPass>?
  var second: Index<RenderPass>?
  var scopes: Int
}

extension FrameBuilder {
  /// The most pixels of a layer's bitmap; larger ones are made coarser.
  private static let mostBitmapPixels = Double(1 << 25)

  /// Draws a rasterized layer through a bitmap (rendering R-25), unless its grid is the device's anyway.
  func wrapBitmap(
    _ node: LayerMoment,
    _ state: LayerState,
    _ toDevice: Projective,
    _ visit: Visit,
    _ scope: Scope
  ) -> Bool {
    var scale = Double(state.rasterizationScale)
    guard scale.isFinite, scale > 0, scope.groups < Self.groupLimit else { return false }
    let bounds = PlaneRect(state.bounds)
    if toDevice.isAffine, toDevice.m12 == 0, toDevice.m21 == 0, toDevice.m11 == scale,
      abs(toDevice.m22) == scale
    {
      let corner = toDevice.apply(bounds.minX, bounds.minY)
      if corner.x == corner.x.rounded(), corner.y == corner.y.rounded() { return false }
    }
    // What of the plane the device can show, or the bounds and as much around them where a horizon may be in view.
    var seen = bounds.inset(-max(bounds.width, bounds.height))
    if toDevice.isAffine, let inverse = toDevice.inverted(), let box = inverse.bounds(of: scope.cull.plane) {
      seen = box
    }
    let most = max(seen.width, 1 / scale) * max(seen.height, 1 / scale) * scale * scale
    if most > Self.mostBitmapPixels { scale *= (Self.mostBitmapPixels / most).squareRoot() }
    let toGrid = Projective(
      a: scale,
      b: 0,
      c: 0,
      d: scale,
      tx: -bounds.minX * scale,
      ty: -bounds.minY * scale
    )
    guard let box = toGrid.bounds(of: seen) else { return false }
    let area = PixelRect(covering: box.inset(-2), within: PixelRect(-32768, -32768, 32768, 32768))
    guard !area.isEmpty else { return false }
    var plane = Plane(layer: node.id, toDevice: toDevice, scope: scope)
    var blend = BlendMode.normal
    if !state.hasUntouchedEffects, !scope.ignoresBackdrop {
      if let filter = state.compositingFilter { blend = FilterNames.blendMode(of: filter) ?? .normal }
      let ops = filterOps(state.filtersOfBackdrop, toDevice, bounds)
      if !ops.isEmpty {
        var clip = scope.clip
        if state.clipsFiltersOfBackdrop {
          clip = addClip(roundedBounds(state, bounds), plane: &plane, parent: clip)
        }
        addBackdrop(
          ops,
          clip: clip,
          plane: &plane,
          mask: nil,
          opacity: plane.opacity * clampedOpacity(state.opacity)
        )
      }
    }
    var inner = scope
    (inner.volume, inner.base, inner.clip, inner.cull) = (nil, toGrid, nil, area)
    (inner.opacity, inner.tint, inner.ignoresBackdrop) = (1, SIMD4(repeating: 1), true)
    inner.groups += 1
    let record = Int32(wraps.count)
    wraps.append(
      Wrap(
        kind: .bitmap(scale: scale, toGrid: toGrid),
        id: node.id,
        state: state,
        plane: plane,
        outer: scope,
        start: open.count,
        area: area,
        blend: blend,
        scopes: scopes.count
      )
    )
    scopes.append(inner)
    work.append(.compose(record))
    work.append(.picture(record, 0))
    work.append(
      .visit(Visit(id: node.id, scope: Int32(scopes.count - 1), role: .picture(withOpacity: false)))
    )
    return true
  }

  /// Draws a layer in transition: its old and its new picture, then what the moment shows of them (rendering TN).
  func wrapTransition(
    _ node: LayerMoment,
    _ state: LayerState,
    _ time: Double,
    _ visit: Visit,
    _ scope: Scope
  ) -> Bool {
    var found: (record: TransitionRecord, progress: Double)?
    for animation in node.animations.reversed() {
      found = animation.transition(at: time)
      if found != nil { break }
    }
    guard let found, scope.groups < Self.groupLimit, let toDevice = place(state, visit, scope) else {
      return false
    }
    var area = scope.cull
    if let clip = scope.clip { area = area.intersection(frame[clip].boundsInDevice) }
    guard !area.isEmpty else { return true }
    let plane = Plane(layer: node.id, toDevice: toDevice, scope: scope)
    var blend = BlendMode.normal
    if !state.hasUntouchedEffects, !scope.ignoresBackdrop, let filter = state.compositingFilter {
      blend = FilterNames.blendMode(of: filter) ?? .normal
    }
    let record = Int32(wraps.count)
    wraps.append(
      Wrap(
        kind: .transition(found.record, progress: found.progress),
        id: node.id,
        state: state,
        plane: plane,
        outer: scope,
        start: open.count,
        area: area,
        blend: blend,
        scopes: scopes.count
      )
    )
    let motion = TransitionMotion(found.record, found.progress, bounds: PlaneRect(state.bounds))
    var inner = scope
    (inner.volume, inner.clip, inner.cull, inner.ignoresBackdrop) = (nil, nil, area, true)
    inner.groups += 1
    work.append(.compose(record))
    work.append(.picture(record, 1))
    inner.base = Projective.translation(motion.new.x, motion.new.y).concatenating(toDevice)
    scopes.append(inner)
    work.append(.visit(Visit(id: node.id, scope: Int32(scopes.count - 1), role: .picture(withOpacity: true))))
    work.append(.picture(record, 0))
    guard let old = found.record.old, let former = old[node.id] else { return true }
    trees.append(old)
    inner.tree = Int32(trees.count - 1)
    inner.time = former.parent.map { old.localTime(of: $0, at: found.record.oldTime) } ?? found.record.oldTime
    let formerState = former.evaluated(parentTime: inner.time).state
    let place = Self.fit(PlaneRect(formerState.bounds), into: PlaneRect(state.bounds))
    inner.base = place.concatenating(.translation(motion.old.x, motion.old.y)).concatenating(toDevice)
    scopes.append(inner)
    work.append(.visit(Visit(id: node.id, scope: Int32(scopes.count - 1), role: .former)))
    return true
  }

  /// Both pictures are drawn in the layer's present bounds (TN-1).
  private static func fit(_ old: PlaneRect, into new: PlaneRect) -> Projective {
    guard old != new else { return .identity }
    let sx = old.width > 0 && new.width > 0 ? new.width / old.width : 1
    let sy = old.height > 0 && new.height > 0 ? new.height / old.height : 1
    return Projective(a: sx, b: 0, c: 0, d: sy, tx: new.minX - old.minX * sx, ty: new.minY - old.minY * sy)
  }

  func closePicture(_ record: Int32, _ which: Int) {
    let wrap = wraps[Int(record)]
    var isLocal = false
    if case .bitmap = wrap.kind { isLocal = true }
    let pass = closePass(
      from: wrap.start,
      within: wrap.area,
      isLocal: isLocal,
      for: isLocal ? .bitmap : .transition
    )
    if which == 0 { wraps[Int(record)].first = pass } else { wraps[Int(record)].second = pass }
  }

  func compose(_ record: Int32) {
    let wrap = wraps.removeLast()
    scopes.removeLast(scopes.count - wrap.scopes)
    var plane = wrap.plane
    switch wrap.kind {
    case .bitmap(let scale, let toGrid):
      guard let pass = wrap.first, let toPlane = toGrid.inverted() else { return }
      let source = frame[pass].bounds.plane
      guard let target = toPlane.bounds(of: source) else { return }
      let density = plane.toDevice.scales(at: target.midX, target.midY).max()
      var sampling = Sampling()
      sampling.filter = Self.filter(
        density < scale ? wrap.state.minificationFilter : wrap.state.magnificationFilter
      )
      if sampling.filter == .trilinear {
        if density < scale {
          sampling.bias = wrap.state.minificationFilterBias
        } else {
          sampling.filter = .linear
        }
      }
      plane.opacity *= clampedOpacity(wrap.state.opacity)
      let tint = plane.tint
      add(
        .group,
        target,
        .bitmap(pass, Placement(source: source, target: target, sampling: sampling)),
        plane: &plane,
        clip: plane.clip,
        tint: tint,
        blend: wrap.blend
      )
    case .transition(let transition, let progress):
      if let filter = transition.filter {
        let site = FilterSite(plane.toDevice, bounds: PlaneRect(wrap.state.bounds))
        if let op = transitionOp(filter, progress, site) { return addFiltered(wrap, op, plane: &plane) }
      }
      compose(
        wrap,
        TransitionMotion(transition, progress, bounds: PlaneRect(wrap.state.bounds)),
        plane: &plane
      )
    }
  }

  private func compose(_ wrap: Wrap, _ motion: TransitionMotion, plane: inout Plane) {
    let start = open.count
    var clip = plane.clip
    if motion.isClipped {
      let square = roundedBounds(wrap.state, PlaneRect(wrap.state.bounds)).square
      clip = addClip(square, plane: &plane, parent: clip, coversOnce: hasPartialEdge(square, plane))
    }
    let inner = motion.adds || wrap.blend != .normal ? nil : clip
    func addPicture(_ pass: Index<RenderPass>?, _ opacity: Double, _ blend: BlendMode) {
      guard let pass, opacity > 0 else { return }
      addSurface(
        pass,
        nil,
        .transition,
        reach: 0,
        plane: &plane,
        clip: inner,
        opacity: Float(opacity),
        blend: blend
      )
    }
    if motion.newIsAbove {
      addPicture(wrap.first, motion.oldOpacity, .normal)
      addPicture(wrap.second, motion.newOpacity, motion.adds ? .plusL : .normal)
    } else {
      addPicture(wrap.second, motion.newOpacity, .normal)
      addPicture(wrap.first, motion.oldOpacity, .normal)
    }
    guard motion.adds || wrap.blend != .normal else { return }
    let limit = wrap.blend.isUnbounded ? wrap.area : plane.cull
    guard
      let pass = closePass(from: start, within: limit, whole: wrap.blend.isUnbounded, for: .transition)
    else { return }
    addSurface(pass, nil, .group, reach: 0, plane: &plane, clip: clip, opacity: 1, blend: wrap.blend)
  }
}

extension RoundedRect {
  /// The same rectangle with square corners.
  var square: RoundedRect { RoundedRect(minX: minX, minY: minY, width: width, height: height) }
}

/// Where and how strongly a transition shows its two pictures (rendering TN-3 … TN-6).
package struct TransitionMotion: Sendable, Equatable {
  /// Offsets in the layer's coordinates.
  package var old = SIMD2<Double>.zero
  package var new = SIMD2<Double>.zero
  package var oldOpacity = 1.0
  package var newOpacity = 1.0
  package var newIsAbove = true
  /// Whether the pictures are weighted parts of one and are summed.
  package var adds = false
  package var isClipped = true

  package init(_ record: TransitionRecord, _ p: Double, bounds: PlaneRect) {
    // Points from the entry edge into the layer, as long as the bounds are there.
    let inward: SIMD2<Double> =
      switch record.subtype {
      case "fromRight": SIMD2(-bounds.width, 0)
      case "fromTop": SIMD2(0, -bounds.height)
      case "fromBottom": SIMD2(0, bounds.height)
      default: SIMD2(bounds.width, 0)
      }
    switch record.filter == nil ? record.type : "fade" {
    case "push":
      (old, new) = (inward * p, inward * -(1 - p))
      (oldOpacity, newOpacity) = (1 - p, p)
    case "moveIn": new = inward * -(1 - p)
    case "reveal":
      old = inward * p
      newIsAbove = false
    default:
      (oldOpacity, newOpacity) = (1 - p, p)
      (adds, isClipped) = (true, false)
    }
  }
}
