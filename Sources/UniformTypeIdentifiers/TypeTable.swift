import Foundation
import Synchronization

/// A type: what it conforms to and how its files are named.
struct TypeRow: Sendable {
  let identifier: String
  /// The identifiers of the types that it conforms to directly.
  let parents: [String]
  /// The preferred extension first, in lower case.
  let extensions: [String]
  /// The preferred MIME type first, in lower case.
  let mimeTypes: [String]
  /// In English; empty for types that are not in the table.
  let name: String

  init(
    _ identifier: String,
    in parents: [String] = [],
    files extensions: [String] = [],
    mimeTypes: [String] = [],
    _ name: String = ""
  ) {
    (self.identifier, self.parents, self.name) = (identifier, parents, name)
    (self.extensions, self.mimeTypes) = (extensions, mimeTypes)
  }
}

/// The types that are known, by identifier and by tag.
enum TypeTable {
  static let dynamicPrefix = "dyn."

  /// The rows of the table, by identifiers in lower case.
  private static let rows = Dictionary(
    uniqueKeysWithValues: declaredRows.map { ($0.identifier.lowercased(), $0) }
  )

  private static let byTag: [UTTagClass: [String: [String]]] = {
    var tables: [UTTagClass: [String: [String]]] = [:]
    for row in declaredRows {
      for tag in row.extensions {
        tables[.filenameExtension, default: [:]][tag, default: []].append(row.identifier)
      }
      for tag in row.mimeTypes { tables[.mimeType, default: [:]][tag, default: []].append(row.identifier) }
    }
    return tables
  }()

  /// How much a declaration says: those that say more take the place of others, in whatever order they come.
  enum Declaration: Int, Comparable {
    /// A type of another program, with nothing said of what it conforms to.
    case importedName
    case imported
    case exported

    static func < (a: Declaration, b: Declaration) -> Bool { a.rawValue < b.rawValue }
  }

  /// The rows that the program has declared, by identifiers in lower case.
  private static let own = Mutex<[String: (row: TypeRow, declaration: Declaration)]>([:])

  static func row(of identifier: String) -> TypeRow? {
    let key = identifier.lowercased()
    return rows[key] ?? own.withLock { $0[key]?.row } ?? dynamicRow(of: key)
  }

  /// The identifiers of the types with a tag in lower case, in the order of the table.
  static func types(of tag: String, _ tagClass: UTTagClass) -> [String] { byTag[tagClass]?[tag] ?? [] }

  /// Adds a type of the program, unless it is known by a declaration that says as much; returns its identifier.
  static func declare(
    _ identifier: String,
    conformingTo parent: UTType?,
    as declaration: Declaration
  ) -> String {
    let key = identifier.lowercased()
    if let row = rows[key] ?? dynamicRow(of: key) { return row.identifier }
    return own.withLock { own in
      if let known = own[key], known.declaration >= declaration { return known.row.identifier }
      // The identifier stays as it was first written.
      let name = own[key]?.row.identifier ?? identifier
      own[key] = (TypeRow(name, in: [(parent ?? .data).identifier]), declaration)
      return name
    }
  }

  /// The identifier of the type of a tag that no row has: its kind, tag and parent in hexadecimal digits.
  static func dynamic(_ tag: String, _ tagClass: UTTagClass, conformingTo parent: UTType) -> String {
    let text = [tagClass.rawValue, tag, parent.identifier].joined(separator: "\0")
    return dynamicPrefix + text.utf8.map { String(format: "%02x", $0) }.joined()
  }

  private static func dynamicRow(of key: String) -> TypeRow? {
    guard key.hasPrefix(dynamicPrefix) else { return nil }
    let digits = Array(key.utf8.dropFirst(dynamicPrefix.utf8.count))
    guard digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { place in
      UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16) ?? 0xFF
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let parts = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, !parts[1].isEmpty else { return nil }
    return TypeRow(
      key,
      in: [parts[2]],
      files: parts[0] == UTTagClass.filenameExtension.rawValue ? [parts[1]] : [],
      mimeTypes: parts[0] == UTTagClass.mimeType.rawValue ? [parts[1]] : []
    )
  }
}
