import CoreGraphics
import Foundation
import StrataBase

/// Filters that move pixels: each pixel shows the place of the image that a function gives, sampled bilinearly.
///
/// Apple's reference describes these effects without formulas. Those here are inferred, and hold what it states: where
/// the effect ends, which value has no effect, and in which direction pixels go. Below, d is the vector from the centre, r
/// its length, and q = r / radius.
enum DistortionRows {
  static let all: [FilterRow] = [
    // d · (1 − scale · (1 − q²)) inside of the radius. Scales are limited to −1 … 1.
    .of(
      "CIBumpDistortion",
      "Bump Distortion",
      .distortion,
      [
        .center, .distance(kCIInputRadiusKey, 300, slider: 0...600),
        .scalar(kCIInputScaleKey, 0.5, identity: 0, slider: -1...1),
      ]
    ) { image, values in
      let scale = min(max(values.number(kCIInputScaleKey), -1), 1)
      return image.distorted(values, reach: 1 + abs(scale)) { d, q in d * (1 - scale * (1 - q * q)) }
    },
    // d · sin(π q / 2) to the power −scale inside of the radius; a scale of 1 is the greatest.
    .of(
      "CIPinchDistortion",
      "Pinch Distortion",
      .distortion,
      [
        .center, .distance(kCIInputRadiusKey, 300, identity: 0, slider: 0...1000),
        .scalar(kCIInputScaleKey, 0.5, identity: 0, min: 0, slider: 0...2),
      ]
    ) { image, values in
      let scale = min(values.number(kCIInputScaleKey), 1)
      return image.distorted(values, reach: 1) { d, q in q > 0 ? d * pow(sin(.pi / 2 * q), -scale) : d }
    },
    // A turn by angle · (1 − q)² inside of the radius, counterclockwise for positive angles.
    .of(
      "CITwirlDistortion",
      "Twirl Distortion",
      .distortion,
      [
        .center, .distance(kCIInputRadiusKey, 300, identity: 300, slider: 0...500),
        .angle(kCIInputAngleKey, .pi, slider: -4 * Double.pi...4 * .pi),
      ],
      output: turned
    ),
    // The same turn; the default goes nine times round.
    .of(
      "CIVortexDistortion",
      "Vortex Distortion",
      .distortion,
      [
        .center, .distance(kCIInputRadiusKey, 300, slider: 0...800),
        .angle(kCIInputAngleKey, 18 * .pi, slider: -30 * Double.pi...30 * .pi),
      ],
      output: turned
    ),
    hole, splash, Droste.row,
  ]

  private static let turned: @Sendable (CIImage, FilterValues) -> CIImage? = { image, values in
    let angle = values.number(kCIInputAngleKey)
    return image.distorted(values, reach: 1) { d, q in
      let turn = -angle * (1 - q) * (1 - q)
      let (c, s) = (cos(turn), sin(turn))
      return SIMD2(d.x * c - d.y * s, d.x * s + d.y * c)
    }
  }

  /// A transparent hole; outside of it d · (1 − 1 / q²), so that its edge shows the centre.
  private static let hole = FilterRow.of(
    "CIHoleDistortion",
    "Hole Distortion",
    .distortion,
    [.center, .distance(kCIInputRadiusKey, 150, identity: 0.1, min: 0.01, slider: 0.01...1000)]
  ) { image, values in
    let center = values.place(kCIInputCenterKey)
    let radius = min(values.number(kCIInputRadiusKey), 1e9)
    let growth = Int(radius.rounded(.up))
    let middle = CGRect(x: center.x, y: center.y, width: 0, height: 0)
    return CIImage(
      node: AreaNode.warp(
        image.node,
        extent: image.node.extent.grown(growth, growth),
        reach: radius,
        needs: { $0.cgRect.union(middle) }
      ) { place in
        let d = place - center
        let square = (d * d).sum()
        guard square > radius * radius else { return SIMD2(repeating: .nan) }
        return center + d * (1 - radius * radius / square)
      }
    )
  }

  /// Outside of the circle each pixel shows the circle's point in its direction, as Apple's reference describes.
  private static let splash = FilterRow.of(
    "CICircleSplashDistortion",
    "Circle Splash Distortion",
    .distortion,
    [.center, .distance(kCIInputRadiusKey, 150, slider: 0...1000)]
  ) { image, values in
    WrapRows.rays(of: image, values.place(kCIInputCenterKey), values.number(kCIInputRadiusKey)) { _ in 0 }
  }
}

extension CIImage {
  /// The image distorted inside of a circle, the inputs' centre and radius.
  ///
  /// `source` gets the vector from the centre and its length over the radius; it gives the vector to the place to show,
  /// which is at most `reach` radii long.
  fileprivate func distorted(
    _ values: FilterValues,
    reach: Double,
    _ source: @escaping @Sendable (SIMD2<Double>, Double) -> SIMD2<Double>
  ) -> CIImage {
    let center = values.point(kCIInputCenterKey)
    let radius = min(values.number(kCIInputRadiusKey), 1e9)
    guard radius > 0, center.x.isFinite, center.y.isFinite else { return self }
    func circle(_ radius: Double) -> CGRect {
      CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }
    let (inside, needed) = (PixelRect(covering: circle(radius)), circle(radius * reach))
    let isReached = !inside.intersection(node.extent).isEmpty
    return CIImage(
      node: AreaNode.warp(
        node,
        extent: isReached ? node.extent.union(inside) : node.extent,
        reach: (1 + reach) * radius,
        needs: { inside.intersection($0).isEmpty ? $0.cgRect : $0.cgRect.union(needed) }
      ) { place in
        let d = place - center
        let q = (d * d).sum().squareRoot() / radius
        return q < 1 ? center + source(d, q) : place
      }
    )
  }
}
