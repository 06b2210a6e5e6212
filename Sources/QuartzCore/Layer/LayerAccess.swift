import CoreGraphics
import Foundation
import StrataRenderTree

/// The access of key-value coding to one property: through its accessor, so that overrides in subclasses run.
final class LayerAccess {
  let key: String
  /// Nil for a property that no renderer needs.
  let row: (any PropertyRow<LayerState>)?
  /// True for the colours, paths and other objects that renderers need; false for numbers and structures.
  let holdsObject: Bool
  /// Nil if the layer is of another class.
  let read: (CALayer) -> Any?
  /// False if the value has a type that the property does not accept.
  let write: (CALayer, Any?) -> Bool
  /// Sets a part of the value; false if the part does not accept it.
  ///
  /// Nil where parts have no rows.
  let writePart: ((CALayer, any PropertyRow<LayerState>, Any?) -> Bool)?

  /// A key path into the value of a property.
  typealias Path = (access: LayerAccess, part: any PropertyRow<LayerState>)

  /// A property whose accessor has the type of its field.
  ///
  /// The accessor is a pair of closures, as a key path would take four times as long.
  init<Layer: CALayer, Value: KeyValueCodable>(
    _ row: Property<LayerState, Value>,
    of type: Layer.Type,
    _ get: @escaping (Layer) -> Value,
    _ set: @escaping (Layer, Value) -> Void
  ) {
    key = row.key
    self.row = row
    holdsObject = KeyValue.isOptional(Value.self)
    writePart = { layer, part, value in
      guard let layer = layer as? Layer else { return false }
      // In place and back again, so that the accessor sees the change as a whole and nothing is copied.
      let initial = value == nil ? LayerDefaults.initialState(of: Swift.type(of: layer)) : nil
      let new: Value? = withUnsafeMutablePointer(to: &layer.storage.state) { state in
        let old = row.lens.value(in: state)
        if let initial, !part.accepts(nil) {
          // Nothing restores the default.
          part.copy(from: initial, to: &state.pointee)
        } else if !part.assign(value, to: &state.pointee) {
          return nil
        }
        let new = row.lens.value(in: state)
        row.lens.write(old, to: state)
        return new
      }
      guard let new else { return false }
      set(layer, new)
      return true
    }
    read = { ($0 as? Layer).flatMap { get($0).wrapped } }
    write = { layer, value in
      guard let layer = layer as? Layer else { return false }
      if let new = Value.unwrapped(from: value) {
        set(layer, new)
      } else if value == nil {
        // Nothing restores the default, where it is not itself a value.
        set(layer, row.lens.get(LayerDefaults.initialState(of: Swift.type(of: layer))))
      } else {
        return false
      }
      return true
    }
  }

  /// A property whose accessor has another type than its field, or none.
  init<Layer: CALayer>(
    _ key: String,
    _ row: (any PropertyRow<LayerState>)? = nil,
    of type: Layer.Type,
    read: @escaping (Layer) -> Any?,
    write: @escaping (Layer, Any?) -> Bool
  ) {
    self.key = key
    self.row = row
    holdsObject = false
    writePart = nil
    self.read = { ($0 as? Layer).flatMap(read) }
    self.write = { layer, value in (layer as? Layer).map { write($0, value) } ?? false }
  }

  /// Returns the entry of a property's key or of its Swift spelling, or nil if the layer has no such property.
  static func of(_ key: String, in layer: CALayer) -> LayerAccess? {
    tables[layer.storage.state.kind.layerClass.number].keys[key] ?? sourced(layer)?[key]
  }

  /// The keys that a layer's class adds to those of its kind, in alphabetical order.
  static func keysBesidesKind(of layer: CALayer) -> [String] { sourced(layer)?.keys.sorted() ?? [] }

  /// The entries of a class that differs from others of its kind in the source of its contents alone.
  private static func sourced(_ layer: CALayer) -> [String: LayerAccess]? {
    sourcedTables.first { $0.type.includes(Swift.type(of: layer)) }?.keys
  }

  private typealias SourcedTable = (type: LayerType, keys: [String: LayerAccess])

  nonisolated(unsafe) private static let sourcedTables: [SourcedTable] = {  // As `tables`.
    [CAOpenGLLayer.layerType, CAEAGLLayer.layerType].map { type in
      (type, Dictionary(uniqueKeysWithValues: type.accessors().map { ($0.key, $0) }))
    }
  }()

  /// Returns the property and the part of it that a key path names, or nil if the path is not declared.
  static func path(_ path: String, in layer: CALayer) -> Path? {
    tables[layer.storage.state.kind.layerClass.number].paths[path]
  }

  /// The keys and key paths of the layers of one class.
  private struct Table {
    /// By key and by alias.
    var keys: [String: LayerAccess] = [:]
    /// By key path, of two steps and more.
    var paths: [String: Path] = [:]

    init(_ layerClass: LayerClass, _ entries: [LayerAccess]) {
      let rows = LayerSchema.table(of: layerClass)
      for entry in entries {
        for key in [entry.key, entry.row?.alias].compactMap(\.self) where keys[key] == nil {
          keys[key] = entry
        }
      }
      for path in rows.keys {
        guard let (head, _) = path.firstStep, let entry = keys[head], entry.row != nil, let part = rows[path]
        else { continue }
        paths[path] = (entry, part)
      }
    }
  }

  /// By the numbers of the classes.
  nonisolated(unsafe) private static let tables: [Table] = {  // Written once, before it is read.
    let common = LayerType.plain.accessors()
    return LayerClass.allCases.map { layerClass in
      Table(layerClass, layerClass == .plain ? common : common + layerClass.type.accessors())
    }
  }()
}
