import Foundation
import StrataRenderTree

/// Declares a property of a layer subclass that animates like the library's own.
///
/// ```swift
/// final class DialLayer: CALayer {
///   @Animatable("radius") var radius: CGFloat = 10
/// }
/// ```
///
/// The value lies in the layer's key store. Setting it looks for an action under the key, presentation copies carry
/// it, animations use the key as their key path, and `needsDisplay(forKey:)` may request a display after each change.
/// Numbers, points, sizes, rectangles, transforms, colours and paths interpolate.
///
/// Until it is set, key-value access reads the initial value, unless the layer's style or
/// ``CALayer/defaultValue(forKey:)`` has one for the key, and animations start from it. Setting nil by key restores it,
/// except in an optional property, which then has no value.
@propertyWrapper
public struct Animatable<Value> {
  let key: String
  private let initial: Value

  /// Declares a property by its key and its initial value.
  public init(wrappedValue: Value, _ key: String) {
    self.key = key
    initial = wrappedValue
  }

  /// Returns a number as the property's type, which a cast refuses if it is not exact: a half as an `Int`, a third as a `Float`.
  private func converted(_ stored: Any?) -> Value? {
    (Value.self as? any KeyValueCodable.Type)?.unwrapped(from: stored) as? Value
  }

  /// Unavailable: only layers have such properties.
  @available(*, unavailable, message: "only properties of CALayer subclasses can be @Animatable")
  public var wrappedValue: Value {
    get { initial }
    set {}
  }

  /// Reads and writes the property of a layer.
  public static subscript<Layer: CALayer>(
    _enclosingInstance layer: Layer, wrapped wrapped: ReferenceWritableKeyPath<Layer, Value>,
    storage storage: ReferenceWritableKeyPath<Layer, Self>
  ) -> Value {
    get {
      let declaration = layer[keyPath: storage]
      guard let stored = layer.storedValue(forKey: declaration.key) else {
        // A copy may have been made without the model's initial values.
        let model = layer.storage.presentation?.model as? Layer
        return model?[keyPath: storage].initial ?? declaration.initial
      }
      return stored as? Value ?? declaration.converted(stored) ?? declaration.initial
    }
    set { layer.setValue(newValue, forKey: layer[keyPath: storage].key) }
  }
}

extension Animatable: KeyDeclaration {
  var initialObject: Any? { KeyValue.present(initial).map(KeyValue.object) }

  static var noValue: NoValue? {
    guard KeyValue.isOptional(Value.self) else { return nil }
    let type = Value.self as? any KeyValueCodable.Type
    return NoValue(animatable: type?.unwrapped(from: nil))
  }
}
