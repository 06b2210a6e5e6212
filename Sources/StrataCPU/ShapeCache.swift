import StrataBase
import StrataFrame
import StrataRaster
import Synchronization

/// A cache of the coverage of shapes.
///
/// Equal cards and unchanged or moved texts are not rasterized again.
///
/// A shape is rasterized within a pixel of the origin and then moved by whole pixels, cached or not, so its bytes do not
/// depend on earlier frames. Shapes stay until the frame ends, so items may hold unmanaged references to them.
///
/// Lookups of shapes from earlier frames take no lock, as that table does not change while a frame is drawn. New shapes are
/// pending until the frame ends. Shapes that a frame did not draw are dropped then, and new ones reuse their memory.
///
/// - Thread: Any while a frame is drawn; one at its end.
final class ShapeCache: @unchecked Sendable {  // Table and frame change between frames only.
  /// A shape near the origin.
  enum Shape {
    /// As bytes: a shape that is small or was drawn before.
    case mask(ShapeMask)
    /// As spans: a new shape, which the next frame may not draw again.
    case coverage(Coverage)
    /// Too large to be kept.
    case large
  }

  /// A shape, and the offset to its place in whole pixels.
  typealias ShapePlacement = (shape: Shape, x: Int32, y: Int32)

  /// A cached shape, valid until the frame ends, and the offset to its place in whole pixels.
  typealias CachedPlacement = (shape: Unmanaged<CachedShape>, x: Int32, y: Int32)

  /// Shapes of more pixels are not kept: a small part of them may be visible.
  private static let mostPixels = 262_144.0
  /// Shapes further from the origin are not kept.
  ///
  /// The rasterizer's limit is larger.
  private static let furthest = 500_000.0
  /// The number of dropped shapes whose memory is kept for new ones.
  private static let mostSpare = 1024

  private struct Pending: @unchecked Sendable {  // Touched under the lock only.
    let shapes = ShapeTable()
    private(set) var spare: [CachedShape] = []
    /// The memory of the spare shapes, in bytes.
    private(set) var spareBytes = 0

    mutating func addSpare(_ shape: CachedShape) {
      spare.append(shape)
      spareBytes += shape.byteCount
    }

    mutating func takeSpare() -> CachedShape? {
      guard let shape = spare.popLast() else { return nil }
      spareBytes -= shape.byteCount
      return shape
    }

    /// Takes all spare shapes out, for a caller that lets go of them outside of the lock.
    mutating func takeSpares() -> [CachedShape] {
      defer { (spare, spareBytes) = ([], 0) }
      return spare
    }
  }

  private var kept = ShapeTable()
  /// Empty between sweeps; receives the shapes that a sweep keeps.
  private var swept = ShapeTable()
  private var frame: UInt64 = 1
  private let pending = Mutex(Pending())
  /// Blurred corners, shared by shadows of many sizes.
  let shadows = ShadowCache()

  /// The coverage of a path; nil for one that is not kept.
  func path(
    _ path: PathResource,
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch
  ) -> ShapePlacement? {
    withUnsafePointer(to: path) { find($0, under: map, antialias: antialias, scratch: scratch) }.map(
      Self.placement
    )
  }

  /// The cached shape of a path; nil for one that is not kept.
  func find(
    _ path: UnsafePointer<PathResource>,
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch
  ) -> CachedPlacement? {
    guard path.pointee.id != 0, map.isAffine, abs(map.m31) < Self.furthest, abs(map.m32) < Self.furthest
    else {
      return nil
    }
    let place = Self.onGrid(SIMD2(map.m31, map.m32))
    let whole = place.rounded(.down)
    var near = map
    (near.m31, near.m32) = (place.x - whole.x, place.y - whole.y)
    let key = ShapeKey(
      path: path.pointee.id,
      rule: path.pointee.rule,
      antialias: antialias,
      linear: SIMD4(map.m11, map.m12, map.m21, map.m22),
      fraction: SIMD2(near.m31, near.m32)
    )
    let shape = find(key) { shape in
      if let run = path.pointee.glyphs {
        return shape.become(run, under: near, antialias: antialias, scratch: scratch)
      }
      let placed = PlacedOutline(path.pointee.outline, under: near)
      guard let box = placed.bounds, (box.width + 2) * (box.height + 2) <= Self.mostPixels,
        max(-box.minX, -box.minY, box.maxX, box.maxY) < Self.furthest
      else { return shape.become(nil) }
      Rasterizer.rasterize(
        placed,
        rule: path.pointee.rule,
        clip: placed.pixels,
        antialias: antialias,
        scratch: scratch,
        into: &shape.coverage
      )
    }
    return (shape, Int32(whole.x), Int32(whole.y))
  }

  /// The coverage of a rounded rectangle or of its border; nil for other shapes and for those that are not kept.
  func shape(_ shape: DeviceShape, antialias: Bool, scratch: RasterizerScratch) -> ShapePlacement? {
    find(shape, antialias: antialias, scratch: scratch).map(Self.placement)
  }

  /// The cached shape of a rounded rectangle or of its border; nil for other shapes and for those that are not kept.
  func find(_ shape: DeviceShape, antialias: Bool, scratch: RasterizerScratch) -> CachedPlacement? {
    let (rect, border): (RoundedRect, Double)
    switch shape {
    case .rounded(let round): (rect, border) = (round, 0)
    case .border(let round, let width): (rect, border) = (round, width)
    default: return nil
    }
    guard let (near, x, y) = Self.nearOrigin(rect) else { return nil }
    let made = find(ShapeKey(near, border: border, antialias: antialias)) { shape in
      let moved: DeviceShape = border > 0 ? .border(near, width: border) : .rounded(near)
      shape.become(ShapeMask(moved.coverage(in: Self.everything, antialias: antialias, scratch: scratch)))
    }
    return (made, x, y)
  }

  /// The cached shadow of a rounded rectangle; nil for one that is not kept.
  func findShadow(of rect: RoundedRect, sigma: SIMD2<Double>, scratch: RasterizerScratch) -> CachedPlacement?
  {
    guard ShadowCoverage.isBlurredWhole(rect, sigma: sigma), let (near, x, y) = Self.nearOrigin(rect) else {
      return nil
    }
    let made = find(ShapeKey(shadowOf: near, sigma: sigma)) { shape in
      let coverage = ShadowCoverage.coverage(
        of: near,
        sigma: sigma,
        clip: Self.everything,
        scratch: scratch,
        cache: shadows
      )
      shape.become(ShapeMask(coverage))
    }
    return (made, x, y)
  }

  private static func placement(_ cached: CachedPlacement) -> ShapePlacement {
    let shape = cached.shape.takeUnretainedValue()
    switch shape.state.load(ordering: .acquiring) {
    case .mask: return (shape.mask.map { .mask($0) } ?? .large, cached.x, cached.y)
    case .spans, .lasting: return (.coverage(shape.coverage), cached.x, cached.y)
    case .large: return (.large, cached.x, cached.y)
    }
  }

  private static let everything = PixelRect(-8192, -8192, 16384, 16384)

  /// A position rounded to 1/65536 of a pixel, which is much finer than the rasterizer's grid.
  ///
  /// Without it, equal shapes at the same fraction of a pixel but far from each other differ by rounding errors.
  @inline(__always)
  private static func onGrid(_ place: SIMD2<Double>) -> SIMD2<Double> {
    // A large number added and taken away again rounds to the nearest; `rounded()` would be a call.
    let large = 6_755_399_441_055_744.0
    return (place * 65536 + large - large) / 65536
  }

  /// A rectangle moved to the origin by whole pixels; nil if it is too large to keep.
  private static func nearOrigin(_ rect: RoundedRect) -> (RoundedRect, Int32, Int32)? {
    guard rect.width > 0, rect.height > 0, rect.width <= 8192, rect.height <= 8192, abs(rect.minX) < furthest,
      abs(rect.minY) < furthest
    else { return nil }
    let place = onGrid(SIMD2(rect.minX, rect.minY))
    let whole = place.rounded(.down)
    var near = rect
    (near.minX, near.minY) = (place.x - whole.x, place.y - whole.y)
    return (near, Int32(whole.x), Int32(whole.y))
  }

  /// The shape under a key; spans of an earlier frame become a mask.
  private func find(_ key: ShapeKey, _ make: (CachedShape) -> Void) -> Unmanaged<CachedShape> {
    let hash = key.hash
    if let known = kept.find(key, hash: hash) {
      known._withUnsafeGuaranteedRef { known in
        known.frame.store(frame, ordering: .relaxed)
        if known.state.load(ordering: .acquiring) == .spans { pending.withLock { _ in known.becomeMask() } }
      }
      return known
    }
    return insert(key, hash, make)
  }

  @inline(never)
  private func insert(
    _ key: ShapeKey,
    _ hash: UInt64,
    _ make: (CachedShape) -> Void
  ) -> Unmanaged<CachedShape> {
    var known: Unmanaged<CachedShape>?
    var spare: CachedShape?
    pending.withLock { pending in
      known = pending.shapes.find(key, hash: hash)
      if known == nil { spare = pending.takeSpare() }
    }
    if let known { return known }
    let shape = spare ?? CachedShape(key, hash: hash)
    shape.reuse(for: key, hash: hash)
    shape.frame.store(frame, ordering: .relaxed)
    make(shape)
    shape.countBytes()
    return pending.withLock { pending in
      // Another worker may have inserted it meanwhile.
      if let known = pending.shapes.find(key, hash: hash) {
        pending.addSpare(shape)
        return known
      }
      let made = Unmanaged.passRetained(shape)
      pending.shapes.insert(made)
      return made
    }
  }

  /// The number of kept shapes.
  ///
  /// Read between frames only.
  var count: Int { kept.count }

  /// The memory of the shapes that were dropped and of the blurred corners, in bytes, about.
  ///
  /// New shapes reuse the memory of dropped ones.
  ///
  /// - Thread: Any.
  var idleByteCount: Int { pending.withLock { $0.spareBytes } + shadows.pixelCount }

  /// Drops all shapes and blurred corners, and the memory kept for new ones.
  ///
  /// Called between frames only.
  func removeAll() {
    kept = ShapeTable()
    swept = ShapeTable()
    let spares = pending.withLock { $0.takeSpares() }
    withExtendedLifetime(spares) {}
    shadows.removeAll()
  }

  /// Ends a frame: drops the shapes that it did not draw.
  func sweep() {
    let now = frame
    frame += 1
    var isStale = false
    kept.forEach { shape in
      shape._withUnsafeGuaranteedRef { if $0.frame.load(ordering: .relaxed) != now { isStale = true } }
    }
    pending.withLock { pending in
      if isStale {
        kept.removeAll { shape in
          if shape._withUnsafeGuaranteedRef({ $0.frame.load(ordering: .relaxed) == now }) {
            swept.insert(shape)
          } else if pending.spare.count < Self.mostSpare {
            pending.addSpare(shape.takeRetainedValue())
          } else {
            shape.release()
          }
        }
        swap(&kept, &swept)
      }
      pending.shapes.removeAll { kept.insert($0) }
    }
  }
}
