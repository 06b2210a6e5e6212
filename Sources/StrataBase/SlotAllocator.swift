/// Allocates and frees handles, so that tables indexed by slot stay dense.
///
/// The slot freed last is reused first. A slot whose generations are used up is retired for good.
package struct SlotAllocator: Sendable {
  private var generations: [UInt32] = []
  private var isUsed: [Bool] = []
  private var free: [UInt32] = []
  /// The number of handles in use.
  package private(set) var count = 0

  package init() {}

  /// One more than the highest slot ever used: the length that a table indexed by slot needs.
  package var capacity: Int { generations.count }

  /// Returns a handle that no earlier call returned.
  package mutating func allocate() -> Handle {
    count += 1
    if let index = free.popLast() {
      isUsed[Int(index)] = true
      return Handle(index: index, generation: generations[Int(index)])
    }
    precondition(generations.count < Int(UInt32.max), "all 2^32 slots are in use")
    generations.append(1)
    isUsed.append(true)
    return Handle(index: UInt32(generations.count - 1), generation: 1)
  }

  /// Frees `handle`; ignores a handle that is not in use.
  package mutating func free(_ handle: Handle) {
    guard contains(handle) else { return }
    count -= 1
    let slot = Int(handle.index)
    isUsed[slot] = false
    guard generations[slot] < UInt32.max else { return }
    generations[slot] += 1
    free.append(handle.index)
  }

  /// True if `handle` is in use.
  package func contains(_ handle: Handle) -> Bool {
    let slot = Int(handle.index)
    return slot < generations.count && generations[slot] == handle.generation && isUsed[slot]
  }
}
