/// Values under keys that the library does not declare: properties of subclasses, and keys set by name.
///
/// A layer has few of them, so that searching an array beats hashing; reading one declared by a subclass costs a
/// comparison of numbers for each entry before it.
package struct CustomValues: Sendable, Equatable {
  private struct Entry: Sendable {
    let key: Symbol
    var value: any KeyValueCodable
  }
  private var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  /// The keys, in the order in which they were first set.
  package var keys: [String] { entries.map(\.key.string) }

  /// The value under `key`; setting nil removes it.
  package subscript(key: Symbol) -> (any KeyValueCodable)? {
    get { entries.first { $0.key == key }?.value }
    set {
      let known = entries.firstIndex { $0.key == key }
      switch (known, newValue) {
      case (let i?, let value?): entries[i].value = value
      case (let i?, nil): entries.remove(at: i)
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Returns the value under `key` if it has the type of `initial`, otherwise `initial`.
  package subscript<Value: KeyValueCodable>(key: Symbol, default initial: Value) -> Value {
    get {
      for entry in entries where entry.key == key {
        return entry.value as? Value ?? Value.unwrapped(from: entry.value.wrapped) ?? initial
      }
      return initial
    }
    set { self[key] = newValue }
  }

  /// Equal if both hold equal values under the same keys, whatever the order in which they were set.
  package static func == (a: Self, b: Self) -> Bool {
    a.entries.count == b.entries.count
      && a.entries.allSatisfy { entry in
        b[entry.key].map { isEqual(entry.value, $0) } ?? false
      }
  }

  private static func isEqual<Value: KeyValueCodable>(_ a: Value, _ b: any KeyValueCodable) -> Bool {
    (b as? Value) == a
  }
}
