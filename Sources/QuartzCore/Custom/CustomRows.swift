import CoreGraphics
import Foundation
import StrataRenderTree

/// Rows for keys of a layer's own store, so that they can be animated like properties.
enum CustomRows {
  /// Returns a row for `key`, whose type follows from the layer's value or else from the animation's.
  static func row(
    _ key: String,
    of layer: CALayer,
    for animation: CAAnimation
  ) -> (any PropertyRow<LayerState>)? {
    guard !key.contains(".") else { return nil }
    let known = layer.storage.state.custom[Symbol(key)]
    let fallback = layer.value(forKey: key).flatMap(KeyValue.animatable)
    guard let sample = known ?? fallback ?? sample(of: key, in: animation) else { return nil }
    func open<Value: KeyValueCodable>(_ sample: Value) -> any PropertyRow<LayerState> {
      // An unset value is zero, the identity or no colour; other types start as the animation's value.
      let initial = known == nil && fallback == nil ? Value.neutral ?? sample : sample
      let symbol = Symbol(key)
      return Property<LayerState, Value>(
        key,
        Lens(get: { $0.custom[symbol, default: initial] }, set: { $0.custom[symbol, default: initial] = $1 }),
        .custom,
        .explicit
      )
    }
    return open(sample)
  }

  /// A value that an animation of `key` holds.
  private static func sample(of key: String, in animation: CAAnimation) -> (any KeyValueCodable)? {
    switch animation {
    case let group as CAAnimationGroup:
      return (group.animations ?? []).lazy.compactMap { sample(of: key, in: $0) }.first
    case let basic as CABasicAnimation where basic.keyPath == key:
      return [basic.fromValue, basic.toValue, basic.byValue].lazy.compactMap { $0.flatMap(animatable) }.first
    case let keyframes as CAKeyframeAnimation where keyframes.keyPath == key:
      if keyframes.path != nil { return CGPoint.zero }
      return keyframes.values?.lazy.compactMap(animatable).first
    default: return nil
    }
  }

  private static func animatable(_ value: Any) -> (any KeyValueCodable)? {
    KeyValue.animatable(KeyValue.object(value))
  }
}
