public import CoreGraphics
public import class CoreFoundation.CFAllocator
import Foundation
import StrataRaster

/// Options of a lock of pixels.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: CVOptionFlags

  /// Creates options of their bits.
  public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

  /// The program only reads: what was made of the pixels stays valid.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// A function that gets memory back that a program lent to a buffer: its reference, and the memory.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Creates a buffer of zeros.
///
/// - Parameters:
///   - allocator: Without effect.
///   - width: The width in pixels, 1 to 16384.
///   - height: The height in pixels, 1 to 16384.
///   - pixelFormatType: One of the formats with a constant here.
///   - pixelBufferAttributes: The alignment of rows; other attributes have no effect.
///   - pixelBufferOut: Gets the buffer, or nil.
/// - Returns: Success, or the error of the first argument that is not valid.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?,
  _ width: Int,
  _ height: Int,
  _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  let attributes = BufferAttributes(pixelBufferAttributes)
  switch BufferShape.make(pixelFormatType, width, height, attributes) {
  case .failure(let reason): return reason.code
  case .success(let shape):
    guard let memory = shape.makeMemory() else { return kCVReturnAllocationFailed }
    pixelBufferOut.pointee = shape.buffer(over: memory)
    return kCVReturnSuccess
  }
}

/// Creates a buffer over memory of the program, for a format with one plane.
///
/// The memory belongs to the buffer until the callback; it is never replaced, and images of the buffer copy it.
///
/// - Returns: Success, or the error of the first argument that is not valid.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?,
  _ width: Int,
  _ height: Int,
  _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer,
  _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
  _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  switch BufferShape.make(pixelFormatType, width, height, BufferAttributes(pixelBufferAttributes)) {
  case .failure(let reason): return reason.code
  case .success(var shape):
    guard !shape.format.isPlanar else { return kCVReturnUnsupported }
    guard bytesPerRow >= width * shape.format.planes[0].bytes, bytesPerRow <= Int.max / height else {
      return kCVReturnInvalidArgument
    }
    shape.planes[0].bytesPerRow = bytesPerRow
    let (memory, reference) = (UncheckedPointer(baseAddress), UncheckedPointer(releaseRefCon))
    let block = MemoryBlock(baseAddress, byteCount: bytesPerRow * height) {
      releaseCallback?(reference.pointer, memory.pointer.map { UnsafeRawPointer($0) })
    }
    pixelBufferOut.pointee = shape.buffer(over: BufferMemory(block))
    return kCVReturnSuccess
  }
}

/// A pointer of the program, which is only handed back.
private struct UncheckedPointer: @unchecked Sendable {  // Only handed back to the client.
  let pointer: UnsafeMutableRawPointer?
  init(_ pointer: UnsafeMutableRawPointer?) { self.pointer = pointer }
}

// MARK: Locks

/// Begins to use the memory of a buffer; each lock needs an unlock with the same options.
///
/// The base address is valid from here to the unlock. A lock for writing may move the memory, because images that were made
/// of the buffer keep the old one: an address that was read before it still has what the buffer held then.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer,
  _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.lockPixels(isReadOnly: lockFlags.contains(.readOnly))
}

/// Ends a lock; without one of the same kind the result is ``kCVReturnInvalidArgument``.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer,
  _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.unlockPixels(isReadOnly: unlockFlags.contains(.readOnly))
}

// MARK: Layout

/// Returns the width of a buffer in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// Returns the height of a buffer in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// Returns the pixel format of a buffer.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.format.type
}

/// Returns the address of the first byte; valid between lock and unlock.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.base
}

/// Returns the bytes from one row to the next; for a planar buffer, those of the first plane.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes[0].bytesPerRow
}

/// Returns the bytes of all planes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes.reduce(0) { $0 + $1.byteCount }
}

/// Returns whether a buffer has several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.format.isPlanar }

/// Returns the number of planes; 0 for a buffer that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.format.isPlanar ? pixelBuffer.planes.count : 0
}

/// Returns the width of a plane in samples; 0 for a plane that is not there.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// Returns the rows of a plane; 0 for a plane that is not there.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// Returns the bytes from one row of a plane to the next; 0 for a plane that is not there.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// Returns the address of the first byte of a plane, valid between lock and unlock; nil for a plane that is not there.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer,
  _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  guard let plane = pixelBuffer.plane(planeIndex) else { return nil }
  return pixelBuffer.base.map { $0 + plane.offset }
}

/// Returns the type identifier of pixel buffers.
public func CVPixelBufferGetTypeID() -> CFTypeID { CVBuffer.typeID }

/// Returns the size of a buffer in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// Returns the size at which a buffer is shown, which is that in pixels.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CVImageBufferGetEncodedSize(imageBuffer)
}

/// Returns the part of a buffer that is shown, which is all of it.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(imageBuffer))
}

extension CVBuffer {
  /// A plane of a planar buffer, or the first one of any; nil for an index that is not there.
  fileprivate func plane(_ index: Int) -> PlaneLayout? {
    planes.indices.contains(index) ? planes[index] : nil
  }
}
