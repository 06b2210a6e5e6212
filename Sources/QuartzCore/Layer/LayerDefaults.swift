import CoreGraphics
import Foundation
import StrataRenderTree
import Synchronization

/// The initial values of a class's layers.
enum LayerDefaults {
  /// The values of a new layer.
  struct Initial: @unchecked Sendable {  // The extras hold numbers only.
    var state: LayerState
    /// Nil for the library's own.
    var extras: LayerExtras?
  }

  private static let known = Mutex<[ObjectIdentifier: Initial]>([:])

  /// The state of a new layer.
  static func initialState(of type: CALayer.Type) -> LayerState { initial(of: type).state }

  /// The values of a new layer that no renderer needs.
  static func initialExtras(of type: CALayer.Type) -> LayerExtras { initial(of: type).extras ?? .initial }

  /// The values of a new layer: the library's defaults, then those of the class.
  static func initial(of type: CALayer.Type) -> Initial {
    if let initial = known.withLock({ $0[ObjectIdentifier(type)] }) { return initial }
    // Not under the lock: the class's method may make layers.
    let table = LayerSchema.table(of: LayerClass(of: type))
    var state = table.initial
    for row in table.rows {
      guard let value = type.defaultValue(forKey: row.key) else { continue }
      var changed = state
      // Most are the library's own defaults; an unwritten group takes no memory.
      if row.assign(value, to: &changed), !row.isEqual(changed, state) { state = changed }
    }
    var extras = LayerExtras.initial
    for extra in ExtraRow.all {
      if let value = type.defaultValue(forKey: extra.key) { _ = extra.assign(value, &extras) }
    }
    let isPlain = ExtraRow.all.allSatisfy { $0.isEqual(extras, .initial) }
    let initial = Initial(state: state, extras: isPlain ? nil : extras)
    known.withLock { $0[ObjectIdentifier(type)] = initial }
    return initial
  }

  /// The default of a key that Apple's class method returns; nil for keys whose default is zero or nil.
  static func storedDefault(forKey key: String, of type: CALayer.Type) -> Any? {
    if let extra = ExtraRow.all.first(where: { $0.key == key }) {
      return extra.isStored ? extra.value(.initial) : nil
    }
    return LayerSchema.table(of: LayerClass(of: type)).defaultValue(forKey: key)
  }
}
