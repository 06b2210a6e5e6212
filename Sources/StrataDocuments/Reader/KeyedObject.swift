import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderTree

/// An object of a document that takes values by key: a layer, an animation, an emitter cell, a filter.
protocol KeyedObject: AnyObject {
  func value(forKeyPath keyPath: String) -> Any?
  /// Sets a value that cannot be trusted; gives back why it could not be set.
  func take(_ value: Any?, forKeyPath keyPath: String) -> String?
  /// What the text of a key has to be read as; nil when the class does not declare the key.
  func kind(ofKey key: String) -> ValueKind?
  /// The value of a declared key in a new object.
  func initialValue(ofKey key: String) -> Any?
}

extension CALayer: KeyedObject {
  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    do throws(LayerValueError) {
      try setChecked(value, forKeyPath: keyPath)
      return nil
    } catch {
      return error.description
    }
  }

  func kind(ofKey key: String) -> ValueKind? { propertyTable[key]?.valueKind }

  func initialValue(ofKey key: String) -> Any? { propertyTable[key]?.value(in: propertyTable.initial) }

  /// The rows of the layer's class.
  var propertyTable: PropertyTable<LayerState> { LayerSchema.table(of: layerClass) }

  private var layerClass: LayerClass {
    switch self {
    case is CAShapeLayer: .shape
    case is CAGradientLayer: .gradient
    case is CATextLayer: .text
    case is CATransformLayer: .transform
    case is CAReplicatorLayer: .replicator
    case is CAEmitterLayer: .emitter
    case is CAScrollLayer: .scroll
    case is CATiledLayer: .tiled
    default: .plain
    }
  }

  /// Whether a key path names something that an animation or a state can change.
  func knows(keyPath: String) -> Bool {
    if propertyTable[keyPath] != nil || value(forKeyPath: keyPath) != nil { return true }
    let head = keyPath.split(separator: ".").first.map(String.init) ?? ""
    return ["filters", "backgroundFilters", "compositingFilter", "emitterCells", "mask", "sublayers"]
      .contains(head)
  }
}

extension CAAnimation: KeyedObject {
  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    setValue(value, forKeyPath: keyPath)
    return nil
  }

  func kind(ofKey key: String) -> ValueKind? { KnownKeys.animationKinds[key] }
  func initialValue(ofKey key: String) -> Any? { nil }
}

extension CAEmitterCell: KeyedObject {
  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    setValue(value, forKeyPath: keyPath)
    return nil
  }

  func kind(ofKey key: String) -> ValueKind? { EmitterCellSchema.table[key]?.valueKind }

  func initialValue(ofKey key: String) -> Any? {
    EmitterCellSchema.table[key]?.value(in: EmitterCellSchema.table.initial)
  }
}

extension CAFilter: KeyedObject {
  func take(_ value: Any?, forKeyPath keyPath: String) -> String? {
    setValue(value, forKey: keyPath)
    return nil
  }

  func kind(ofKey key: String) -> ValueKind? {
    switch key {
    case "enabled": .bool
    case "inputColorMatrix": .colorMatrix
    case let key where key.hasPrefix("input") && key.hasSuffix("Color"): .color
    case let key where key.hasPrefix("input"): .any
    default: nil
    }
  }

  func initialValue(ofKey key: String) -> Any? { nil }
}

/// The declared keys of all layer classes together, for values whose layer is not known yet.
enum LayerKeys {
  static func kind(ofKeyPath keyPath: String) -> ValueKind? {
    for layerClass in LayerClass.allCases {
      if let row = LayerSchema.table(of: layerClass)[keyPath] { return row.valueKind }
    }
    return nil
  }
}
