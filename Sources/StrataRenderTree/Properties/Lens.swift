/// A way to read and write one part of a whole.
package struct Lens<Whole, Value>: Sendable {
  package let get: @Sendable (Whole) -> Value
  package let set: @Sendable (inout Whole, Value) -> Void

  package init(
    get: @escaping @Sendable (Whole) -> Value,
    set: @escaping @Sendable (inout Whole, Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  package init(_ path: any WritableKeyPath<Whole, Value> & Sendable) {
    self.init(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
  }

  /// The lens on a part of this lens's value.
  package func appending<Part>(_ part: Lens<Value, Part>) -> Lens<Whole, Part> {
    Lens<Whole, Part>(
      get: { [get] whole in part.get(get(whole)) },
      set: { [get, set] whole, newPart in
        var value = get(whole)
        part.set(&value, newPart)
        set(&whole, value)
      }
    )
  }
}
