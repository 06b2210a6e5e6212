/// Values under keys that the library does not declare: properties of subclasses, and keys set by name.
///
/// A layer has few of them as a rule, so that searching an array beats hashing; reading one declared by a subclass costs a
/// comparison of numbers for each entry before it. From ``Self/hashedCount`` entries on a table finds them.
package struct CustomValues: Sendable, Equatable {
  private struct Entry: Sendable {
    let key: Symbol
    var value: any KeyValueCodable
  }
  private var entries: [Entry] = []
  /// The positions of the entries; nil while these are few, and after one was removed.
  private var positions: [Symbol: Int]?
  /// The number of entries from which on a table finds them.
  static var hashedCount: Int { 32 }

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  /// The keys, in the order in which they were first set.
  package var keys: [String] { entries.map(\.key.string) }

  /// The value under `key`; setting nil removes it.
  package subscript(key: Symbol) -> (any KeyValueCodable)? {
    get { position(of: key).map { entries[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let i?, let value?): entries[i].value = value
      case (let i?, nil):
        entries.remove(at: i)
        positions = nil
      case (nil, let value?):
        entries.append(Entry(key: key, value: value))
        index()
      case (nil, nil): break
      }
    }
  }

  private func position(of key: Symbol) -> Int? {
    if let positions { return positions[key] }
    return entries.firstIndex { $0.key == key }
  }

  /// Enters into the table what it lacks, if there are enough entries for one.
  private mutating func index() {
    guard entries.count >= Self.hashedCount else { return }
    var table = positions.take() ?? [:]
    for i in table.count..<entries.count { table[entries[i].key] = i }
    positions = table
  }

  /// Returns the value under `key` if it has the type of `initial`, otherwise `initial`.
  package subscript<Value: KeyValueCodable>(key: Symbol, default initial: Value) -> Value {
    get {
      guard let position = position(of: key) else { return initial }
      let value = entries[position].value
      return value as? Value ?? Value.unwrapped(from: value.wrapped) ?? initial
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
