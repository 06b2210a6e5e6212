import StrataBase

/// A kind of layer: its name, its properties, the state of a new layer, and what layers of the kind paint.
///
/// Each kind has one descriptor, beside its state. Property tables, the document reader and writer, the drawing code
/// and the tests that make trees at random ask the descriptors and keep no lists of kinds themselves.
///
/// A class, as one descriptor serves all layers of a kind.
package final class LayerDescriptor: Sendable {
  /// What layers of a kind paint beside background, contents, border and sublayers.
  package enum Painting: Sendable {
    case nothing
    /// One thing, no part of which overlaps another.
    case once
    /// Several things, which may overlap.
    case overlapping
  }

  /// The name of the class in the public API.
  package let name: String
  /// The state of a new layer.
  package let initial: LayerState
  /// The rows that the kind adds to those of every layer, as the fields of a schema; nil if it adds none.
  package let schema: (any Sendable)?
  package let painting: Painting
  /// True if the layer paints within its bounds, and places its sublayers as a plain layer does.
  package let staysInBounds: Bool

  /// Describes a kind without a state of its own.
  init(_ name: String, _ kind: LayerKind, paints painting: Painting = .nothing, staysInBounds: Bool) {
    (self.name, self.schema, self.painting, self.staysInBounds) = (name, nil, painting, staysInBounds)
    initial = LayerState(kind: kind)
  }

  /// Describes a kind with a state of its own, and rows for it.
  init<State: KindState>(
    _ name: String,
    _ state: State.Type,
    _ schema: any Sendable,
    paints painting: Painting,
    staysInBounds: Bool,
    adjust: (inout LayerState) -> Void = { _ in }
  ) {
    (self.name, self.schema, self.painting, self.staysInBounds) = (name, schema, painting, staysInBounds)
    var initial = LayerState(kind: State.kind(CopyOnWrite(State.initial)))
    adjust(&initial)
    self.initial = initial
  }
}

extension LayerDescriptor {
  static let plain = LayerDescriptor("CALayer", .plain, staysInBounds: true)
  static let transform = LayerDescriptor("CATransformLayer", .transform, staysInBounds: false)
}
