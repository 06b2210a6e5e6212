import CoreGraphics
import Foundation
import StrataBase

/// Filters that make images of nothing but colours and positions.
enum GeneratorRows {
  static let all: [FilterRow] = [
    // Squares of two colours, the first one to the upper right of the centre, which is inferred.
    FilterRow(
      "CICheckerboardGenerator",
      "Checkerboard",
      .generator,
      [.center] + patternInputs
    ) { values in
      let pattern = StripePattern(values)
      return pattern.image { pattern.side($0.x, pattern.center.x) * pattern.side($0.y, pattern.center.y) }
    },
    // Upright stripes of two colours, the first one to the right of the centre, which is inferred.
    FilterRow("CIStripesGenerator", "Stripes", .generator, [.center] + patternInputs) { values in
      let pattern = StripePattern(values)
      return pattern.image { pattern.side($0.x, pattern.center.x) }
    },
    FilterRow(
      "CIConstantColorGenerator",
      "Constant Color",
      .generator,
      [.color(kCIInputColorKey, Pixel(1, 0, 0, 1))]
    ) { values in
      let color = values.color(kCIInputColorKey)
      return CIImage(
        node: AreaNode.generator(.world) { space in
          let pixel = space.pixel(straightSRGB: color)
          return { _ in pixel }
        }
      )
    },
    // Noise in all four components, from a hash of the place: the same in every run, but not Apple's sequence.
    FilterRow("CIRandomGenerator", "Random Generator", .generator, []) { _ in
      CIImage(node: AreaNode.generator(.world) { _ in { SpatialNoise.pixel($0) } })
    },
    roundedRectangle, MeshRows.mesh,
  ]

  private static let patternInputs: [FilterInput] = [
    .color("inputColor0", Pixel(1, 1, 1, 1), type: nil, title: "Color 1"),
    .color("inputColor1", Pixel(0, 0, 0, 1), type: nil, title: "Color 2"),
    .distance(kCIInputWidthKey, 80, min: nil, slider: 0...800),
    .scalar(kCIInputSharpnessKey, 1, min: 0, max: 1, slider: 0...1),
  ]

  /// A rectangle with round corners, antialiased by the distance to its edge.
  private static let roundedRectangle = FilterRow(
    "CIRoundedRectangleGenerator",
    "Rounded Rectangle Generator",
    .generator,
    [
      .rectangle(kCIInputExtentKey, 0, 0, 100, height: 100),
      .distance(kCIInputRadiusKey, 10, slider: 0...100),
      .color(kCIInputColorKey, Pixel(1, 1, 1, 1)),
    ]
  ) { values in
    let rect = values.rect(kCIInputExtentKey)
    let area = PixelRect(covering: rect)
    guard !area.isEmpty, !area.contains(.world) else { return .empty() }
    let half = SIMD2(Double(rect.width), Double(rect.height)) / 2
    let center = SIMD2(Double(rect.minX), Double(rect.minY)) + half
    let radius = min(values.number(kCIInputRadiusKey), half.min())
    let color = values.color(kCIInputColorKey)
    return CIImage(
      node: AreaNode.generator(area) { space in
        let pixel = space.pixel(straightSRGB: color)
        return { place in
          let offset = place - center
          let corner = pointwiseMax(offset, -offset) - half + radius
          let outside = pointwiseMax(corner, .zero)
          let distance = (outside * outside).sum().squareRoot() + min(corner.max(), 0) - radius
          return pixel * Float(min(max(0.5 - distance, 0), 1))
        }
      }
    )
  }
}

/// Stripes along an axis; a checkerboard is the product of two.
private struct StripePattern: Sendable {
  let center: SIMD2<Double>
  private let first: Pixel
  private let second: Pixel
  private let width: Double
  /// Half the distance over which one colour becomes the other: half a pixel for sharp edges.
  private let edge: Double

  init(_ values: FilterValues) {
    center = values.point(kCIInputCenterKey)
    (first, second) = (values.color("inputColor0"), values.color("inputColor1"))
    width = min(max(abs(values.number(kCIInputWidthKey)), 1e-3), 1e9)
    edge = max(0.5, (1 - values.number(kCIInputSharpnessKey)) * width / 2)
  }

  /// 1 in stripes of the first colour, −1 in those of the second, between them near edges.
  func side(_ x: Double, _ origin: Double) -> Double {
    let place = (x - origin) / (2 * width)
    let phase = place - place.rounded(.down)
    // The distance to the nearest edge, in pixels.
    let distance = min(phase, abs(phase - 0.5), 1 - phase) * 2 * width
    let strength = min(distance / edge, 1)
    return phase < 0.5 ? strength : -strength
  }

  func image(_ value: @escaping @Sendable (SIMD2<Double>) -> Double) -> CIImage {
    let (first, second) = (first, second)
    return CIImage(
      node: AreaNode.generator(.world) { space in
        let (a, b) = (space.pixel(straightSRGB: first), space.pixel(straightSRGB: second))
        return { place in b + (a - b) * Float(value(place) / 2 + 0.5) }
      }
    )
  }
}

/// Noise that is a function of the pixel.
enum SpatialNoise {
  static func pixel(_ place: SIMD2<Double>) -> Pixel {
    let (x, y) = (Int64(place.x.rounded(.down)), Int64(place.y.rounded(.down)))
    var random = SplitMix64(seed: UInt64(bitPattern: x &* 0x1_0000_01B3 ^ (y << 32 &+ y)))
    let bits = random.next()
    func part(_ shift: UInt64) -> Float { Float(bits >> shift & 0xffff) / 65535 }
    return Pixel(part(0), part(16), part(32), part(48)).premultiplied
  }
}
