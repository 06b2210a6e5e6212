import StrataRenderTree

/// A class of the library: the kind of its layers, how one is made, and how key-value access reaches its properties.
///
/// Each class has one, in the file of the class. The ``LayerDescriptor`` describes the kind to the render side.
struct LayerType: @unchecked Sendable {  // The closures capture rows and nothing else.
  let layerClass: LayerClass
  let make: () -> CALayer
  /// True for the class and for its subclasses.
  let includes: (CALayer.Type) -> Bool
  /// The accessors of the properties that the class declares.
  let accessors: () -> [LayerAccess]

  init<Layer: CALayer>(
    _ layerClass: LayerClass,
    _ make: @escaping () -> Layer,
    accessors fill: @escaping (inout AccessorList<Layer>) -> Void = { _ in }
  ) {
    (self.layerClass, self.make) = (layerClass, make)
    includes = { $0 is Layer.Type }
    accessors = {
      var list = AccessorList<Layer>()
      fill(&list)
      return list.all
    }
  }
}

extension LayerClass {
  var type: LayerType {
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

  /// The library's class that decides what layers of a type draw.
  init(of type: CALayer.Type) {
    self = Self.allCases.first { $0 != .plain && $0.type.includes(type) } ?? .plain
  }

  /// Returns a new layer of the class.
  package func makeLayer() -> CALayer { type.make() }

  /// The keys of the accessors that the class declares; `hasRow` is true for those with a row.
  package var accessorKeys: [(key: String, hasRow: Bool)] {
    type.accessors().map { ($0.key, $0.row != nil) }
  }
}

extension CALayer {
  /// The library's class that decides what the layer draws.
  package final var layerClass: LayerClass { storage.state.kind.layerClass }
}
