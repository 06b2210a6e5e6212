import CStrataKernels
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
  /// The size of a large page on all systems that matter.
  private static let largePage = 1 << 21

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

  /// Returns uninitialized memory of at least this many bytes, aligned to cache lines.
  static func allocate(_ byteCount: Int) -> (memory: UnsafeMutableRawPointer, byteCount: Int) {
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

  /// Returns new memory. That of large blocks is mapped in large pages where the system offers them: a tenth of the faults.
  private static func fresh(_ size: Int) -> UnsafeMutableRawPointer {
    guard size >= 2 * largePage else { return .allocate(byteCount: size, alignment: 64) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: largePage)
    strata_advise_large_pages(memory, size)
    return memory
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

  /// The number of bytes in the pool.
  package static var byteCount: Int { store.withLock { $0.byteCount } }

  /// Returns all blocks of the pool to the system.
  package static func removeAll() {
    store.withLock { store in
      for block in store.blocks { block.memory.deallocate() }
      store = Store()
    }
  }

  /// Adds memory from ``allocate(_:)`` to the pool, or returns it to the system if it is small or very large.
  static func deallocate(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
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
