import Synchronization

/// Memory of buffers that are gone, for the next ones.
///
/// Surfaces come and go with every frame. Mapping the memory of a large one anew costs as much as to fill it several
/// times, so blocks are kept for a while: not many, and the oldest go first.
package enum PixelMemory {
  /// Smaller blocks are left to the system's allocator, which keeps them itself.
  private static let smallest = 1 << 16
  /// Bytes and blocks that are kept at most.
  private static let mostBytes = 48 << 20
  private static let mostBlocks = 128
  /// Sizes are multiples of this, so that pictures of nearly one size share blocks.
  private static let grain = 1 << 14

  private struct Block: @unchecked Sendable {  // Belongs to nobody while it is here.
    var memory: UnsafeMutableRawPointer
    var byteCount: Int
  }

  private struct Store {
    /// The oldest first.
    var blocks: [Block] = []
    var byteCount = 0
  }

  private static let store = Mutex(Store())

  /// Memory for this many bytes, which hold anything; pixels lie on lines of the cache.
  static func take(_ byteCount: Int) -> (memory: UnsafeMutableRawPointer, byteCount: Int) {
    guard byteCount >= smallest else {
      return (.allocate(byteCount: byteCount, alignment: 64), byteCount)
    }
    let size = (byteCount + grain - 1) / grain * grain
    let kept = store.withLock { store -> Block? in
      let place = store.blocks.lastIndex { $0.byteCount >= size && $0.byteCount <= size + size / 4 }
      guard let place else { return nil }
      let block = store.blocks.remove(at: place)
      store.byteCount -= block.byteCount
      return block
    }
    if let kept { return (kept.memory, kept.byteCount) }
    return (.allocate(byteCount: size, alignment: 64), size)
  }

  /// Calls `body` with memory that holds anything.
  static func withScratch(_ byteCount: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    let (memory, capacity) = take(max(byteCount, smallest))
    body(memory.assumingMemoryBound(to: UInt8.self))
    giveBack(memory, capacity)
  }

  /// How many bytes are kept.
  package static var byteCount: Int { store.withLock { $0.byteCount } }

  /// Gives all blocks back to the system.
  package static func removeAll() {
    store.withLock { store in
      for block in store.blocks { block.memory.deallocate() }
      store = Store()
    }
  }

  static func giveBack(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    guard byteCount >= smallest, byteCount <= mostBytes / 2 else { return memory.deallocate() }
    let block = Block(memory: memory, byteCount: byteCount)
    store.withLock { store in
      while !store.blocks.isEmpty,
        store.byteCount + byteCount > mostBytes || store.blocks.count == mostBlocks
      {
        let oldest = store.blocks.removeFirst()
        store.byteCount -= oldest.byteCount
        oldest.memory.deallocate()
      }
      store.blocks.append(block)
      store.byteCount += byteCount
    }
  }
}
