import Synchronization

/// A string as a number: equal strings have equal symbols, and comparing, copying and hashing cost nothing.
///
/// Properties that Apple types as strings (gravities, fill modes, filter names, custom keys) would otherwise make
/// every layer state larger and its copy slower. Strings stay known for the life of the process.
package struct Symbol: Hashable, Sendable {
  package let index: UInt32

  private struct Table {
    var strings: [String] = [""]
    var indices: [String: UInt32] = ["": 0]
  }
  private static let table = Mutex(Table())

  /// The symbol of the empty string.
  package static let empty = Symbol("")

  /// The symbol of `string`, the same for all equal strings.
  package init(_ string: String) {
    index = Self.table.withLock { table in
      if let known = table.indices[string] { return known }
      let fresh = UInt32(truncatingIfNeeded: table.strings.count)
      table.strings.append(string)
      table.indices[string] = fresh
      return fresh
    }
  }

  /// The string itself.
  package var string: String { Self.table.withLock { $0.strings[Int(index)] } }
}

extension Symbol: CustomStringConvertible {
  package var description: String { string }
}
