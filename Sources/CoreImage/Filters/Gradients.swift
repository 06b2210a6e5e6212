import CoreGraphics
import Foundation
import StrataBase

/// Gradients of infinite extent, mixed in the working space, premultiplied.
enum GradientRows {
  static let all: [FilterRow] = [
    FilterRow("CILinearGradient", "Linear Gradient", .gradient, lineInputs) { values in
      linear(values) { $0 }
    },
    // The same with the smooth step 3t² − 2t³.
    FilterRow("CISmoothLinearGradient", "Smooth Linear Gradient", .gradient, lineInputs) { values in
      linear(values) { $0 * $0 * (3 - 2 * $0) }
    },
    FilterRow(
      "CIRadialGradient",
      "Radial Gradient",
      .gradient,
      [
        .center,
        .distance("inputRadius0", 5, slider: 0...800).titled("Radius 1"),
        .distance("inputRadius1", 100, slider: 0...800).titled("Radius 2"),
        .color("inputColor0", Pixel(1, 1, 1, 1), title: "Color 1"),
        .color("inputColor1", Pixel(0, 0, 0, 1), title: "Color 2"),
      ]
    ) { values in
      let center = values.point(kCIInputCenterKey)
      let (inner, outer) = (values.number("inputRadius0"), values.number("inputRadius1"))
      return gradient(values) { place in
        let offset = place - center
        let distance = (offset * offset).sum().squareRoot()
        guard outer != inner else { return distance < inner ? 0 : 1 }
        return (distance - inner) / (outer - inner)
      }
    },
    // A bell whose standard deviation is a third of the radius; inferred, as the reference gives no formula.
    FilterRow(
      "CIGaussianGradient",
      "Gaussian Gradient",
      .gradient,
      [
        .center,
        .color("inputColor0", Pixel(1, 1, 1, 1), title: "Color 1"),
        .color("inputColor1", Pixel(0, 0, 0, 0), title: "Color 2"),
        .distance(kCIInputRadiusKey, 300, slider: 0...800),
      ]
    ) { values in
      let center = values.point(kCIInputCenterKey)
      let deviation = max(values.number(kCIInputRadiusKey) / 3, 1e-6)
      return gradient(values) { place in
        let offset = (place - center) / deviation
        return 1 - exp(-(offset * offset).sum() / 2)
      }
    },
  ]

  private static let lineInputs: [FilterInput] = [
    .position("inputPoint0", 0, 0), .position("inputPoint1", 200, 200),
    .color("inputColor0", Pixel(1, 1, 1, 1), title: "Color 1"),
    .color("inputColor1", Pixel(0, 0, 0, 1), title: "Color 2"),
  ]

  private static func linear(
    _ values: FilterValues,
    _ shape: @escaping @Sendable (Double) -> Double
  ) -> CIImage {
    let start = values.point("inputPoint0")
    let line = values.point("inputPoint1") - start
    let length = (line * line).sum()
    return gradient(values) { place in
      guard length > 0 else { return 1 }
      let t = ((place - start) * line).sum() / length
      return shape(min(max(t, 0), 1))
    }
  }

  /// The mixture of the two colours by the share of the second one, limited to 0 … 1.
  private static func gradient(
    _ values: FilterValues,
    _ share: @escaping @Sendable (SIMD2<Double>) -> Double
  ) -> CIImage {
    let (first, second) = (values.color("inputColor0"), values.color("inputColor1"))
    return CIImage(
      node: AreaNode.generator(.world) { space in
        let (a, b) = (space.pixel(straightSRGB: first), space.pixel(straightSRGB: second))
        return { place in a + (b - a) * Float(min(max(share(place), 0), 1)) }
      }
    )
  }
}

extension FilterInput {
  /// The input with another name for people.
  func titled(_ title: String) -> FilterInput {
    var result = self
    result.title = title
    return result
  }
}
