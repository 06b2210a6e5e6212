/// Converts premultiplied frames to the bytes that encoders take.
package enum PixelPacking {
  /// 255 times the reciprocal of each alpha in 16.16 fixed point, so that straight = (premultiplied × r) >> 16.
  private static let reciprocals: [UInt32] = (0...255).map { alpha in
    alpha == 0 ? 0 : (UInt32(255) << 16 + UInt32(alpha) / 2) / UInt32(alpha)
  }

  /// Divides colour by alpha; transparent pixels become zero.
  package static func unpremultiply(
    _ source: UnsafeRawBufferPointer,
    into target: UnsafeMutableRawBufferPointer
  ) {
    let count = min(source.count, target.count) / 4
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    reciprocals.withUnsafeBufferPointer { table in
      for i in 0..<count {
        let pixel = from.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
        let alpha = pixel >> 24
        if alpha == 255 {
          to.storeBytes(of: pixel, toByteOffset: i * 4, as: UInt32.self)
        } else if alpha == 0 {
          to.storeBytes(of: 0, toByteOffset: i * 4, as: UInt32.self)
        } else {
          let r = table[Int(alpha)]
          let red = min((pixel & 255) &* r &+ 0x8000, 0xFF_FFFF) >> 16
          let green = min(((pixel >> 8) & 255) &* r &+ 0x8000, 0xFF_FFFF) >> 16
          let blue = min(((pixel >> 16) & 255) &* r &+ 0x8000, 0xFF_FFFF) >> 16
          to.storeBytes(
            of: red | green << 8 | blue << 16 | alpha << 24,
            toByteOffset: i * 4,
            as: UInt32.self
          )
        }
      }
    }
  }

  /// Composites the frame over an opaque colour.
  package static func flatten(
    _ source: UnsafeRawBufferPointer,
    over matte: (red: UInt8, green: UInt8, blue: UInt8),
    into target: UnsafeMutableRawBufferPointer
  ) {
    let count = min(source.count, target.count) / 4
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    let (red, green, blue) = (UInt32(matte.red), UInt32(matte.green), UInt32(matte.blue))
    for i in 0..<count {
      let pixel = from.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
      let rest = 255 - (pixel >> 24)
      guard rest != 0 else {
        to.storeBytes(of: pixel, toByteOffset: i * 4, as: UInt32.self)
        continue
      }
      /// x·rest / 255, rounded exactly.
      func share(_ x: UInt32) -> UInt32 {
        let product = x &* rest &+ 128
        return (product &+ (product >> 8)) >> 8
      }
      let r = min((pixel & 255) + share(red), 255)
      let g = min(((pixel >> 8) & 255) + share(green), 255)
      let b = min(((pixel >> 16) & 255) + share(blue), 255)
      to.storeBytes(of: r | g << 8 | b << 16 | 0xFF00_0000, toByteOffset: i * 4, as: UInt32.self)
    }
  }
}
