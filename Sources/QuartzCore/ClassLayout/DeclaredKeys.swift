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
/// may not allow. Which of them a key belongs to is read from the first layer that is asked for it.
///
/// Relies on a function and an option of the standard library that are not public.
enum DeclaredKeys {
  private struct Place: @unchecked Sendable {  // A number and a type.
    let offset: Int
    let type: any KeyDeclaration.Type
  }

  /// The declarations of a class.
  private struct Places {
    var all: [Place] = []
    var byKey: [String: Place] = [:]
  }

  private static let known = Mutex<[ObjectIdentifier: Places]>([:])

  /// Returns what a layer's class declares under a key.
  static func declaration(of key: String, in layer: CALayer) -> (any KeyDeclaration)? {
    let type = type(of: layer)
    let (all, place) = places(in: type, for: key)
    guard !all.isEmpty else { return nil }
    let start = UnsafeRawPointer(Unmanaged.passUnretained(layer).toOpaque())
    if let place {
      let declaration = read(place.type, at: start + place.offset)
      if declaration.key == key { return declaration }
    }
    // An initialiser may have given the layer's declarations other keys, too.
    for place in all {
      let declaration = read(place.type, at: start + place.offset)
      guard declaration.key == key else { continue }
      known.withLock { $0[ObjectIdentifier(type)]?.byKey[key] = place }
      return declaration
    }
    return nil
  }

  /// The declarations of a class, and the one that a key belonged to in another layer.
  private static func places(in type: CALayer.Type, for key: String) -> ([Place], Place?) {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id].map { ($0.all, $0.byKey[key]) } }) { return known }
    var places = Places()
    // Those of superclasses, too; the option for classes is a variable in the standard library.
    _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { _, offset, type, _ in
      if let type = type as? any KeyDeclaration.Type { places.all.append(Place(offset: offset, type: type)) }
      return true
    }
    known.withLock { $0[id] = places }
    return (places.all, nil)
  }

  private static func read<Declaration: KeyDeclaration>(
    _ type: Declaration.Type,
    at address: UnsafeRawPointer
  ) -> any KeyDeclaration {
    address.assumingMemoryBound(to: type).pointee
  }
}
