import Foundation
import StrataRenderTree
import Synchronization

/// One property of animations, whatever its type.
package protocol AnimationRow: AnyObject, Sendable {
  /// The key of key-value access and of archives.
  var key: String { get }
  /// Another spelling of the key.
  var alias: String? { get }
  /// The name of the property in documents, which key-value access knows too.
  var documentKey: String { get }
  /// How documents write the property.
  var form: AnimationForm { get }
  /// The type of the accessor without an optional around it.
  var valueType: any Any.Type { get }
  /// The traits of the property.
  var traits: AnimationTraits { get }
  /// The place of the property in sets of rows.
  var number: UInt8 { get }
  /// The class that declares the property.
  var owner: CAAnimation.Type { get }
  /// Where the state of an animation holds the value.
  var field: PartialKeyPath<AnimationState> { get }
  /// The value of a new object of the library's class, as key-value access reads it.
  var initialValue: Any? { get }

  /// True if animations of this class have the property.
  func belongs(to type: CAAnimation.Type) -> Bool
  /// Returns the value as key-value access reads it; nil if the animation is of another class.
  func value(of animation: CAAnimation) -> Any?
  /// Sets the value, where nil restores the default; returns false if the value has a wrong type.
  func set(_ value: Any?, of animation: CAAnimation) -> Bool
  /// True if the value is that of a new object of the library's class.
  func isInitial(in animation: CAAnimation) -> Bool
}

/// How documents write a property of an animation.
package enum AnimationForm: Hashable, Sendable {
  /// Not at all.
  case none
  /// As an attribute, unless the value is the default.
  case attribute
  /// As a child element, always.
  case element
  /// As a child element that holds a value of the animated property.
  case endpoint
  /// As a child element that lists values of the animated property.
  case keyframes
  /// As a child element that lists numbers.
  case numbers
  /// As a child element that lists timing functions.
  case timingFunctions
  /// As a child element that lists animations.
  case members
}

/// Further facts of a property of an animation.
package struct AnimationTraits: OptionSet, Sendable {
  /// The bits.
  package let rawValue: UInt8
  /// Creates a set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `defaultValue(forKey:)` answers for the key.
  package static let stored = AnimationTraits(rawValue: 1 << 0)
  /// `shouldArchiveValue(forKey:)` is false, though archives hold the value.
  package static let unlisted = AnimationTraits(rawValue: 1 << 1)
}

/// A property of animations: its keys, its field, its accessor and its form in documents.
///
/// The field gives type and default. The accessor is that of the public class, so that overrides in subclasses run when
/// a value goes through key-value access, an archive or a document.
package final class AnimationProperty<Field>: AnimationRow, @unchecked Sendable {  // Immutable.
  package let key: String
  package let alias: String?
  package let documentKey: String
  package let form: AnimationForm
  package let valueType: any Any.Type
  package let traits: AnimationTraits
  package let number: UInt8
  package let owner: CAAnimation.Type
  package let field: PartialKeyPath<AnimationState>
  package let initialValue: Any?

  /// Where the state stores the field, in bytes: a key path that is not a literal costs as much as fifty loads.
  private let offset: Int
  private let isOwner: (CAAnimation.Type) -> Bool
  private let access: Access

  /// The ways to the value through the accessor of the public class.
  private struct Access {
    let get: (CAAnimation) -> Any?
    let set: (CAAnimation, Any?) -> Bool
    let isInitial: (CAAnimation) -> Bool
  }

  private init<Owner: CAAnimation>(
    _ names: AnimationNames,
    _ field: WritableKeyPath<AnimationState, Field>,
    of owner: Owner.Type,
    valueType: any Any.Type,
    form: AnimationForm,
    traits: AnimationTraits,
    initialValue: Any?,
    access: Access
  ) {
    guard let offset = MemoryLayout<AnimationState>.offset(of: field) else {
      preconditionFailure("the field of \(names.key) is not stored")
    }
    key = names.key
    alias = names.alias
    documentKey = names.document ?? names.key
    self.form = form
    self.valueType = valueType
    self.traits = traits
    self.owner = owner
    self.field = field
    self.initialValue = initialValue
    self.offset = offset
    self.access = access
    isOwner = { $0 is Owner.Type }
    number = rowCount.withLock { count in
      defer { count += 1 }
      return count
    }
  }

  package func belongs(to type: CAAnimation.Type) -> Bool { isOwner(type) }
  package func value(of animation: CAAnimation) -> Any? { access.get(animation) }
  package func set(_ value: Any?, of animation: CAAnimation) -> Bool { access.set(animation, value) }
  package func isInitial(in animation: CAAnimation) -> Bool { access.isInitial(animation) }

  /// The field of a state.
  @inline(__always)
  func value(at state: UnsafeMutablePointer<AnimationState>) -> Field { place(state).pointee }

  /// Sets the field of a state and notes that it was set.
  @inline(__always)
  func write(_ value: Field, at state: UnsafeMutablePointer<AnimationState>) {
    place(state).pointee = value
    state.pointee.changed.insert(number)
  }

  @inline(__always)
  private func place(_ state: UnsafeMutablePointer<AnimationState>) -> UnsafeMutablePointer<Field> {
    (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Field.self)
  }
}

/// The number of rows so far.
private let rowCount = Mutex<UInt8>(0)

/// The spellings of a key.
struct AnimationNames: ExpressibleByStringLiteral {
  let key: String
  let alias: String?
  let document: String?

  init(_ key: String, alias: String? = nil, document: String? = nil) {
    (self.key, self.alias, self.document) = (key, alias, document)
  }

  init(stringLiteral key: String) { self.init(key) }

  /// A truth value, which Swift spells with "is" in front.
  static func truth(_ key: String) -> AnimationNames {
    AnimationNames(key, alias: "is" + key.prefix(1).uppercased() + key.dropFirst())
  }
}

extension AnimationProperty {
  /// A number, a truth value or a name.
  convenience init<Owner: CAAnimation, Value: KeyValueCodable>(
    _ names: AnimationNames,
    _ field: WritableKeyPath<AnimationState, Field>,
    value path: ReferenceWritableKeyPath<Owner, Value>,
    _ traits: AnimationTraits = [],
    form: AnimationForm = .attribute
  ) where Field: KeyValueCodable {
    let initial = AnimationState()[keyPath: field].wrapped
    guard let initialValue = Value.unwrapped(from: initial) else {
      preconditionFailure("the field of \(names.key) does not fit its accessor")
    }
    let key = names.key
    self.init(
      names,
      field,
      of: Owner.self,
      valueType: Value.self,
      form: form,
      traits: traits,
      initialValue: initial,
      access: Access(
        get: { ($0 as? Owner)?[keyPath: path].wrapped },
        set: { animation, any in
          guard let owner = animation as? Owner else { return false }
          guard any != nil else {
            owner[keyPath: path] =
              Value.unwrapped(from: type(of: owner).defaultValue(forKey: key)) ?? initialValue
            return true
          }
          guard let value = Value.unwrapped(from: any) else { return false }
          owner[keyPath: path] = value
          return true
        },
        isInitial: { ($0 as? Owner)?[keyPath: path] == initialValue }
      )
    )
  }

  /// An object, or an array of them; missing by default.
  convenience init<Owner: CAAnimation, Object>(
    _ names: AnimationNames,
    _ field: WritableKeyPath<AnimationState, Field>,
    object path: ReferenceWritableKeyPath<Owner, Object?>,
    form: AnimationForm
  ) {
    self.init(
      names,
      field,
      of: Owner.self,
      valueType: Object.self,
      form: form,
      traits: [],
      initialValue: nil,
      access: Access(
        get: { ($0 as? Owner)?[keyPath: path] },
        set: { animation, any in
          guard let owner = animation as? Owner else { return false }
          guard let any else {
            owner[keyPath: path] = nil
            return true
          }
          guard let value = any as? Object else { return false }
          owner[keyPath: path] = value
          return true
        },
        isInitial: { ($0 as? Owner)?[keyPath: path] == nil }
      )
    )
  }

  /// A name; missing by default.
  convenience init<Owner: CAAnimation, Name: RawRepresentable<String>>(
    _ names: AnimationNames,
    _ field: WritableKeyPath<AnimationState, Field>,
    name path: ReferenceWritableKeyPath<Owner, Name?>
  ) {
    self.init(
      names,
      field,
      of: Owner.self,
      valueType: Name.self,
      form: .attribute,
      traits: [],
      initialValue: nil,
      access: Access(
        get: { ($0 as? Owner)?[keyPath: path].map { NSString(string: $0.rawValue) } },
        set: { animation, any in
          guard let owner = animation as? Owner else { return false }
          guard any != nil else {
            owner[keyPath: path] = nil
            return true
          }
          guard let value = any as? Name ?? (any as? String).flatMap({ Name(rawValue: $0) }) else {
            return false
          }
          owner[keyPath: path] = value
          return true
        },
        isInitial: { ($0 as? Owner)?[keyPath: path] == nil }
      )
    )
  }

  /// A structure that key-value access hands on as it is.
  convenience init<Owner: CAAnimation>(
    _ names: AnimationNames,
    _ field: WritableKeyPath<AnimationState, Field>,
    structure path: ReferenceWritableKeyPath<Owner, Field>,
    _ traits: AnimationTraits = [],
    form: AnimationForm
  ) where Field: Equatable {
    let initialValue = AnimationState()[keyPath: field]
    self.init(
      names,
      field,
      of: Owner.self,
      valueType: Field.self,
      form: form,
      traits: traits,
      initialValue: initialValue,
      access: Access(
        get: { ($0 as? Owner)?[keyPath: path] },
        set: { animation, any in
          guard let owner = animation as? Owner else { return false }
          guard let value = any == nil ? initialValue : any as? Field else { return false }
          owner[keyPath: path] = value
          return true
        },
        isInitial: { ($0 as? Owner)?[keyPath: path] == initialValue }
      )
    )
  }
}
