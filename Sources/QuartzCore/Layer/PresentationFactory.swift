public import Foundation

/// Makes presentation copies through the most derived `init(layer:)`.
///
/// Clients override `init(layer:)` without `required`, and Swift calls such an initialiser on no metatype but a
/// literal one. This class has the same superclass as ``CALayer``, the same initialisers first and in the same order,
/// and one stored property; there the initialiser is `required`, so that a metatype of a layer class taken for one of
/// this class reaches the layer class's initialiser through the same slot. A class without the initialiser stops with
/// Swift's own message. This is the one place that relies on the layout of classes.
open class _PresentationFactory: NSObject {
  final let storage: LayerStorage

  /// Stands where `CALayer.init(layer:)` stands.
  public required init(layer: Any) {
    storage = LayerStorage(for: CALayer.self)
    super.init()
  }

  /// Stands where `CALayer.init()` stands.
  public override init() {
    storage = LayerStorage(for: CALayer.self)
    super.init()
  }

  /// Stands where `CALayer.init(coder:)` stands.
  public required init?(coder: NSCoder) {
    storage = LayerStorage(for: CALayer.self)
    super.init()
  }

  /// Returns a copy of `layer` of the same class, made by that class.
  static func copy(of layer: CALayer) -> CALayer {
    let shape = unsafeBitCast(type(of: layer) as CALayer.Type, to: _PresentationFactory.Type.self)
    return unsafeDowncast(shape.init(layer: layer) as NSObject, to: CALayer.self)
  }
}
