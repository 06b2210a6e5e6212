import CoreGraphics
import Foundation
import StrataBase

/// Generators of lights: a star, the sun and a halo, endless and transparent around them.
///
/// Apple's reference describes the inputs without formulas. Those here are inferred. Below, q is the distance from the centre.
enum GlowRows {
  static let all: [FilterRow] = [star, sun, halo]

  /// A disc whose cover is (1 − q / radius)², white in the middle, and the four arms of a cross over it.
  ///
  /// An arm ends at the length L = scale · exp(−epsilon). Its strength at the distance u is exp(opacity) · (L / u − 1), at most 1;
  /// across it is a bell as wide as the width.
  private static let star = FilterRow(
    "CIStarShineGenerator",
    "Star Shine",
    .generator,
    [
      .center, .color(kCIInputColorKey, Pixel(1, 0.8, 0.6, 1), type: nil),
      .distance(kCIInputRadiusKey, 50, slider: 0...300),
      .scalar("inputCrossScale", 15, identity: 15, min: 0, slider: 0...100),
      .angle("inputCrossAngle", 0.6, identity: nil),
      .scalar("inputCrossOpacity", -2, identity: -2, max: 0, slider: -8...0),
      .distance("inputCrossWidth", 2.5, min: 0, slider: 0.5...10),
      .scalar("inputEpsilon", -2, identity: -2, max: 0, slider: -8...0),
    ]
  ) { values in
    let radius = values.number(kCIInputRadiusKey).clamped(1e-3, 1e9)
    let length = min(values.number("inputCrossScale"), 1e6) * exp(-max(values.number("inputEpsilon"), -30))
    let opacity = exp(max(values.number("inputCrossOpacity"), -30))
    let deviation = values.number("inputCrossWidth").clamped(1e-3, 1e9) / 2
    let turn = PlaneTurn(values.number("inputCrossAngle").clamped(-1e6, 1e6))
    @Sendable func arm(_ along: Double, _ across: Double) -> Double {
      let strength = (opacity * (length / max(abs(along), 1e-6) - 1)).clamped(0, 1)
      return strength * exp(-across * across / (2 * deviation * deviation))
    }
    return light(values) { d in
      let reach = 1 - min(d.length / radius, 1)
      let disc = reach * reach
      let p = turn.back(d)
      let cross = max(arm(p.x, p.y), arm(p.y, p.x))
      let cover = disc + cross - disc * cross
      return (cover, disc * disc)
    }
  }

  /// A disc, whiter towards its middle, and beams that end at the greatest striation radius, in radii of the sun.
  ///
  /// For q in radii and the greatest radius m, a beam's cover is strength · (1 + 2 · contrast · n) · ((m − q) / (m − 1))². n is smooth
  /// noise of the direction, which changes eight times while the time goes from 0 to 1.
  private static let sun = FilterRow(
    "CISunbeamsGenerator",
    "Sunbeams",
    .generator,
    [
      .center, .color(kCIInputColorKey, Pixel(1, 0.5, 0, 1), type: nil),
      .distance("inputSunRadius", 40, identity: 40, slider: 0...800),
      .scalar("inputMaxStriationRadius", 2.58, identity: 2.58, min: 0, slider: 0...10),
      .scalar("inputStriationStrength", 0.5, identity: 0.5, min: 0, slider: 0...3),
      .scalar("inputStriationContrast", 1.375, identity: 1.375, min: 0, slider: 0...5), lightTime,
    ]
  ) { values in
    let radius = values.number("inputSunRadius").clamped(1e-3, 1e9)
    let most = min(values.number("inputMaxStriationRadius"), 1e6)
    let (strength, contrast, time) = striation(values)
    return light(values) { d in
      let q = d.length / radius
      // The edge of the disc is a pixel wide.
      let disc = ((1 - q) * radius + 0.5).clamped(0, 1)
      let fade = most > 1 ? ((most - max(q, 1)) / (most - 1)).clamped(0, 1) : 0
      let ray = max(1 + 2 * contrast * SpatialNoise.around(atan2(d.y, d.x), time: time), 0)
      let beam = min(strength * ray * fade * fade, 1)
      return (disc + beam - disc * beam, 0.5 * max(1 - q * q, 0))
    }
  }

  /// Three rings, blue, green and red from the inside to the outside, between the halo's radius and its radius plus its width.
  ///
  /// A ring is b = width / (3 − 2 · overlap) wide; the rings begin b · (1 − overlap) after each other. At the share t of a ring its
  /// strength is sin² πt, times a ray, which is 1 + 2 · strength · contrast · n as in `CISunbeamsGenerator`.
  private static let halo = FilterRow(
    "CILenticularHaloGenerator",
    "Lenticular Halo",
    .generator,
    [
      .center, .color(kCIInputColorKey, Pixel(1, 0.9, 0.8, 1), type: nil),
      .distance("inputHaloRadius", 70, slider: 0...1000), .distance("inputHaloWidth", 87, slider: 0...300),
      .scalar("inputHaloOverlap", 0.77, min: 0, max: 1, slider: 0...1),
      .scalar("inputStriationStrength", 0.5, min: 0, slider: 0...3),
      .scalar("inputStriationContrast", 1, min: 0, slider: 0...5), lightTime,
    ]
  ) { values in
    let center = values.place(kCIInputCenterKey)
    let inner = min(values.number("inputHaloRadius"), 1e9)
    let overlap = values.number("inputHaloOverlap")
    let band = values.number("inputHaloWidth").clamped(1e-3, 1e9) / (3 - 2 * overlap)
    let (strength, contrast, time) = striation(values)
    let color = values.color(kCIInputColorKey)
    return CIImage(
      node: AreaNode.generator(.world) { space in
        let tone = space.pixel(straightSRGB: color)
        return { place in
          let d = place - center
          let q = d.length - inner
          guard q > 0, q < band * (3 - 2 * overlap) else { return .zero }
          let ray = max(1 + 2 * strength * contrast * SpatialNoise.around(atan2(d.y, d.x), time: time), 0)
          func ring(_ i: Double) -> Float {
            let t = q / band - i * (1 - overlap)
            return t > 0 && t < 1 ? Float(min(pow(sin(.pi * t), 2) * ray, 1)) : 0
          }
          let light = tone * Pixel(ring(2), ring(1), ring(0), 0)
          return light.with(alpha: tone.w > 0 ? max(light.x, light.y, light.z) : 0)
        }
      }
    )
  }

  /// A time without end: it goes on beyond 1.
  private static let lightTime = FilterInput.scalar(kCIInputTimeKey, 0, identity: 0, slider: 0...1)

  private static func striation(_ values: FilterValues) -> (strength: Double, contrast: Double, time: Double)
  {
    (
      min(values.number("inputStriationStrength"), 1e3), min(values.number("inputStriationContrast"), 1e3),
      values.number(kCIInputTimeKey).clamped(-1e6, 1e6)
    )
  }

  /// A light of the colour around the centre; `shape` gives its cover, and the share of white in it.
  private static func light(
    _ values: FilterValues,
    _ shape: @escaping @Sendable (SIMD2<Double>) -> (cover: Double, white: Double)
  ) -> CIImage {
    let center = values.place(kCIInputCenterKey)
    let color = values.color(kCIInputColorKey)
    return CIImage(
      node: AreaNode.generator(.world) { space in
        let tone = space.pixel(straightSRGB: color)
        return { place in
          let (cover, white) = shape(place - center)
          let light = tone + (Pixel(repeating: tone.w) - tone) * Float(white)
          return light * Float(cover)
        }
      }
    )
  }
}

extension SpatialNoise {
  /// Smooth noise of a direction between −0.5 and 0.5, from 48 values around the circle; they change eight times in a unit of
  /// time.
  static func around(_ angle: Double, time: Double) -> Double {
    let count = 48.0
    let place = (angle / (2 * .pi) + 0.5) * count
    let (low, row) = (place.rounded(.down), (time * 8).rounded(.down))
    func value(_ i: Double) -> Double {
      let turn = i.truncatingRemainder(dividingBy: count)
      func noise(_ row: Double) -> Double { Double(pixel(SIMD2(turn, 7 + row)).w) - 0.5 }
      let first = noise(row)
      return time == 0 ? first : first + (noise(row + 1) - first) * smoothStep(time * 8 - row)
    }
    return value(low) + (value(low + 1) - value(low)) * smoothStep(place - low)
  }
}
