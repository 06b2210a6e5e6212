import StrataRenderTree
@_spi(Reflection) import Swift
import Synchronization

/// A property of a layer subclass whose value lies under a key of the layer.
protocol KeyDeclaration {
  var key: String { get }
  /// The initial value as key-value access reads it; nil for none.
  var initialObject: Any? { get }
  /// Nil if the property must have a value.
  static var noValue: NoValue? { get }
}

/// The absence of a value under a declared key, which was set instead of the initial value.
struct NoValue: Hashable {
  /// As animations understand it; nil if they do not know the type.
  let animatable: (any KeyValueCodable)?

  static func == (a: NoValue, b: NoValue) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// The keys that classes of layers declare with ``Animatable``.
///
/// A layer's own declaration is read, as an initialiser may give each layer another initial value. Where declarations lie
/// is found once for each class, from the types of its stored properties: no value is read, which an `unowned` reference
/// may not allow.
enum DeclaredKeys {
  private struct Place: @unchecked Sendable {  // A number and a type.
    let offset: Int
    let type: any KeyDeclaration.Type
  }

  private static let known = Mutex<[ObjectIdentifier: [Place]]>([:])

  /// Returns what a layer's class declares under a key.
  static func declaration(of key: String, in layer: CALayer) -> (any KeyDeclaration)? {
    let places = places(in: type(of: layer))
    guard !places.isEmpty else { return nil }
    let start = UnsafeRawPointer(Unmanaged.passUnretained(layer).toOpaque())
    for place in places {
      let declaration = read(place.type, at: start + place.offset)
      if declaration.key == key { return declaration }
    }
    return nil
  }

  private static func places(in type: CALayer.Type) -> [Place] {
    let id = ObjectIdentifier(type)
    if let places = known.withLock({ $0[id] }) { return places }
    var places: [Place] = []
    // Those of superclasses, too; the option for classes is a variable in the standard library.
    _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { _, offset, type, _ in
      if let type = type as? any KeyDeclaration.Type { places.append(Place(offset: offset, type: type)) }
      return true
    }
    known.withLock { $0[id] = places }
    return places
  }

  private static func read<Declaration: KeyDeclaration>(
    _ type: Declaration.Type,
    at address: UnsafeRawPointer
  ) -> any KeyDeclaration {
    address.assumingMemoryBound(to: type).pointee
  }
}
