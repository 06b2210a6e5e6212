import Foundation

/// Other forms of a picture: as bytes, and at half the size.
package enum ImageLevels {
  /// The picture as premultiplied RGBA bytes; itself when it is so already.
  ///
  /// Half floats are clamped to 0...1; alpha bytes become black with that alpha.
  package static func bytes(of buffer: PixelBuffer) -> PixelBuffer {
    guard buffer.format != .rgba8 else { return buffer }
    let result = PixelBuffer(width: buffer.width, height: buffer.height, format: .rgba8)
    for y in 0..<buffer.height {
      let target = result.row(y)
      let source = buffer.row(y)
      for x in 0..<buffer.width {
        let word: UInt32
        if buffer.format == .alpha8 {
          word = UInt32(source.load(fromByteOffset: x, as: UInt8.self)) << 24
        } else {
          let half = source.load(fromByteOffset: x * 8, as: SIMD4<Float16>.self)
          let color = SIMD4<Float>(Float(half.x), Float(half.y), Float(half.z), Float(half.w))
          word = PremultipliedColor(premultiplied: color.clamped(lowerBound: .zero, upperBound: .one)).rgba8
        }
        target.storeBytes(of: word, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return result
  }

  /// The mean of each block of four pixels; an odd last row or column is averaged with itself.
  package static func halved(_ buffer: PixelBuffer) -> PixelBuffer {
    let result = PixelBuffer(
      width: max(1, (buffer.width + 1) / 2),
      height: max(1, (buffer.height + 1) / 2),
      format: .rgba8
    )
    for y in 0..<result.height {
      let upper = buffer.row(min(y * 2, buffer.height - 1))
      let lower = buffer.row(min(y * 2 + 1, buffer.height - 1))
      let target = result.row(y)
      for x in 0..<result.width {
        let (left, right) = (min(x * 2, buffer.width - 1) * 4, min(x * 2 + 1, buffer.width - 1) * 4)
        for k in 0..<4 {
          let sum =
            UInt32(upper.load(fromByteOffset: left + k, as: UInt8.self))
            + UInt32(upper.load(fromByteOffset: right + k, as: UInt8.self))
            + UInt32(lower.load(fromByteOffset: left + k, as: UInt8.self))
            + UInt32(lower.load(fromByteOffset: right + k, as: UInt8.self))
          target.storeBytes(of: UInt8((sum + 2) / 4), toByteOffset: x * 4 + k, as: UInt8.self)
        }
      }
    }
    return result
  }
}
