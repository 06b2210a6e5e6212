public import Foundation

/// A memory object of a device.
public protocol MTLResource: MTLAllocation {
  /// A name for debugging.
  var label: String? { get set }

  /// The device that created the resource.
  var device: any MTLDevice { get }

  /// The location of the memory.
  var storageMode: MTLStorageMode { get }
}

/// An image in a device's memory; the first row is the top one.
///
/// Reading and writing do not wait for commands or other threads. As with Apple's, the program waits for the commands
/// that it committed.
public protocol MTLTexture: MTLResource {
  /// The dimensions of the texture.
  var textureType: MTLTextureType { get }
  /// The format of pixels.
  var pixelFormat: MTLPixelFormat { get }
  /// The width in pixels.
  var width: Int { get }
  /// The height in pixels.
  var height: Int { get }
  /// The depth in pixels: 1.
  var depth: Int { get }
  /// The number of mipmap levels: 1.
  var mipmapLevelCount: Int { get }
  /// The permitted uses; they are not enforced.
  var usage: MTLTextureUsage { get }

  /// Copies pixels of a region to memory whose rows are `bytesPerRow` bytes apart.
  ///
  /// A region that is not inside the texture, or rows that would overlap, are logged and ignored.
  func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer,
    bytesPerRow: Int,
    from region: MTLRegion,
    mipmapLevel level: Int
  )

  /// Copies pixels to a region from memory whose rows are `bytesPerRow` bytes apart.
  ///
  /// A region that is not inside the texture, or rows that overlap, are logged and ignored.
  func replace(
    region: MTLRegion,
    mipmapLevel level: Int,
    withBytes pixelBytes: UnsafeRawPointer,
    bytesPerRow: Int
  )
}

/// The properties of a texture to create.
open class MTLTextureDescriptor: NSObject, @unchecked Sendable {
  /// The dimensions of the texture.
  open var textureType = MTLTextureType.type2D
  /// The format of pixels.
  open var pixelFormat = MTLPixelFormat.rgba8Unorm
  /// The width in pixels, 1 to 16384.
  open var width = 1
  /// The height in pixels, 1 to 16384.
  open var height = 1
  /// The depth in pixels; only 1 is supported.
  open var depth = 1
  /// The number of mipmap levels; only 1 is supported.
  open var mipmapLevelCount = 1
  /// The permitted uses; they are not enforced.
  open var usage = MTLTextureUsage.shaderRead
  /// The location of the memory.
  open var storageMode = MTLStorageMode.managed

  /// Creates a descriptor of a texture with one pixel.
  public override init() { super.init() }

  /// Returns the descriptor of a two-dimensional texture.
  open class func texture2DDescriptor(
    pixelFormat: MTLPixelFormat,
    width: Int,
    height: Int,
    mipmapped: Bool
  ) -> MTLTextureDescriptor {
    let result = MTLTextureDescriptor()
    (result.pixelFormat, result.width, result.height) = (pixelFormat, width, height)
    // Each level halves the sides, down to one pixel.
    if mipmapped { result.mipmapLevelCount = Int.bitWidth - max(width, height, 1).leadingZeroBitCount }
    return result
  }
}

/// A texture in main memory.
///
/// Unchecked: the program orders uses of a texture by several threads, by a queue or otherwise.
final class MemoryTexture: NSObject, MTLTexture, @unchecked Sendable {
  var label: String?
  let device: any MTLDevice
  let storageMode: MTLStorageMode
  let textureType = MTLTextureType.type2D
  let pixelFormat: MTLPixelFormat
  let width: Int
  let height: Int
  let depth = 1
  let mipmapLevelCount = 1
  let usage: MTLTextureUsage

  private let rowBytes: Int
  private let memory: UnsafeMutableRawPointer

  init?(_ descriptor: MTLTextureDescriptor, _ device: MemoryDevice) {
    let sides = 1...MemoryDevice.longestSide
    guard sides.contains(descriptor.width), sides.contains(descriptor.height), descriptor.depth == 1,
      descriptor.mipmapLevelCount == 1, descriptor.pixelFormat != .invalid
    else { return nil }
    self.device = device
    (width, height, pixelFormat) = (descriptor.width, descriptor.height, descriptor.pixelFormat)
    (usage, storageMode) = (descriptor.usage, descriptor.storageMode)
    rowBytes = width * pixelFormat.bytesPerPixel
    memory = .allocate(byteCount: rowBytes * height, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes * height)
  }

  deinit { memory.deallocate() }

  var allocatedSize: Int { rowBytes * height }

  func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer,
    bytesPerRow: Int,
    from region: MTLRegion,
    mipmapLevel level: Int
  ) {
    guard let (start, count) = span(of: region, level, bytesPerRow) else { return }
    for row in 0..<region.size.height {
      (pixelBytes + row * bytesPerRow).copyMemory(from: start + row * rowBytes, byteCount: count)
    }
  }

  func replace(
    region: MTLRegion,
    mipmapLevel level: Int,
    withBytes pixelBytes: UnsafeRawPointer,
    bytesPerRow: Int
  ) {
    guard let (start, count) = span(of: region, level, bytesPerRow) else { return }
    for row in 0..<region.size.height {
      (start + row * rowBytes).copyMemory(from: pixelBytes + row * bytesPerRow, byteCount: count)
    }
  }

  /// Sets all pixels to a colour.
  func clear(to color: MTLClearColor) {
    let pixel = pixelFormat.bytes(of: color)
    guard !pixel.isEmpty else { return }
    for index in 0..<width * height {
      (memory + index * pixel.count).copyMemory(from: pixel, byteCount: pixel.count)
    }
  }

  /// Returns the first byte of a region and the bytes of one of its rows; nil, after a warning, if the region or the
  /// row distance is not valid.
  private func span(
    of region: MTLRegion,
    _ level: Int,
    _ bytesPerRow: Int
  ) -> (start: UnsafeMutableRawPointer, count: Int)? {
    let (origin, size) = (region.origin, region.size)
    guard level == 0, holds(region) else {
      logMisuse("a region that reaches beyond its texture is ignored")
      return nil
    }
    let count = size.width * pixelFormat.bytesPerPixel
    guard bytesPerRow >= count || size.height == 1 else {
      logMisuse("rows of \(count) bytes cannot be \(bytesPerRow) bytes apart; ignored")
      return nil
    }
    return (memory + origin.y * rowBytes + origin.x * pixelFormat.bytesPerPixel, count)
  }
}
