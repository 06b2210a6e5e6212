package import CoreGraphics
package import Foundation
import StrataRaster

/// Pixels in an archive as they are: width, height and kind as numbers, and rows without gaps.
package enum ArchivedPixels {
  private static let formats: [PixelFormat] = [.rgba8, .rgba16f, .alpha8]

  static func numbers(of pixels: PixelBuffer) -> (numbers: [NSNumber], bytes: Data) {
    let rowLength = pixels.width * pixels.format.bytesPerPixel
    var bytes = Data(capacity: rowLength * pixels.height)
    for y in 0..<pixels.height {
      bytes.append(pixels.row(y).assumingMemoryBound(to: UInt8.self), count: rowLength)
    }
    let format = formats.firstIndex(of: pixels.format) ?? 0
    return ([pixels.width, pixels.height, format].map { NSNumber(value: $0) }, bytes)
  }

  /// The image, or nil where numbers and bytes contradict each other; it is read as a client's bytes are.
  package static func image(_ numbers: [CGFloat], bytes: Data) -> CGImage? {
    guard numbers.count == 3, let width = Int(exactly: numbers[0]), let height = Int(exactly: numbers[1]),
      let kind = Int(exactly: numbers[2]), formats.indices.contains(kind), width > 0, height > 0,
      width <= CGImage.pixelLimit, height <= CGImage.pixelLimit, width * height <= CGImage.pixelLimit,
      bytes.count == width * height * formats[kind].bytesPerPixel,
      let provider = CGDataProvider(data: bytes as CFData)
    else { return nil }
    let bitsPerPixel = formats[kind].bytesPerPixel * 8
    let space: CGColorSpace? =
      switch formats[kind] {
      case .rgba8: CGColorSpace(name: CGColorSpace.sRGB)
      case .rgba16f: CGColorSpace(name: CGColorSpace.extendedSRGB)
      case .alpha8: CGColorSpaceCreateDeviceGray()
      }
    let layout: UInt32 =
      switch formats[kind] {
      case .rgba8: CGImageAlphaInfo.premultipliedLast.rawValue
      case .rgba16f:
        CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
          | CGBitmapInfo.byteOrder16Little.rawValue
      case .alpha8: CGImageAlphaInfo.alphaOnly.rawValue
      }
    return space.flatMap {
      CGImage(
        width: width,
        height: height,
        bitsPerComponent: formats[kind] == .alpha8 ? 8 : bitsPerPixel / 4,
        bitsPerPixel: bitsPerPixel,
        bytesPerRow: width * formats[kind].bytesPerPixel,
        space: $0,
        bitmapInfo: CGBitmapInfo(rawValue: layout),
        provider: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    }
  }
}
