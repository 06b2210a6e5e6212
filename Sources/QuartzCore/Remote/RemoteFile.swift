import Foundation
import StrataRaster

/// A file in memory that two processes share.
///
/// Pixels are copied in and out by calls of the kernel. Memory is never mapped: the process that lends it may shorten the
/// file at any time, and reading then gives an error instead of a signal.
package final class RemoteFile: Sendable {
  package let descriptor: Int32
  /// Takes over a descriptor.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }

  /// Creates a file of a size; nil if the kernel makes none.
  package static func create(byteCount: Int) -> RemoteFile? {
    // Swift's module of the C library lacks the function.
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "memfd_create") else { return nil }
    // Closed in programs that this one starts; may be sealed.
    let descriptor = unsafeBitCast(symbol, to: Create.self)("strata layers", 3)
    guard descriptor >= 0 else { return nil }
    let file = RemoteFile(descriptor)
    return ftruncate(descriptor, off_t(byteCount)) == 0 ? file : nil
  }

  /// True if the file is in memory and holds a buffer: the kernel knows seals of such files alone.
  ///
  /// Reading from a file on another device might wait.
  func holds(_ buffer: RemoteBuffer) -> Bool {
    let getSeals: Int32 = 1034
    var status = stat()
    return fcntl(descriptor, getSeals) >= 0 && fstat(descriptor, &status) == 0
      && Int(status.st_size) >= buffer.byteCount
  }

  /// Copies the rows of a picture into the file; returns false if the memory is full.
  func write(_ pixels: PixelBuffer) -> Bool {
    var done = 0
    while done < pixels.byteCount {
      let count = pwrite(descriptor, pixels.base + done, pixels.byteCount - done, off_t(done))
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Reads a picture; nil if the file is too short by now.
  func read(_ buffer: RemoteBuffer) -> PixelBuffer? {
    let pixels = PixelBuffer(width: Int(buffer.width), height: Int(buffer.height), format: .rgba8)
    let rowBytes = Int(buffer.rowBytes)
    if rowBytes == pixels.rowBytes { return read(buffer.byteCount, at: 0, into: pixels.base) ? pixels : nil }
    for y in 0..<pixels.height {
      guard read(pixels.width * 4, at: y * rowBytes, into: pixels.row(y)) else { return nil }
    }
    return pixels
  }

  private func read(_ byteCount: Int, at start: Int, into memory: UnsafeMutableRawPointer) -> Bool {
    var done = 0
    while done < byteCount {
      let count = pread(descriptor, memory + done, byteCount - done, off_t(start + done))
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
