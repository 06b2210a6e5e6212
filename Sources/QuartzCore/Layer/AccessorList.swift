import StrataRenderTree

/// Collects the accessors that a class declares.
struct AccessorList<Layer: CALayer> {
  private(set) var all: [LayerAccess] = []

  mutating func add(_ access: LayerAccess) { all.append(access) }

  /// Adds a property whose accessor has the type of its field.
  mutating func add<Value: KeyValueCodable>(
    _ row: Property<LayerState, Value>,
    _ get: @escaping (Layer) -> Value,
    _ set: @escaping (Layer, Value) -> Void
  ) {
    all.append(LayerAccess(row, of: Layer.self, get, set))
  }

  /// Adds a property whose accessor has another type than its field.
  mutating func add(
    _ row: any PropertyRow<LayerState>,
    read: @escaping (Layer) -> Any?,
    write: @escaping (Layer, Any?) -> Bool
  ) {
    all.append(LayerAccess(row.key, row, of: Layer.self, read: read, write: write))
  }

  /// Adds a property that has no row.
  mutating func add(
    _ key: String,
    read: @escaping (Layer) -> Any?,
    write: @escaping (Layer, Any?) -> Bool
  ) {
    all.append(LayerAccess(key, of: Layer.self, read: read, write: write))
  }

  /// Adds a property that documents set and the public API does not have.
  mutating func addWithoutAccessor(_ row: any PropertyRow<LayerState>) {
    add(row, read: { row.value(in: $0.storage.state) }, write: { $0.set(row, value: $1) })
  }

  /// Adds an optional array, whose elements are converted one by one.
  mutating func addArray<Element>(
    _ row: any PropertyRow<LayerState>,
    _ path: ReferenceWritableKeyPath<Layer, [Element]?>
  ) {
    add(row, read: { $0[keyPath: path] }, write: { Self.write($1, to: $0, path) })
  }

  /// Adds an optional array that has no row.
  mutating func addArray<Element>(_ key: String, _ path: ReferenceWritableKeyPath<Layer, [Element]?>) {
    add(key, read: { $0[keyPath: path] }, write: { Self.write($1, to: $0, path) })
  }

  private static func write<Element>(
    _ value: Any?,
    to layer: Layer,
    _ path: ReferenceWritableKeyPath<Layer, [Element]?>
  ) -> Bool {
    guard let value = KeyValue.present(value) else {
      layer[keyPath: path] = nil
      return true
    }
    guard let array = value as? [Any] else { return false }
    let elements = array.compactMap { KeyValue.object($0) as? Element ?? $0 as? Element }
    guard elements.count == array.count else { return false }
    layer[keyPath: path] = elements
    return true
  }

  /// Adds an optional object of one type, which has no row.
  mutating func addObject<Value>(_ key: String, _ path: ReferenceWritableKeyPath<Layer, Value?>) {
    add(
      key,
      read: { $0[keyPath: path] },
      write: { layer, value in
        let value = KeyValue.present(value)
        guard value == nil || value is Value else { return false }
        layer[keyPath: path] = value as? Value
        return true
      }
    )
  }
}
