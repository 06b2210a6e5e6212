public import Foundation

/// Memory of a device.
public protocol MTLResource: NSObjectProtocol, Sendable {
  /// A name for people.
  var label: String? { get set }

  /// What made it.
  var device: any MTLDevice { get }

  /// Where it lies.
  var storageMode: MTLStorageMode { get }
}

/// A picture in a device's memory; the first row is the top one.
///
/// Reading and writing do not wait for commands of a queue, nor for other threads: as with Apple's, a program waits for the
/// commands that it committed.
public protocol MTLTexture: MTLResource {
  /// The shape.
  var textureType: MTLTextureType { get }
  /// How pixels are stored.
  var pixelFormat: MTLPixelFormat { get }
  /// Columns of pixels.
  var width: Int { get }
  /// Rows of pixels.
  var height: Int { get }
  /// Layers of pixels: 1.
  var depth: Int { get }
  /// Copies of falling size: 1.
  var mipmapLevelCount: Int { get }
  /// What it is for.
  var usage: MTLTextureUsage { get }

  /// Copies pixels out, rows `bytesPerRow` apart.
  ///
  /// Nothing is copied where the region is not inside of the texture, or rows would overlap; a diagnostic in the log says so.
  func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer,
    bytesPerRow: Int,
    from region: MTLRegion,
    mipmapLevel level: Int
  )

  /// Copies pixels in, from rows `bytesPerRow` apart; nothing, where the region is not inside of the texture.
  func replace(
    region: MTLRegion,
    mipmapLevel level: Int,
    withBytes pixelBytes: UnsafeRawPointer,
    bytesPerRow: Int
  )
}

/// How a texture is to be.
open class MTLTextureDescriptor: NSObject, @unchecked Sendable {
  /// The shape.
  open var textureType = MTLTextureType.type2D
  /// How pixels are stored.
  open var pixelFormat = MTLPixelFormat.rgba8Unorm
  /// Columns of pixels, 1 to 16384.
  open var width = 1
  /// Rows of pixels, 1 to 16384.
  open var height = 1
  /// Layers of pixels; only 1 can be had.
  open var depth = 1
  /// Copies of falling size; only 1 can be had.
  open var mipmapLevelCount = 1
  /// What it is for.
  open var usage = MTLTextureUsage.shaderRead
  /// Where it lies.
  open var storageMode = MTLStorageMode.managed

  /// Creates a description of one pixel.
  public override init() { super.init() }

  /// Returns the description of a flat texture.
  open class func texture2DDescriptor(
    pixelFormat: MTLPixelFormat,
    width: Int,
    height: Int,
    mipmapped: Bool
  ) -> MTLTextureDescriptor {
    let result = MTLTextureDescriptor()
    (result.pixelFormat, result.width, result.height) = (pixelFormat, width, height)
    // As many as halve the longer side down to one pixel.
    if mipmapped { result.mipmapLevelCount = Int.bitWidth - max(width, height, 1).leadingZeroBitCount }
    return result
  }
}

/// A texture in main memory.
///
/// Unchecked: as with every device, who uses a texture from several threads orders the uses, by a queue or otherwise.
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

  /// Sets all pixels.
  func clear(to color: MTLClearColor) {
    let isBlueFirst = pixelFormat == .bgra8Unorm || pixelFormat == .bgra8Unorm_srgb
    let isLight = pixelFormat == .rgba8Unorm_srgb || pixelFormat == .bgra8Unorm_srgb
    var levels = [color.red, color.green, color.blue].map { level in
      let level = level > 0 ? min(level, 1) : 0
      // The encoding of IEC 61966-2-1.
      guard isLight else { return level }
      return level <= 0.0031308 ? level * 12.92 : 1.055 * pow(level, 1 / 2.4) - 0.055
    }
    if isBlueFirst { levels.swapAt(0, 2) }
    let channels = levels + [color.alpha > 0 ? color.alpha : 0]
    let bytes = channels.map { UInt8(min($0, 1) * 255 + 0.5) }
    for pixel in 0..<width * height { (memory + pixel * 4).copyMemory(from: bytes, byteCount: 4) }
  }

  /// Where a region begins, and the bytes of one of its rows; nil where it is not inside.
  private func span(
    of region: MTLRegion,
    _ level: Int,
    _ bytesPerRow: Int
  ) -> (start: UnsafeMutableRawPointer, count: Int)? {
    let (origin, size) = (region.origin, region.size)
    guard level == 0, holds(region) else {
      logMisuse("a region reaches beyond its texture")
      return nil
    }
    let count = size.width * pixelFormat.bytesPerPixel
    guard bytesPerRow >= count || size.height == 1 else {
      logMisuse("rows of \(count) bytes cannot lie \(bytesPerRow) bytes apart")
      return nil
    }
    return (memory + origin.y * rowBytes + origin.x * pixelFormat.bytesPerPixel, count)
  }
}
