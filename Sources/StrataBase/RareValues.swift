/// A type with a value to begin with.
package protocol DefaultInitializable: Hashable, Sendable {
  init()
}

/// Values that few objects set, behind one reference.
///
/// Objects that set none are small and cost little to copy.
package struct RareValues<Values: DefaultInitializable>: Hashable, Sendable {
  /// What is set; nil if all values are as at first.
  ///
  /// Loops ask this before they read values by their names, which takes a key path.
  package private(set) var values: CopyOnWrite<Values>?

  package init() {}

  package subscript<Value>(path: KeyPath<Values, Value>) -> Value {
    values?.value[keyPath: path] ?? Values()[keyPath: path]
  }

  package subscript<Value: Equatable>(path: WritableKeyPath<Values, Value>) -> Value {
    get { values?.value[keyPath: path] ?? Values()[keyPath: path] }
    set {
      if values == nil, Values()[keyPath: path] == newValue { return }
      var changed = values ?? CopyOnWrite(Values())
      // Not shared while it is written.
      values = nil
      changed.value[keyPath: path] = newValue
      values = changed.value == Values() ? nil : changed
    }
  }
}
