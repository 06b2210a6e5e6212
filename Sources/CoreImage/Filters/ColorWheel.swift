import CoreGraphics
import Foundation
import StrataBase

/// A disc of all hues and saturations of one value (Smith 1978): hues ascend counterclockwise from red at the right, and
/// saturations from the middle to the edge.
///
/// Inferred: the disc lies at the origin, softness is the width of its edge in pixels, and dither the range of noise in steps of 1/255.
enum ColorWheelRows {
  static let all = [
    FilterRow(
      "CIHueSaturationValueGradient",
      "Hue/Saturation/Value Gradient",
      .gradient,
      [
        .scalar("inputValue", 1, min: 0, slider: 0...1),
        .distance(kCIInputRadiusKey, 300, slider: 0...800),
        .scalar("inputSoftness", 1, min: 0, slider: 0...1), .scalar("inputDither", 1, min: 0, slider: 0...3),
        FilterInput(key: "inputColorSpace", value: .space),
      ]
    ) { values in
      let radius = min(values.number(kCIInputRadiusKey), 1e6)
      let value = Float(min(values.number("inputValue"), 1e3))
      let softness = values.number("inputSoftness").clamped(1e-3, 1e6)
      let dither = Float(min(values.number("inputDither"), 255) / 255)
      let conversion = values.space("inputColorSpace").flatMap {
        $0.model == .rgb ? SpaceConversion($0) : nil
      }
      let extent = PixelRect(covering: CGRect(x: 0, y: 0, width: 2 * radius, height: 2 * radius))
      return CIImage(
        node: AreaNode.generator(extent) { working in
          { place in
            let d = place - radius
            let cover = Float(((radius - d.length) / softness + 0.5).clamped(0, 1))
            let saturation = Float(min(d.length / radius, 1))
            var color = Self.color(hue: Float(atan2(d.y, d.x) / (2 * .pi)), saturation, value)
            let noise = SpatialNoise.pixel(place).straight - Pixel(0.5, 0.5, 0.5, 0)
            color = (color + noise * dither).with(alpha: 1)
            let pixel = conversion?.pixel(color, in: working) ?? working.pixel(straightSRGB: color)
            return pixel.with(alpha: 1) * cover
          }
        }
      )
    }
  ]

  /// The colour of a hue in turns.
  private static func color(hue: Float, _ saturation: Float, _ value: Float) -> Pixel {
    func component(_ shift: Float) -> Float {
      let turn = hue + shift
      let place = abs((turn - turn.rounded(.down)) * 6 - 3) - 1
      return value * (1 + (min(max(place, 0), 1) - 1) * saturation)
    }
    return Pixel(component(0), component(2 / 3), component(1 / 3), 1)
  }
}
