import CoreGraphics
import Foundation
import StrataRenderTree
import Synchronization

/// What a layer of a class starts with.
enum LayerDefaults {
  private static let known = Mutex<[ObjectIdentifier: LayerState]>([:])

  /// The state of a new layer: the library's defaults, then what the class answers for them.
  static func initialState(of type: CALayer.Type) -> LayerState {
    if let state = known.withLock({ $0[ObjectIdentifier(type)] }) { return state }
    // Not under the lock: the class's method may make layers.
    let table = LayerSchema.table(of: layerClass(of: type))
    var state = table.initial
    for row in table.rows {
      if let value = type.defaultValue(forKey: row.key) { _ = row.assign(value, to: &state) }
    }
    known.withLock { [state] in $0[ObjectIdentifier(type)] = state }
    return state
  }

  /// The library's class that decides what a layer of `type` draws.
  static func layerClass(of type: CALayer.Type) -> LayerClass {
    switch type {
    case is CAShapeLayer.Type: .shape
    case is CAGradientLayer.Type: .gradient
    case is CATextLayer.Type: .text
    case is CATransformLayer.Type: .transform
    case is CAReplicatorLayer.Type: .replicator
    case is CAEmitterLayer.Type: .emitter
    case is CAScrollLayer.Type: .scroll
    case is CATiledLayer.Type: .tiled
    default: .plain
    }
  }

  /// The default of a key that Apple's class method answers; nil for those whose default is zero or nothing.
  static func storedDefault(forKey key: String, of type: CALayer.Type) -> Any? {
    LayerSchema.table(of: layerClass(of: type)).defaultValue(forKey: key)
  }
}
