import Synchronization

/// A cache that threads share, in parts with locks of their own, so that threads seldom wait for each other.
///
/// A full part is cleared, which costs making its values again and needs no record of use. A part is full when it has
/// its share of the capacity, or of the bytes. A value larger than that share has a place of its own in the part, which
/// the next such value takes.
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
    /// A value with more bytes than the part's share.
    var large: (key: HashedKey, value: Value)?
    /// The bytes of all values but the large one.
    var bytes = 0
    /// Grows when the part is cleared for all, so that values that were begun before are not kept.
    var generation = 0

    func value(for key: HashedKey) -> Value? {
      if let value = values[key] { return value }
      guard let large, large.key == key else { return nil }
      return large.value
    }
  }

  private final class Part: Sendable {
    let contents = Mutex(Contents())
  }

  /// More than there are threads that look for values at once.
  private static var partCount: Int { 8 }

  private let parts = (0..<partCount).map { _ in Part() }
  private let capacityOfPart: Int
  private let bytesOfPart: Int
  private let size: @Sendable (Key, Value) -> Int

  /// Creates a cache of at most `capacity` values.
  ///
  /// - Parameters:
  ///   - capacity: The largest number of values.
  ///   - bytes: The bytes that values may take, without up to eight values that are larger than an eighth of it.
  ///   - size: Returns the bytes of a value and its key; it is called when a value is made, and when it is dropped alone.
  package init(
    capacity: Int,
    bytes: Int = .max,
    size: @escaping @Sendable (Key, Value) -> Int = { _, _ in 0 }
  ) {
    capacityOfPart = max(capacity / Self.partCount, 1)
    (bytesOfPart, self.size) = (bytes / Self.partCount, size)
  }

  /// The number of values.
  package var count: Int {
    parts.reduce(0) { count, part in
      count + part.contents.withLock { $0.values.count + ($0.large == nil ? 0 : 1) }
    }
  }

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
    let (known, generation) = part.contents.withLock { ($0.value(for: key), $0.generation) }
    if let known { return known }
    var isKept = true
    let fresh = make(&isKept)
    guard isKept else { return fresh }
    let bytes = size(key.key, fresh)
    var old: [HashedKey: Value] = [:]
    var oldLarge: (HashedKey, Value)?
    // What is dropped is freed behind the lock.
    defer { withExtendedLifetime((old, oldLarge)) {} }
    return part.contents.withLock { contents in
      // Another thread's value.
      if let other = contents.value(for: key) { return other }
      guard contents.generation == generation else { return fresh }
      guard bytes <= bytesOfPart else {
        oldLarge = contents.large
        contents.large = (key, fresh)
        return fresh
      }
      if contents.values.count >= capacityOfPart || contents.bytes > bytesOfPart - bytes {
        swap(&contents.values, &old)
        contents.values.reserveCapacity(capacityOfPart)
        contents.bytes = 0
      }
      contents.values[key] = fresh
      contents.bytes += bytes
      return fresh
    }
  }

  /// Drops the values for which `isDropped` is true.
  ///
  /// - Parameter isDropped: Called with each value in its place, of which the cache has no copy, and with a part of the cache
  ///   locked.
  package func removeAll(where isDropped: (inout Value) -> Bool) {
    for part in parts {
      var old: [Value] = []
      // What is dropped is freed behind the lock.
      defer { withExtendedLifetime(old) {} }
      part.contents.withLock { contents in
        var (index, keys) = (contents.values.startIndex, [HashedKey]())
        while index != contents.values.endIndex {
          if isDropped(&contents.values.values[index]) { keys.append(contents.values[index].key) }
          contents.values.formIndex(after: &index)
        }
        for key in keys {
          guard let value = contents.values.removeValue(forKey: key) else { continue }
          contents.bytes -= size(key.key, value)
          old.append(value)
        }
        guard var large = contents.large.take() else { return }
        if isDropped(&large.value) { old.append(large.value) } else { contents.large = large }
      }
    }
  }

  /// Drops all values, also those that are being made.
  package func removeAll() {
    for part in parts {
      var old: [HashedKey: Value] = [:]
      var oldLarge: (HashedKey, Value)?
      // What is dropped is freed behind the lock.
      defer { withExtendedLifetime((old, oldLarge)) {} }
      part.contents.withLock { contents in
        swap(&contents.values, &old)
        oldLarge = contents.large
        contents.large = nil
        contents.bytes = 0
        contents.generation += 1
      }
    }
  }
}
