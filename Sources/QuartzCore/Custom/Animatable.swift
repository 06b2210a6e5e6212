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
/// Numbers, points, sizes, rectangles, transforms, colours and paths interpolate, and arrays of equally many numbers by
/// element. A key path such as `center.x` animates a part of a structure.
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
    if let type = Value.self as? any KeyValueCodable.Type { return type.unwrapped(from: stored) as? Value }
    return (Value.self as? any NumberList.Type)?.numbers(from: stored) as? Value
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

/// An array of numbers of any type, or none.
private protocol NumberList {
  static func numbers(from stored: Any?) -> Self?
}

extension Array: NumberList where Element: KeyValueCodable {
  static func numbers(from stored: Any?) -> [Element]? {
    guard let values = stored as? [Any] else { return nil }
    let numbers = values.compactMap { Element.unwrapped(from: $0) }
    return numbers.count == values.count ? numbers : nil
  }
}

extension Optional: NumberList where Wrapped: NumberList {
  static func numbers(from stored: Any?) -> Wrapped?? { Wrapped.numbers(from: stored).map { .some($0) } }
}
