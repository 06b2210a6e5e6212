/// A way to read and write one part of a whole.
///
/// A stored part is reached by its offset: a key path that is not known at compile time costs as much as fifty loads.
package struct Lens<Whole, Value>: Sendable {
  package let get: @Sendable (Whole) -> Value
  package let set: @Sendable (inout Whole, Value) -> Void
  /// Where the part is stored in the whole, in bytes; nil if it is computed.
  private let offset: Int?

  package init(
    get: @escaping @Sendable (Whole) -> Value,
    set: @escaping @Sendable (inout Whole, Value) -> Void
  ) {
    self.get = get
    self.set = set
    offset = nil
  }

  package init(_ path: any WritableKeyPath<Whole, Value> & Sendable) {
    let get: @Sendable (Whole) -> Value = { $0[keyPath: path] }
    if let offset = MemoryLayout<Whole>.offset(of: path) {
      self.init(get: get, offset: offset)
    } else {
      self.init(get: get, set: { $0[keyPath: path] = $1 })
    }
  }

  private init(get: @escaping @Sendable (Whole) -> Value, offset: Int) {
    self.get = get
    self.offset = offset
    set = { whole, value in
      withUnsafeMutablePointer(to: &whole) { Self.place($0, offset).pointee = value }
    }
  }

  /// Reads the part of a whole in its place.
  @inline(__always)
  package func value(in whole: UnsafeMutablePointer<Whole>) -> Value {
    guard let offset else { return get(whole.pointee) }
    return Self.place(whole, offset).pointee
  }

  /// Writes the part of a whole in its place.
  @inline(__always)
  package func write(_ value: Value, to whole: UnsafeMutablePointer<Whole>) {
    if let offset {
      Self.place(whole, offset).pointee = value
    } else {
      set(&whole.pointee, value)
    }
  }

  @inline(__always)
  private static func place(_ whole: UnsafeMutablePointer<Whole>, _ offset: Int) -> UnsafeMutablePointer<
    Value
  > {
    (UnsafeMutableRawPointer(whole) + offset).assumingMemoryBound(to: Value.self)
  }

  /// The lens on a part of this lens's value.
  package func appending<Part>(_ part: Lens<Value, Part>) -> Lens<Whole, Part> {
    let get: @Sendable (Whole) -> Part = { [get] whole in part.get(get(whole)) }
    if let offset, let inner = part.offset { return Lens<Whole, Part>(get: get, offset: offset + inner) }
    return Lens<Whole, Part>(
      get: get,
      set: { [get = self.get, set] whole, newPart in
        var value = get(whole)
        part.set(&value, newPart)
        set(&whole, value)
      }
    )
  }
}
