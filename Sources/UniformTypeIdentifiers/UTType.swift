import Foundation

/// A kind of data, such as PNG pictures, with the kinds that it belongs to and the names of its files.
///
/// The table of types has the members of this structure and some kinds of films, sounds, fonts and archives that have no
/// member, such as `org.webmproject.webm`; there is no database of the machine. A file name extension or MIME type that
/// the table lacks gives a dynamic type, which is equal to another one with the same tag and conformance. Its identifier
/// is an encoding of this library.
///
/// Identifiers and tags are compared without regard to case.
///
/// - Thread: Any.
public struct UTType: Hashable, Codable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier, such as `public.png`.
  public let identifier: String

  /// Takes the identifier of a row of the table.
  init(known identifier: String) { self.identifier = identifier }

  /// Finds a type of the table, a dynamic one, or one that the program has declared; nil for an unknown identifier.
  public init?(_ identifier: String) {
    guard let row = TypeTable.row(of: identifier) else { return nil }
    self.identifier = row.identifier
  }

  /// Declares a type that the program defines.
  ///
  /// Of several declarations of one identifier, the first one with this initializer counts, wherever it stands; without one, the
  /// first of ``init(importedAs:conformingTo:)`` with a parent.
  ///
  /// - Parameters:
  ///   - identifier: The identifier; a type of the table keeps its own conformance.
  ///   - parentType: The type that it conforms to; nil for `data`.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(known: TypeTable.declare(identifier, conformingTo: parentType, as: .exported))
  }

  /// Declares a type that another program defines; the parameters are those of ``init(exportedAs:conformingTo:)``.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    let declaration: TypeTable.Declaration = parentType == nil ? .importedName : .imported
    self.init(known: TypeTable.declare(identifier, conformingTo: parentType, as: declaration))
  }

  /// Reads an identifier.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let type = UTType(name) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "There is no type “\(name)”.")
    }
    self = type
  }

  /// Writes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }

  /// True for the same identifier.
  public static func == (a: UTType, b: UTType) -> Bool {
    a.identifier == b.identifier || a.identifier.lowercased() == b.identifier.lowercased()
  }

  /// Adds the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier.lowercased()) }

  /// The identifier.
  public var description: String { identifier }
  /// The identifier, as Swift writes a type.
  public var debugDescription: String { "UTType(\"\(identifier)\")" }
}

extension UTType {
  private var row: TypeRow? { TypeTable.row(of: identifier) }

  /// The type's name in English; nil for dynamic types and those of the program.
  public var localizedDescription: String? { row.flatMap { $0.name.isEmpty ? nil : $0.name } }

  /// True for a type that was made of a tag which the table lacks.
  public var isDynamic: Bool { identifier.lowercased().hasPrefix(TypeTable.dynamicPrefix) }

  /// True for a type of the table and one that the program has declared.
  public var isDeclared: Bool { !isDynamic && row != nil }

  /// True for a type whose identifier begins with `public.`.
  public var isPublic: Bool { identifier.lowercased().hasPrefix("public.") }

  /// The types that it conforms to, directly or by others, without itself.
  public var supertypes: Set<UTType> {
    var found: Set<UTType> = []
    var waiting = row?.parents ?? []
    while let parent = waiting.popLast() {
      if found.insert(UTType(known: parent)).inserted { waiting += TypeTable.row(of: parent)?.parents ?? [] }
    }
    return found
  }

  /// True for the type itself and its supertypes.
  public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

  /// True if another type conforms to this one and is not it.
  public func isSupertype(of type: UTType) -> Bool { self != type && type.conforms(to: self) }

  /// True if the type conforms to another one and is not it.
  public func isSubtype(of type: UTType) -> Bool { type.isSupertype(of: self) }
}
