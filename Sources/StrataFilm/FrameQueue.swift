import Foundation
import Synchronization

/// A bounded queue of frames from the renderer to the encoder.
///
/// The renderer takes an empty buffer, fills it and adds it; the encoder takes a full one and returns it. Each waits while
/// there is no buffer for it, so that the two overlap in `capacity` frames of memory.
package final class FrameQueue: @unchecked Sendable {  // Everything mutable is guarded by `condition`.
  private let condition = NSCondition()
  private var empty: [FrameBuffer]
  private var full: [FrameBuffer] = []
  private var isClosed = false
  /// True if no more full buffers come.
  private var isComplete = false

  package init(capacity: Int, byteCount: Int) {
    empty = (0..<capacity).map { _ in FrameBuffer(byteCount: byteCount) }
  }

  /// Takes an empty buffer; nil after the queue was closed.
  package func takeEmpty() -> FrameBuffer? {
    condition.withLock {
      while empty.isEmpty, !isClosed { condition.wait() }
      return isClosed ? nil : empty.removeLast()
    }
  }

  /// Adds a filled buffer.
  package func putFull(_ buffer: FrameBuffer) {
    condition.withLock {
      full.append(buffer)
      condition.broadcast()
    }
  }

  /// Takes the oldest filled buffer; nil after the last one.
  package func takeFull() -> FrameBuffer? {
    condition.withLock {
      while full.isEmpty, !isClosed, !isComplete { condition.wait() }
      return full.isEmpty ? nil : full.removeFirst()
    }
  }

  /// Says that no more filled buffers come; those that wait are still taken.
  package func endFull() {
    condition.withLock {
      isComplete = true
      condition.broadcast()
    }
  }

  /// Returns a buffer to the renderer.
  package func putEmpty(_ buffer: FrameBuffer) {
    condition.withLock {
      empty.append(buffer)
      condition.broadcast()
    }
  }

  /// Ends the queue, because there are no more frames or the reader stopped.
  package func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }
}

/// The bytes of one frame and its number.
package final class FrameBuffer: @unchecked Sendable {
  // Sendable: one owner at a time: the renderer, the queue or the encoder.
  package let bytes: UnsafeMutableRawBufferPointer
  package var index = 0

  package init(byteCount: Int) {
    bytes = .allocate(byteCount: byteCount, alignment: 64)
  }

  deinit { bytes.deallocate() }
}
