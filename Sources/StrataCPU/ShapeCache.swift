import StrataBase
import StrataCompositor
import StrataRaster
import Synchronization

/// The shapes that the frame before had too: equal cards, still and moved texts are not rasterized again.
///
/// A shape is made as if it lay within a pixel of the origin and is then moved by whole pixels, whether it was kept or not:
/// its bytes do not depend on what was drawn before. Shapes stay until the frame ends, so items may point at them.
///
/// - Thread: Any.
final class ShapeCache: Sendable {
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

  /// Shapes of more pixels are not kept: what of them is seen may be a small part.
  private static let mostPixels = 262_144.0
  /// Shapes that lie further away are not kept; the rasterizer's own limit is larger.
  private static let furthest = 500_000.0

  private enum Key: Hashable {
    /// The linear part of the map, and the fraction of its translation.
    case path(id: UInt64, rule: FillRule, antialias: Bool, linear: SIMD4<Double>, fraction: SIMD2<Double>)
    case rounded(RoundedRect, border: Double, antialias: Bool)
    case shadow(RoundedRect, sigma: SIMD2<Double>)

    /// What mostly tells shapes apart; the rest is compared.
    func hash(into hasher: inout Hasher) {
      switch self {
      case .path(let id, _, _, _, let fraction):
        hasher.combine(id)
        hasher.combine(fraction.x.bitPattern ^ fraction.y.bitPattern << 1)
      case .rounded(let rect, _, _), .shadow(let rect, _):
        hasher.combine(rect.width.bitPattern ^ rect.height.bitPattern << 1)
        hasher.combine(rect.minX.bitPattern ^ rect.minY.bitPattern << 1)
      }
    }
  }

  /// An object, so that to touch it writes nothing into the dictionary.
  private final class Entry {
    var shape: Shape
    var frame: UInt64

    init(shape: Shape, frame: UInt64) { (self.shape, self.frame) = (shape, frame) }
  }

  private struct Store: @unchecked Sendable {  // Entries are touched under the lock only.
    var entries: [Key: Entry] = [:]
    var frame: UInt64 = 0
  }

  private let store = Mutex(Store())
  /// Blurred corners, which shadows of many sizes share.
  let shadows = ShadowCache()

  /// A path; nil for one that is not kept.
  func path(
    _ path: PathResource,
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch
  ) -> Placed? {
    guard path.id != 0, map.isAffine, abs(map.m31) < Self.furthest, abs(map.m32) < Self.furthest else {
      return nil
    }
    let whole = SIMD2(map.m31, map.m32).rounded(.down)
    var near = map
    (near.m31, near.m32) = (map.m31 - whole.x, map.m32 - whole.y)
    let key = Key.path(
      id: path.id,
      rule: path.rule,
      antialias: antialias,
      linear: SIMD4(map.m11, map.m12, map.m21, map.m22),
      fraction: SIMD2(near.m31, near.m32)
    )
    let shape = shape(key) {
      let outline = path.outline.transformed(by: near)
      guard let box = outline.controlBounds, (box.width + 2) * (box.height + 2) <= Self.mostPixels,
        max(-box.minX, -box.minY, box.maxX, box.maxY) < Self.furthest
      else { return .large }
      let all = PixelRect(
        Int32(box.minX.rounded(.down)) - 1,
        Int32(box.minY.rounded(.down)) - 1,
        Int32(box.maxX.rounded(.up)) + 1,
        Int32(box.maxY.rounded(.up)) + 1
      )
      let coverage = Rasterizer.coverage(
        of: outline,
        rule: path.rule,
        clip: all,
        antialias: antialias,
        scratch: scratch
      )
      return .coverage(coverage)
    }
    return (shape, Int32(whole.x), Int32(whole.y))
  }

  /// A rounded rectangle or a border of one; nil for other shapes and for what is not kept.
  func shape(_ shape: DeviceShape, antialias: Bool, scratch: RasterizerScratch) -> Placed? {
    let (rect, border): (RoundedRect, Double)
    switch shape {
    case .rounded(let round): (rect, border) = (round, 0)
    case .border(let round, let width): (rect, border) = (round, width)
    default: return nil
    }
    guard let (near, x, y) = Self.nearOrigin(rect) else { return nil }
    let made = self.shape(.rounded(near, border: border, antialias: antialias)) {
      let moved: DeviceShape = border > 0 ? .border(near, width: border) : .rounded(near)
      let coverage = moved.coverage(in: Self.everything, antialias: antialias, scratch: scratch)
      return ShapeMask(coverage).map { .mask($0) } ?? .large
    }
    return (made, x, y)
  }

  /// The shadow of a rounded rectangle; nil for one that is not kept.
  func shadow(of rect: RoundedRect, sigma: SIMD2<Double>, scratch: RasterizerScratch) -> Placed? {
    guard let (near, x, y) = Self.nearOrigin(rect) else { return nil }
    let made = shape(.shadow(near, sigma: sigma)) {
      let coverage = ShadowCoverage.coverage(
        of: near,
        sigma: sigma,
        clip: Self.everything,
        scratch: scratch,
        cache: shadows
      )
      return ShapeMask(coverage).map { .mask($0) } ?? .large
    }
    return (made, x, y)
  }

  private static let everything = PixelRect(-8192, -8192, 16384, 16384)

  /// A rectangle of a size that is kept, moved by whole pixels to the origin.
  private static func nearOrigin(_ rect: RoundedRect) -> (RoundedRect, Int32, Int32)? {
    guard rect.width > 0, rect.height > 0, rect.width <= 8192, rect.height <= 8192, abs(rect.minX) < furthest,
      abs(rect.minY) < furthest
    else { return nil }
    let whole = SIMD2(rect.minX, rect.minY).rounded(.down)
    var near = rect
    near.minX -= whole.x
    near.minY -= whole.y
    return (near, Int32(whole.x), Int32(whole.y))
  }

  /// The shape under a key; spans that are asked for a second time become a mask.
  private func shape(_ key: Key, _ make: () -> Shape) -> Shape {
    let known = store.withLock { store -> Shape? in
      guard let entry = store.entries[key] else { return nil }
      entry.frame = store.frame
      return entry.shape
    }
    let made: Shape
    if let known {
      guard case .coverage(let coverage) = known, let mask = ShapeMask(coverage) else { return known }
      made = .mask(mask)
    } else {
      made = make()
    }
    return store.withLock { store in
      // Another worker may have been faster; items may point at its mask already.
      if let entry = store.entries[key] {
        if case .mask = entry.shape { return entry.shape }
        if known == nil { return entry.shape }
      }
      store.entries[key] = Entry(shape: made, frame: store.frame)
      return made
    }
  }

  /// How many shapes are kept.
  var count: Int { store.withLock { $0.entries.count } }

  /// Forgets everything.
  func removeAll() { store.withLock { $0.entries = [:] } }

  /// Ends a frame: what it did not draw is forgotten.
  func sweep() {
    store.withLock { store in
      let now = store.frame
      if store.entries.contains(where: { $0.value.frame != now }) {
        store.entries = store.entries.filter { $0.value.frame == now }
      }
      store.frame += 1
    }
  }
}
