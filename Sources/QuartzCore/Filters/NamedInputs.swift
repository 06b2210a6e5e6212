import Foundation
import StrataRenderTree

/// The values of a filter or a behaviour: its type, a name for key paths, a switch, and inputs under keys.
struct NamedInputs {
  let type: String
  var name: String?
  var isEnabled = true
  private(set) var inputs: [String: Any] = [:]

  init(type: String) {
    self.type = type
    name = type
  }

  /// Accesses a property or an input; nil removes an input, and the type cannot be changed.
  subscript(key: String) -> Any? {
    get {
      switch key {
      case "type": type
      case "name": name
      case "enabled", "isEnabled": NSNumber(value: isEnabled)
      default: inputs[key]
      }
    }
    set {
      let value = KeyValue.present(newValue)
      switch key {
      case "type": break
      case "name": name = value as? String
      case "enabled", "isEnabled": isEnabled = Bool.unwrapped(from: value) ?? true
      default: inputs[key] = value.map(KeyValue.object)
      }
    }
  }

  /// Returns the values for the render side, with each input frozen; unknown inputs are dropped.
  func value(kernel: (any FilterKernel)? = nil, freeze: (Any) -> FilterInput?) -> FilterValue {
    FilterValue(
      type: type,
      name: name ?? "",
      isEnabled: isEnabled,
      inputs: inputs.compactMapValues(freeze),
      kernel: kernel
    )
  }

  // MARK: - Archives

  private static let archiveKey = "values"

  func encode(with coder: NSCoder) {
    var values = inputs
    for key in ["type", "name", "enabled"] { values[key] = self[key] }
    if let form = ArchivedValue.encoded(values, for: coder) { coder.encode(form, forKey: Self.archiveKey) }
  }

  /// Nil if the archive names no type.
  init?(coder: NSCoder) {
    guard let values = ArchivedValue.decoded(from: coder, forKey: Self.archiveKey) as? [String: Any],
      let type = values["type"] as? String
    else { return nil }
    self.init(type: type)
    name = nil
    for (key, value) in values { self[key] = value }
  }
}
