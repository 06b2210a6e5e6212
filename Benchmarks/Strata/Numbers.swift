import CoreGraphics
import Foundation

/// The places, colours and images of the scenes, by the same functions as in `Peers/scenes.h`, so that pictures and times
/// are comparable.
enum Numbers {
  static let width = 1920
  static let height = 1080

  static func hash(_ i: Int, _ k: Int) -> UInt32 {
    var x = UInt32(truncatingIfNeeded: i) &* 2_654_435_761 &+ UInt32(truncatingIfNeeded: k) &* 2_246_822_519
    x ^= x >> 15
    x = x &* 2_246_822_519
    return x ^ x >> 13
  }

  /// The left edge of item `i`, which is `w` wide, in a frame.
  static func x(_ i: Int, _ frame: Int, _ w: Int) -> Double {
    let room = UInt32(width - w)
    return Double((hash(i, 1) % room + UInt32(frame * (1 + i % 3))) % room)
  }

  /// The upper edge of item `i`, which is `h` high, in a frame.
  static func y(_ i: Int, _ frame: Int, _ h: Int) -> Double {
    let room = UInt32(height - h)
    return Double((hash(i, 2) % room + UInt32(frame * (1 + i % 2))) % room)
  }

  static func color(_ i: Int, alpha: Double = 1) -> CGColor {
    let word = hash(i, 3)
    func channel(_ shift: UInt32) -> CGFloat { CGFloat(word >> shift & 255) / 255 }
    return CGColor(srgbRed: channel(16), green: channel(8), blue: channel(0), alpha: CGFloat(alpha))
  }

  /// An opacity of 0.3 … 1 that changes with each frame.
  static func opacity(_ i: Int, _ frame: Int) -> Double {
    0.3 + 0.7 * Double((hash(i, 4) &+ UInt32(frame * 3)) % 256) / 255
  }

  /// The `n`th test image; translucent ones have an alpha between 96 and 223.
  static func image(_ w: Int, _ h: Int, _ n: Int, isOpaque: Bool) -> CGImage? {
    var bytes = [UInt8](repeating: 255, count: w * h * 4)
    for y in 0..<h {
      for x in 0..<w {
        let alpha = isOpaque ? 255 : 96 + ((x * 7 + y * 3 + n * 11) & 127)
        func premultiplied(_ channel: Int) -> UInt8 { UInt8(((channel & 255) * alpha + 127) / 255) }
        let at = (y * w + x) * 4
        bytes[at] = premultiplied(x * 5 + n * 16)
        bytes[at + 1] = premultiplied(y * 5)
        bytes[at + 2] = premultiplied((x ^ y) * 4)
        bytes[at + 3] = UInt8(alpha)
      }
    }
    let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
    return CGImage(
      width: w,
      height: h,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: w * 4,
      space: .standardRGB,
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
      provider: CGDataProvider(bytes: Data(bytes)),
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }

  /// Path `p` of 60: a Catmull-Rom spline of 200 cubics through a star that changes with each frame.
  static func star(_ p: Int, _ frame: Int) -> CGPath {
    let center = (x: Double(96 + 192 * (p % 10)), y: Double(90 + 180 * (p / 10)))
    func point(_ j: Int) -> CGPoint {
      let t = 2 * Double.pi * Double((j % 200 + 200) % 200) / 200
      let r = 100 * (1 + 0.25 * sin(8 * t + Double(frame) * 0.1 + Double(p)))
      return CGPoint(x: center.x + r * cos(t), y: center.y + r * sin(t))
    }
    let points = (-1..<203).map(point)
    let path = CGMutablePath()
    path.move(to: points[1])
    for j in 0..<200 {
      let (a, b, c, d) = (points[j], points[j + 1], points[j + 2], points[j + 3])
      path.addCurve(
        to: c,
        control1: CGPoint(x: b.x + (c.x - a.x) / 6, y: b.y + (c.y - a.y) / 6),
        control2: CGPoint(x: c.x - (d.x - b.x) / 6, y: c.y - (d.y - b.y) / 6)
      )
    }
    path.closeSubpath()
    return path
  }
}
