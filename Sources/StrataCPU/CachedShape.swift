import StrataBase
import StrataRaster
import Synchronization

/// The identity of a shape, as plain numbers.
struct ShapeKey: Equatable {
  enum Kind: UInt64 { case path, rounded, shadow }

  /// Kind, rule, curve and antialiasing.
  private var tag: UInt64
  private var first: UInt64
  private var second: UInt64
  private var a = SIMD4<Double>.zero
  private var b = SIMD4<Double>.zero
  private var c = SIMD4<Double>.zero

  /// A path: the linear part of its map, and the fraction of its translation.
  init(path id: UInt64, rule: FillRule, antialias: Bool, linear: SIMD4<Double>, fraction: SIMD2<Double>) {
    tag = Kind.path.rawValue | UInt64(rule.rawValue) << 8 | (antialias ? 1 << 16 : 0)
    (first, second) = (id, 0)
    a = linear
    b = SIMD4(lowHalf: fraction, highHalf: .zero)
  }

  /// A rounded rectangle; its border if that has a width.
  init(_ rect: RoundedRect, border: Double, antialias: Bool) {
    self.init(.rounded, rect, antialias)
    first = border.bitPattern
  }

  init(shadowOf rect: RoundedRect, sigma: SIMD2<Double>) {
    self.init(.shadow, rect, true)
    (first, second) = (sigma.x.bitPattern, sigma.y.bitPattern)
  }

  private init(_ kind: Kind, _ rect: RoundedRect, _ antialias: Bool) {
    tag = kind.rawValue | UInt64(rect.curve.rawValue) << 8 | (antialias ? 1 << 16 : 0)
    (first, second) = (0, 0)
    a = SIMD4(rect.minX, rect.minY, rect.width, rect.height)
    b = SIMD4(lowHalf: rect.minXminY, highHalf: rect.maxXminY)
    c = SIMD4(lowHalf: rect.minXmaxY, highHalf: rect.maxXmaxY)
  }

  /// Never zero.
  var hash: UInt64 {
    let bits = unsafeBitCast(a, to: SIMD4<UInt64>.self) &* SIMD4(0x9E37_79B9_7F4A_7C15, 3, 5, 7)
    let more = unsafeBitCast(b, to: SIMD4<UInt64>.self) &* SIMD4(0xC2B2_AE3D_27D4_EB4F, 11, 13, 17)
    var result = (tag ^ first &* 0xFF51_AFD7_ED55_8CCD ^ second) &+ bits.wrappedSum() &+ more.wrappedSum()
    result = (result ^ result >> 32) &* 0xD6E8_FEB8_6659_FD93
    return (result ^ result >> 29) | 1
  }
}

/// A shape near the origin that is kept: as spans when it is new, as a mask once it is asked for again.
///
/// - Thread: Made by one worker before others see it; then only the mask is added, under the cache's lock.
final class CachedShape: @unchecked Sendable {
  enum State: UInt8, AtomicRepresentable {
    /// Spans, which may become a mask.
    case spans
    /// A mask.
    case mask
    /// Spans, too large for a mask.
    case lasting
    /// Nothing: too large to be kept.
    case large
  }

  fileprivate(set) var key: ShapeKey
  fileprivate(set) var hash: UInt64
  /// The last frame that drew the shape.
  let frame = Atomic<UInt64>(0)
  let state = Atomic<State>(.spans)
  /// Valid unless the shape was made as a mask.
  @exclusivity(unchecked) var coverage = Coverage()
  @exclusivity(unchecked) private(set) var mask: ShapeMask?
  /// A former mask of glyphs, whose memory the next one reuses.
  private var spare: ShapeMask?

  init(_ key: ShapeKey, hash: UInt64) { (self.key, self.hash) = (key, hash) }

  /// Gives the shape another key; keeps its memory.
  func reuse(for key: ShapeKey, hash: UInt64) {
    (self.key, self.hash) = (key, hash)
    if let mask, mask.isReusable { spare = mask }
    mask = nil
    state.store(.spans, ordering: .relaxed)
  }

  /// The memory of the spans and the mask, in bytes, about, when the shape was last made.
  private(set) var byteCount = 0

  /// Counts the memory of the spans and the mask while they are in the processor's caches.
  func countBytes() {
    byteCount = coverage.byteCount + (mask?.layout.byteCount ?? 0) + (spare?.layout.byteCount ?? 0)
  }

  /// Sets the mask; nil marks a shape that is too large to keep.
  func become(_ mask: ShapeMask?) {
    self.mask = mask
    state.store(mask == nil ? .large : .mask, ordering: .releasing)
  }

  /// Sets a mask of glyphs.
  func become(_ run: GlyphRun, under map: Projective, antialias: Bool, scratch: RasterizerScratch) {
    become(run.mask(under: map, antialias: antialias, scratch: scratch, reusing: &spare))
  }

  /// Converts the spans to a mask, if they are small enough.
  func becomeMask() {
    guard state.load(ordering: .relaxed) == .spans else { return }
    mask = ShapeMask(coverage)
    countBytes()
    state.store(mask == nil ? .lasting : .mask, ordering: .releasing)
  }
}

/// A hash table of shapes with open addressing.
///
/// A lookup does no reference counting.
final class ShapeTable {
  private var slots: UnsafeMutablePointer<Unmanaged<CachedShape>?>
  private var hashes: UnsafeMutablePointer<UInt64>
  private var capacity = 64
  private(set) var count = 0

  init() {
    slots = .allocate(capacity: capacity)
    hashes = .allocate(capacity: capacity)
    slots.initialize(repeating: nil, count: capacity)
    hashes.initialize(repeating: 0, count: capacity)
  }

  deinit {
    forEach { $0.release() }
    slots.deallocate()
    hashes.deallocate()
  }

  @inline(__always)
  func find(_ key: ShapeKey, hash: UInt64) -> Unmanaged<CachedShape>? {
    var slot = Int(truncatingIfNeeded: hash >> 1) & (capacity &- 1)
    while hashes[slot] != 0 {
      if hashes[slot] == hash, let shape = slots[slot], shape._withUnsafeGuaranteedRef({ $0.key == key }) {
        return shape
      }
      slot = (slot &+ 1) & (capacity &- 1)
    }
    return nil
  }

  /// Adds a shape and takes over its reference.
  func insert(_ shape: Unmanaged<CachedShape>) {
    if count * 2 >= capacity { grow() }
    let hash = shape._withUnsafeGuaranteedRef { $0.hash }
    var slot = Int(truncatingIfNeeded: hash >> 1) & (capacity &- 1)
    while hashes[slot] != 0 { slot = (slot &+ 1) & (capacity &- 1) }
    (hashes[slot], slots[slot]) = (hash, shape)
    count += 1
  }

  func forEach(_ body: (Unmanaged<CachedShape>) -> Void) {
    guard count > 0 else { return }
    for slot in 0..<capacity {
      if let shape = slots[slot] { body(shape) }
    }
  }

  /// Removes all shapes; passes each to `body` with its reference.
  func removeAll(_ body: (Unmanaged<CachedShape>) -> Void) {
    forEach(body)
    guard count > 0 else { return }
    slots.update(repeating: nil, count: capacity)
    hashes.update(repeating: 0, count: capacity)
    count = 0
  }

  private func grow() {
    let (old, oldHashes, oldCapacity) = (slots, hashes, capacity)
    capacity *= 2
    slots = .allocate(capacity: capacity)
    hashes = .allocate(capacity: capacity)
    slots.initialize(repeating: nil, count: capacity)
    hashes.initialize(repeating: 0, count: capacity)
    count = 0
    for slot in 0..<oldCapacity {
      if let shape = old[slot] { insert(shape) }
    }
    old.deallocate()
    oldHashes.deallocate()
  }
}
