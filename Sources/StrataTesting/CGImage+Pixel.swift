package import CoreGraphics
package import Foundation

extension CGImage {
  /// An image over data that hold its pixels, row by row from the top: red, green, blue and alpha, premultiplied.
  package static func over(_ data: CFData, width: Int = 1, height: Int = 1) -> CGImage? {
    guard let provider = CGDataProvider(data: data) else { return nil }
    return CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: width * 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: false,
      intent: .defaultIntent
    )
  }

  /// The bytes of a pixel, counted from the top left: red, green, blue and alpha, premultiplied.
  package func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4)
    bytes.withUnsafeMutableBytes { memory in
      let context = CGContext(
        data: memory.baseAddress,
        width: 1,
        height: 1,
        bitsPerComponent: 8,
        bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
      context?.draw(self, in: CGRect(x: -x, y: y + 1 - height, width: width, height: height))
    }
    return bytes
  }
}

extension NSMutableData {
  /// Makes all pixels, of four bytes each, one: red, green, blue and alpha, premultiplied.
  package func fill(with pixel: [UInt8]) {
    for start in stride(from: 0, to: length, by: 4) {
      (mutableBytes + start).copyMemory(from: pixel, byteCount: 4)
    }
  }
}
