import Foundation
import StrataRenderTree

/// The properties that stay on this side and are values: key, field and accessor of each, said once.
///
/// Like the rows of what the render side knows, they answer to key-value access and archives, and may come from a style
/// or from the class's default.
struct ExtraRow: @unchecked Sendable {  // The closures capture key paths only.
  let key: String
  /// Takes a value in; false if it does not fit.
  let assign: (Any, inout LayerExtras) -> Bool
  let copy: (_ source: LayerExtras, _ target: inout LayerExtras) -> Void
  let isEqual: (LayerExtras, LayerExtras) -> Bool
  let access: LayerAccess

  private init<Value: KeyValueCodable & Equatable>(
    _ key: String,
    _ path: WritableKeyPath<LayerExtras, Value>,
    _ accessor: ReferenceWritableKeyPath<CALayer, Value>
  ) {
    self.key = key
    assign = { value, extras in
      guard let new = Value.unwrapped(from: value) else { return false }
      extras[keyPath: path] = new
      return true
    }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
    isEqual = { $0[keyPath: path] == $1[keyPath: path] }
    access = LayerAccess(
      key,
      of: CALayer.self,
      read: { $0[keyPath: accessor].wrapped },
      write: { layer, value in
        if let new = Value.unwrapped(from: value) {
          layer[keyPath: accessor] = new
        } else if value == nil {
          layer[keyPath: accessor] = LayerDefaults.initialExtras(of: type(of: layer))[keyPath: path]
        } else {
          return false
        }
        return true
      }
    )
  }

  static let all = [
    ExtraRow("needsDisplayOnBoundsChange", \.needsDisplayOnBoundsChange, \.needsDisplayOnBoundsChange),
    ExtraRow("drawsAsynchronously", \.drawsAsynchronously, \.drawsAsynchronously),
    ExtraRow("wantsDynamicContentScaling", \.wantsDynamicContentScaling, \.wantsDynamicContentScaling),
    ExtraRow(
      "wantsExtendedDynamicRangeContent",
      \.wantsExtendedDynamicRangeContent,
      \.wantsExtendedDynamicRangeContent
    ),
    ExtraRow("preferredDynamicRange", \.preferredDynamicRange, \.preferredDynamicRange),
    ExtraRow("contentsHeadroom", \.contentsHeadroom, \.contentsHeadroom),
    ExtraRow("toneMapMode", \.toneMapMode, \.toneMapMode),
    ExtraRow("autoresizingMask", \.autoresizingMask, \.autoresizingMask),
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
    for extra in ExtraRow.all where !storage.setNames.contains(extra.key) {
      var changed = storage.extras
      extra.copy(initial.extras ?? .initial, &changed)
      if let value = value(extra.key) { _ = extra.assign(value, &changed) }
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
