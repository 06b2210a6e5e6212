package import StrataBase

/// What a layer's class adds to its state.
///
/// Closed on purpose: a new case makes every consumer fail to compile until it is handled.
package enum LayerKind: Sendable, Equatable {
  case plain
  case shape(CopyOnWrite<ShapeState>)
  case gradient(CopyOnWrite<GradientState>)
  case text(CopyOnWrite<TextState>)
  case transform
  case replicator(CopyOnWrite<ReplicatorState>)
  case emitter(CopyOnWrite<EmitterState>)
  case scroll(CopyOnWrite<ScrollState>)
  case tiled(CopyOnWrite<TiledState>)
  case backdrop

  package var layerClass: LayerClass {
    switch self {
    case .plain: .plain
    case .shape: .shape
    case .gradient: .gradient
    case .text: .text
    case .transform: .transform
    case .replicator: .replicator
    case .emitter: .emitter
    case .scroll: .scroll
    case .tiled: .tiled
    case .backdrop: .backdrop
    }
  }

  /// True if sublayers keep their depth instead of being flattened into the layer's plane.
  package var preservesDepth: Bool {
    switch self {
    case .transform: true
    case .replicator(let box): box.value.preservesDepth
    case .emitter(let box): box.value.preservesDepth
    case .plain, .shape, .gradient, .text, .scroll, .tiled, .backdrop: false
    }
  }
}

/// The classes of layers that have a state of their own, and their names in the public API.
package enum LayerClass: String, Sendable, Hashable, CaseIterable {
  case plain = "CALayer"
  case shape = "CAShapeLayer"
  case gradient = "CAGradientLayer"
  case text = "CATextLayer"
  case transform = "CATransformLayer"
  case replicator = "CAReplicatorLayer"
  case emitter = "CAEmitterLayer"
  case scroll = "CAScrollLayer"
  case tiled = "CATiledLayer"
  case backdrop = "CABackdropLayer"

  /// The place of the class in `allCases`.
  package var number: Int {
    switch self {
    case .plain: 0
    case .shape: 1
    case .gradient: 2
    case .text: 3
    case .transform: 4
    case .replicator: 5
    case .emitter: 6
    case .scroll: 7
    case .tiled: 8
    case .backdrop: 9
    }
  }

  /// The kind of a new layer of this class.
  package var initialKind: LayerKind {
    switch self {
    case .plain: .plain
    case .shape: .shape(CopyOnWrite(ShapeState()))
    case .gradient: .gradient(CopyOnWrite(GradientState()))
    case .text: .text(CopyOnWrite(TextState()))
    case .transform: .transform
    case .replicator: .replicator(CopyOnWrite(ReplicatorState()))
    case .emitter: .emitter(CopyOnWrite(EmitterState()))
    case .scroll: .scroll(CopyOnWrite(ScrollState()))
    case .tiled: .tiled(CopyOnWrite(TiledState()))
    case .backdrop: .backdrop
    }
  }
}
