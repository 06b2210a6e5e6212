import Synchronization

/// A cache that threads share, in parts with locks of their own, so that threads seldom wait for each other.
///
/// A full part is cleared, which costs making its values again and needs no record of use.
///
/// - Thread: Any.
package final class ShardedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A key that is hashed once, whatever is done with it.
  private struct HashedKey: Hashable {
    let key: Key
    let hash: Int

    init(_ key: Key) { (self.key, hash) = (key, key.hashValue) }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    static func == (a: HashedKey, b: HashedKey) -> Bool { a.hash == b.hash && a.key == b.key }
  }

  private struct Contents: ~Copyable {
    var values: [HashedKey: Value] = [:]
    /// Grows when the part is cleared for all, so that values that were begun before are not kept.
    var generation = 0
  }

  private final class Part: Sendable {
    let contents = Mutex(Contents())
  }

  /// More than there are threads that look for values at once.
  private static var partCount: Int { 8 }

  private let parts = (0..<partCount).map { _ in Part() }
  private let capacityOfPart: Int

  /// Creates a cache of at most `capacity` values.
  package init(capacity: Int) { capacityOfPart = max(capacity / Self.partCount, 1) }

  /// The number of values.
  package var count: Int { parts.reduce(0) { $0 + $1.contents.withLock { $0.values.count } } }

  /// Returns the value for a key, after making it if it is not there; threads make different values at the same time.
  ///
  /// Threads that ask for one key at once get one value, though each of them may make it.
  package func value(for key: Key, make: () -> Value) -> Value {
    value(for: key, makingIfKept: { _ in make() })
  }

  /// Returns the value for a key, after making one that may be for this caller alone.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - make: Returns the value, and sets its argument to false if others shall not get it.
  /// - Returns: The value.
  package func value(for key: Key, makingIfKept make: (_ isKept: inout Bool) -> Value) -> Value {
    let key = HashedKey(key)
    let part = parts[key.hash & (Self.partCount - 1)]
    let (known, generation) = part.contents.withLock { ($0.values[key], $0.generation) }
    if let known { return known }
    var isKept = true
    let fresh = make(&isKept)
    guard isKept else { return fresh }
    var old: [HashedKey: Value] = [:]
    // What is dropped is freed behind the lock.
    defer { withExtendedLifetime(old) {} }
    return part.contents.withLock { contents in
      guard contents.generation == generation else { return contents.values[key] ?? fresh }
      if contents.values.count >= capacityOfPart, contents.values[key] == nil {
        swap(&contents.values, &old)
        contents.values.reserveCapacity(capacityOfPart)
      }
      // One look finds another thread's value or adds this one.
      return { (value: inout Value) in value }(&contents.values[key, default: fresh])
    }
  }

  /// Drops all values, also those that are being made.
  package func removeAll() {
    for part in parts {
      var old: [HashedKey: Value] = [:]
      part.contents.withLock { contents in
        swap(&contents.values, &old)
        contents.generation += 1
      }
    }
  }
}
