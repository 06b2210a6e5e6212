import Foundation
import StrataBase
package import StrataRaster
import Synchronization

/// The source that an image decodes its pixels from.
enum ImageSource: Sendable {
  case pixels(PixelBuffer)
  /// Pixels that belong to an object.
  case lent(PixelBuffer, owner: any AnyObject & Sendable)
  /// Pixels of a device, which are copied when they are asked for.
  case device(DeviceImage)
  /// A file of a known format.
  case file(Data, ImageFormat)
  /// A JPEG file, which is decoded at a part of its size.
  case reducedJPEG(Data, divisor: Int)
  /// A gray file; gray is the alpha of a mask.
  case fileOfAlpha(Data)
  /// Bytes, with an optional range of values for each component.
  case bytes(CGDataProvider, decode: [Double]?)
  case part(CGImage, PixelRect)
  case masked(CGImage, by: CGImage)
  /// An image, transparent where every sample lies in its range: integers as parts of the largest one, or
  /// floating-point numbers.
  case keyed(CGImage, ranges: [ClosedRange<Double>])

  func makePixels(_ layout: ImageLayout) throws(ImageError) -> PixelBuffer {
    switch self {
    case .pixels(let buffer), .lent(let buffer, _): buffer
    case .device(let image): try image.fetched()
    case .file(let data, _): try ImageCodec.decode(data)
    case .reducedJPEG(let data, let divisor): try ImageCodec.decodeJPEG(data, dividedBy: divisor)
    case .fileOfAlpha(let data): try ImageCodec.decodeGrayAsAlpha(data)
    case .bytes(let provider, let decode): PixelUnpacking(layout, decode: decode).pixels(provider.bytes)
    case .part(let image, let rect): image.pixels.part(rect)
    case .masked(let image, let mask): image.pixels.masked(by: mask)
    case .keyed(let image, let ranges): image.keyedPixels(ranges)
    }
  }
}

extension ImageSource {
  /// Returns the pixels that a damaged file still has; nil for other sources.
  func makePartialPixels() -> PixelBuffer? {
    switch self {
    case .file(let data, _): ImageCodec.decodePart(data)
    case .reducedJPEG(let data, let divisor): ImageCodec.decodePart(data, divisor: divisor)
    default: nil
    }
  }

  /// True for a file that ends too early.
  var isCutOff: Bool {
    switch self {
    case .file(let data, _), .reducedJPEG(let data, _): ImageExtent(data) != .whole
    default: false
    }
  }
}

/// Images over data that a program may change.
extension ImageSource {
  /// True if bytes are a program's to change.
  var isLive: Bool {
    switch self {
    case .bytes(let provider, _): provider.isLive
    case .part(let image, _), .keyed(let image, _): image.isLive
    case .masked(let image, let mask): image.isLive || mask.isLive
    default: false
    }
  }

  /// Returns whether `former`, which this source gave, has the bytes of now.
  func isStill(_ former: ImageSource) -> Bool {
    switch (self, former) {
    case (.bytes(let provider, _), .bytes(let known, _)): provider.begins(with: known.bytes)
    case (.part(let image, _), .part(let known, _)): image.still === known
    case (.keyed(let image, _), .keyed(let known, _)): image.still === known
    case (.masked(let image, let mask), .masked(let known, let knownMask)):
      image.still === known && mask.still === knownMask
    default: false
    }
  }

  /// Returns the source with the image's own bytes of now, which stay as they are; those that the data lost are 0.
  func still(_ layout: ImageLayout) -> ImageSource {
    switch self {
    case .bytes(let provider, let decode):
      return .bytes(CGDataProvider(bytes: provider.prefix(layout.byteCount)), decode: decode)
    case .part(let image, let rect): return .part(image.still, rect)
    case .keyed(let image, let ranges): return .keyed(image.still, ranges: ranges)
    case .masked(let image, let mask): return .masked(image.still, by: mask.still)
    default: return self
    }
  }
}

/// Pixels of a device with their place in main memory, which is made when it is first asked for.
final class DeviceImage: Sendable {
  let pixels: any DevicePixels
  private let made = Mutex<PixelBuffer?>(nil)

  init(_ pixels: any DevicePixels) { self.pixels = pixels }

  /// The place, whose pixels may be undefined.
  var place: PixelBuffer {
    made.withLock { made in
      if let made { return made }
      let fresh = PixelBuffer(of: pixels)
      made = fresh
      return fresh
    }
  }

  /// The place with its pixels.
  func fetched() throws(ImageError) -> PixelBuffer {
    let place = place
    guard place.fetch() else { throw .pixelsLost }
    return place
  }
}

extension PixelBuffer {
  /// Returns a copy of a rectangle, which must lie inside the buffer.
  func part(_ rect: PixelRect) -> PixelBuffer {
    let result = PixelBuffer(width: rect.width, height: rect.height, format: format)
    let size = format.bytesPerPixel
    for y in 0..<result.height {
      let row = base + (Int(rect.minY) + y) * rowBytes + Int(rect.minX) * size
      (result.base + y * result.rowBytes).copyMemory(from: row, byteCount: result.width * size)
    }
    return result
  }

  /// Returns the pixels multiplied by the nearest samples of a mask that is stretched over them.
  func masked(by mask: CGImage) -> PixelBuffer {
    let alpha = mask.maskAlpha
    let result = PixelBuffer(width: width, height: height, format: format)
    guard alpha.width > 0, alpha.height > 0 else { return result }
    let columns = (0..<width).map { $0 * alpha.width / width }
    for y in 0..<height {
      let maskRow = alpha.base + (y * alpha.height / height) * alpha.rowBytes
      let (from, to) = (base + y * rowBytes, result.base + y * result.rowBytes)
      for x in 0..<width {
        let factor = UInt32((maskRow + columns[x]).load(as: UInt8.self))
        switch format {
        case .rgba8, .alpha8:
          let size = format.bytesPerPixel
          for index in x * size..<x * size + size {
            let product = UInt32((from + index).load(as: UInt8.self)) * factor + 127
            (to + index).storeBytes(of: UInt8(product / 255), as: UInt8.self)
          }
        case .rgba16f:
          for index in x * 4..<x * 4 + 4 {
            let value = from.load(fromByteOffset: index * 2, as: Float16.self)
            to.storeBytes(of: value * Float16(factor) / 255, toByteOffset: index * 2, as: Float16.self)
          }
        }
      }
    }
    return result
  }

  /// Returns alpha-only pixels with 255 minus their alpha.
  func invertedAlpha() -> PixelBuffer {
    let result = PixelBuffer(width: width, height: height, format: .alpha8)
    for y in 0..<height {
      let from = row(y).assumingMemoryBound(to: UInt8.self)
      let to = result.row(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width { to[x] = 255 - from[x] }
    }
    return result
  }
}

extension CGImage {
  /// Returns the pixels; those whose samples all lie in their ranges are transparent.
  fileprivate func keyedPixels(_ ranges: [ClosedRange<Double>]) -> PixelBuffer {
    let result = pixels.copy()
    PixelUnpacking(layout, decode: nil).clear(ranges, of: bytes, in: result)
    return result
  }

  /// The alpha that the image has as a mask: its alpha, or the luma of an image without one.
  package var maskAlpha: PixelBuffer {
    let pixels = pixels
    guard pixels.format != .alpha8 else { return pixels }
    let hasAlpha = ![.none, .noneSkipFirst, .noneSkipLast].contains(alphaInfo)
    let result = PixelBuffer(width: width, height: height, format: .alpha8)
    for y in 0..<height {
      let (from, to) = (pixels.base + y * pixels.rowBytes, result.base + y * result.rowBytes)
      for x in 0..<width {
        let value: UInt8
        if pixels.format == .rgba8 {
          let pixel = (from + x * 4).load(as: SIMD4<UInt8>.self)
          // Luma of ITU-R BT.709 in 1/256; a gray pixel keeps its value.
          let (red, green, blue) = (UInt32(pixel.x), UInt32(pixel.y), UInt32(pixel.z))
          let luma: UInt32 = 54 * red + 183 * green + 19 * blue
          value = hasAlpha ? pixel.w : UInt8(luma >> 8)
        } else {
          let pixel = (from + x * 8).load(as: SIMD4<Float16>.self)
          let (red, green, blue) = (Float(pixel.x), Float(pixel.y), Float(pixel.z))
          let luma: Float = 0.2126 * red + 0.7152 * green + 0.0722 * blue
          let clamped = Float.minimum(Float.maximum(hasAlpha ? Float(pixel.w) : luma, 0), 1)
          value = UInt8(clamped * 255 + 0.5)
        }
        (to + x).storeBytes(of: value, as: UInt8.self)
      }
    }
    return result
  }
}
