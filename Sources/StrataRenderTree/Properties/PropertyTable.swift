/// The rows declared as fields of one or several schemas, by key path.
///
/// The order of the fields is the order of rows everywhere: in documents, in printed commits, in the inspector.
///
/// A class, as one table serves every layer of a class.
package final class PropertyTable<Root: Sendable>: Sendable {
  /// Rows that one class of the public API declares.
  package struct Section: Sendable {
    package let owner: String
    package let rows: [any PropertyRow<Root>]
  }

  /// The state of a new object, which holds the defaults.
  package let initial: Root
  /// From the base class down.
  package let sections: [Section]
  /// All rows without parts, in the order of declaration.
  package let rows: [any PropertyRow<Root>]
  private let byPath: [String: any PropertyRow<Root>]

  /// Collects the fields of `schemas` and the parts of their values by reflection, so that no list is kept by hand.
  package init(_ schemas: [(owner: String, schema: Any)], initial: Root) {
    self.initial = initial
    let sections = schemas.map { entry in
      Section(
        owner: entry.owner,
        rows: Mirror(reflecting: entry.schema).children.compactMap { $0.value as? any PropertyRow<Root> }
      )
    }
    var byPath: [String: any PropertyRow<Root>] = [:]
    rows = sections.flatMap(\.rows)
    self.sections = sections
    var open = rows
    while let row = open.popLast() {
      byPath[row.key] = row
      if let alias = row.alias { byPath[alias] = row }
      open += row.parts
    }
    self.byPath = byPath
  }

  /// Returns the row at a key path, in either spelling, or nil if nothing is declared there.
  package subscript(path: String) -> (any PropertyRow<Root>)? { byPath[path] }

  /// The key paths of all rows and parts, sorted.
  package var keys: [String] { byPath.keys.sorted() }

  /// The name of the class that declares a key.
  package func owner(of key: String) -> String? {
    guard let row = byPath[key] else { return nil }
    return sections.first { $0.rows.contains { $0 === row } }?.owner
  }

  /// Returns the default of the class for a key, or nil for keys that it does not store.
  package func defaultValue(forKey key: String) -> Any? {
    guard let row = byPath[key], row.isStored, row.key == key else { return nil }
    return row.value(in: initial)
  }

  /// Writes `value` at a key path, where nil restores the default.
  ///
  /// Returns false, and changes nothing, if nothing is declared there or the value has a wrong type.
  package func assign(_ value: Any?, at path: String, to root: inout Root) -> Bool {
    guard let row = byPath[path] else { return false }
    if present(value) == nil, !row.accepts(nil) {
      row.copy(from: initial, to: &root)
      return true
    }
    return row.assign(value, to: &root)
  }
}
