import Foundation

/// How long a thread could run but had no processor, in all.
///
/// Linux tells it in `/proc/thread-self/schedstat`, unlike the time for which the thread waited for locks or files.
///
/// - Thread: The one that makes it. A reading takes about a microsecond.
package struct ProcessorWait: ~Copyable {
  private let file: Int32

  /// Opens the record of the thread that calls.
  package init() { file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC) }

  deinit { if file >= 0 { close(file) } }

  /// The time in nanoseconds; nil if the system does not tell it.
  package var nanoseconds: UInt64? {
    guard file >= 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 96) { bytes in
      let count = pread(file, bytes.baseAddress, bytes.count, 0)
      guard count > 0 else { return nil }
      return Self.secondNumber(in: bytes[..<count])
    }
  }

  /// The record holds the time on a processor, the time spent waiting for one, and the number of turns.
  private static func secondNumber(in text: Slice<UnsafeMutableBufferPointer<UInt8>>) -> UInt64? {
    guard let space = text.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let digits = text[(space + 1)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 &* 10 &+ UInt64($1 &- UInt8(ascii: "0")) }
  }
}
