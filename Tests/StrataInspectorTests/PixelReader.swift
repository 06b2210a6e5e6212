import CoreGraphics
import Foundation
import ImageIO

/// The pixels of picture files.
enum PixelReader {
  /// Premultiplied RGBA, rows from the top; nil if it is not a PNG.
  static func pixels(ofPNG data: Data) -> [UInt8]? {
    guard let source = CGImageSourceCreateWithData(data as CFData, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil),
      let space = CGColorSpace(name: CGColorSpace.sRGB)
    else { return nil }
    var pixels = [UInt8](repeating: 0, count: image.width * image.height * 4)
    pixels.withUnsafeMutableBytes { bytes in
      let context = CGContext(
        data: bytes.baseAddress,
        width: image.width,
        height: image.height,
        bitsPerComponent: 8,
        bytesPerRow: image.width * 4,
        space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
      let size = CGSize(width: image.width, height: image.height)
      context?.draw(image, in: CGRect(origin: .zero, size: size))
    }
    return pixels
  }
}
