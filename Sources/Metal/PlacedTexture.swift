import Foundation
package import StrataBase
import StrataEGL
import Synchronization

/// A texture in main memory, or in that of the graphics processor which composites the layers of the process.
///
/// Textures of drawables and private ones go to the graphics processor with the first write or command after it draws
/// layers, unless the format is another than four bytes. They come back, for good, if it fails.
///
/// Unchecked: the program orders uses of a texture by several threads, by a queue or otherwise.
final class PlacedTexture: NSObject, MTLTexture, @unchecked Sendable {
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

  private let place: Mutex<TexturePlace>

  init?(_ descriptor: MTLTextureDescriptor, _ device: MemoryDevice) {
    let sides = 1...MemoryDevice.longestSide
    guard sides.contains(descriptor.width), sides.contains(descriptor.height), descriptor.depth == 1,
      descriptor.mipmapLevelCount == 1, descriptor.pixelFormat != .invalid
    else { return nil }
    self.device = device
    (width, height, pixelFormat) = (descriptor.width, descriptor.height, descriptor.pixelFormat)
    (usage, storageMode) = (descriptor.usage, descriptor.storageMode)
    let mayBeShared = descriptor.isForDisplay || descriptor.storageMode == .private
    place = Mutex(TexturePlace(width, height, pixelFormat, graphics: mayBeShared ? device.graphics : nil))
  }

  var allocatedSize: Int { width * pixelFormat.bytesPerPixel * height }

  func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer,
    bytesPerRow: Int,
    from region: MTLRegion,
    mipmapLevel level: Int
  ) {
    guard let rect = rect(of: region, level, bytesPerRow) else { return }
    // Several threads may read and write parts of main memory at once.
    place.withLock { $0.read(rect, into: pixelBytes, bytesPerRow) }?
      .read(rect, into: pixelBytes, bytesPerRow)
  }

  func replace(
    region: MTLRegion,
    mipmapLevel level: Int,
    withBytes pixelBytes: UnsafeRawPointer,
    bytesPerRow: Int
  ) {
    guard let rect = rect(of: region, level, bytesPerRow) else { return }
    place.withLock { $0.replace(rect, by: pixelBytes, bytesPerRow) }?
      .replace(rect, by: pixelBytes, bytesPerRow)
  }

  /// Sets all pixels to a colour.
  func clear(to color: MTLClearColor) {
    let pixel = pixelFormat.bytes(of: color)
    guard !pixel.isEmpty else { return }
    place.withLock { $0.clear(to: pixel) }?.clear(to: pixel)
  }

  /// Copies a rectangle of a texture of the same format within the graphics processor, to a place inside of this one.
  ///
  /// - Returns: False, with nothing copied, if one of them is in main memory.
  func copy(_ region: MTLRegion, of source: PlacedTexture, to origin: MTLOrigin) -> Bool {
    guard let pixels = source.place.withLock({ $0.sharedPixels() }) else { return false }
    return place.withLock { $0.copy(PixelRect(region), of: pixels, to: origin) }
  }

  /// The pixels as they are now, if they are on a graphics processor.
  fileprivate func picture(isOpaque: Bool) -> PresentedPixels? {
    place.withLock { $0.picture(isOpaque: isOpaque) }
  }

  /// A region as a rectangle; nil, after a warning, if the region or the row distance is not valid.
  private func rect(of region: MTLRegion, _ level: Int, _ bytesPerRow: Int) -> PixelRect? {
    guard level == 0, holds(region) else {
      logMisuse("a region that reaches beyond its texture is ignored")
      return nil
    }
    let count = region.size.width * pixelFormat.bytesPerPixel
    guard bytesPerRow >= count || region.size.height == 1 else {
      logMisuse("rows of \(count) bytes cannot be \(bytesPerRow) bytes apart; ignored")
      return nil
    }
    return PixelRect(region)
  }
}

extension MTLTexture {
  /// The pixels of the texture as they are now, for a reader on the graphics processor, where they stay: later writes
  /// to the texture do not change them.
  ///
  /// - Parameter isOpaque: True makes all pixels opaque; if some may be transparent, that copies them within the processor.
  /// - Returns: Red, green, blue and alpha; nil if the pixels are in main memory, or those of another kind of texture.
  package func sharedPicture(isOpaque: Bool) -> (any DevicePixels)? {
    (self as? PlacedTexture)?.picture(isOpaque: isOpaque)
  }
}

extension PixelRect {
  /// A region inside a texture.
  fileprivate init(_ region: MTLRegion) {
    let (origin, size) = (region.origin, region.size)
    self.init(
      Int32(origin.x),
      Int32(origin.y),
      Int32(origin.x + size.width),
      Int32(origin.y + size.height)
    )
  }
}
