/// A value behind one reference, copied on the first write after sharing.
///
/// Copying a state that keeps rare, large parts in such boxes costs one retain for each of them.
@usableFromInline
package struct CopyOnWrite<Value: Sendable>: Sendable {
  @usableFromInline
  final class Storage: @unchecked Sendable {  // Written only while uniquely referenced.
    @usableFromInline
    @exclusivity(unchecked)
    var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline
  var storage: Storage

  @inlinable
  package init(_ value: Value) { storage = Storage(value) }

  @inlinable
  package var value: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }

  /// Changes the value in place; a coroutine that is not inlined would allocate memory.
  @inlinable
  @inline(__always)
  package mutating func update(_ change: (inout Value) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
    change(&storage.value)
  }

  /// True if both share one box, so that their values need no comparison.
  @inlinable
  package func isIdentical(to other: Self) -> Bool { storage === other.storage }
}

extension CopyOnWrite: Equatable where Value: Equatable {
  @inlinable
  package static func == (a: Self, b: Self) -> Bool {
    a.storage === b.storage || a.storage.value == b.storage.value
  }
}

extension CopyOnWrite: Hashable where Value: Hashable {
  @inlinable
  package func hash(into hasher: inout Hasher) { storage.value.hash(into: &hasher) }
}
