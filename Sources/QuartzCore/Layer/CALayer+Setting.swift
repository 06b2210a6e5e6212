import CoreGraphics
import Foundation
import StrataRenderTree

/// The setters that every change of a property goes through.
///
/// The order is Apple's: the action is looked up while the old value is still visible, then the value changes and the
/// layer is marked, then the action runs.
extension CALayer {
  /// Sets a property that the render side knows; the key path is a literal at each caller and folds into a store.
  ///
  /// `motion` takes the place of the row's for this change. `isEqual` says whether the value is the old one if the caller
  /// knows.
  @inline(__always)
  final func set<Value>(
    _ row: @autoclosure () -> Property<LayerState, Value>,
    _ path: WritableKeyPath<LayerState, Value>,
    _ newValue: Value,
    motion: Motion? = nil,
    isEqual: Bool? = nil
  ) {
    change(row(), motion) {
      isEqual ?? ($0[keyPath: path] == newValue)
    } store: {
      $0[keyPath: path] = newValue
    }
  }

  /// Sets a property of the layer's kind.
  @inline(__always)
  final func set<State: KindState, Value>(
    _ row: @autoclosure () -> Property<LayerState, Value>,
    _ path: WritableKeyPath<State, Value>,
    _ newValue: Value,
    motion: Motion? = nil,
    isEqual: Bool? = nil
  ) {
    change(row(), motion) {
      isEqual ?? ($0.value(path) == newValue)
    } store: {
      $0.set(path, to: newValue)
    }
  }

  @inline(__always)
  private func change<Value>(
    _ row: @autoclosure () -> Property<LayerState, Value>,
    _ motion: Motion?,
    isEqual: (LayerState) -> Bool,
    store: (inout LayerState) -> Void
  ) {
    // Rows are never destroyed, and none is used after a call: the compiler would count references to it, which takes as long as
    // everything else here.
    let (number, key, ownMotion, aspect) = Unmanaged.passUnretained(row())._withUnsafeGuaranteedRef {
      ($0.number, $0.key, $0.motion, $0.aspect)
    }
    let storage = storage
    storage.noteSet(number, key)
    guard !isEqual(storage.state) else { return }
    let event = willChange(key, motion ?? ownMotion)
    store(&storage.state)
    didChange(key, aspect, event)
  }

  /// Sets a property by its row; nil restores the default.
  ///
  /// Returns false for a value of a wrong type.
  final func set(_ row: any PropertyRow<LayerState>, value: Any?) -> Bool {
    var changed = storage.state
    if KeyValue.present(value) == nil, !row.accepts(nil) {
      row.copy(from: LayerDefaults.initialState(of: type(of: self)), to: &changed)
    } else if !row.assign(value, to: &changed) {
      return false
    }
    storage.noteSet(row.number, row.key)
    guard !row.isEqual(changed, storage.state) else { return true }
    let event = willChange(row.key, row.motion)
    row.copy(from: changed, to: &storage.state)
    didChange(row.key, row.aspect, event)
    return true
  }

  /// Sets a property that no renderer needs.
  final func setExtra<Value: Equatable>(
    _ key: String,
    _ path: WritableKeyPath<LayerExtras, Value>,
    _ newValue: Value
  ) {
    storage.noteSet(name: key)
    guard storage.extras[keyPath: path] != newValue else { return }
    let event = willChange(key)
    storage.extras[keyPath: path] = newValue
    didChange(key, [], event)
  }

  /// Sets a property that no renderer needs and whose values cannot be compared.
  final func setExtraObject<Value>(
    _ key: String,
    _ path: WritableKeyPath<LayerExtras, Value>,
    _ newValue: Value
  ) {
    storage.noteSet(name: key)
    let event = willChange(key)
    storage.extras[keyPath: path] = newValue
    didChange(key, [], event)
  }

  /// Sets an object of the layer's class that no renderer needs; copies keep theirs.
  final func setKindObject(_ object: Any?, forKey key: String) {
    guard !storage.flags.contains(.isCopy) else { return }
    storage.noteSet(name: key)
    let event = willChange(key)
    storage.extras.kindObjects[key] = object
    didChange(key, [], event)
  }

  /// Looks up the action for a change of `key`, before the value changes.
  final func willChange(_ key: String, _ motion: Motion = .fixed) -> LayerEvent? {
    let flags = storage.flags
    guard !flags.contains(.isCopy) else { return nil }
    if flags.contains(.isObserved) { tellObserversBefore(key) }
    return event(forChangeOf: key, motion)
  }

  /// Marks the layer after a change, and runs its action.
  final func didChange(_ key: String, _ aspect: Aspect, _ event: LayerEvent?) {
    let storage = storage
    if !storage.flags.contains(.isCopy) {
      if storage.host != nil { enlist(aspect) }
      if type(of: self).needsDisplay(forKey: key) { markForDisplay(nil) }
      if storage.flags.contains(.isObserved) { tellObservers(key) }
    }
    event?.run(key, on: self)
  }

  /// Puts the layer on the list of this thread's transaction, or of the host that keeps its changes.
  final func enlist(_ aspect: Aspect) {
    let storage = storage
    guard storage.host != nil else { return }
    storage.changes.formUnion(aspect)
    // A layer that a host adopts is marked with all, and has no events yet.
    if aspect.contains(.timing), aspect != .all { storage.host?.eventsMayMove(below: storage) }
    guard !storage.flags.contains(.isEnlisted) else { return }
    storage.flags.insert(.isEnlisted)
    ThreadState.enlist(self)
  }
}
