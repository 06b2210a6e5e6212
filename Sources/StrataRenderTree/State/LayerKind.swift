package import StrataBase

/// What a layer's class adds to its state.
///
/// Closed on purpose: a new case makes every consumer fail to compile until it is handled. A kind is described once,
/// by its ``LayerDescriptor``.
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
  case metal(CopyOnWrite<MetalState>)

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
    case .metal: .metal
    }
  }

  /// True if sublayers keep their depth instead of being flattened into the layer's plane.
  package var preservesDepth: Bool {
    switch self {
    case .transform: true
    case .replicator(let box): box.value.preservesDepth
    case .emitter(let box): box.value.preservesDepth
    case .plain, .shape, .gradient, .text, .scroll, .tiled, .backdrop, .metal: false
    }
  }
}

/// The classes of layers that draw in a way of their own, in the order of their numbers.
package enum LayerClass: Int, Sendable, Hashable, CaseIterable {
  case plain, shape, gradient, text, transform, replicator, emitter, scroll, tiled, backdrop, metal

  /// What is known of all layers of the class.
  package var descriptor: LayerDescriptor {
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
    case .metal: .metal
    }
  }

  /// The class with a name of the public API; nil for any other name.
  package init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The place of the class in `allCases`.
  package var number: Int { rawValue }

  /// The name in the public API.
  package var name: String { descriptor.name }
}
