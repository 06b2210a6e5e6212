import CoreGraphics
import Foundation
import StrataRenderTree

/// Rows for keys of a layer's own store, so that they can be animated like properties.
enum CustomRows {
  /// Returns a row for `key`, whose type follows from the layer's value or else from the animation's.
  ///
  /// A path such as `center.x` leads to a part of the structure under its first key. Nil for a part of a property with
  /// an accessor, such as `frame.size.width`: there is nothing to animate.
  static func row(
    _ key: String,
    of layer: CALayer,
    for animation: CAAnimation
  ) -> (any PropertyRow<LayerState>)? {
    if let dot = key.firstDot {
      let first = String(key[..<dot])
      guard LayerAccess.of(first, in: layer) == nil else { return nil }
      return row(first, of: layer, for: animation).flatMap { part(key, of: $0) }
    }
    let known = layer.storage.state.custom[Symbol(key)]
    let fallback = layer.value(forKey: key).flatMap(animatable)
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

  /// Returns the row of a part of a structure, or nil if it has no such part.
  private static func part(
    _ path: String,
    of whole: any PropertyRow<LayerState>
  ) -> (any PropertyRow<LayerState>)? {
    var pending = whole.parts
    while let next = pending.popLast() {
      if next.key == path { return next }
      pending += next.parts
    }
    return nil
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

  /// Returns the form of a value that animations understand, or nil for an object.
  ///
  /// Layers keep arrays as they are, of whatever length; only an animation needs their numbers.
  private static func animatable(_ value: Any) -> (any KeyValueCodable)? {
    if let known = KeyValue.animatable(KeyValue.object(value)) { return known }
    return [CGFloat].unwrapped(from: value).map { Optional<[CGFloat]>.some($0) as any KeyValueCodable }
  }
}
