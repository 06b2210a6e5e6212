import Foundation
import Synchronization

/// Frames on their way from the renderer to the encoder, a few at a time.
///
/// The renderer takes an empty buffer, fills it and puts it in; the encoder takes a full one and gives it back. Both
/// wait where there is none, so the two overlap and memory stays bounded by `capacity` frames.
final class FrameQueue: @unchecked Sendable {  // Everything mutable is guarded by `condition`.
  private let condition = NSCondition()
  private var empty: [FrameBuffer]
  private var full: [FrameBuffer] = []
  private var isClosed = false

  init(capacity: Int, byteCount: Int) {
    empty = (0..<capacity).map { _ in FrameBuffer(byteCount: byteCount) }
  }

  /// An empty buffer; nil when the reader has given up.
  func takeEmpty() -> FrameBuffer? {
    condition.withLock {
      while empty.isEmpty, !isClosed { condition.wait() }
      return isClosed ? nil : empty.removeLast()
    }
  }

  /// Hands a filled buffer over.
  func putFull(_ buffer: FrameBuffer) {
    condition.withLock {
      full.append(buffer)
      condition.broadcast()
    }
  }

  /// The oldest filled buffer; nil after the last one.
  func takeFull() -> FrameBuffer? {
    condition.withLock {
      while full.isEmpty, !isClosed { condition.wait() }
      return full.isEmpty ? nil : full.removeFirst()
    }
  }

  /// Gives a buffer back to the renderer.
  func putEmpty(_ buffer: FrameBuffer) {
    condition.withLock {
      empty.append(buffer)
      condition.broadcast()
    }
  }

  /// No more frames will come, or nobody will read any more.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }
}

/// The bytes of one frame and its number.
final class FrameBuffer: @unchecked Sendable {
  // Sendable: one owner at a time: the renderer, the queue or the encoder.
  let bytes: UnsafeMutableRawBufferPointer
  var index = 0

  init(byteCount: Int) {
    bytes = .allocate(byteCount: byteCount, alignment: 64)
  }

  deinit { bytes.deallocate() }
}
