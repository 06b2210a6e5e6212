import StrataBase
import Synchronization

/// A cache of blurred corners: equal rectangles at whole-pixel distances share one entry.
///
/// Of large corners that are blurred in part it keeps the last part.
///
/// - Thread: Any.
package final class ShadowCache: Sendable {
  struct Key: Hashable, Sendable {
    var model: RoundedRect
    var sigma: SIMD2<Double>
  }
  struct Entry: Sendable {
    var buffer: PixelBuffer
    var growX: Int
    var growY: Int
  }

  /// The largest number of cached pixels; a shadow that exceeds it empties the cache.
  private static let capacity = 1 << 24

  /// The blurred pixels of a whole rectangle in a clip.
  private struct Part: Sendable {
    var key: Key
    var clip: PixelRect
    var coverage: Coverage
  }

  private struct Store {
    var entries: [Key: Entry] = [:]
    var pixels = 0
    /// No larger than a screen.
    var part: Part?
  }
  private let store = Mutex(Store())

  package init() {}

  /// The corners under a key, if they are there.
  func entry(_ key: Key) -> Entry? { store.withLock { $0.entries[key] } }

  /// The corners under a key, which are made if they are not there.
  func entry(_ key: Key, _ make: () -> Entry) -> Entry {
    if let existing = entry(key) { return existing }
    let made = make()
    return store.withLock { store in
      // Another thread's corners.
      if let known = store.entries[key] { return known }
      let pixels = made.buffer.width * made.buffer.height
      if store.pixels + pixels > Self.capacity { (store.entries, store.pixels) = ([:], 0) }
      store.entries[key] = made
      store.pixels += pixels
      return made
    }
  }

  /// The shadow of a rectangle in a clip, from the last part if that has all of it.
  func part(_ key: Key, in clip: PixelRect, _ make: () -> Coverage) -> Coverage {
    if let kept = store.withLock({ $0.part }), kept.key == key, kept.clip.contains(clip) {
      return kept.coverage.intersection(clip)
    }
    let made = make()
    let former = store.withLock { store in
      let former = store.part
      store.part = Part(key: key, clip: clip, coverage: made)
      return former
    }
    withExtendedLifetime(former) {}
    return made
  }

  /// The number of cached pixels.
  package var pixelCount: Int { store.withLock { $0.pixels + ($0.part?.coverage.alphas.count ?? 0) } }

  /// Drops all cached shadows.
  package func removeAll() {
    let dropped = store.withLock { store in
      let dropped = store
      store = Store()
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }
}
