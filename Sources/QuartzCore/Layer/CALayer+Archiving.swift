import CoreGraphics
import Foundation
import StrataRenderTree

/// Archives hold the values that were set, under the keys of their properties.
extension CALayer {
  /// True for keys that were set, and for the few that archives always hold.
  final func wasSet(_ key: String) -> Bool {
    if Self.neverArchived.contains(key) { return false }
    if Self.alwaysArchived.contains(key) { return true }
    if let row = storage.table[key], row.key == key { return storage.wasSet(row) }
    return storage.setNames.contains(key) && LayerAccess.of(key, in: self) != nil
  }

  private static let neverArchived: Set = [
    "frame", "superlayer", "visibleRect", "wantsDynamicContentScaling",
  ]
  private static let alwaysArchived: Set = [
    "cornerCurve", "contentsFormat", "allowsEdgeAntialiasing", "allowsGroupOpacity",
  ]
  /// The keys of properties without any row.
  private static let ownKeys = ["name", "actions", "style"]

  /// The keys without a property under which the program set values, in alphabetical order.
  package final var customKeys: [String] {
    storage.extras.custom.filter { !($0.value is NoValue) }.keys.sorted()
  }

  final func archive(into coder: NSCoder) {
    let declared =
      storage.table.rows.map(\.key) + ExtraRow.all.map(\.key) + LayerAccess.keysBesidesKind(of: self)
      + Self.ownKeys
    let custom = storage.extras.custom.keys.sorted()
    var (keys, keysOfNil): ([String], [String]) = ([], [])
    for key in declared.filter({ shouldArchiveValue(forKey: $0) }) + custom {
      guard let value = KeyValue.present(value(forKey: key)) else {
        keysOfNil.append(key)
        continue
      }
      guard let form = ArchivedValue.encoded(value, for: coder) else { continue }
      coder.encode(form, forKey: "value." + key)
      keys.append(key)
    }
    coder.encodeList(keys, forKey: "keys")
    if !keysOfNil.isEmpty { coder.encodeList(keysOfNil, forKey: "keysOfNil") }
    if !storage.sublayers.isEmpty { coder.encodeList(storage.sublayers, forKey: "sublayers") }
    if let mask = storage.mask { coder.encode(mask, forKey: "mask") }
    if let constraints = storage.extras.constraints {
      coder.encodeList(constraints, forKey: "constraints")
    }
    if storage.extras.layoutManager.map({ type(of: $0) == CAConstraintLayoutManager.self }) ?? false {
      coder.encode(true, forKey: "hasConstraintLayout")
    }
    let animations = storage.animations.filter { !$0.animation.isRemovedOnCompletion }
    guard !animations.isEmpty else { return }
    coder.encodeList(animations.map(\.key), forKey: "animationKeys")
    coder.encodeList(animations.map(\.animation), forKey: "animations")
  }

  /// Sets the values of an archive, without actions.
  final func restore(from coder: NSCoder) {
    let transaction = Transaction.current
    transaction.begin()
    transaction.setValue(true, forKey: kCATransactionDisableActions)
    defer { transaction.commit() }
    for key in coder.decodeStrings(forKey: "keys") {
      // What cannot be read leaves the default.
      guard let value = ArchivedValue.decoded(from: coder, forKey: "value." + key) else { continue }
      restore(value, key)
    }
    for key in coder.decodeStrings(forKey: "keysOfNil") { restore(nil, key) }
    for case let layer as CALayer in coder.decodeList(forKey: "sublayers") {
      try? appendChecked(layer)
    }
    if coder.containsValue(forKey: "mask"),
      let mask = coder.decodeNested(of: [CALayer.self], forKey: "mask") as? CALayer
    {
      try? setMaskChecked(mask)
    }
    let rules = coder.decodeList(forKey: "constraints").compactMap {
      $0 as? CAConstraint
    }
    if !rules.isEmpty { setConstraints(rules) }
    if coder.decodeBool(forKey: "hasConstraintLayout") {
      setLayoutManager(CAConstraintLayoutManager.layoutManager)
    }
    let animations = coder.decodeList(forKey: "animations")
    for (key, animation) in zip(coder.decodeStrings(forKey: "animationKeys"), animations) {
      if let animation = animation as? CAAnimation { attach(animation, forKey: key) }
    }
  }

  private func restore(_ value: Any?, _ key: String) {
    if LayerAccess.of(key, in: self) == nil {
      setKeyedValue(value, key)
    } else {
      // Archives are not trusted: a value of a wrong type leaves the default.
      try? setChecked(value, forKeyPath: key)
    }
  }
}
