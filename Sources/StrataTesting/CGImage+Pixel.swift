package import CoreGraphics

extension CGImage {
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
