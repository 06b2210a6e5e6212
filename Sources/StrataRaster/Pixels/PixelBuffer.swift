package import StrataBase
import Synchronization

/// The layout of a buffer's pixels.
package enum PixelFormat: UInt8, Hashable, Sendable {
  /// Four bytes red, green, blue, alpha; colour premultiplied by alpha, gamma-encoded.
  case rgba8
  /// Four half floats in the same order, premultiplied; they may lie outside of 0...1.
  case rgba16f
  /// One byte of alpha.
  case alpha8

  package var bytesPerPixel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16f: 8
    case .alpha8: 1
    }
  }
}

/// A rectangle of pixels in memory, row 0 at the top.
///
/// - Thread: One owner writes; a buffer that is shared is frozen. Several workers may write disjoint rows.
package final class PixelBuffer: @unchecked Sendable {  // Frozen once shared; see the thread rule.
  package let width: Int
  package let height: Int
  package let format: PixelFormat
  /// Bytes from one row to the next: a multiple of 64, so that rows do not share cache lines, or for narrower rows the
  /// next power of two from 16 on, so that a picture of one column does not take sixteen times its pixels.
  package let rowBytes: Int
  package let base: UnsafeMutableRawPointer
  /// The number of bytes of memory from `base` on.
  private let capacity: Int
  let derived = Mutex(DerivedPixels())
  /// Where the pixels are until ``fetch()``; nil for pixels of main memory.
  package let device: (any DevicePixels)?
  private let isFetched = Mutex(false)

  /// A buffer of transparent pixels.
  ///
  /// - Precondition: The sides are not negative, and the caller has bounded their product.
  package init(width: Int, height: Int, format: PixelFormat) {
    precondition(width >= 0 && height >= 0, "the sides of a pixel buffer must not be negative")
    (self.width, self.height, self.format, device) = (width, height, format, nil)
    rowBytes = Self.rowBytes(width: width, format)
    let byteCount = max(rowBytes * height, 64)
    (base, capacity) = PixelMemory.allocate(byteCount)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  /// A buffer of uninitialized pixels, for a caller that writes all of them.
  package init(uninitializedWidth width: Int, height: Int, format: PixelFormat) {
    precondition(width >= 0 && height >= 0, "the sides of a pixel buffer must not be negative")
    (self.width, self.height, self.format, device) = (width, height, format, nil)
    rowBytes = Self.rowBytes(width: width, format)
    (base, capacity) = PixelMemory.allocate(max(rowBytes * height, 64))
  }

  /// A place for pixels of a device, which are undefined until ``fetch()``.
  package init(of device: any DevicePixels) {
    (width, height, format, self.device) = (device.width, device.height, .rgba8, device)
    rowBytes = Self.rowBytes(width: device.width, .rgba8)
    (base, capacity) = PixelMemory.allocate(max(rowBytes * device.height, 64))
  }

  /// True unless the pixels are on a device and were not asked for.
  package var isInMainMemory: Bool { device == nil || isFetched.withLock { $0 } }

  /// Copies the pixels from the device, once; those of a device that lost them become transparent.
  ///
  /// - Returns: False if the device lost them. True for pixels that were in main memory.
  /// - Thread: Any; a second thread waits for the first one.
  @discardableResult package func fetch() -> Bool {
    guard let device else { return true }
    return isFetched.withLock { isFetched in
      if isFetched { return true }
      isFetched = true
      let all = PixelRect(0, 0, Int32(width), Int32(height))
      if device.read(all, into: base, rowBytes: rowBytes) { return true }
      base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      return false
    }
  }

  deinit {
    if derived.withLock({ $0.lastUse != 0 }) { ImageCopyCache.shared.forget(self) }
    PixelMemory.deallocate(base, capacity)
  }

  package var byteCount: Int { rowBytes * height }

  /// The fewest pixels of four bytes that a row takes in memory.
  private static let narrowest = 4

  private static func rowBytes(width: Int, _ format: PixelFormat) -> Int {
    let bytes = max(width * format.bytesPerPixel, narrowest * 4)
    guard bytes < 64 else { return (bytes + 63) & ~63 }
    return 1 << (Int.bitWidth - (bytes - 1).leadingZeroBitCount)
  }

  /// The number of pixels that a picture takes in memory, where a row takes at least four; the largest integer if it is
  /// greater.
  package static func pixelsInMemory(width: Int, height: Int) -> Int {
    let (count, overflows) = max(width, narrowest).multipliedReportingOverflow(by: height)
    return overflows ? .max : count
  }

  /// Makes every pixel transparent.
  package func clear() {
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  @inline(__always)
  package func row(_ y: Int) -> UnsafeMutableRawPointer { base + y * rowBytes }

  /// A copy with its own memory.
  package func copy() -> PixelBuffer {
    let result = PixelBuffer(width: width, height: height, format: format)
    result.base.copyMemory(from: base, byteCount: byteCount)
    return result
  }
}
