public import Foundation
import StrataRenderTree

/// A filter of the renderer, by type, with inputs under keys.
///
/// Documents use such filters; they belong to Apple's private vocabulary. A layer takes a filter's values when the
/// filter is set on it, and when one is changed through the layer by key path.
public final class CAFilter: NSObject, NSCopying {
  /// The kind of filter, such as `gaussianBlur`.
  public let type: String
  /// The handle in key paths such as `filters.blur.inputRadius`.
  public var name: String?
  /// Switches the filter off.
  public var isEnabled = true
  private var inputs: [String: Any] = [:]

  /// Creates a filter of a type.
  public init(type: String) {
    self.type = type
    name = type
  }

  /// Creates a filter of a type.
  public convenience init(name: String) { self.init(type: name) }

  /// Returns the value of a property or of an input.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "type": type
    case "name": name
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    default: inputs[key]
    }
  }

  /// Sets a property or an input; nil removes an input.
  public func setValue(_ value: Any?, forKey key: String) {
    let value = KeyValue.present(value)
    switch key {
    case "type": break
    case "name": name = value as? String
    case "enabled", "isEnabled": isEnabled = Bool.unwrapped(from: value) ?? true
    default: inputs[key] = value.map(KeyValue.object)
    }
  }

  /// Returns the value at a key path; filters have plain keys only.
  public func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

  /// Sets the value at a key path; filters have plain keys only.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { setValue(value, forKey: keyPath) }

  /// Returns a filter with the same values.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAFilter(type: type)
    copy.name = name
    copy.isEnabled = isEnabled
    copy.inputs = inputs
    return copy
  }
}

extension CAFilter: KeyPathObject {
  var keyPathName: String? { name }
}

extension CAFilter: FilterRepresentable {
  package var filterValue: FilterValue {
    FilterValue(
      type: type,
      name: name ?? "",
      isEnabled: isEnabled,
      inputs: inputs.compactMapValues { FilterInput.value(from: $0) }
    )
  }
}
