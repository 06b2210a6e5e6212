package import Foundation

/// One object of a property list; containers hold the numbers of others.
package enum PropertyListObject: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A real number, a date in seconds since 2001, or an integer of more than 63 bits.
  case real(Double)
  case data(Data)
  case string(String)
  /// A reference of a keyed archive.
  case uid(Int)
  case array([Int])
  case dictionary([Entry])

  /// One entry of a dictionary: the numbers of its key and of its value.
  package struct Entry: Hashable, Sendable {
    package var key: Int
    package var value: Int
  }
}

/// The objects of a property list by their number.
package protocol PropertyListObjects {
  /// The number of the outermost object.
  var root: Int { get }
  /// The path of the file, for messages.
  var file: String { get }
  /// The object of a number.
  ///
  /// - Throws: ``DocumentError`` if there is none, or if its bytes are broken.
  func object(_ number: Int) throws(DocumentError) -> PropertyListObject
  /// The object of a number if it leads to others (a reference, an array or a dictionary); nil for any other, which is not decoded.
  ///
  /// - Throws: As `object(_:)`.
  func structure(_ number: Int) throws(DocumentError) -> PropertyListObject?
}

extension PropertyListObject {
  /// True if the object leads to others.
  var isStructure: Bool {
    switch self {
    case .uid, .array, .dictionary: true
    default: false
    }
  }
}

/// The objects of an XML property list.
///
/// The form has no type for references: a dictionary whose one key is `CF$UID` stands for them.
package struct MarkupPropertyList: PropertyListObjects, Sendable {
  package let root: Int
  package let file: String
  private let objects: [PropertyListObject]

  /// Numbers the values of a list, members before their container.
  package init(_ value: PropertyListValue, file: String) {
    var objects: [PropertyListObject] = []
    root = Self.add(value, to: &objects)
    (self.objects, self.file) = (objects, file)
  }

  package func object(_ number: Int) throws(DocumentError) -> PropertyListObject {
    guard objects.indices.contains(number) else {
      throw DocumentError(.malformed, file, "the property list has no object \(number)")
    }
    return objects[number]
  }

  package func structure(_ number: Int) throws(DocumentError) -> PropertyListObject? {
    let object = try object(number)
    return object.isStructure ? object : nil
  }

  private static func add(_ value: PropertyListValue, to objects: inout [PropertyListObject]) -> Int {
    let object: PropertyListObject =
      switch value {
      case .string(let text): .string(text)
      case .real(let number): .real(number)
      case .integer(let number): .integer(number)
      case .bool(let value): .bool(value)
      case .array(let items): .array(items.map { add($0, to: &objects) })
      case .dictionary(let entries): reference(entries) ?? .dictionary(entries.map { add($0, to: &objects) })
      case .other("data", let text):
        Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data($0) } ?? .null
      case .other(_, let text): .string(text)
      }
    objects.append(object)
    return objects.count - 1
  }

  private static func add(_ entry: PropertyListEntry, to objects: inout [PropertyListObject])
    -> PropertyListObject.Entry
  {
    PropertyListObject.Entry(
      key: add(.string(entry.key), to: &objects),
      value: add(entry.value, to: &objects)
    )
  }

  private static func reference(_ entries: [PropertyListEntry]) -> PropertyListObject? {
    guard entries.count == 1, entries[0].key == "CF$UID", case .integer(let number) = entries[0].value else {
      return nil
    }
    return .uid(number)
  }
}
