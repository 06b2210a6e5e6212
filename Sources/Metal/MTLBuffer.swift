import Foundation

/// Memory of a device without a format.
public protocol MTLBuffer: MTLResource {
  /// The number of bytes.
  var length: Int { get }

  /// Returns the memory, which is valid as long as the buffer.
  func contents() -> UnsafeMutableRawPointer
}

/// A buffer in main memory.
///
/// Unchecked: the program orders uses of a buffer by several threads, by a queue or otherwise.
final class MemoryBuffer: NSObject, MTLBuffer, @unchecked Sendable {
  var label: String?
  let device: any MTLDevice
  let storageMode = MTLStorageMode.shared
  let length: Int
  private let memory: UnsafeMutableRawPointer

  /// The largest number of bytes of a buffer.
  static let longest = 1 << 31

  /// Creates a buffer of zeros; nil for a length that is not 1 to 2³¹.
  init?(length: Int, _ device: MemoryDevice) {
    guard (1...Self.longest).contains(length) else { return nil }
    (self.length, self.device) = (length, device)
    memory = .allocate(byteCount: length, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: length)
  }

  deinit { memory.deallocate() }

  var allocatedSize: Int { length }

  func contents() -> UnsafeMutableRawPointer { memory }
}

extension MTLBuffer {
  /// Returns whether the buffer holds `rows` rows of `rowBytes` bytes, `distance` bytes apart, from an offset on.
  func holds(rows: Int, of rowBytes: Int, apart distance: Int, from offset: Int) -> Bool {
    guard offset >= 0, rows > 0, rowBytes > 0, distance >= rowBytes || rows == 1 else { return false }
    let (gaps, overflow) = max(distance, 0).multipliedReportingOverflow(by: rows - 1)
    return !overflow && offset <= length && gaps <= length - offset && rowBytes <= length - offset - gaps
  }
}
