import StrataBase
import StrataCompositor
import StrataRaster
import Synchronization

/// The shapes that the frame before had too: equal cards, still and moved texts are not rasterized again.
///
/// A shape is made as if it lay within a pixel of the origin and is then moved by whole pixels, whether it was kept or not:
/// its bytes do not depend on what was drawn before. Shapes stay until the frame ends, so items may point at them.
///
/// Shapes of earlier frames are found without a lock, as nothing is added to them while a frame is drawn; new ones wait
/// beside them for its end. What a frame did not ask for is forgotten then, and its memory serves the next new shapes.
///
/// - Thread: Any while a frame is drawn; one at its end.
final class ShapeCache: @unchecked Sendable {  // Table and frame change between frames only.
  /// A shape near the origin.
  enum Shape {
    /// As bytes: what is small, or was drawn before.
    case mask(ShapeMask)
    /// As spans: what is new and may be another one in the next frame.
    case coverage(Coverage)
    /// Too large to be kept.
    case large
  }

  /// A shape, and how many whole pixels to move it.
  typealias Placed = (shape: Shape, x: Int32, y: Int32)

  /// A kept shape, valid until the frame ends, and how many whole pixels to move it.
  typealias Found = (shape: Unmanaged<CachedShape>, x: Int32, y: Int32)

  /// Shapes of more pixels are not kept: what of them is seen may be a small part.
  private static let mostPixels = 262_144.0
  /// Shapes that lie further away are not kept; the rasterizer's own limit is larger.
  private static let furthest = 500_000.0
  /// How many forgotten shapes keep their memory for new ones.
  private static let mostSpare = 1024

  private struct Fresh: @unchecked Sendable {  // Touched under the lock only.
    let shapes = ShapeTable()
    var spare: [CachedShape] = []
  }

  private var kept = ShapeTable()
  /// Empty; takes what is left when shapes are forgotten.
  private var other = ShapeTable()
  private var frame: UInt64 = 1
  private let fresh = Mutex(Fresh())
  /// Blurred corners, which shadows of many sizes share.
  let shadows = ShadowCache()

  /// A path; nil for one that is not kept.
  func path(
    _ path: PathResource,
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch
  ) -> Placed? {
    withUnsafePointer(to: path) { find($0, under: map, antialias: antialias, scratch: scratch) }.map(
      Self.placed
    )
  }

  /// A path; nil for one that is not kept.
  func find(
    _ path: UnsafePointer<PathResource>,
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch
  ) -> Found? {
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

  /// A rounded rectangle or a border of one; nil for other shapes and for what is not kept.
  func shape(_ shape: DeviceShape, antialias: Bool, scratch: RasterizerScratch) -> Placed? {
    find(shape, antialias: antialias, scratch: scratch).map(Self.placed)
  }

  /// A rounded rectangle or a border of one; nil for other shapes and for what is not kept.
  func find(_ shape: DeviceShape, antialias: Bool, scratch: RasterizerScratch) -> Found? {
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

  /// The shadow of a rounded rectangle; nil for one that is not kept.
  func findShadow(of rect: RoundedRect, sigma: SIMD2<Double>, scratch: RasterizerScratch) -> Found? {
    guard let (near, x, y) = Self.nearOrigin(rect) else { return nil }
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

  private static func placed(_ found: Found) -> Placed {
    let shape = found.shape.takeUnretainedValue()
    switch shape.state.load(ordering: .acquiring) {
    case .mask: return (shape.mask.map { .mask($0) } ?? .large, found.x, found.y)
    case .spans, .lasting: return (.coverage(shape.coverage), found.x, found.y)
    case .large: return (.large, found.x, found.y)
    }
  }

  private static let everything = PixelRect(-8192, -8192, 16384, 16384)

  /// A place to 1/65536 of a pixel, which is much finer than the rasterizer's grid.
  ///
  /// Equal shapes at the same fraction of a pixel, but far from each other, differ by what large numbers round away.
  @inline(__always)
  private static func onGrid(_ place: SIMD2<Double>) -> SIMD2<Double> {
    // A large number added and taken away again rounds to the nearest; `rounded()` would be a call.
    let large = 6_755_399_441_055_744.0
    return (place * 65536 + large - large) / 65536
  }

  /// A rectangle of a size that is kept, moved by whole pixels to the origin.
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
        if known.state.load(ordering: .acquiring) == .spans { fresh.withLock { _ in known.becomeMask() } }
      }
      return known
    }
    return made(key, hash, make)
  }

  @inline(never)
  private func made(_ key: ShapeKey, _ hash: UInt64, _ make: (CachedShape) -> Void) -> Unmanaged<CachedShape>
  {
    var known: Unmanaged<CachedShape>?
    var spare: CachedShape?
    fresh.withLock { fresh in
      known = fresh.shapes.find(key, hash: hash)
      if known == nil { spare = fresh.spare.popLast() }
    }
    if let known { return known }
    let shape = spare ?? CachedShape(key, hash: hash)
    shape.reuse(for: key, hash: hash)
    shape.frame.store(frame, ordering: .relaxed)
    make(shape)
    return fresh.withLock { fresh in
      // Another worker may have been faster.
      if let known = fresh.shapes.find(key, hash: hash) {
        fresh.spare.append(shape)
        return known
      }
      let made = Unmanaged.passRetained(shape)
      fresh.shapes.insert(made)
      return made
    }
  }

  /// How many shapes are kept; between frames.
  var count: Int { kept.count }

  /// Forgets everything, and the memory that waits for new shapes; between frames.
  func removeAll() {
    kept = ShapeTable()
    other = ShapeTable()
    fresh.withLock { $0.spare = [] }
  }

  /// Ends a frame: what it did not draw is forgotten.
  func sweep() {
    let now = frame
    frame += 1
    var isStale = false
    kept.forEach { shape in
      shape._withUnsafeGuaranteedRef { if $0.frame.load(ordering: .relaxed) != now { isStale = true } }
    }
    fresh.withLock { fresh in
      if isStale {
        kept.empty { shape in
          if shape._withUnsafeGuaranteedRef({ $0.frame.load(ordering: .relaxed) == now }) {
            other.insert(shape)
          } else if fresh.spare.count < Self.mostSpare {
            fresh.spare.append(shape.takeRetainedValue())
          } else {
            shape.release()
          }
        }
        swap(&kept, &other)
      }
      fresh.shapes.empty { kept.insert($0) }
    }
  }
}
