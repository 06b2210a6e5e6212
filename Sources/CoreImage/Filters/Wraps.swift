import CoreGraphics
import Foundation
import StrataBase

/// Filters that bend an image around a line, a circle or a point.
///
/// Apple's reference describes these effects without formulas. Those here are inferred.
enum WrapRows {
  static let all: [FilterRow] = [linearBump, circularWrap, lightTunnel]

  /// The bump of `CIBumpDistortion` across a line: u · (1 − scale · (1 − q²)) for the distance u from the line, and q = u / radius.
  private static let linearBump = FilterRow.of(
    "CIBumpDistortionLinear",
    "Bump Distortion Linear",
    .distortion,
    [
      .center, .distance(kCIInputRadiusKey, 300, identity: 0, slider: 0...600),
      .angle(kCIInputAngleKey, 0, slider: 0...2 * .pi),
      .scalar(kCIInputScaleKey, 0.5, identity: 1, slider: 0...1),
    ]
  ) { image, values in
    let center = values.place(kCIInputCenterKey)
    let radius = min(values.number(kCIInputRadiusKey), 1e9)
    let scale = values.number(kCIInputScaleKey).clamped(-1, 1)
    let angle = values.number(kCIInputAngleKey)
    guard radius > 0, abs(angle) < 1e9 else { return image }
    let normal = SIMD2(0, 1).turned(by: angle)
    // The greatest shift lies where q² is a third.
    let reach = Int((radius * abs(scale) * 2 / 27.0.squareRoot()).rounded(.up)) + 1
    return CIImage(
      node: AreaNode.warp(
        image.node,
        extent: image.node.extent.grown(reach, reach),
        needs: { $0.grown(reach, reach).cgRect }
      ) { place in
        let u = ((place - center) * normal).sum()
        let q = u / radius
        return abs(q) < 1 ? place - normal * (u * scale * (1 - q * q)) : place
      }
    )
  }

  /// The lower edge of the image lies around the circle, clockwise; its middle is on top, turned by the angle.
  private static let circularWrap = FilterRow.of(
    "CICircularWrap",
    "Circular Wrap Distortion",
    .distortion,
    [
      .center, .distance(kCIInputRadiusKey, 150, slider: 0...600), .angle(kCIInputAngleKey, 0),
    ]
  ) { image, values in
    let area = image.extent
    let (center, angle) = (values.place(kCIInputCenterKey), values.number(kCIInputAngleKey))
    let radius = min(values.number(kCIInputRadiusKey), 1e9)
    guard !area.isNull, !area.isInfinite, abs(angle) < 1e9 else { return image }
    let (left, bottom) = (Double(area.minX), Double(area.minY))
    let turned = PlaneTurn(angle)
    let outer = radius + Double(area.height)
    return CIImage(
      node: AreaNode.warp(
        image.node,
        extent: PixelRect(covering: CGRect(around: [center - outer, center + outer])),
        needs: {
          let distances = Wedge(of: $0.cgRect, center, from: 0, to: 0).distances
          let low = CGFloat(distances.lowerBound - radius + bottom)
          let high = CGFloat(distances.upperBound - radius + bottom)
          return CGRect(x: area.minX, y: low, width: area.width, height: high - low)
        }
      ) { place in
        let d = turned.back(place - center)
        let turn = 0.5 + atan2(d.x, d.y) / (2 * .pi)
        // Where both ends meet, neither is mixed with what lies beyond it.
        let x = (turn * Double(area.width)).clamped(0.5, Double(area.width) - 0.5)
        return SIMD2(left + x, bottom + d.length - radius)
      }
    )
  }

  /// Inside of the circle the image stays.
  ///
  /// Beyond, each pixel shows the circle's point in its direction, turned by the rotation
  /// times the logarithm of the distance in radii: rays are logarithmic spirals.
  private static let lightTunnel = FilterRow.of(
    "CILightTunnel",
    "Light Tunnel Distortion",
    .distortion,
    [
      .center, .angle("inputRotation", 0, slider: 0...Double.pi / 2),
      .distance(kCIInputRadiusKey, 100, identity: 0, min: nil, slider: 1...500),
    ]
  ) { image, values in
    let rotation = values.number("inputRotation")
    return rays(of: image, values.place(kCIInputCenterKey), abs(values.number(kCIInputRadiusKey))) {
      -rotation * log($0)
    }
  }
}

extension WrapRows {
  /// The image inside of a circle, and around it rays of the colours that it has on the circle.
  ///
  /// `turn` is the angle in radians by which the point of the circle lies from the direction of a pixel; it gets the pixel's
  /// distance in radii.
  static func rays(
    of image: CIImage,
    _ center: SIMD2<Double>,
    _ radius: Double,
    turn: @escaping @Sendable (Double) -> Double
  ) -> CIImage {
    let radius = min(radius, 1e9)
    let circle = CGRect(around: [center - radius, center + radius])
    return CIImage(
      node: AreaNode.warp(
        image.node,
        extent: .world,
        needs: {
          let farthest = Wedge(of: $0.cgRect, center, from: 0, to: 0).distances.upperBound
          return farthest > radius ? circle : $0.cgRect
        }
      ) { place in
        let d = place - center
        let length = d.length
        guard length > radius else { return place }
        return center + (d * (radius / length)).turned(by: radius > 0 ? turn(length / radius) : 0)
      }
    )
  }
}
