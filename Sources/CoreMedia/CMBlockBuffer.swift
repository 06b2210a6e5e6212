public import CoreFoundation
public import Foundation

/// Options of a block buffer.
public typealias CMBlockBufferFlags = UInt32

/// The memory is allocated when the buffer is created, as it always is.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0

/// The function did what was asked.
public let kCMBlockBufferNoErr: OSStatus = 0
/// There is not enough memory.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// A place lies outside the bytes.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A length is negative, or reaches beyond the bytes.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704

/// Functions of a program that get the memory of a block buffer and take it back.
public struct CMBlockBufferCustomBlockSource {
  /// The layout: 0.
  public var version: UInt32
  /// Returns memory of a length in bytes; used if the buffer is created without memory.
  public var AllocateBlock: (@convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
  /// Takes memory of a length in bytes back; nil for nothing to do.
  public var FreeBlock: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?
  /// What both are called with.
  public var refCon: UnsafeMutableRawPointer?

  /// Creates a source.
  public init(
    version: UInt32,
    AllocateBlock: (@convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
    FreeBlock: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?,
    refCon: UnsafeMutableRawPointer?
  ) {
    (self.version, self.AllocateBlock, self.FreeBlock) = (version, AllocateBlock, FreeBlock)
    self.refCon = refCon
  }
}

/// Bytes of samples.
///
/// - Thread: Any; the bytes are written by one thread, before others read them.
public final class CMBlockBuffer: @unchecked Sendable {  // Only the client writes the bytes.
  fileprivate let bytes: UnsafeMutableRawBufferPointer
  private let release: () -> Void

  fileprivate init(_ bytes: UnsafeMutableRawBufferPointer, release: @escaping () -> Void) {
    (self.bytes, self.release) = (bytes, release)
  }

  /// Creates a buffer of zeros.
  ///
  /// - Parameter length: The bytes, at least one.
  /// - Throws: ``SampleError`` if there is not enough memory.
  public init(length: Int) throws {
    guard length > 0, let memory = calloc(length, 1) else { throw SampleError.noMemory }
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: length)
    release = { free(memory) }
  }

  deinit { release() }

  /// The number of bytes.
  public var dataLength: Int { bytes.count }

  /// Returns a copy of the bytes.
  public func dataBytes() -> Data { Data(bytes) }

  /// Calls a closure with the bytes.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(bytes))
  }

  /// Some of the bytes, or what is wrong with the place.
  fileprivate func part(_ offset: Int, _ length: Int) -> (part: UnsafeMutableRawBufferPointer?, OSStatus) {
    guard (0...bytes.count).contains(offset) else { return (nil, kCMBlockBufferBadOffsetParameterErr) }
    guard (0...bytes.count - offset).contains(length) else {
      return (nil, kCMBlockBufferBadLengthParameterErr)
    }
    return (UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + length]), kCMBlockBufferNoErr)
  }
}

/// Creates a buffer over memory, which belongs to it from here on.
///
/// - Parameters:
///   - structureAllocator: Without effect.
///   - memoryBlock: The memory; nil for new memory.
///   - blockLength: Its length in bytes.
///   - blockAllocator: Frees the memory with the buffer: nil with `free`, `kCFAllocatorNull` not at all.
///   - customBlockSource: Functions that do so instead.
///   - offsetToData: The first byte that counts.
///   - dataLength: The bytes that count.
///   - flags: Without effect: the memory is there at once.
///   - blockBufferOut: Gets the buffer, or nil.
/// - Returns: 0, or the code of the first argument that is not valid.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?,
  memoryBlock: UnsafeMutableRawPointer?,
  blockLength: Int,
  blockAllocator: CFAllocator?,
  customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
  offsetToData: Int,
  dataLength: Int,
  flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.pointee = nil
  guard blockLength > 0 else { return kCMBlockBufferBadLengthParameterErr }
  guard (0...blockLength).contains(offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
  guard (0...blockLength - offsetToData).contains(dataLength) else {
    return kCMBlockBufferBadLengthParameterErr
  }
  let source = customBlockSource?.pointee
  func allocate() -> UnsafeMutableRawPointer? {
    if let source { return source.AllocateBlock?(source.refCon, blockLength) }
    return CFAllocatorAllocate(blockAllocator, blockLength, 0)
  }
  guard let memory = memoryBlock ?? allocate() else { return kCMBlockBufferBlockAllocationFailedErr }
  let bytes = UnsafeMutableRawBufferPointer(start: memory + offsetToData, count: dataLength)
  blockBufferOut.pointee = CMBlockBuffer(bytes) {
    if let source {
      source.FreeBlock?(source.refCon, memory, blockLength)
    } else {
      CFAllocatorDeallocate(blockAllocator, memory)
    }
  }
  return kCMBlockBufferNoErr
}

/// Returns the bytes of a buffer.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Returns the address of bytes, which is valid as long as the buffer.
///
/// - Parameters:
///   - theBuffer: The buffer.
///   - offset: The first byte.
///   - lengthAtOffsetOut: Gets the bytes from there on.
///   - totalLengthOut: Gets the bytes of the buffer.
///   - dataPointerOut: Gets the address.
/// - Returns: 0, or the code of an offset outside the bytes.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer,
  atOffset offset: Int,
  lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?,
  dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  let (part, problem) = theBuffer.part(offset, max(theBuffer.dataLength - offset, 0))
  guard let part else { return problem }
  lengthAtOffsetOut?.pointee = part.count
  totalLengthOut?.pointee = theBuffer.dataLength
  dataPointerOut?.pointee = part.baseAddress?.assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Copies bytes of a buffer.
///
/// - Parameters:
///   - theSourceBuffer: The buffer.
///   - offsetToData: The first byte.
///   - dataLength: The number of bytes.
///   - destination: Memory for as many.
/// - Returns: 0, or the code of a place outside the bytes.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer,
  atOffset offsetToData: Int,
  dataLength: Int,
  destination: UnsafeMutableRawPointer
) -> OSStatus {
  let (part, problem) = theSourceBuffer.part(offsetToData, dataLength)
  if let base = part?.baseAddress { destination.copyMemory(from: base, byteCount: dataLength) }
  return problem
}

/// Writes bytes into a buffer.
///
/// - Parameters:
///   - sourceBytes: The bytes.
///   - destinationBuffer: The buffer.
///   - offsetIntoDestination: The first byte to write.
///   - dataLength: The number of bytes.
/// - Returns: 0, or the code of a place outside the buffer.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer,
  blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  let (part, problem) = destinationBuffer.part(offsetIntoDestination, dataLength)
  part?.baseAddress?.copyMemory(from: sourceBytes, byteCount: dataLength)
  return problem
}

/// Fills bytes of a buffer with one byte.
///
/// - Parameters:
///   - fillByte: The byte.
///   - destinationBuffer: The buffer.
///   - offsetIntoDestination: The first byte to write.
///   - dataLength: The number of bytes.
/// - Returns: 0, or the code of a place outside the buffer.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar,
  blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  let (part, problem) = destinationBuffer.part(offsetIntoDestination, dataLength)
  if let part { _ = part.initializeMemory(as: CChar.self, repeating: fillByte) }
  return problem
}
