import Synchronization

/// The way in which a property animates.
package enum Motion: Sendable, Hashable {
  /// A change animates by itself.
  case implicit
  /// A change fades the whole layer from its old picture to the new one.
  case transition
  /// Only an added animation animates the property.
  case explicit
  /// The property cannot be animated.
  case fixed
}

/// One row of a table, with its value type forgotten.
package protocol PropertyRow<Root>: AnyObject, Sendable {
  associatedtype Root
  /// The Objective-C name, which archives and change notifications use.
  var key: String { get }
  /// Another spelling that key paths may use: `isHidden` for `hidden`.
  var alias: String? { get }
  var aspect: Aspect { get }
  var motion: Motion { get }
  /// True if the class answers `defaultValue(forKey:)` for the key.
  var isStored: Bool { get }
  /// A small number that is unique to the key, or nil if there are too many keys.
  var number: UInt8? { get }
  /// The rows of the value's parts: `position.x` and `position.y` of `position`.
  var parts: [any PropertyRow<Root>] { get }
  /// The value as key-value access reads it: numbers as `NSNumber`, names as strings, nil where nothing is set.
  func value(in root: Root) -> Any?
  /// Reads the value of a root in place, without copying the root.
  func value(at root: UnsafeMutablePointer<Root>) -> Any?
  /// Sets the property; returns false and changes nothing if it does not accept the type of `value`.
  func assign(_ value: Any?, to root: inout Root) -> Bool
  func isEqual(_ a: Root, _ b: Root) -> Bool
  /// True if `value` has a type that the property accepts.
  func accepts(_ value: Any?) -> Bool
  /// Copies the property from one state to another.
  func copy(from source: Root, to target: inout Root)
  /// Calls `visitor` with the value type open, so that its result needs no dynamic casts.
  func accept<Visitor: RowVisitor>(_ visitor: Visitor) -> Visitor.Result where Visitor.Root == Root
}

extension PropertyRow {
  /// True if an animation can move the property.
  package var isAnimatable: Bool { motion != .fixed }
}

/// A consumer of a row that needs its value type, such as the maker of tracks or the writer of documents.
package protocol RowVisitor<Root> {
  associatedtype Root
  associatedtype Result
  func visit<Value: KeyValueCodable>(_ row: Property<Root, Value>) -> Result
}

/// One row of a table: a name and an effect for one field of a state.
///
/// A class, so that passing a row costs one pointer load and no reference counting of its parts.
package final class Property<Root, Value: KeyValueCodable>: PropertyRow {
  package let key: String
  package let alias: String?
  package let lens: Lens<Root, Value>
  package let aspect: Aspect
  package let motion: Motion
  package let isStored: Bool
  package let number: UInt8?

  package init(
    _ key: String,
    _ lens: Lens<Root, Value>,
    _ aspect: Aspect,
    _ motion: Motion = .fixed,
    alias: String? = nil,
    stored: Bool = false
  ) {
    self.key = key
    self.alias = alias
    self.lens = lens
    self.aspect = aspect
    self.motion = motion
    self.isStored = stored
    number = RowNumbers.number(of: key)
  }

  package convenience init(
    _ key: String,
    _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ aspect: Aspect,
    _ motion: Motion = .fixed,
    alias: String? = nil,
    stored: Bool = false
  ) {
    self.init(key, Lens(path), aspect, motion, alias: alias, stored: stored)
  }

  package var parts: [any PropertyRow<Root>] {
    func open<Part: ValuePart<Value>>(_ part: Part) -> any PropertyRow<Root> { part.row(of: self) }
    return Value.parts.map { open($0) }
  }

  package func value(in root: Root) -> Any? { lens.get(root).wrapped }

  package func value(at root: UnsafeMutablePointer<Root>) -> Any? { lens.value(in: root).wrapped }

  package func assign(_ value: Any?, to root: inout Root) -> Bool {
    guard let value = Value.unwrapped(from: value) else { return false }
    lens.set(&root, value)
    return true
  }

  package func isEqual(_ a: Root, _ b: Root) -> Bool { lens.get(a) == lens.get(b) }

  package func accepts(_ value: Any?) -> Bool { Value.unwrapped(from: value) != nil }

  package func copy(from source: Root, to target: inout Root) { lens.set(&target, lens.get(source)) }

  package func accept<Visitor: RowVisitor>(_ visitor: Visitor) -> Visitor.Result where Visitor.Root == Root {
    visitor.visit(self)
  }
}

/// The numbers of keys, assigned as rows are made, so that a set of rows is a few words.
private enum RowNumbers {
  private static let known = Mutex<[String: UInt8]>([:])

  /// The number of a key; nil for parts of values, which are never kept in sets.
  static func number(of key: String) -> UInt8? {
    guard !key.utf8.contains(UInt8(ascii: ".")) else { return nil }
    return known.withLock { known in
      if let number = known[key] { return number }
      guard let next = UInt8(exactly: known.count) else { return nil }
      known[key] = next
      return next
    }
  }
}

/// A set of rows, as bits by their numbers.
@usableFromInline
package struct RowSet: Sendable {
  @usableFromInline
  var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  @inlinable
  package init() {}

  @inlinable
  package mutating func insert(_ number: UInt8) {
    let bit: UInt64 = 1 << UInt64(number & 63)
    switch number >> 6 {
    case 0: words.0 |= bit
    case 1: words.1 |= bit
    case 2: words.2 |= bit
    default: words.3 |= bit
    }
  }

  @inlinable
  package func contains(_ number: UInt8) -> Bool {
    let word =
      switch number >> 6 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word & 1 << UInt64(number & 63) != 0
  }
}
