/// How the pixels of a buffer are stored.
package enum PixelFormat: UInt8, Hashable, Sendable {
  case rgba8, rgba16f, alpha8
  package var bytesPerPixel: Int {
    switch self {
    case .rgba8: 4
    case .rgba16f: 8
    case .alpha8: 1
    }
  }
}

/// Pixels in memory.
package final class PixelBuffer: @unchecked Sendable {
  package let width: Int
  package let height: Int
  package let format: PixelFormat
  package let rowBytes: Int
  package let base: UnsafeMutableRawPointer
  package init(width: Int, height: Int, format: PixelFormat) {
    self.width = max(width, 0)
    self.height = max(height, 0)
    self.format = format
    rowBytes = (self.width * format.bytesPerPixel + 63) & ~63
    let size = max(rowBytes * self.height, 64)
    base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }
  deinit { base.deallocate() }
}
