import Synchronization

/// Counts the converted copies of pictures (``DerivedPixels``) in the whole process, and drops those over a budget.
///
/// Items of a frame may point into copies, so that none is dropped between ``beginFrame()`` and ``endFrame()``. When a
/// frame ends and the copies exceed the budget, those go that no recent frame used.
///
/// - Thread: Any.
package final class ImageCopyCache: Sendable {
  package static let shared = ImageCopyCache()

  private struct Entry {
    weak var picture: PixelBuffer?
    var bytes: Int
  }

  private struct Store {
    var entries: [ObjectIdentifier: Entry] = [:]
    var bytes = 0
    var budget = 256 << 20
    /// The number of threads that are drawing a frame.
    var drawing = 0
  }

  private let store = Mutex(Store())
  /// Counts the frames that began in this process.
  private let frames = Atomic<UInt64>(1)
  /// The number of frames for which an unused copy stays although the budget is exceeded.
  private static let graceFrames: UInt64 = 8

  private init() {}

  /// The number of bytes that may stay for later frames, beyond those that the last frames used.
  package var budget: Int {
    get { store.withLock { $0.budget } }
    set {
      _ = store.withLock { store in
        store.budget = max(0, newValue)
        return trim(&store, to: store.budget, usedUpTo: lastOfGrace)
      }
    }
  }

  /// The size of all copies, in bytes.
  package var byteCount: Int { store.withLock { $0.bytes } }

  var now: UInt64 { frames.load(ordering: .relaxed) }

  /// The last frame whose copies may go because of the budget.
  private var lastOfGrace: UInt64 {
    let now = now
    return now > Self.graceFrames ? now - Self.graceFrames : 0
  }

  /// Keeps all copies until ``endFrame()`` is called as often.
  package func beginFrame() {
    frames.wrappingAdd(1, ordering: .relaxed)
    store.withLock { $0.drawing += 1 }
  }

  /// Ends a frame, and drops copies over the budget if no other thread draws.
  ///
  /// - Returns: The number of the frame of this process that began last: it may have marked what this one used.
  @discardableResult
  package func endFrame() -> UInt64 {
    let last = now
    _ = store.withLock { store in
      store.drawing -= 1
      return trim(&store, to: store.budget, usedUpTo: lastOfGrace)
    }
    return last
  }

  /// Drops the copies that no frame after the one with a number used, unless a frame is being drawn.
  package func removeAll(usedUpTo frame: UInt64) { _ = store.withLock { trim(&$0, to: 0, usedUpTo: frame) } }

  /// Counts the copies of a picture anew.
  func note(_ picture: PixelBuffer) {
    let bytes = picture.derived.withLock { $0.byteCount }
    store.withLock { store in
      let id = ObjectIdentifier(picture)
      store.bytes += bytes - (store.entries[id]?.bytes ?? 0)
      store.entries[id] = Entry(picture: picture, bytes: bytes)
    }
  }

  /// Stops counting the copies of a picture, which has dropped them.
  func forget(_ picture: PixelBuffer) {
    store.withLock { store in
      if let entry = store.entries.removeValue(forKey: ObjectIdentifier(picture)) {
        store.bytes -= entry.bytes
      }
    }
  }

  /// What a look through the entries held: the last owner of a picture takes the locks again when it lets go of it.
  private struct Held: Sendable {
    var pictures: [PixelBuffer] = []
    var copies: [DerivedPixels] = []
  }

  /// Drops copies that were last used in a frame or before it, the least recently used ones first.
  ///
  /// Lock order: a picture's lock is taken inside of the store's, never the other way round, and no picture may die inside
  /// of either.
  ///
  /// - Returns: What must be let go of after the store's lock is released.
  private func trim(_ store: inout Store, to budget: Int, usedUpTo last: UInt64) -> Held {
    var held = Held()
    guard store.bytes > budget, store.drawing == 0 else { return held }
    var idle: [(use: UInt64, id: ObjectIdentifier, picture: PixelBuffer)] = []
    for (id, entry) in store.entries {
      guard let picture = entry.picture else { continue }
      held.pictures.append(picture)
      let use = picture.derived.withLock { $0.lastUse }
      if use <= last { idle.append((use, id, picture)) }
    }
    idle.sort { $0.use < $1.use }
    for candidate in idle where store.bytes > budget {
      held.copies.append(candidate.picture.derived.withLock { $0.takeAll() })
      if let entry = store.entries.removeValue(forKey: candidate.id) { store.bytes -= entry.bytes }
    }
    return held
  }
}
