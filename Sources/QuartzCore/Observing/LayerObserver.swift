import Foundation

/// An observer of one value of a layer.
class LayerObserver {
  /// False once the observation has ended, also while changes are being reported.
  final var isValid = true

  /// Called before the property under a key changes.
  func willChange(_ key: String, in layer: CALayer) {}

  /// Called after the property under a key has changed.
  func didChange(_ key: String, in layer: CALayer) {}
}

/// Compares a value with the last one known after every change of its layer.
///
/// Swift's key paths do not say which key they read, so that every change may concern them.
final class ValueObserver<Layer: CALayer, Value>: LayerObserver {
  typealias Change = NSKeyValueObservedChange<Value>

  /// The plain key that is observed; nil for a key path.
  private let key: String?
  private let options: NSKeyValueObservingOptions
  private let handler: (Layer, Change) -> Void
  private let read: (Layer) -> Value?
  private var known: Known

  /// A value that does not keep layers and delegates alive, which the observed layer does not own.
  private enum Known {
    case value(Value?)
    case object(WeakObject)

    init(_ value: Value?) {
      if let object = value as? CALayer {
        self = .object(WeakObject(object: object))
      } else if let object = value as? any CALayerDelegate {
        self = .object(WeakObject(object: object))
      } else {
        self = .value(value)
      }
    }

    var value: Value? {
      switch self {
      case .value(let value): value
      case .object(let reference): reference.object as? Value
      }
    }
  }

  private struct WeakObject {
    weak var object: AnyObject?
  }

  init(
    of layer: Layer,
    key: String? = nil,
    _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (Layer, Change) -> Void,
    read: @escaping (Layer) -> Value?
  ) {
    (self.key, self.options, self.handler, self.read) = (key, options, handler, read)
    let value = read(layer)
    known = Known(value)
    super.init()
    if options.contains(.initial) { report(layer, nil, value) }
  }

  override func willChange(_ key: String, in layer: CALayer) {
    guard isValid, key == self.key, let layer = layer as? Layer else { return }
    reportPrior(layer, read(layer))
  }

  override func didChange(_ key: String, in layer: CALayer) {
    guard isValid, let layer = layer as? Layer else { return }
    let (old, new) = (known.value, read(layer))
    // The property under a key has compared its values already.
    guard key == self.key || !ObservedValue.areSame(old, new) else { return }
    known = Known(new)
    if key != self.key { reportPrior(layer, old) }
    if isValid { report(layer, old, new) }
  }

  private func reportPrior(_ layer: Layer, _ old: Value?) {
    guard options.contains(.prior) else { return }
    handler(layer, Change(kind: .setting, newValue: nil, oldValue: known(old, .old), isPrior: true))
  }

  private func report(_ layer: Layer, _ old: Value?, _ new: Value?) {
    let (newValue, oldValue) = (known(new, .new), known(old, .old))
    handler(layer, Change(kind: .setting, newValue: newValue, oldValue: oldValue, isPrior: false))
  }

  private func known(_ value: Value?, _ option: NSKeyValueObservingOptions) -> Value? {
    options.contains(option) ? value : nil
  }
}

/// Comparison of values of any types.
private enum ObservedValue {
  /// True if two values are known to be equal: by their own comparison, element by element, or as one object.
  static func areSame(_ a: Any?, _ b: Any?) -> Bool {
    guard let a = KeyValue.present(a), let b = KeyValue.present(b) else {
      return KeyValue.present(a) == nil && KeyValue.present(b) == nil
    }
    if let a = a as? any Equatable { return isEqual(a, b) }
    if let a = a as? [Any], let b = b as? [Any] {
      return a.count == b.count && zip(a, b).allSatisfy { areSame($0, $1) }
    }
    if let a = a as? [AnyHashable: Any], let b = b as? [AnyHashable: Any] {
      return a.count == b.count && a.allSatisfy { key, value in b[key].map { areSame(value, $0) } ?? false }
    }
    return type(of: a) is AnyClass && type(of: b) is AnyClass && a as AnyObject === b as AnyObject
  }

  private static func isEqual<Value: Equatable>(_ a: Value, _ b: Any) -> Bool { b as? Value == a }
}

extension CALayer {
  /// Tells the observers that the property under a key is about to change.
  final func tellObserversBefore(_ key: String) {
    for observer in storage.extras.observers { observer.willChange(key, in: self) }
  }

  /// Tells the observers that the property under a key has changed.
  final func tellObservers(_ key: String) {
    for observer in storage.extras.observers { observer.didChange(key, in: self) }
  }
}
