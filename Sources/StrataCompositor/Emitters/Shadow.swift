import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// A layer's shadow before anything is painted.
struct ShadowPlan {
  enum Shape {
    case none
    /// The layer's own shape, unless something sticks out of it.
    case expected(RoundedRect)
    /// The layer's own shape, whatever is painted.
    case rounded(RoundedRect)
    case path(CGPath)
    /// What the layer paints.
    case silhouette
  }

  var shape = Shape.none
  /// Straight, with the shadow's opacity.
  var color = SIMD4<Float>(repeating: 0)
  /// Standard deviation, in points.
  var radius = 0.0
  var offset = SIMD2<Double>.zero
  /// How far from what casts it the shadow can be seen, in device pixels.
  var reach = 0.0

  /// Whether the layer may have to be a surface for its shadow's sake.
  var mayNeedSurface: Bool {
    switch shape {
    case .none, .rounded, .path: false
    case .expected, .silhouette: true
    }
  }

  var isSilhouette: Bool { if case .silhouette = shape { true } else { false } }
}

/// Step 2 of rendering R-1, by the cheapest way that gives the silhouette's shadow (R-30 … R-36).
extension FrameBuilder {
  /// How a layer's shadow is made, as far as its state tells.
  func shadowPlan(
    _ state: LayerState,
    _ plane: Plane,
    _ shape: RoundedRect,
    hasChildren: Bool,
    hasFilters: Bool
  ) -> ShadowPlan {
    var plan = ShadowPlan()
    guard !state.hasUntouchedShadow, let color = state.shadowColor else { return plan }
    plan.color = plane.tinted(color.extendedSRGB)
    plan.color.w *= clampedUnit(state.shadowOpacity)
    guard plan.color.w > 0 else { return plan }
    let radius = Double(state.shadowRadius)
    plan.radius = radius > 0 ? min(radius, 1e6) : 0
    let (dx, dy) = (Double(state.shadowOffset.width), Double(state.shadowOffset.height))
    plan.offset = SIMD2(dx.isFinite ? dx : 0, dy.isFinite ? dy : 0)
    let rect = PlaneRect(shape)
    let scale = plane.toDevice.scales(at: rect.midX, rect.midY).max()
    plan.reach = scale * (3 * plan.radius + max(abs(plan.offset.x), abs(plan.offset.y))) + 2
    if let path = state.shadowPath {
      plan.shape = .path(path)
    } else if state.shadowPathIsBounds {
      plan.shape = .rounded(shape)
    } else if hasFilters {
      plan.shape = .silhouette
    } else if let background = state.backgroundColor, background.pattern == nil {
      let alpha = background.extendedSRGB.w * plane.tint.w
      // A translucent background alone casts a proportionally lighter shadow; with more on it only a look will tell.
      if alpha >= 1 {
        plan.shape = .expected(shape)
      } else if alpha > 0, !hasChildren, state.borderWidth <= 0, state.contents == .none, state.kind == .plain
      {
        plan.shape = .rounded(shape)
        plan.color.w *= alpha
      } else {
        plan.shape = .silhouette
      }
    } else {
      plan.shape = .silhouette
    }
    return plan
  }

  /// Paints the shadow, where it does not wait for what the layer paints.
  ///
  /// - Returns: The index of an item that must be confirmed when the layer is finished.
  func drawShadow(_ plan: ShadowPlan, plane: inout Plane, clip: Index<ClipNode>?) -> Int? {
    switch plan.shape {
    case .none, .silhouette: return nil
    case .expected(let shape):
      let count = open.count
      addShadow(shape, plan, plane: &plane, clip: clip)
      return open.count > count ? count : nil
    case .rounded(let shape): addShadow(shape, plan, plane: &plane, clip: clip)
    case .path(let path):
      if let rect = path.outline.plainRect {
        let shape = RoundedRect(minX: rect.minX, minY: rect.minY, width: rect.width, height: rect.height)
        addShadow(shape, plan, plane: &plane, clip: clip)
      } else {
        addShadow(of: path, plan, plane: &plane, clip: clip)
      }
    }
    return nil
  }

  private func addShadow(_ shape: RoundedRect, _ plan: ShadowPlan, plane: inout Plane, clip: Index<ClipNode>?)
  {
    var moved = shape
    moved.minX += plan.offset.x
    moved.minY += plan.offset.y
    let rect = PlaneRect(moved)
    guard !rect.isEmpty else { return }
    add(
      .shadow,
      rect.inset(-3 * plan.radius),
      .shadow(moved, sigma: plan.radius, color: plan.color),
      plane: &plane,
      clip: clip
    )
  }

  /// The shadow of a path: its picture in a surface of its own, of which only the blurred silhouette is shown.
  private func addShadow(of path: CGPath, _ plan: ShadowPlan, plane: inout Plane, clip: Index<ClipNode>?) {
    guard let box = path.outline.bounds else { return }
    let rect = PlaneRect(box.minX, box.minY, box.maxX, box.maxY)
    var inner = plane
    inner.cull = plane.cull.grown(by: min(4096, plan.reach))
    inner.opacity = 1
    let start = open.count
    let index = append(PathResource(id: strokes.identity(of: path), outline: path.outline, rule: .nonZero))
    add(.shadow, rect, .path(index, color: SIMD4(0, 0, 0, 1)), plane: &inner, clip: nil)
    plane.space = inner.space
    guard let pass = closePass(from: start, within: inner.cull, for: .shadow) else { return }
    let effect = append(Effect(shadow: surfaceShadow(plan, plane.toDevice, at: rect), showsPicture: false))
    addSurface(pass, effect, .shadow, reach: plan.reach, plane: &plane, clip: clip, opacity: plane.opacity)
  }

  /// The plan's blur and offset in device pixels, as they are in the middle of a rectangle of the plane.
  func surfaceShadow(_ plan: ShadowPlan, _ toDevice: Projective, at rect: PlaneRect) -> SurfaceShadow {
    let j = toDevice.jacobian(at: rect.midX, rect.midY)
    let limit = 1024.0
    let sx = (j.x.x * j.x.x + j.y.x * j.y.x).squareRoot() * plan.radius
    let sy = (j.x.y * j.x.y + j.y.y * j.y.y).squareRoot() * plan.radius
    return SurfaceShadow(
      sigma: SIMD2(min(limit, sx), min(limit, sy)),
      offset: (j.x * plan.offset.x + j.y * plan.offset.y).limited(to: 1e6),
      color: plan.color
    )
  }
}

extension SIMD2<Double> {
  /// The vector with coordinates no larger than a limit; what is no number is out of sight too.
  fileprivate func limited(to limit: Double) -> SIMD2<Double> {
    func number(_ x: Double) -> Double { x.isNaN ? limit : Swift.max(-limit, Swift.min(limit, x)) }
    return SIMD2(number(x), number(y))
  }
}

extension Outline {
  /// The rectangle that the outline draws, if it is nothing else.
  var plainRect: PlaneRect? {
    let p = points
    guard verbs.first == .move, p.count == 4 || p.count == 5,
      verbs.dropFirst().prefix(3).allSatisfy({ $0 == .line })
    else { return nil }
    switch verbs.count - p.count {
    case 0 where p.count == 5: guard verbs.last == .line, p[4] == p[0] else { return nil }
    case 1: guard verbs.last == .close, p.count == 4 || p[4] == p[0] else { return nil }
    default: return nil
    }
    let isRect =
      (p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x)
      || (p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y)
    guard isRect else { return nil }
    return PlaneRect(min(p[0].x, p[2].x), min(p[0].y, p[2].y), max(p[0].x, p[2].x), max(p[0].y, p[2].y))
  }
}
