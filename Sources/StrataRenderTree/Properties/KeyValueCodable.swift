/// A value that crosses the key-value-coding border, where everything is `Any`.
package protocol KeyValueCodable: Composable {
  /// Accepts every type that Apple's KVC accepts for this one (a `CGFloat` accepts any number).
  static func unwrapped(from any: Any?) -> Self?
  /// The value as key-value access reads it.
  var wrapped: Any? { get }
  /// The parts reachable by a longer key path, such as `x` of a point.
  static var parts: [any ValuePart<Self>] { get }
}

extension KeyValueCodable {
  package static func unwrapped(from any: Any?) -> Self? { any as? Self }
  package var wrapped: Any? { self }
  package static var parts: [any ValuePart<Self>] { [] }
}

/// A named, typed part of a value: `x` of a point, `rotation.z` of a transform.
package protocol ValuePart<Whole>: Sendable {
  associatedtype Whole: KeyValueCodable
  var name: String { get }
  func row<Root>(of property: Property<Root, Whole>) -> any PropertyRow<Root>
}

/// A part reached by a lens.
package struct Part<Whole: KeyValueCodable, Value: KeyValueCodable>: ValuePart {
  package let name: String
  package let lens: Lens<Whole, Value>

  package init(_ name: String, _ lens: Lens<Whole, Value>) {
    self.name = name
    self.lens = lens
  }

  package init(_ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable) {
    self.init(name, Lens(path))
  }

  package func row<Root>(of property: Property<Root, Whole>) -> any PropertyRow<Root> {
    Property<Root, Value>(
      "\(property.key).\(name)",
      property.lens.appending(lens),
      property.aspect,
      property.motion,
      alias: property.alias.map { "\($0).\(name)" }
    )
  }
}
