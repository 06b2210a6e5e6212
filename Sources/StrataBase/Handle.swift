/// A generational name: a slot of an array, and which of the slot's successive tenants is meant.
///
/// A handle to a tenant that has left never names its successor, because the generation differs.
package struct Handle: Hashable, Sendable, Comparable {
  /// The slot.
  package var index: UInt32
  /// Which tenant of the slot; the first is 1, so that a zeroed handle names nobody.
  package var generation: UInt32

  package init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }

  /// Orders by slot, then by generation: the order of tables and of printed commits.
  package static func < (a: Handle, b: Handle) -> Bool {
    a.index == b.index ? a.generation < b.generation : a.index < b.index
  }
}

extension Handle: CustomStringConvertible {
  package var description: String { generation == 1 ? "#\(index)" : "#\(index).\(generation)" }
}
