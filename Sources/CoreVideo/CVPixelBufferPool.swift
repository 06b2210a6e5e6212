public import CoreGraphics
public import class CoreFoundation.CFAllocator
import Foundation
import Synchronization

/// A pool of buffers of one shape, which reuses the memory of released ones.
///
/// - Thread: Any.
public final class CVPixelBufferPool: Sendable {
  let shape: BufferShape
  private let minimumCount: Int
  /// In seconds.
  private let maximumAge: Double
  private let state = Mutex(State())

  private struct State: Sendable {
    /// Memory of released buffers, the oldest first, with the time of their release.
    var unused: [(memory: BufferMemory, since: ContinuousClock.Instant)] = []
    var countInUse = 0
  }

  init(_ shape: BufferShape, minimumCount: Int, maximumAge: Double) {
    (self.shape, self.minimumCount, self.maximumAge) = (shape, minimumCount, maximumAge)
  }

  /// A buffer with memory of a released one, or with new memory.
  func makeBuffer(threshold: Int?) -> Result<CVBuffer, BufferError> {
    let reused: Result<BufferMemory?, BufferError> = state.withLock { state in
      dropOld(&state)
      if let threshold, state.countInUse >= threshold {
        return .failure(BufferError(code: kCVReturnWouldExceedAllocationThreshold))
      }
      state.countInUse += 1
      return .success(state.unused.popLast()?.memory)
    }
    switch reused {
    case .failure(let error): return .failure(error)
    case .success(let memory):
      if let memory = memory ?? shape.makeMemory() { return .success(shape.buffer(over: memory, pool: self)) }
      state.withLock { $0.countInUse -= 1 }
      return .failure(BufferError(code: kCVReturnAllocationFailed))
    }
  }

  /// Takes the memory of a released buffer, unless an image still shows it.
  func takeBack(_ memory: inout BufferMemory) {
    let isUnique = memory.isUnique()
    let kept = memory
    state.withLock { state in
      state.countInUse -= 1
      if isUnique { state.unused.append((kept, .now)) }
      dropOld(&state)
    }
  }

  /// Drops all unused memory, or what is too old.
  func flush(all: Bool) {
    state.withLock { state in
      if all { state.unused = [] } else { dropOld(&state) }
    }
  }

  private func dropOld(_ state: inout State) {
    let limit = ContinuousClock.now - .seconds(maximumAge)
    let old = state.unused.prefix { $0.since < limit }.count
    state.unused.removeFirst(min(old, max(state.unused.count - minimumCount, 0)))
  }
}

/// Options of a flush of a pool.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: CVOptionFlags

  /// Creates options of their bits.
  public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

  /// Drops all unused buffers, and not only those that are too old.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Creates a pool of buffers.
///
/// - Parameters:
///   - allocator: Without effect.
///   - poolAttributes: The least number and the age of unused buffers that are kept.
///   - pixelBufferAttributes: Pixel format, width and height of the buffers, and the alignment of their rows.
///   - poolOut: Gets the pool, or nil.
/// - Returns: Success, or the error of the first attribute that is missing or not valid.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?,
  _ poolAttributes: CFDictionary?,
  _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  poolOut.pointee = nil
  let values = entries(of: poolAttributes)
  let count = (values[kCVPixelBufferPoolMinimumBufferCountKey as String] as? NSNumber)?.intValue ?? 0
  let age = (values[kCVPixelBufferPoolMaximumBufferAgeKey as String] as? NSNumber)?.doubleValue ?? 1
  guard count >= 0, age >= 0, age <= 1e9 else { return kCVReturnInvalidPoolAttributes }
  let attributes = BufferAttributes(pixelBufferAttributes)
  guard let width = attributes.width, let height = attributes.height, !attributes.formats.isEmpty else {
    return kCVReturnInvalidPixelBufferAttributes
  }
  let type = attributes.formats.first { PixelFormatRow.row(of: $0) != nil } ?? attributes.formats[0]
  switch BufferShape.make(type, width, height, attributes) {
  case .failure(let reason): return reason.code
  case .success(let shape):
    poolOut.pointee = CVPixelBufferPool(shape, minimumCount: count, maximumAge: age)
    return kCVReturnSuccess
  }
}

/// Creates a buffer of a pool; its pixels are those of a released buffer, or zeros.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?,
  _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Creates a buffer of a pool, unless as many as the attribute ``kCVPixelBufferPoolAllocationThresholdKey`` says are in
/// use; then the result is ``kCVReturnWouldExceedAllocationThreshold``.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?,
  _ pixelBufferPool: CVPixelBufferPool,
  _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  let threshold = entries(of: auxAttributes)[kCVPixelBufferPoolAllocationThresholdKey as String] as? NSNumber
  switch pixelBufferPool.makeBuffer(threshold: threshold?.intValue) {
  case .failure(let reason): return reason.code
  case .success(let buffer):
    pixelBufferOut.pointee = buffer
    return kCVReturnSuccess
  }
}

/// Drops unused memory of released buffers: what is too old, or all of it.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  pool.flush(all: options.contains(.excessBuffers))
}
