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

  /// White shapes on black.
  static let shapes = drawn { context in
    context.setFillColor(CGColor(gray: 0, alpha: 1))
    context.fill(rect)
    context.setFillColor(CGColor(gray: 1, alpha: 1))
    context.fillEllipse(in: CGRect(x: 10, y: 18, width: 52, height: 52))
    context.fill(CGRect(x: 74, y: 18, width: 46, height: 20))
    context.move(to: CGPoint(x: 74, y: 46))
    context.addLine(to: CGPoint(x: 120, y: 46))
    context.addLine(to: CGPoint(x: 97, y: 78))
    context.fillPath()
  }

  /// A lit ball, which fills the picture.
  static let ball = drawn { context in
    for y in 0..<88 {
      for x in 0..<132 {
        let (u, v) = ((Double(x) - 65.5) / 66, (Double(y) - 43.5) / 44)
        let height = max(1 - u * u - v * v, 0).squareRoot()
        let light = max(0, -0.4 * u + 0.5 * v + 0.77 * height)
        let gleam = pow(light, 24)
        context.setFillColor(
          CGColor(
            srgbRed: 0.1 + 0.6 * light + gleam,
            green: 0.1 + 0.35 * light + gleam,
            blue: 0.2 + 0.2 * light + gleam,
            alpha: 1
          )
        )
        context.fill(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
  }

  /// Lines of writing on paper that lies half in the shade.
  static let page = drawn { context in
    for x in 0..<132 {
      context.setFillColor(CGColor(gray: 0.45 + 0.4 * CGFloat(x) / 132, alpha: 1))
      context.fill(CGRect(x: x, y: 0, width: 1, height: 88))
    }
    context.setFillColor(CGColor(srgbRed: 0.1, green: 0.1, blue: 0.25, alpha: 1))
    for line in 0..<7 {
      var x = 10
      for word in 0..<8 where x < 116 {
        let width = 5 + (line * 7 + word * 11) % 13
        context.fill(CGRect(x: x, y: 10 + line * 11, width: min(width, 122 - x), height: 4))
        x += width + 4
      }
    }
  }

  /// Six colours of the landscape.
  static let palette: CIImage = [
    (0.2, 0.6, 0.25), (0.2, 0.45, 0.25), (1, 0.85, 0.2), (0.8, 0.3, 0.25), (0.6, 0.75, 0.9),
    (0.95, 0.95, 0.95),
  ]
  .enumerated()
  .reduce(CIImage.empty()) { row, color in
    let (r, g, b) = color.element
    return CIImage(color: CIColor(red: r, green: g, blue: b))
      .cropped(to: CGRect(x: color.offset, y: 0, width: 1, height: 1)).composited(over: row)
  }

  /// The landscape at a quarter of its size.
  static let small = landscape.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: 0.25])

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
