import CoreGraphics
import Foundation
import Metal
import StrataRaster

extension DrawableConfiguration {
  /// Returns a texture's pixels as an image in the layer's colour space; nil for a format without pictures.
  ///
  /// Pixels in main memory are copied; those on a graphics processor stay there, and the texture takes other memory if
  /// it is written while somebody holds the image. Colour spaces other than sRGB are converted in main memory.
  ///
  /// Levels are clamped to the standard range of the space. Opaque layers ignore alpha; others hold premultiplied
  /// colours. The image is converted to sRGB here, so that the thread that draws frames need not.
  func picture(of texture: any MTLTexture) -> CGImage? {
    if colorSpace.map({ $0 == .standardRGB }) ?? true,
      let pixels = texture.sharedPicture(isOpaque: isOpaque)
    {
      return CGImage(device: pixels, hasAlpha: !isOpaque)
    }
    let (width, height) = (texture.width, texture.height)
    let rowBytes = width * texture.pixelFormat.bytesPerPixel
    guard rowBytes > 0 else { return nil }
    let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    let region = MTLRegionMake2D(0, 0, width, height)
    if texture.pixelFormat.bytesPerPixel == 4 {
      texture.getBytes(pixels.base, bytesPerRow: pixels.rowBytes, from: region, mipmapLevel: 0)
      for y in 0..<height { texture.pixelFormat.convert(pixels.row(y), to: pixels.row(y), count: width) }
    } else {
      let row = UnsafeMutableRawPointer.allocate(byteCount: rowBytes, alignment: 16)
      defer { row.deallocate() }
      for y in 0..<height {
        let line = MTLRegionMake2D(0, y, width, 1)
        texture.getBytes(row, bytesPerRow: rowBytes, from: line, mipmapLevel: 0)
        texture.pixelFormat.convert(row, to: pixels.row(y), count: width)
      }
    }
    return pixels.picture(isOpaque: isOpaque, colorSpace: colorSpace)
  }
}

extension PixelBuffer {
  /// Makes an image of premultiplied pixels that nobody writes any more, converted to sRGB from their colour space.
  ///
  /// An opaque picture ignores alpha. Without a colour space the colours are those of sRGB.
  func picture(isOpaque: Bool, colorSpace: CGColorSpace?) -> CGImage? {
    if isOpaque { removeAlpha() }
    guard let colorSpace, colorSpace != .standardRGB else {
      return CGImage(pixels: self, hasAlpha: !isOpaque)
    }
    let bytes = Data(bytes: base, count: byteCount)
    let alpha = isOpaque ? CGImageAlphaInfo.noneSkipLast : .premultipliedLast
    guard let provider = CGDataProvider(data: bytes as CFData) else { return nil }
    let image = CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: rowBytes,
      space: colorSpace,
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
    return image.map { CGImage(pixels: $0.pixels, hasAlpha: !isOpaque) }
  }
}

extension MTLPixelFormat {
  /// Converts pixels of the format to bytes in the order red, green, blue, alpha.
  ///
  /// Formats of four bytes may be converted in place.
  fileprivate func convert(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
    let target = target.assumingMemoryBound(to: SIMD4<UInt8>.self)
    switch self {
    case .invalid, .rgba8Unorm, .rgba8Unorm_srgb:
      if source != UnsafeRawPointer(target) {
        target.update(from: source.assumingMemoryBound(to: SIMD4<UInt8>.self), count: count)
      }
    case .bgra8Unorm, .bgra8Unorm_srgb:
      let source = source.assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<count {
        let p = source[x]
        target[x] = SIMD4(p.z, p.y, p.x, p.w)
      }
    case .rgb10a2Unorm, .bgr10a2Unorm:
      let source = source.assumingMemoryBound(to: UInt32.self)
      for x in 0..<count {
        let word = UInt32(littleEndian: source[x])
        let levels = SIMD4(word & 1023, word >> 10 & 1023, word >> 20 & 1023, (word >> 30) * 341)
        let p = SIMD4<UInt8>(truncatingIfNeeded: (levels &* 255 &+ 511) / 1023)
        target[x] = self == .bgr10a2Unorm ? SIMD4(p.z, p.y, p.x, p.w) : p
      }
    case .rgba16Float:
      let source = source.assumingMemoryBound(to: SIMD4<Float16>.self)
      for x in 0..<count {
        let p = SIMD4<Float>(source[x])
        let known = p.replacing(with: 0, where: p .!= p)
        target[x] = SIMD4<UInt8>(
          (known.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero)
        )
      }
    }
  }
}
