import CoreGraphics
import Foundation
import StrataBase

/// Filters that compare the colours of two images.
enum ColorComparisonRows {
  static let all: [FilterRow] = [
    // Apple's reference: the absolute difference of each component; of premultiplied ones under the greater alpha, which is
    // inferred.
    comparison("CIColorAbsoluteDifference", "Color Absolute Difference", .colorAdjustment) { _ in
      { a, b in
        let difference = pointwiseMax(a - b, b - a)
        return difference.with(alpha: max(a.w, b.w))
      }
    },
    // Apple's reference: ΔE of 1994 in Lab, 0 to 100; a difference of 2 can just be seen. With the weights for graphic arts
    // and the white D65, which is inferred; alpha is 1.
    comparison("CILabDeltaE", "Lab Delta E", .colorEffect) { space in
      { a, b in
        let difference = LabColor(a, space).difference(from: LabColor(b, space))
        return Pixel(difference, difference, difference, 1)
      }
    },
  ]

  private static func comparison(
    _ name: String,
    _ title: String,
    _ group: FilterGroup,
    _ body: @escaping @Sendable (WorkingSpace) -> @Sendable (Pixel, Pixel) -> Pixel
  ) -> FilterRow {
    FilterRow(name, title, group, [.image(), .image("inputImage2")]) { values in
      guard let a = values.image(), let b = values.image("inputImage2") else { return nil }
      let extent = a.node.extent.union(b.node.extent)
      return CIImage(node: MixNode([a.node, b.node], extent: extent) { MixKernel(pair: body($0)) })
    }
    .global()
  }
}

/// A colour in CIE L*a*b* of the white D65.
struct LabColor: Sendable {
  let components: SIMD3<Float>

  /// Creates the colour of a premultiplied pixel; alpha does not count.
  init(_ pixel: Pixel, _ space: WorkingSpace) {
    let c = space == .linear ? pixel.straight : TransferCurve.linear(pixel.straight)
    // The rows of IEC 61966-2-1, divided by the white point.
    let x = (0.412_456 * c.x + 0.357_576 * c.y + 0.180_437 * c.z) / 0.950_47
    let y = 0.212_673 * c.x + 0.715_152 * c.y + 0.072_175 * c.z
    let z = (0.019_334 * c.x + 0.119_192 * c.y + 0.950_304 * c.z) / 1.088_83
    let (fx, fy, fz) = (Self.root(x), Self.root(y), Self.root(z))
    components = SIMD3(116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
  }

  private static func root(_ value: Float) -> Float {
    value > 0.008_856 ? cbrt(value) : 7.787 * value + 16 / 116
  }

  /// ΔE of CIE 1994 from a reference colour.
  func difference(from other: LabColor) -> Float {
    let (a, b) = (components, other.components)
    let d = a - b
    let (c1, c2) = ((a.y * a.y + a.z * a.z).squareRoot(), (b.y * b.y + b.z * b.z).squareRoot())
    let chroma = c1 - c2
    let hue = max(d.y * d.y + d.z * d.z - chroma * chroma, 0)
    let (sc, sh) = (1 + 0.045 * c1, 1 + 0.015 * c1)
    return (d.x * d.x + chroma * chroma / (sc * sc) + hue / (sh * sh)).squareRoot()
  }
}
