/// A generational index: a slot of an array, and which of the values that used the slot in turn is meant.
///
/// A handle to a value that is gone never names the next value of its slot, because the generation differs.
@usableFromInline
package struct Handle: Hashable, Sendable, Comparable {
  /// The slot.
  @usableFromInline
  package var index: UInt32
  /// Counts the values of the slot from 1, so that a zeroed handle names none.
  @usableFromInline
  package var generation: UInt32

  @inlinable
  package init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }

  @inlinable
  package static func == (a: Handle, b: Handle) -> Bool { a.index == b.index && a.generation == b.generation }

  /// Orders by slot, then by generation: the order of tables and of printed commits.
  @inlinable
  package static func < (a: Handle, b: Handle) -> Bool {
    a.index == b.index ? a.generation < b.generation : a.index < b.index
  }
}

extension Handle: CustomStringConvertible {
  @usableFromInline
  package var description: String { generation == 1 ? "#\(index)" : "#\(index).\(generation)" }
}

/// The name of a layer on both sides of a commit, and in the frames that are built from it.
package typealias LayerID = Handle
