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
  /// True for a texture of a drawable, which belongs where layers are composited.
  package var isForDisplay = false

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
