import Synchronization

/// Counts the other forms of pictures (`DerivedPixels`) of the whole process, and gives them back.
///
/// Whoever draws says so (`beginFrame`, `endFrame`), as its items may point into them: nothing is given back meanwhile.
/// When a frame ends and there are more bytes than the budget, forms go that no recent frame asked for.
///
/// - Thread: Any.
package final class ImageCopyCache: Sendable {
  package static let shared = ImageCopyCache()

  private struct Known {
    weak var picture: PixelBuffer?
    var bytes: Int
  }

  private struct Store {
    var known: [ObjectIdentifier: Known] = [:]
    var bytes = 0
    var budget = 256 << 20
    /// How many threads draw.
    var drawing = 0
  }

  private let store = Mutex(Store())
  /// Frames that began in this process.
  private let frames = Atomic<UInt64>(1)
  /// How many frames a form stays that none of them asked for, if there is no room.
  private static let memory: UInt64 = 8

  private init() {}

  /// How many bytes are kept for frames to come, beyond those that the last ones asked for.
  package var budget: Int {
    get { store.withLock { $0.budget } }
    set {
      store.withLock { store in
        store.budget = max(0, newValue)
        trim(&store, to: store.budget, unusedFor: Self.memory)
      }
    }
  }

  /// Bytes of all forms that are kept.
  package var byteCount: Int { store.withLock { $0.bytes } }

  var now: UInt64 { frames.load(ordering: .relaxed) }

  package func beginFrame() {
    frames.wrappingAdd(1, ordering: .relaxed)
    store.withLock { $0.drawing += 1 }
  }

  package func endFrame() {
    store.withLock { store in
      store.drawing -= 1
      trim(&store, to: store.budget, unusedFor: Self.memory)
    }
  }

  /// Gives everything back, unless somebody draws.
  package func removeAll() { store.withLock { trim(&$0, to: 0, unusedFor: 0) } }

  func note(_ picture: PixelBuffer) {
    let bytes = picture.derived.withLock { $0.byteCount }
    store.withLock { store in
      let id = ObjectIdentifier(picture)
      store.bytes += bytes - (store.known[id]?.bytes ?? 0)
      store.known[id] = Known(picture: picture, bytes: bytes)
    }
  }

  func forget(_ picture: PixelBuffer) {
    store.withLock { store in
      if let known = store.known.removeValue(forKey: ObjectIdentifier(picture)) { store.bytes -= known.bytes }
    }
  }

  /// Drops forms that were not asked for, the longest unused ones first.
  ///
  /// A picture's lock is taken inside of the store's, never the other way round.
  private func trim(_ store: inout Store, to budget: Int, unusedFor frames: UInt64) {
    guard store.bytes > budget, store.drawing == 0 else { return }
    let now = now
    var idle: [(use: UInt64, id: ObjectIdentifier, picture: PixelBuffer)] = []
    for (id, known) in store.known {
      guard let picture = known.picture else { continue }
      let use = picture.derived.withLock { $0.lastUse }
      if use + frames <= now { idle.append((use, id, picture)) }
    }
    idle.sort { $0.use < $1.use }
    for entry in idle where store.bytes > budget {
      entry.picture.derived.withLock { $0 = DerivedPixels() }
      if let known = store.known.removeValue(forKey: entry.id) { store.bytes -= known.bytes }
    }
  }
}
