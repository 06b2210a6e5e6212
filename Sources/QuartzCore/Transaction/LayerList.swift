import StrataBase

/// The layers that changed in a transaction, which it keeps alive.
///
/// A transaction sets and commits thousands of layers, whose values lie all over the memory. Rounds over the list read nothing of a
/// layer but its storage, ask for those that come next ahead of time, and count no references. Setting does not wait either where a
/// program changes the same layers as in its last transaction, as most do: the list still has the addresses of those.
struct LayerList: ~Copyable {
  private struct Entry {
    let layer: Unmanaged<CALayer>
    let storage: Unmanaged<LayerStorage>

    /// Asks for what a change of the layer writes; neither object need exist any more.
    @inline(__always)
    func fetch() {
      prefetch(layer.toOpaque())
      fetchStorage()
    }

    @inline(__always)
    func fetchStorage() {
      let start = UnsafeRawPointer(storage.toOpaque())
      prefetch(start)
      prefetch(start + LayerStorage.bytesOfMoves)
    }
  }

  /// The layers on the list, then those that were on it before in their places.
  private var entries = UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)
  private(set) var count = 0
  /// The number of entries with a value.
  private var known = 0

  deinit {
    release()
    entries.deallocate()
  }

  var isEmpty: Bool { count == 0 }
  var capacity: Int { entries.count }

  /// The layers, each retained once more.
  var layers: [CALayer] { (0..<count).map { entries[$0].layer.takeUnretainedValue() } }

  /// The layers whose storage satisfies a condition, each retained once more.
  borrowing func layers(where condition: (LayerStorage) -> Bool) -> [CALayer] {
    var most = 0
    forEachStorage { if condition($0) { most += 1 } }
    guard most > 0 else { return [] }
    var found: [CALayer] = []
    found.reserveCapacity(most)
    for i in 0..<count where entries[i].storage._withUnsafeGuaranteedRef(condition) {
      found.append(entries[i].layer.takeUnretainedValue())
    }
    return found
  }

  /// The storage of the first layer.
  var first: LayerStorage? { isEmpty ? nil : entries[0].storage.takeUnretainedValue() }

  mutating func append(_ layer: CALayer) {
    if count == entries.count { grow() }
    let next = count + prefetchDistance
    if next < known { entries[next].fetch() }
    entries[count] = Entry(layer: .passRetained(layer), storage: .passUnretained(layer.storage))
    count += 1
    known = max(known, count)
  }

  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Entry>.allocate(capacity: max(16, 2 * entries.count))
    _ = larger.initialize(fromContentsOf: entries[..<known])
    entries.deallocate()
    entries = larger
  }

  /// Lets go of all layers, whose code may run then; keeps the memory for as many as are given.
  mutating func removeAll(keepingCapacityUpTo most: Int) {
    release()
    count = 0
    guard entries.count > most else { return }
    entries.deallocate()
    entries = UnsafeMutableBufferPointer(start: nil, count: 0)
    known = 0
  }

  /// Calls `body` with the storage of each layer; it must not release a layer.
  @inline(__always)
  borrowing func forEachStorage(_ body: (LayerStorage) -> Void) {
    _ = allSatisfy {
      body($0)
      return true
    }
  }

  /// Calls `body` with the storage of each layer until it returns false; it must not release a layer.
  @inline(__always)
  borrowing func allSatisfy(_ body: (LayerStorage) -> Bool) -> Bool {
    for i in 0..<count {
      if i + prefetchDistance < count { entries[i + prefetchDistance].fetchStorage() }
      guard entries[i].storage._withUnsafeGuaranteedRef(body) else { return false }
    }
    return true
  }

  private borrowing func release() {
    for i in 0..<count {
      if i + prefetchDistance < count { prefetch(entries[i + prefetchDistance].layer.toOpaque()) }
      entries[i].layer.release()
    }
  }
}
