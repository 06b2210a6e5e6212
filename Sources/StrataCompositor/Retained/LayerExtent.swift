import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// The largest area that a layer and everything below it may paint, in the plane of its superlayer.
///
/// With it a list of thousands scrolls without a look at the layers that stay outside the window. The extent counts as
/// unbounded if finding it takes more than a look at the states.
enum LayerExtent {
  case unknown
  case unbounded
  case rect(PlaneRect)

  /// The extent of several layers together.
  init(of layers: [LayerID], in tree: RenderTree) {
    var all: PlaneRect?
    for layer in layers {
      guard let rect = Self.extent(of: layer, in: tree, depth: 0) else {
        self = .unbounded
        return
      }
      if !rect.isEmpty { all = all?.union(rect) ?? rect }
    }
    self = .rect(all ?? PlaneRect(0, 0, 0, 0))
  }

  /// How deep the search for an extent goes.
  private static let deepest = 16

  private static func extent(of layer: LayerID, in tree: RenderTree, depth: Int) -> PlaneRect? {
    guard depth < deepest, let moment = tree.moment(of: layer, parentTime: 0) else { return nil }
    let state = moment.state
    guard moment.animations.isEmpty, state.hasUntouchedTiming, state.hasUntouchedEffects,
      state.custom.isEmpty,
      !state.shouldRasterize
    else { return nil }
    if state.isHidden { return PlaneRect(0, 0, 0, 0) }
    guard state.kind.layerClass.descriptor.staysInBounds else { return nil }
    var rect = PlaneRect(state.bounds)
    if case .none = state.contents {
    } else {
      guard state.hasUntouchedContentsLayout || state.masksToBounds else { return nil }
    }
    if !state.masksToBounds, !moment.children.isEmpty {
      guard state.hasIdentitySublayerTransform else { return nil }
      for child in moment.children {
        guard let inner = extent(of: child, in: tree, depth: depth + 1) else { return nil }
        if !inner.isEmpty { rect = rect.union(inner) }
      }
    }
    if !state.hasUntouchedShadow {
      guard state.shadowPath == nil else { return nil }
      let offset = max(abs(Double(state.shadowOffset.width)), abs(Double(state.shadowOffset.height)))
      rect = rect.inset(-(3 * max(0, Double(state.shadowRadius)) + offset + 1))
    }
    let place = state.toSuperlayer
    guard place.keepsDepth, place.m34 == 0, let plane = place.flattened, let box = plane.bounds(of: rect),
      box.minX.isFinite, box.minY.isFinite, box.maxX.isFinite, box.maxY.isFinite
    else { return nil }
    return box
  }
}

extension Surroundings {
  /// True if everything within a rectangle of the plane is seen, and no clip's edge touches it.
  func isWholly(_ extent: PlaneRect) -> Bool {
    guard scope.volume == nil, let box = scope.base.bounds(of: extent) else { return false }
    let side: Int32 = 1 << 30
    let pixels = PixelRect(covering: box.inset(-2), within: PixelRect(-side, -side, side, side))
    return scope.cull.contains(pixels) && chain.allSatisfy { $0.core.holds(pixels) }
  }

  /// The whole pixels by which layers have moved from former surroundings; nil if these differ in another way.
  func shift(from former: Surroundings) -> SIMD2<Int32>? {
    let (new, old) = (scope.base, former.scope.base)
    guard new.isAffine, old.isAffine else { return nil }
    var moved = former
    (moved.scope.base.m31, moved.scope.base.m32) = (new.m31, new.m32)
    guard looksLike(moved), let x = Projective.wholeStep(from: old.m31, to: new.m31),
      let y = Projective.wholeStep(from: old.m32, to: new.m32)
    else { return nil }
    return SIMD2(x, y)
  }

  /// True if nothing within a rectangle of the plane can be seen.
  func hide(_ extent: PlaneRect) -> Bool {
    guard scope.volume == nil else { return false }
    if extent.isEmpty { return true }
    guard let box = scope.base.bounds(of: extent) else { return false }
    // Edges that are not antialiased move by up to half a pixel, and some more is safe.
    return PixelRect(covering: box.inset(-2), within: scope.cull).isEmpty
  }
}
