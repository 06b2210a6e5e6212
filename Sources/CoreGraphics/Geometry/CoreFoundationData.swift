@_exported public import class CoreFoundation.CFAllocator
@_exported public import struct CoreFoundation.CFRange
public import Foundation

extension NSData {
  /// A copy of the bytes as a value.
  ///
  /// Foundation's own conversion, `self as Data`, reads byte by byte on Linux and takes a hundred times as long.
  package var copiedBytes: Data { length > 0 ? Data(bytes: bytes, count: length) : Data() }
}

extension NSMutableData {
  /// The number of bytes of memory that a program may use: the length, or the capacity that it asked for.
  var reservedLength: Int { Swift.max(length, (self as? ReservedBytes)?.reserved ?? 0) }
}

/// Returns a data object with a copy of bytes; nil for a negative length, or for a length without bytes.
///
/// The allocator has no effect.
public func CFDataCreate(
  _ allocator: CFAllocator!,
  _ bytes: UnsafePointer<UInt8>!,
  _ length: CFIndex
) -> CFData! {
  guard length > 0 else { return length == 0 ? NSData() : nil }
  return bytes.map { NSData(bytes: $0, length: length) }
}

/// Returns a data object with a copy of another one's bytes.
///
/// The allocator has no effect.
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ theData: CFData!) -> CFData! {
  NSData(bytes: theData.bytes, length: theData.length)
}

/// Returns an empty data object that can grow; nil for a negative capacity, or one that there is no memory for.
///
/// It has room for the capacity at once, to which ``CFDataGetMutableBytePtr(_:)`` points; 0 gives none. Only what is
/// written of it takes memory. The allocator has no effect.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
  guard capacity > 0 else { return capacity == 0 ? NSMutableData() : nil }
  return ReservedBytes(reserving: capacity)
}

/// Returns a data object that can grow, with a copy of another one's bytes; nil for a negative capacity.
///
/// The capacity and the allocator have no effect.
public func CFDataCreateMutableCopy(
  _ allocator: CFAllocator!,
  _ capacity: CFIndex,
  _ theData: CFData!
) -> CFMutableData! {
  capacity >= 0 ? NSMutableData(bytes: theData.bytes, length: theData.length) : nil
}

/// Returns the number of bytes of a data object.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData.length }

/// Returns a pointer to the bytes of a data object, which is valid while the object lives.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Returns a pointer to the bytes of a data object, which is valid until the object's length exceeds its capacity; nil
/// without bytes or a capacity.
public func CFDataGetMutableBytePtr(_ theData: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
  guard theData.reservedLength > 0 else { return nil }
  return theData.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Copies a range of bytes, which must be inside the data object, to memory.
public func CFDataGetBytes(_ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!) {
  theData.getBytes(buffer, range: NSRange(range))
}

/// Changes the number of bytes; new ones are 0.
public func CFDataSetLength(_ theData: CFMutableData!, _ length: CFIndex) { theData.length = length }

/// Adds a number of bytes, which are 0 at first.
public func CFDataIncreaseLength(_ theData: CFMutableData!, _ extraLength: CFIndex) {
  theData.length += extraLength
}

/// Adds bytes at the end.
public func CFDataAppendBytes(_ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) {
  theData.append(bytes, length: length)
}

/// Puts bytes in the place of a range, which must be inside the data object.
public func CFDataReplaceBytes(
  _ theData: CFMutableData!,
  _ range: CFRange,
  _ newBytes: UnsafePointer<UInt8>!,
  _ newLength: CFIndex
) {
  theData.replaceBytes(in: NSRange(range), withBytes: newBytes, length: newLength)
}

/// Removes a range of bytes, which must be inside the data object.
public func CFDataDeleteBytes(_ theData: CFMutableData!, _ range: CFRange) {
  theData.replaceBytes(in: NSRange(range), withBytes: nil, length: 0)
}

extension NSRange {
  fileprivate init(_ range: CFRange) { self.init(location: range.location, length: range.length) }
}
