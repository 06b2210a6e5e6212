public import Foundation

/// What makes textures and queues.
///
/// There is no graphics processor behind it: `MTLCreateSystemDefaultDevice()` gives one that works in main memory. It has
/// what hosts of layers use, which is textures, copies and clearing; a program's own shaders need a device that runs
/// them. Any thread may use a device.
public protocol MTLDevice: NSObjectProtocol, Sendable {
  /// The device's name, for people.
  var name: String { get }

  /// Creates a texture of zeros; nil for a size or a format that the device does not have.
  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)?

  /// Creates a queue.
  func makeCommandQueue() -> (any MTLCommandQueue)?
}

/// Returns the device that works in main memory, the same at every call.
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { MemoryDevice.shared }

/// Returns all devices: the one that works in main memory.
public func MTLCopyAllDevices() -> [any MTLDevice] { [MemoryDevice.shared] }

final class MemoryDevice: NSObject, MTLDevice {
  static let shared = MemoryDevice()

  /// The longest side of a texture, in pixels: that of Apple's devices.
  static let longestSide = 16384

  let name = "Main memory"

  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)? { MemoryTexture(descriptor, self) }

  func makeCommandQueue() -> (any MTLCommandQueue)? { MemoryQueue(self) }
}
