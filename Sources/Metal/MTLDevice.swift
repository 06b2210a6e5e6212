public import Foundation

/// A device that creates textures and command queues.
///
/// `MTLCreateSystemDefaultDevice()` returns a device that works in main memory, without a graphics processor. It
/// supports the functions that hosts of layers use: textures, copies and clearing. It does not run shaders.
///
/// - Thread: Any.
public protocol MTLDevice: NSObjectProtocol, Sendable {
  /// The name of the device.
  var name: String { get }

  /// Creates a texture filled with zeros; nil for a size, format, depth or mipmap count that the device does not
  /// support.
  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)?

  /// Creates a command queue.
  func makeCommandQueue() -> (any MTLCommandQueue)?
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

  func makeCommandQueue() -> (any MTLCommandQueue)? { MemoryQueue(self) }
}
