import CoreGraphics
import CoreImage
import Foundation

/// The pictures that the gallery filters, of 132 × 88 pixels.
enum Samples {
  static let size = CGSize(width: 132, height: 88)
  static let rect = CGRect(origin: .zero, size: size)

  /// A landscape: sky, sun, hills, a house, and a fence of thin lines.
  static let landscape = drawn { context in
    for row in 0..<88 {
      let t = CGFloat(row) / 88
      context.setFillColor(
        CGColor(srgbRed: 0.95 - 0.6 * t, green: 0.85 - 0.25 * t, blue: 0.75 + 0.2 * t, alpha: 1)
      )
      context.fill(CGRect(x: 0, y: CGFloat(row), width: 132, height: 1))
    }
    context.setFillColor(CGColor(srgbRed: 1, green: 0.85, blue: 0.2, alpha: 1))
    context.fillEllipse(in: CGRect(x: 88, y: 54, width: 24, height: 24))
    for (x, width, height, green) in [(-30.0, 110.0, 70.0, 0.45), (50, 130, 56, 0.6)]
      as [(CGFloat, CGFloat, CGFloat, CGFloat)]
    {
      context.setFillColor(CGColor(srgbRed: 0.2, green: green, blue: 0.25, alpha: 1))
      context.fillEllipse(in: CGRect(x: x, y: -height / 2, width: width, height: height))
    }
    context.setFillColor(CGColor(srgbRed: 0.8, green: 0.3, blue: 0.25, alpha: 1))
    context.fill(CGRect(x: 24, y: 26, width: 26, height: 20))
    context.setFillColor(CGColor(srgbRed: 0.3, green: 0.2, blue: 0.2, alpha: 1))
    context.move(to: CGPoint(x: 20, y: 46))
    context.addLine(to: CGPoint(x: 37, y: 60))
    context.addLine(to: CGPoint(x: 54, y: 46))
    context.fillPath()
    context.setFillColor(CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    for x in stride(from: 4, to: 132, by: 6) { context.fill(CGRect(x: x, y: 6, width: 2, height: 12)) }
    context.fill(CGRect(x: 0, y: 11, width: 132, height: 1))
  }

  /// Discs of bright colours over darkness.
  static let lights = drawn { context in
    context.setFillColor(CGColor(srgbRed: 0.1, green: 0.1, blue: 0.25, alpha: 1))
    context.fill(rect)
    for i in 0..<24 {
      let (x, y) = (CGFloat(i * 37 % 132), CGFloat(i * 23 % 88))
      let hue = CGFloat(i) / 24
      context.setFillColor(
        CGColor(
          srgbRed: 0.5 + 0.5 * cos(6.28 * hue),
          green: 0.5 + 0.5 * cos(6.28 * hue - 2),
          blue: 0.8,
          alpha: 0.8
        )
      )
      context.fillEllipse(in: CGRect(x: x - 9, y: y - 9, width: 18, height: 18))
    }
  }

  /// Grey that grows to the right and in waves.
  static let mask = drawn { context in
    for x in 0..<132 {
      for y in 0..<88 {
        let wave = 0.5 + 0.25 * sin(Double(x) / 7) + 0.25 * cos(Double(y) / 5 + Double(x) / 30)
        context.setFillColor(CGColor(gray: wave, alpha: 1))
        context.fill(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
  }

  /// Colours from black over red and yellow to white.
  static let ramp = drawn { context in
    for x in 0..<132 {
      let t = CGFloat(x) / 131
      let color = CGColor(
        srgbRed: min(3 * t, 1),
        green: min(max(3 * t - 1, 0), 1),
        blue: max(3 * t - 2, 0),
        alpha: 1
      )
      context.setFillColor(color)
      context.fill(CGRect(x: x, y: 0, width: 1, height: 88))
    }
  }

  private static func drawn(_ draw: (CGContext) -> Void) -> CIImage {
    let context = CGContext(
      data: nil,
      width: Int(size.width),
      height: Int(size.height),
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    guard let context else { return .empty() }
    draw(context)
    return context.makeImage().map { CIImage(cgImage: $0) } ?? .empty()
  }
}
