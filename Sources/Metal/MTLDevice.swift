public import Foundation

/// A device that creates textures and command queues.
///
/// `MTLCreateSystemDefaultDevice()` returns a device that works in main memory, without a graphics processor. It
/// supports the functions that layers and their hosts use: textures, buffers, copies, clearing and drawables. There is no
/// compiler of shaders, and no draw command.
///
/// - Thread: Any.
public protocol MTLDevice: NSObjectProtocol, Sendable {
  /// The name of the device.
  var name: String { get }

  /// Creates a texture filled with zeros; nil for a size, format, depth or mipmap count that the device does not
  /// support.
  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)?

  /// Creates a buffer of zeros; nil for a length that is not 1 to 2³¹ bytes.
  func makeBuffer(length: Int, options: MTLResourceOptions) -> (any MTLBuffer)?

  /// Creates a buffer with a copy of bytes; nil for a length that is not 1 to 2³¹ bytes.
  func makeBuffer(bytes pointer: UnsafeRawPointer, length: Int, options: MTLResourceOptions)
    -> (any MTLBuffer)?

  /// Creates an empty residency set.
  func makeResidencySet(descriptor desc: MTLResidencySetDescriptor) throws -> any MTLResidencySet

  /// Creates a command queue.
  func makeCommandQueue() -> (any MTLCommandQueue)?
}

extension MTLDevice {
  /// Creates a buffer of zeros; nil for a length that is not 1 to 2³¹ bytes.
  public func makeBuffer(length: Int) -> (any MTLBuffer)? { makeBuffer(length: length, options: []) }
}

/// Returns the device that works in main memory; the same object for every call.
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { MemoryDevice.shared }

/// Returns all devices: only the one that works in main memory.
public func MTLCopyAllDevices() -> [any MTLDevice] { [MemoryDevice.shared] }

final class MemoryDevice: NSObject, MTLDevice {
  static let shared = MemoryDevice()

  /// The longest side of a texture in pixels, as on Apple's devices.
  static let longestSide = 16384

  let name = "Main memory"

  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)? { MemoryTexture(descriptor, self) }

  func makeBuffer(length: Int, options: MTLResourceOptions) -> (any MTLBuffer)? {
    MemoryBuffer(length: length, self)
  }

  func makeBuffer(bytes pointer: UnsafeRawPointer, length: Int, options: MTLResourceOptions)
    -> (any MTLBuffer)?
  {
    let buffer = MemoryBuffer(length: length, self)
    buffer?.contents().copyMemory(from: pointer, byteCount: length)
    return buffer
  }

  func makeResidencySet(descriptor desc: MTLResidencySetDescriptor) throws -> any MTLResidencySet {
    MemoryResidencySet(self, label: desc.label)
  }

  func makeCommandQueue() -> (any MTLCommandQueue)? { MemoryQueue(self) }
}
