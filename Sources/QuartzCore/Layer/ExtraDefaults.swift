import Foundation
import StrataRenderTree

/// The properties that stay on this side and may come from a style or from the class's default.
///
/// Those that the render side knows have rows, which say the same.
struct ExtraDefault: @unchecked Sendable {  // The closures capture key paths only.
  let key: String
  /// Takes a value in, nil being the library's default; false if it does not fit.
  let assign: (Any?, inout LayerExtras) -> Bool
  let isEqual: (LayerExtras, LayerExtras) -> Bool

  private init<Value: KeyValueCodable & Equatable>(_ key: String, _ path: WritableKeyPath<LayerExtras, Value>)
  {
    self.key = key
    assign = { value, extras in
      guard let value else {
        extras[keyPath: path] = LayerExtras.initial[keyPath: path]
        return true
      }
      guard let new = Value.unwrapped(from: value) else { return false }
      extras[keyPath: path] = new
      return true
    }
    isEqual = { $0[keyPath: path] == $1[keyPath: path] }
  }

  static let all = [
    ExtraDefault("needsDisplayOnBoundsChange", \.needsDisplayOnBoundsChange),
    ExtraDefault("drawsAsynchronously", \.drawsAsynchronously),
    ExtraDefault("wantsDynamicContentScaling", \.wantsDynamicContentScaling),
    ExtraDefault("wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent),
    ExtraDefault("contentsHeadroom", \.contentsHeadroom),
  ]
}

extension CALayer {
  /// Values of the style go to the properties that were never set.
  final func setStyle(_ style: [AnyHashable: Any]?) {
    let style = style.map(Style.frozen)
    setExtraObject("style", \.style, style)
    let initial = LayerDefaults.initial(of: type(of: self))
    func value(_ key: String) -> Any? { StyleChain(style).lazy.compactMap { $0[key] }.first }
    for row in storage.table.rows where !storage.wasSet(row) {
      var changed = storage.state
      row.copy(from: initial.state, to: &changed)
      if let value = value(row.key) { _ = row.assign(value, to: &changed) }
      guard !row.isEqual(changed, storage.state) else { continue }
      storage.state = changed
      didChange(row.key, row.aspect, .none)
    }
    for extra in ExtraDefault.all where !storage.setNames.contains(extra.key) {
      var changed = storage.extras
      _ = extra.assign(value(extra.key) ?? type(of: self).defaultValue(forKey: extra.key), &changed)
      guard !extra.isEqual(changed, storage.extras) else { continue }
      storage.extras = changed
      didChange(extra.key, [], .none)
    }
  }
}

/// Dictionaries of styles.
enum Style {
  /// A copy that no change of the dictionaries inside reaches.
  static func frozen(_ style: [AnyHashable: Any]) -> [AnyHashable: Any] {
    var result = style
    for key in ["style", "actions"] {
      guard let inner = style[key] as? NSDictionary else { continue }
      var copy: [AnyHashable: Any] = [:]
      for (name, value) in inner { copy[hashable(name)] = value }
      result[key] = key == "style" ? frozen(copy) : copy
    }
    return result
  }

  private static func hashable(_ name: Any) -> AnyHashable {
    if let text = name as? NSString { return AnyHashable(String(text)) }
    return (name as? AnyHashable) ?? AnyHashable("")
  }
}
