import StrataBase
import StrataCompositor
import StrataRaster
import Synchronization

/// The coverage of paths that the frame before had too: still and moved texts and shapes are not rasterized again.
///
/// A path is drawn as if it lay within a pixel of the origin and is then moved by whole pixels, whether it was kept or not:
/// its bytes do not depend on what was drawn before.
///
/// - Thread: Any.
final class PathCache: Sendable {
  /// Paths of more pixels are not kept: what of them is seen may be a small part.
  private static let mostPixels = 262_144.0
  /// Paths that lie further away are not kept; the rasterizer's own limit is larger.
  private static let furthest = 500_000.0

  private struct Key: Hashable {
    var id: UInt64
    var rule: FillRule
    var antialias: Bool
    /// The linear part of the map, and the fraction of its translation.
    var linear: SIMD4<Double>
    var fraction: SIMD2<Double>
  }

  private struct Entry {
    /// Nil for a path that is too large.
    var coverage: Coverage?
    var frame: UInt64
  }

  private struct Store {
    var entries: [Key: Entry] = [:]
    var frame: UInt64 = 0
  }

  private let store = Mutex(Store())

  /// The coverage of a path inside of some pixels; nil for one that is not kept.
  func coverage(
    of path: PathResource,
    under map: Projective,
    antialias: Bool,
    in bounds: PixelRect,
    scratch: RasterizerScratch
  ) -> Coverage? {
    guard path.id != 0, map.isAffine, abs(map.m31) < Self.furthest, abs(map.m32) < Self.furthest else {
      return nil
    }
    let whole = SIMD2(map.m31, map.m32).rounded(.down)
    var near = map
    (near.m31, near.m32) = (map.m31 - whole.x, map.m32 - whole.y)
    let key = Key(
      id: path.id,
      rule: path.rule,
      antialias: antialias,
      linear: SIMD4(map.m11, map.m12, map.m21, map.m22),
      fraction: SIMD2(near.m31, near.m32)
    )
    let known = store.withLock { store -> Entry? in
      guard let entry = store.entries[key] else { return nil }
      if entry.frame != store.frame { store.entries[key]?.frame = store.frame }
      return entry
    }
    if let known { return known.coverage.map { placed($0, whole, bounds) } }
    let made = Self.coverage(of: path, under: near, antialias: antialias, scratch: scratch)
    store.withLock { $0.entries[key] = Entry(coverage: made, frame: $0.frame) }
    return made.map { placed($0, whole, bounds) }
  }

  private func placed(_ coverage: Coverage, _ offset: SIMD2<Double>, _ bounds: PixelRect) -> Coverage {
    coverage.offset(by: Int32(offset.x), Int32(offset.y)).intersection(bounds)
  }

  private static func coverage(
    of path: PathResource,
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch
  ) -> Coverage? {
    let outline = path.outline.transformed(by: map)
    guard let box = outline.controlBounds, (box.width + 2) * (box.height + 2) <= mostPixels,
      max(-box.minX, -box.minY, box.maxX, box.maxY) < furthest
    else { return nil }
    let all = PixelRect(
      Int32(box.minX.rounded(.down)) - 1,
      Int32(box.minY.rounded(.down)) - 1,
      Int32(box.maxX.rounded(.up)) + 1,
      Int32(box.maxY.rounded(.up)) + 1
    )
    return Rasterizer.coverage(
      of: outline,
      rule: path.rule,
      clip: all,
      antialias: antialias,
      scratch: scratch
    )
  }

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
