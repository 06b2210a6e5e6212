import StrataKernels

/// Memory that the program has freed and the allocator keeps.
package enum FreedMemory {
  /// Gives freed memory back to the system, where the allocator can.
  ///
  /// The GNU allocator keeps the gaps between blocks that live on; after minutes of small blocks that come and go they
  /// may be several times what is in use.
  ///
  /// - Complexity: O(pages of the heap), some milliseconds; other threads may wait for parts of it to allocate.
  package static func returnToSystem() { strata_return_freed_memory() }
}
