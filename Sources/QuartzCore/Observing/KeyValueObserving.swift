public import Foundation

// Foundation on Linux has no key-value observing. These are the parts of it that layers need, under its names.

/// What an observer wants to know, and when it is called.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The options as bits, as Foundation numbers them.
  public let rawValue: UInt

  /// Makes options of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Changes come with the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// Changes come with the old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The observer is called at once, with the current value as the new one.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// The observer is also called before each change, without a new value.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of an observed change.
public enum NSKeyValueChange: UInt, Sendable {
  /// The value was set.
  case setting = 1
}

/// A change of an observed value.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of an observed change.
  public typealias Kind = NSKeyValueChange

  /// How the value changed.
  public let kind: Kind
  /// The value after the change; nil unless the options include `new`.
  public let newValue: Value?
  /// The value before the change; nil unless the options include `old`.
  public let oldValue: Value?
  /// True for a call before the change.
  public let isPrior: Bool
}

/// The observation of a value, which lasts as long as this object.
public final class NSKeyValueObservation: NSObject {
  private weak var layer: CALayer?
  private var observer: LayerObserver?

  init(_ observer: LayerObserver, of layer: CALayer) {
    (self.observer, self.layer) = (observer, layer)
    super.init()
    layer.storage.extras.observers.append(observer)
    layer.storage.flags.insert(.isObserved)
  }

  deinit { invalidate() }

  /// Ends the observation; has no effect the second time.
  public func invalidate() {
    guard let observer else { return }
    observer.isValid = false
    self.observer = nil
    guard let storage = layer?.storage else { return }
    storage.extras.observers.removeAll { $0 === observer }
    if storage.extras.observers.isEmpty { storage.flags.remove(.isObserved) }
  }
}

/// Objects whose values can be observed.
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension CALayer: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: CALayer {
  /// Observes a value of the layer until the returned object is destroyed or invalidated.
  ///
  /// The handler is called after every change of a property of the layer that gives the value of the key path another
  /// value, however the property was set: by its accessor, by key, by key path, by a style or by the layer's drawing.
  /// Derived values, such as `frame`, count, too. Stored properties of a subclass do not report their changes; those
  /// in the layer's key store (``Animatable``) do. Animations change no value.
  ///
  /// With the option `prior` the handler is called once more right before, when the layer has its new value already.
  ///
  /// - Parameters:
  ///   - keyPath: The value, such as `\.position`.
  ///   - options: The values that changes carry, and further calls.
  ///   - changeHandler: Called with the layer and the change, on the thread that changes the layer.
  /// - Returns: The observation.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observer = ValueObserver<Self, Value>(of: self, options, changeHandler) { $0[keyPath: keyPath] }
    return NSKeyValueObservation(observer, of: self)
  }

  /// Observes a value of the layer by its key or key path until the returned object is destroyed or invalidated.
  ///
  /// As ``observe(_:options:changeHandler:)-(KeyPath<Self,Value>,_,_)``. With the option `prior` the handler of a plain
  /// key is called before the layer changes. Values are those of `value(forKeyPath:)`.
  ///
  /// - Parameters:
  ///   - keyPath: A key, such as `position` or one of the program's own, or a key path, such as `transform.scale.x`.
  ///   - options: The values that changes carry, and further calls.
  ///   - changeHandler: Called with the layer and the change, on the thread that changes the layer.
  /// - Returns: The observation.
  public func observe(
    _ keyPath: String,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Any>) -> Void
  ) -> NSKeyValueObservation {
    let key = keyPath.firstDot == nil ? keyPath : nil
    let observer = ValueObserver<Self, Any>(of: self, key: key, options, changeHandler) {
      $0.value(forKeyPath: keyPath)
    }
    return NSKeyValueObservation(observer, of: self)
  }
}
