import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// The pixel grid of a rasterized layer's bitmap (rendering R-25).
struct BitmapGrid {
  /// Pixels per point.
  let scale: Double
  /// The layer's plane to the bitmap.
  let fromPlane: Projective
  /// The pixels of the bitmap that can be seen.
  let visible: PixelRect
  /// Those and a margin that sampling reads.
  let area: PixelRect

  /// The most pixels of a layer's bitmap; larger ones are made coarser.
  private static let mostPixels = Double(1 << 25)

  /// Nil if the layer is not rasterized, or if its grid is the device's anyway.
  init?(of state: borrowing LayerState, _ toDevice: Projective, _ role: Visit.Role, in scope: Scope) {
    switch role {
    case .layer, .unplaced: guard state.shouldRasterize else { return nil }
    case .mask, .former, .picture: return nil
    }
    var scale = Double(state.rasterizationScale)
    guard scale.isFinite, scale > 0, scope.groups < FrameBuilder.groupLimit else { return nil }
    let bounds = PlaneRect(state.bounds)
    if toDevice.isAffine, toDevice.m12 == 0, toDevice.m21 == 0, toDevice.m11 == scale,
      abs(toDevice.m22) == scale
    {
      let corner = toDevice.apply(bounds.minX, bounds.minY)
      if corner.x == corner.x.rounded(), corner.y == corner.y.rounded() { return nil }
    }
    // The part of the plane that the device can show, or the bounds and as much around them where a horizon may be in view.
    var seen = bounds.inset(-max(bounds.width, bounds.height))
    if toDevice.isAffine, let inverse = toDevice.inverted(), let box = inverse.bounds(of: scope.cull.plane) {
      seen = box
    }
    let most = max(seen.width, 1 / scale) * max(seen.height, 1 / scale) * scale * scale
    if most > Self.mostPixels { scale *= (Self.mostPixels / most).squareRoot() }
    fromPlane = Projective(a: scale, b: 0, c: 0, d: scale, tx: -bounds.minX * scale, ty: -bounds.minY * scale)
    self.scale = scale
    guard let box = fromPlane.bounds(of: seen) else { return nil }
    let largest = PixelRect(-32768, -32768, 32768, 32768)
    visible = PixelRect(covering: box, within: largest)
    area = PixelRect(covering: box.inset(-2), within: largest)
    guard !area.isEmpty else { return nil }
  }
}

/// Rasterized layers: a bitmap in a grid of the layer's plane is drawn first, and an item shows it in its place.
struct BitmapCompositor {
  /// A layer whose bitmap is being drawn.
  private struct PendingBitmap {
    let grid: BitmapGrid
    let state: LayerState
    var plane: Plane
    let blend: BlendMode
    /// Where the bitmap's items begin among the open ones.
    let start: Int
  }

  private var pending: [PendingBitmap] = []

  mutating func begin() { pending.removeAll(keepingCapacity: true) }

  /// Pushes the steps that draw a layer through a bitmap.
  mutating func start(
    _ node: LayerMoment,
    on grid: BitmapGrid,
    at toDevice: Projective,
    in scope: Scope,
    _ walk: inout TreeWalk,
    _ writer: inout FrameWriter
  ) {
    let state = node.state
    var plane = Plane(layer: node.id, toDevice: toDevice, scope: scope)
    var blend = BlendMode.normal
    if !state.hasUntouchedEffects, !scope.ignoresBackdrop {
      blend = LayerEffects.blend(of: state)
      Self.addBackdrop(of: state, plane: &plane, &writer)
    }
    let start = writer.open.count
    pending.append(PendingBitmap(grid: grid, state: state, plane: plane, blend: blend, start: start))
    walk.push(.showBitmap(Int32(pending.count - 1)))
    var inner = scope
    (inner.volume, inner.base, inner.clip, inner.cull) = (nil, grid.fromPlane, nil, grid.area)
    (inner.opacity, inner.tint, inner.ignoresBackdrop) = (1, SIMD4(repeating: 1), true)
    inner.groups += 1
    walk.push(.visit(Visit(id: node.id, scope: walk.enter(inner), role: .picture(withOpacity: false))))
  }

  private static func addBackdrop(of state: LayerState, plane: inout Plane, _ writer: inout FrameWriter) {
    let bounds = PlaneRect(state.bounds)
    let filters = LayerEffects.steps(
      of: state.filtersOfBackdrop,
      plane.toDevice,
      bounds,
      isCut: state.clipsFiltersOfBackdrop,
      &writer
    )
    guard !filters.isEmpty else { return }
    var clip = plane.clip
    if state.clipsFiltersOfBackdrop {
      clip = writer.addClip(RoundedRect(of: state, bounds), plane: &plane, parent: clip)
    }
    writer.addBackdrop(
      filters,
      clip: clip,
      plane: &plane,
      mask: nil,
      opacity: plane.opacity * state.opacity.asOpacity
    )
  }

  /// Closes a bitmap's pass and adds the item that shows it.
  mutating func show(_ record: Int32, _ writer: inout FrameWriter) {
    let bitmap = pending.removeLast()
    let (grid, state) = (bitmap.grid, bitmap.state)
    var cut = grid.visible
    if state.masksToBounds { cut = cut.cut(to: PlaneRect(state.bounds), grid.fromPlane) }
    let (start, area) = (bitmap.start, grid.area)
    guard let pass = writer.closePass(from: start, within: area, cut: cut, isLocal: true, for: .bitmap),
      let toPlane = grid.fromPlane.inverted()
    else { return }
    let source = writer.frame[pass].bounds.plane
    guard let target = toPlane.bounds(of: source) else { return }
    var plane = bitmap.plane
    let density = plane.toDevice.scales(at: target.midX, target.midY).max()
    let sampling = Sampling(
      isMinified: density < grid.scale,
      state.minificationFilter,
      state.magnificationFilter,
      bias: state.minificationFilterBias
    )
    let content = Payload.bitmap(pass, Placement(source: source, target: target, sampling: sampling))
    let blend = bitmap.blend
    guard blend.isUnbounded else {
      plane.opacity *= state.opacity.asOpacity
      writer.add(.group, target, content, plane: &plane, clip: plane.clip, tint: plane.tint, blend: blend)
      return
    }
    // The pixels around the bitmap change, too, so all that can be seen becomes a surface.
    let (first, clip) = (writer.open.count, plane.clip)
    writer.add(.group, target, content, plane: &plane, clip: nil, tint: plane.tint)
    let seen = clip.map { plane.cull.intersection(writer.frame[$0].boundsInDevice) } ?? plane.cull
    guard let whole = writer.closePass(from: first, within: seen, whole: true, for: .effect) else { return }
    writer.addSurface(
      whole,
      nil,
      .group,
      reach: 0,
      plane: &plane,
      clip: clip,
      opacity: state.opacity.asOpacity,
      blend: blend
    )
  }
}
