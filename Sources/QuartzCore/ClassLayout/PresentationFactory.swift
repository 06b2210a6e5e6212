public import Foundation

/// Makes presentation copies through the most derived `init(layer:)`.
///
/// Clients override `init(layer:)` without `required`. Swift does not call such an initialiser on a dynamic metatype.
/// This class has the superclass of ``CALayer``, the same initialisers first and in the same order, and one stored
/// property, but its initialisers are `required`. A layer's metatype that is cast to this class therefore calls the
/// layer class's initialiser through the same slot. A class without the initialiser stops with Swift's own message.
open class _PresentationFactory: NSObject {
  final let storage: LayerStorage

  /// Stands where `CALayer.init(layer:)` stands.
  public required init(layer: Any) {
    storage = LayerStorage(for: CALayer.self)
    super.init()
  }

  /// Stands where `CALayer.init()` stands.
  public required override init() {
    storage = LayerStorage(for: CALayer.self)
    super.init()
  }

  /// Stands where `CALayer.init(coder:)` stands.
  public required init?(coder: NSCoder) {
    storage = LayerStorage(for: CALayer.self)
    super.init()
  }

  /// Returns a new layer of a class, made by its `init()`, which Swift does not call on a dynamic metatype either.
  package static func makeLayer(of type: CALayer.Type) -> CALayer {
    let shape = unsafeBitCast(type, to: _PresentationFactory.Type.self)
    return unsafeDowncast(shape.init() as NSObject, to: CALayer.self)
  }

  /// Returns a copy of `layer` of the same class, made by that class.
  package static func copy(of layer: CALayer) -> CALayer {
    let shape = unsafeBitCast(type(of: layer) as CALayer.Type, to: _PresentationFactory.Type.self)
    return unsafeDowncast(shape.init(layer: layer) as NSObject, to: CALayer.self)
  }
}
