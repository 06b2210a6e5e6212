import Foundation
import StrataRenderTree

/// A row for a property that no renderer needs and that is a value: its key, field and accessor.
///
/// As for rows of the render side, key-value access, archives, styles and defaults of classes use them.
struct ExtraRow: @unchecked Sendable {  // The closures capture key paths only.
  let key: String
  /// Sets the value; returns false if its type is wrong.
  let assign: (Any, inout LayerExtras) -> Bool
  let copy: (_ source: LayerExtras, _ target: inout LayerExtras) -> Void
  let isEqual: (LayerExtras, LayerExtras) -> Bool
  /// The value in the form of key-value access.
  let value: (LayerExtras) -> Any?
  /// True if ``CALayer/defaultValue(forKey:)`` answers for the key.
  let isStored: Bool
  let access: LayerAccess

  private init<Value: KeyValueCodable & Equatable>(
    _ key: String,
    _ path: WritableKeyPath<LayerExtras, Value>,
    _ accessor: ReferenceWritableKeyPath<CALayer, Value>,
    stored: Bool = true
  ) {
    self.key = key
    isStored = stored
    value = { $0[keyPath: path].wrapped }
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
    ExtraRow(
      "wantsDynamicContentScaling",
      \.wantsDynamicContentScaling,
      \.wantsDynamicContentScaling,
      stored: false
    ),
    ExtraRow(
      "wantsExtendedDynamicRangeContent",
      \.wantsExtendedDynamicRangeContent,
      \.wantsExtendedDynamicRangeContent
    ),
    ExtraRow("preferredDynamicRange", \.preferredDynamicRange, \.preferredDynamicRange),
    ExtraRow("contentsHeadroom", \.contentsHeadroom, \.contentsHeadroom),
    ExtraRow("toneMapMode", \.toneMapMode, \.toneMapMode),
    ExtraRow("autoresizingMask", \.autoresizingMask, \.autoresizingMask, stored: false),
  ]
}

extension CALayer {
  /// Sets the style, and gives its values to properties that were never set.
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
  /// Returns a deep copy.
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
