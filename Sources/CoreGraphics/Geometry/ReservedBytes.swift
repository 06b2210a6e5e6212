import Foundation

/// Data that can grow and has memory from the start, before bytes of it count: what a capacity of Core Foundation gives.
///
/// The memory stays in its place until the length exceeds the capacity. Pages that nobody writes take none of the machine.
final class ReservedBytes: NSMutableData {
  private var memory: UnsafeMutableRawPointer
  private var count = 0
  /// The number of bytes of memory, some of them for what may be added next.
  private var capacity: Int
  /// The number of bytes of memory that were asked for.
  let reserved: Int

  /// Creates data of no bytes with memory for some, which are 0; nil if there is not so much.
  init?(reserving reserved: Int) {
    guard let memory = calloc(Swift.max(reserved, 1), 1) else { return nil }
    (self.memory, self.reserved, capacity) = (memory, reserved, Swift.max(reserved, 1))
    super.init()
  }

  // Archives have the class of Foundation.
  required init?(coder: NSCoder) { nil }

  deinit { free(memory) }

  override var classForCoder: AnyClass { NSMutableData.self }

  override var bytes: UnsafeRawPointer { UnsafeRawPointer(memory) }

  override var mutableBytes: UnsafeMutableRawPointer { memory }

  override var length: Int {
    get { count }
    set {
      precondition(newValue >= 0, "the length of data is negative")
      if newValue > capacity { grow(to: Swift.max(newValue, 2 * capacity)) }
      if newValue > count { memset(memory + count, 0, newValue - count) }
      count = newValue
    }
  }

  private func grow(to capacity: Int) {
    guard let larger = calloc(capacity, 1) else { preconditionFailure("there is no memory for the data") }
    larger.copyMemory(from: memory, byteCount: count)
    free(memory)
    (memory, self.capacity) = (larger, capacity)
  }

  override func append(_ bytes: UnsafeRawPointer, length: Int) {
    replaceBytes(in: NSRange(location: count, length: 0), withBytes: bytes, length: length)
  }

  override func replaceBytes(in range: NSRange, withBytes bytes: UnsafeRawPointer) {
    replaceBytes(in: range, withBytes: bytes, length: range.length)
  }

  override func replaceBytes(in range: NSRange, withBytes bytes: UnsafeRawPointer?, length: Int) {
    let end = range.location + range.length
    precondition(range.location >= 0 && range.length >= 0 && end <= count, "a range is outside of the data")
    // The new bytes may be some of these.
    let added = bytes.map { Data(bytes: $0, count: length) } ?? Data(count: length)
    let tail = count - end
    if range.length < length { self.length += length - range.length }
    memmove(memory + range.location + length, memory + end, tail)
    added.withUnsafeBytes { new in
      if let base = new.baseAddress { (memory + range.location).copyMemory(from: base, byteCount: length) }
    }
    count = range.location + length + tail
  }
}
