public import Foundation
package import StrataEGL

/// A device that creates textures and command queues.
///
/// `MTLCreateSystemDefaultDevice()` returns a device that works in main memory. It supports the functions that layers
/// and their hosts use: textures, buffers, copies, clearing and drawables. There is no compiler of shaders, and no
/// draw command.
///
/// Once a graphics processor composites layers of the process, it keeps the textures of drawables, and private ones,
/// of four bytes a pixel, and carries out the commands that write them. Their bytes are the same there. If it fails,
/// textures go on in main memory; pixels that it lost become zeros.
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

/// Returns the device; the same object for every call.
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { MemoryDevice.shared }

/// Returns all devices: the one of `MTLCreateSystemDefaultDevice()`.
public func MTLCopyAllDevices() -> [any MTLDevice] { [MemoryDevice.shared] }

/// Makes a device whose textures may be on a graphics processor; without one all are in main memory.
package func makeDevice(of graphics: EGLLibrary?) -> any MTLDevice { MemoryDevice { graphics } }

final class MemoryDevice: NSObject, MTLDevice {
  static let shared = MemoryDevice { EGLLibrary.compositing }

  /// The longest side of a texture in pixels, as on Apple's devices.
  static let longestSide = 16384

  let name = "Main memory"
  /// The graphics processor that composites layers, if there is one.
  let graphics: @Sendable () -> EGLLibrary?

  init(graphics: @escaping @Sendable () -> EGLLibrary?) { self.graphics = graphics }

  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)? { PlacedTexture(descriptor, self) }

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
