import CoreGraphics
import CoreImage
import Foundation
package import QuartzCore
package import StrataRenderTree

/// An object of a document that takes values by key: a layer, an animation, an emitter cell, a filter.
protocol KeyedObject: AnyObject {
  /// The value at an untrusted key path; nil if there is none.
  func read(keyPath: String) -> Any?
  /// Sets an untrusted value; returns the reason if it cannot be set.
  func take(_ value: Any?, forKeyPath keyPath: String) -> String?
  /// The object that a key path ends in, and the path from there; nil if the path names a part that its value lacks.
  func owner(ofKeyPath keyPath: String) -> (any KeyedObject, String)?
  /// The kind of value of a key; nil if the class does not declare the key.
  func kind(ofKey key: String) -> ValueKind?
  /// The value of a declared key in a new object.
  func initialValue(ofKey key: String) -> Any?
  /// True if a key path names something of the object that has an effect.
  func knows(keyPath: String) -> Bool
  /// The names that a key takes; nil if it takes other values, or any text.
  func names(ofKey key: String) -> (any KnownName.Type)?
}

extension KeyedObject {
  func owner(ofKeyPath keyPath: String) -> (any KeyedObject, String)? { (self, keyPath) }
  func names(ofKey key: String) -> (any KnownName.Type)? { nil }
}

extension CALayer: KeyedObject {
  func read(keyPath: String) -> Any? {
    guard let (layer, path) = resolve(keyPath) else { return nil }
    return layer.value(forKeyPath: path)
  }

  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    guard let (layer, path) = resolve(keyPath) else { return "\(keyPath) does not name a part of a value" }
    do throws(LayerValueError) {
      try layer.setChecked(value, forKeyPath: path)
      return nil
    } catch {
      return error.description
    }
  }

  func owner(ofKeyPath keyPath: String) -> (any KeyedObject, String)? {
    resolve(keyPath).map { ($0.0, $0.1) }
  }

  /// The layer that a path ends in and the path from there.
  ///
  /// Nil if the path names a part that its value lacks: key-value access would raise an exception.
  private func resolve(_ keyPath: String) -> (CALayer, String)? {
    var (layer, path) = (self, Substring(keyPath))
    while let dot = path.firstIndex(of: ".") {
      let (head, rest) = (String(path[..<dot]), path[path.index(after: dot)...])
      if layer.propertyTable[String(path)] != nil { return (layer, String(path)) }
      if let kind = layer.kind(ofKey: head), kind.isStructure { return nil }
      switch layer.value(forKey: head) {
      case let next as CALayer: (layer, path) = (next, rest)
      case let members as [CALayer]:
        let parts = rest.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let next = members.first(where: { $0.name == String(parts[0]) }) else {
          return nil
        }
        (layer, path) = (next, parts[1])
      default: return (layer, String(path))
      }
    }
    return (layer, String(path))
  }

  /// The kind of a row, or of a key without one: a name of digits is text, too, and a frame is derived.
  func kind(ofKey key: String) -> ValueKind? {
    switch key {
    case "name": .string
    case "frame": .rect
    default: propertyTable[key]?.valueKind
    }
  }

  func initialValue(ofKey key: String) -> Any? { propertyTable[key]?.value(in: propertyTable.initial) }

  /// The rows of the layer's class.
  package var propertyTable: PropertyTable<LayerState> { LayerSchema.table(of: layerClass) }
}

extension CAAnimation: KeyedObject {
  func read(keyPath: String) -> Any? { value(forKeyPath: keyPath) }

  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    setChecked(value, forKey: keyPath) ? nil : "\(keyPath) of an animation does not take such a value"
  }

  /// The kind of a key that some animation class declares, and that a text can set.
  func kind(ofKey key: String) -> ValueKind? {
    guard let row = AnimationTable.all[key], [.attribute, .element].contains(row.form), key != row.alias
    else { return nil }
    return row.valueKind
  }
  func initialValue(ofKey key: String) -> Any? { nil }
}

extension CAEmitterCell: KeyedObject {
  func read(keyPath: String) -> Any? { value(forKeyPath: keyPath) }

  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    if let row = EmitterCellSchema.table[keyPath], let value, !row.accepts(value) {
      return "\(keyPath) of a cell does not take such a value"
    }
    setValue(value, forKeyPath: keyPath)
    return nil
  }

  func kind(ofKey key: String) -> ValueKind? { EmitterCellSchema.table[key]?.valueKind }

  func initialValue(ofKey key: String) -> Any? {
    EmitterCellSchema.table[key]?.value(in: EmitterCellSchema.table.initial)
  }
}

/// A filter of a document: one of the renderer, or one of Core Image.
protocol FilterElement: KeyedObject {
  /// The kind of filter.
  var type: String { get }
  /// The class of the element.
  static var tag: String { get }
  /// The keys of the inputs to write.
  var writtenKeys: [String] { get }
  func value(forKey key: String) -> Any?
  /// The value of an input in a form that documents have; nil if there is none.
  func writtenValue(forKey key: String) -> Any?
  func setValue(_ value: Any?, forKey key: String)
}

extension CAFilter: FilterElement {
  static var tag: String { "CAFilter" }
  var writtenKeys: [String] { filterValue.inputs.keys.sorted() }
  func writtenValue(forKey key: String) -> Any? { value(forKey: key) }
}

extension CIFilter: FilterElement {
  var type: String { filterValue.type }
  static var tag: String { "CIFilter" }
  var writtenKeys: [String] { changedKeys }
  func writtenValue(forKey key: String) -> Any? { plainValue(forKey: key) }
}

extension CAFilter: KeyedObject {
  func read(keyPath: String) -> Any? { value(forKey: keyPath) }

  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    setValue(value, forKey: keyPath)
    return nil
  }

  func kind(ofKey key: String) -> ValueKind? {
    if key == "inputColorMatrix" { return .colorMatrix }
    if let declared = CAFilter.inputs(ofType: type)?[key] { return ValueKind(declared) }
    return switch key {
    case "enabled": .bool
    case let key where key.hasPrefix("input") && key.hasSuffix("Color"): .color
    case let key where key.hasPrefix("input"): .any
    default: nil
    }
  }

  func initialValue(ofKey key: String) -> Any? { nil }
}

extension CIFilter: KeyedObject {
  func read(keyPath: String) -> Any? { value(forKey: keyPath) }

  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    guard knows(keyPath: keyPath) else {
      return "\(type) has no input \(keyPath)"
    }
    setValue(value, forKey: keyPath)
    return nil
  }

  func kind(ofKey key: String) -> ValueKind? {
    if key == "enabled" { return .bool }
    guard let input = attributes[key] as? [String: Any] else { return nil }
    switch input[kCIAttributeClass] as? String {
    case "NSNumber": return .number
    case "CIVector": return .numbers
    case "CIColor": return .color
    case "NSValue": return .affine
    case "NSString": return .string
    case "CIImage": return .contents
    default: return .any
    }
  }

  func initialValue(ofKey key: String) -> Any? { nil }
}

extension CAEmitterBehavior: KeyedObject {
  func read(keyPath: String) -> Any? { value(forKey: keyPath) }

  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    setValue(value, forKey: keyPath)
    return nil
  }

  func kind(ofKey key: String) -> ValueKind? { key == "enabled" ? .bool : .any }
  func initialValue(ofKey key: String) -> Any? { nil }
}

extension AnimationRow {
  /// The kind of value that the text of the property is read as.
  var valueKind: ValueKind { ValueKind(type: valueType) }
}

/// The declared keys of all layer classes, for values whose layer is not known yet.
enum LayerKeys {
  static func kind(ofKeyPath keyPath: String) -> ValueKind? {
    for layerClass in LayerClass.allCases {
      if let row = LayerSchema.table(of: layerClass)[keyPath] { return row.valueKind }
    }
    return nil
  }
}
