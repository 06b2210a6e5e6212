package import StrataBase

/// The part of a state that only one kind of layer has, as the payload of its ``LayerKind``.
///
/// A layer of another kind reads the initial values. Writing gives such a layer the kind, which only a mistaken
/// caller does. Each kind declares the accessor itself: one that is generic over the kind reads a third slower, as it
/// counts a reference to the box. Its reading is a function that other modules inline: a coroutine would allocate memory
/// each time, and Swift 6.3 reads a value as large as a transform when the coroutine's frame is gone.
package protocol KindState: Sendable, Equatable {
  static var initial: Self { get }

  /// The box of a kind; nil for other kinds.
  static func box(in kind: consuming LayerKind) -> CopyOnWrite<Self>?

  /// The kind with a box.
  static func kind(_ box: CopyOnWrite<Self>) -> LayerKind
}

extension LayerState {
  /// Takes the box out of `kind`, so that it stays unique while it is written.
  @inline(__always)
  mutating func take<State: KindState>(_ type: State.Type) -> CopyOnWrite<State> {
    var taken = LayerKind.plain
    swap(&taken, &kind)
    return State.box(in: consume taken) ?? CopyOnWrite(State.initial)
  }

  /// Sets a property of the kind's state; unlike writing to the accessor, it runs no coroutine.
  @inline(__always)
  @inlinable
  package mutating func set<State: KindState, Part>(_ path: WritableKeyPath<State, Part>, to value: Part) {
    var box = take(State.self)
    box.update { $0[keyPath: path] = value }
    kind = State.kind(box)
  }

  /// Reads a property of the kind's state, in place.
  @inline(__always)
  @inlinable
  package func value<State: KindState, Part>(_ path: KeyPath<State, Part>) -> Part {
    (State.box(in: kind)?.value ?? State.initial)[keyPath: path]
  }
}
