import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
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
    /// The picture that the layer paints.
    case silhouette
  }

  var shape = Shape.none
  /// Straight, with the shadow's opacity.
  var color = SIMD4<Float>(repeating: 0)
  /// Standard deviation, in points.
  var radius = 0.0
  var offset = SIMD2<Double>.zero
  /// How far the shadow can be seen from the shape that casts it, in device pixels.
  var reach = 0.0
  /// Nothing outside is drawn (`Scope`).
  var horizon = PixelRect.empty

  /// True if the layer may have to become a surface for its shadow.
  var mayNeedSurface: Bool {
    switch shape {
    case .none, .rounded, .path: false
    case .expected, .silhouette: true
    }
  }

  var isSilhouette: Bool { if case .silhouette = shape { true } else { false } }
}

/// Step 2 of rendering R-1, by the cheapest way that gives the silhouette's shadow (R-30 … R-36).
extension ShadowPlan {
  /// Plans a layer's shadow, as far as its state decides it.
  init(
    _ state: borrowing LayerState,
    _ plane: Plane,
    _ shape: RoundedRect,
    hasChildren: Bool,
    hasFilters: Bool
  ) {
    self.init()
    guard !state.hasUntouchedShadow, let color = state.shadowColor else { return }
    self.color = plane.tinted(color.extendedSRGB)
    self.color.w *= state.shadowOpacity.clampedToUnit
    guard self.color.w > 0 else { return }
    let radius = Double(state.shadowRadius)
    self.radius = radius > 0 ? min(radius, 1e6) : 0
    let (dx, dy) = (Double(state.shadowOffset.width), Double(state.shadowOffset.height))
    offset = SIMD2(dx.isFinite ? dx : 0, dy.isFinite ? dy : 0)
    let rect = PlaneRect(shape)
    let scale = plane.toDevice.scales(at: rect.midX, rect.midY).max()
    reach = scale * (3 * self.radius + max(abs(offset.x), abs(offset.y))) + 2
    if let path = state.shadowPath {
      self.shape = .path(path)
    } else if state.shadowPathIsBounds {
      self.shape = .rounded(shape)
    } else if hasFilters {
      self.shape = .silhouette
    } else if let background = state.backgroundColor, background.pattern == nil {
      let alpha = background.extendedSRGB.w * plane.tint.w
      // A translucent background alone casts a proportionally lighter shadow; with more on it only its picture decides.
      if alpha >= 1 {
        self.shape = .expected(shape)
      } else if alpha > 0, !hasChildren, state.borderWidth <= 0, state.contents == .none, state.kind == .plain
      {
        self.shape = .rounded(shape)
        self.color.w *= alpha
      } else {
        self.shape = .silhouette
      }
    } else {
      self.shape = .silhouette
    }
  }

  /// Paints the shadow, unless it waits for what the layer paints.
  ///
  /// - Returns: The index of an item that must be confirmed when the layer is finished.
  func draw(plane: inout Plane, clip: Index<ClipNode>?, _ writer: inout FrameWriter) -> Int? {
    switch shape {
    case .none, .silhouette: return nil
    case .expected(let shape):
      let count = writer.open.count
      add(shape, plane: &plane, clip: clip, &writer)
      return writer.open.count > count ? count : nil
    case .rounded(let shape): add(shape, plane: &plane, clip: clip, &writer)
    case .path(let path):
      if let rect = path.outline.plainRect {
        let shape = RoundedRect(minX: rect.minX, minY: rect.minY, width: rect.width, height: rect.height)
        add(shape, plane: &plane, clip: clip, &writer)
      } else {
        add(path, plane: &plane, clip: clip, &writer)
      }
    }
    return nil
  }

  private func add(
    _ shape: RoundedRect,
    plane: inout Plane,
    clip: Index<ClipNode>?,
    _ writer: inout FrameWriter
  ) {
    var moved = shape
    moved.minX += offset.x
    moved.minY += offset.y
    let rect = PlaneRect(moved)
    guard !rect.isEmpty else { return }
    writer.add(
      .shadow,
      rect.inset(-3 * radius),
      .shadow(moved, sigma: radius, color: color),
      plane: &plane,
      clip: clip
    )
  }

  /// Adds the shadow of a path: draws the path into a surface, and shows only the blurred silhouette.
  private func add(_ path: CGPath, plane: inout Plane, clip: Index<ClipNode>?, _ writer: inout FrameWriter) {
    guard let facts = writer.pathCache.facts(of: path) else { return }
    let rect = PlaneRect(facts.bounds)
    var inner = plane
    inner.cull = plane.cull.grown(by: min(Double(BackendLimits.mostReach), reach)).intersection(horizon)
    inner.opacity = 1
    let start = writer.open.count
    let outline = PathResource(id: facts.name, outline: path.outline, rule: .nonZero)
    let index = writer.append(outline)
    writer.add(.shadow, rect, .path(index, color: SIMD4(0, 0, 0, 1)), plane: &inner, clip: nil)
    plane.space = inner.space
    guard let pass = writer.closePass(from: start, within: inner.cull, for: .shadow) else { return }
    let effect = writer.append(Effect(shadow: surface(plane.toDevice, at: rect), showsPicture: false))
    writer.addSurface(pass, effect, .shadow, reach: reach, plane: &plane, clip: clip, opacity: plane.opacity)
  }

  /// Blur and offset in device pixels, as they are in the middle of a rectangle of the plane.
  func surface(_ toDevice: Projective, at rect: PlaneRect) -> SurfaceShadow {
    let j = toDevice.jacobian(at: rect.midX, rect.midY)
    let limit = 1024.0
    let sx = (j.x.x * j.x.x + j.y.x * j.y.x).squareRoot() * radius
    let sy = (j.x.y * j.x.y + j.y.y * j.y.y).squareRoot() * radius
    return SurfaceShadow(
      sigma: SIMD2(min(limit, sx), min(limit, sy)),
      offset: (j.x * offset.x + j.y * offset.y).limited(to: 1e6),
      color: color
    )
  }
}

extension SIMD2<Double> {
  /// The vector with coordinates no larger than a limit; NaN counts as the limit, which is out of sight.
  fileprivate func limited(to limit: Double) -> SIMD2<Double> {
    func number(_ x: Double) -> Double { x.isNaN ? limit : Swift.max(-limit, Swift.min(limit, x)) }
    return SIMD2(number(x), number(y))
  }
}

extension Outline {
  /// The rectangle that the outline draws; nil if it draws anything else.
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
