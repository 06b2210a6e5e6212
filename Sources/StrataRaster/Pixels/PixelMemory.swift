import StrataKernels
import Synchronization

/// A pool of memory blocks for pixel buffers.
///
/// Surfaces come and go with every frame, and the system maps the memory of a large one page by page, which costs as much
/// as filling it several times. So the blocks of released buffers are kept for new ones: a limited number, and the
/// oldest are freed first.
///
/// - Thread: Any.
package enum PixelMemory {
  /// Smaller blocks go to the system's allocator, which pools them itself.
  private static let smallest = 1 << 16
  /// The largest number of bytes, and of blocks, in the pool.
  private static let mostBytes = 96 << 20
  private static let mostBlocks = 128
  /// Sizes are multiples of this, and of an eighth of the power of two below them.
  ///
  /// Pictures of nearly the same size then share blocks. Pages that no pixel needs take no memory.
  private static let grain = 1 << 14
  /// The size from which blocks are mapped; it is a multiple of the grain, as all block sizes are.
  private static let smallestMapped = 1 << 17

  private struct Block: @unchecked Sendable {  // Has no other owner while it is in the pool.
    var memory: UnsafeMutableRawPointer
    var byteCount: Int
  }

  private struct Store {
    /// In order of release, the oldest first.
    var blocks: [Block] = []
    var byteCount = 0
  }

  private static let store = Mutex(Store())
  private static let mapped = Atomic<Int>(0)

  /// Returns uninitialized memory of at least this many bytes, aligned to cache lines.
  package static func allocate(_ byteCount: Int) -> (memory: UnsafeMutableRawPointer, byteCount: Int) {
    guard byteCount >= smallest else {
      return (.allocate(byteCount: byteCount, alignment: 64), byteCount)
    }
    let size = blockSize(byteCount)
    let kept = store.withLock { store -> Block? in
      let place = store.blocks.lastIndex { $0.byteCount >= size && $0.byteCount <= size + size / 4 }
      guard let place else { return nil }
      let block = store.blocks.remove(at: place)
      store.byteCount -= block.byteCount
      return block
    }
    if let kept { return (kept.memory, kept.byteCount) }
    return (fresh(size), size)
  }

  /// Returns new memory; large blocks are pages of their own, which leave no gaps in the heap.
  private static func fresh(_ size: Int) -> UnsafeMutableRawPointer {
    guard size >= smallestMapped else { return .allocate(byteCount: size, alignment: 64) }
    guard let memory = strata_map_pages(size) else {
      preconditionFailure("the system has no memory for a picture of \(size) bytes")
    }
    mapped.wrappingAdd(size, ordering: .relaxed)
    return memory
  }

  private static func free(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    guard size >= smallestMapped else { return memory.deallocate() }
    strata_unmap_pages(memory, size)
    mapped.wrappingSubtract(size, ordering: .relaxed)
  }

  private static func blockSize(_ byteCount: Int) -> Int {
    let step = max(grain, 1 << (Int.bitWidth - byteCount.leadingZeroBitCount - 4))
    return (byteCount + step - 1) / step * step
  }

  /// Calls `body` with uninitialized memory, which it may use until it returns.
  static func withScratch(_ byteCount: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    let (memory, capacity) = allocate(max(byteCount, smallest))
    body(memory.assumingMemoryBound(to: UInt8.self))
    deallocate(memory, capacity)
  }

  /// The bytes of all blocks that are mapped, in use or in the pool; smaller ones are in the heap.
  package static var mappedByteCount: Int { mapped.load(ordering: .relaxed) }

  /// The number of bytes in the pool.
  package static var byteCount: Int { store.withLock { $0.byteCount } }

  /// Returns all blocks of the pool to the system.
  package static func removeAll() {
    store.withLock { store in
      for block in store.blocks { free(block.memory, block.byteCount) }
      store = Store()
    }
  }

  /// Adds memory from ``allocate(_:)`` to the pool, or returns it to the system if it is small or very large.
  package static func deallocate(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    guard byteCount >= smallest, byteCount <= mostBytes / 2 else {
      return free(memory, byteCount)
    }
    let block = Block(memory: memory, byteCount: byteCount)
    store.withLock { store in
      while !store.blocks.isEmpty,
        store.byteCount + byteCount > mostBytes || store.blocks.count == mostBlocks
      {
        let oldest = store.blocks.removeFirst()
        store.byteCount -= oldest.byteCount
        free(oldest.memory, oldest.byteCount)
      }
      store.blocks.append(block)
      store.byteCount += byteCount
    }
  }
}
