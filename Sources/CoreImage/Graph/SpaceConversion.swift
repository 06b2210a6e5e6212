import CoreGraphics

/// The way from straight components of a colour space to the working space.
///
/// Components from 0 to 1 of an RGB space go through a table of light and a matrix, which colours of Core Graphics give;
/// all others are such colours themselves.
struct SpaceConversion: Sendable {
  private let space: CGColorSpace
  /// The space's red, green and blue as light of linear sRGB; nil for spaces that need none, or that are not RGB.
  private let primaries: [Pixel]?
  /// The light of each step from 0 to 1; between two, the error of a line is less than that of a 16-bit number.
  private let light: [Float]
  private static let lastStep = 4096

  init(_ space: CGColorSpace) {
    self.space = space
    guard space.model == .rgb, !CIContext.isPlainSRGB(space) else {
      (primaries, light) = (nil, [])
      return
    }
    func linear(_ red: Float, _ green: Float, _ blue: Float) -> Pixel {
      TransferCurve.linear(space.sRGB(Pixel(red, green, blue, 1)))
    }
    let red = linear(1, 0, 0)
    primaries = [red, linear(0, 1, 0), linear(0, 0, 1)]
    light = (0...Self.lastStep).map { linear(Float($0) / Float(Self.lastStep), 0, 0).x / red.x }
  }

  /// Returns the premultiplied working pixel of straight components.
  func pixel(_ color: Pixel, in working: WorkingSpace) -> Pixel {
    guard let primaries else { return working.pixel(straightSRGB: sRGB(color)) }
    let rgb = Pixel(color.x, color.y, color.z, 0)
    guard rgb.min() >= 0, rgb.max() <= 1 else { return working.pixel(straightSRGB: space.sRGB(color)) }
    let sum = primaries[0] * light(rgb.x) + primaries[1] * light(rgb.y) + primaries[2] * light(rgb.z)
    return (working == .linear ? sum : TransferCurve.encoded(sum)).with(alpha: color.w).premultiplied
  }

  private func light(_ value: Float) -> Float {
    let place = value * Float(Self.lastStep)
    let step = min(Int(place), Self.lastStep - 1)
    return light[step] + (light[step + 1] - light[step]) * (place - Float(step))
  }

  /// The straight colour in extended sRGB of components without a table.
  private func sRGB(_ color: Pixel) -> Pixel {
    guard space.model == .monochrome else { return color }
    let gray = CGColor(colorSpace: space, components: [CGFloat(color.x), CGFloat(color.w)])
    return gray?.extendedSRGB ?? color
  }
}
