import CoreGraphics
import Foundation
import StrataBase

/// A picture that holds itself, as in a lithograph by Escher.
///
/// De Smit and Lenstra (2003): where a picture holds a copy of itself, smaller by the factor s, it is a picture of the
/// logarithm with the periods log s and 2πi. A power z ↦ z^β winds it up to a spiral. It keeps both periods if
/// β = periodicity − i · strands · log(1/s) / 2π, with whole numbers. That these are what the inputs mean, is inferred.
struct Droste: Sendable {
  /// The point that all copies have in common.
  let center: SIMD2<Double>
  /// The logarithm of the factor by which a picture is larger than its copy.
  let period: Double
  private let low: SIMD2<Double>
  private let high: SIMD2<Double>

  /// Creates the nesting of a copy with the area and the middle of a rectangle; nil unless the copy lies inside.
  init?(_ extent: CGRect, copy: CGRect) {
    guard extent.width > 0, extent.height > 0, copy.width > 0, copy.height > 0 else { return nil }
    let ratio = Double(copy.width * copy.height / (extent.width * extent.height)).squareRoot()
    guard ratio > 1e-6, ratio < 0.999 else { return nil }
    let middle = SIMD2(Double(extent.midX), Double(extent.midY))
    // The fixed point of the map p ↦ middle of the copy + ratio · (p − middle).
    center = (SIMD2(Double(copy.midX), Double(copy.midY)) - middle * ratio) / (1 - ratio)
    period = -log(ratio)
    low = SIMD2(Double(extent.minX), Double(extent.minY)) - center
    high = SIMD2(Double(extent.maxX), Double(extent.maxY)) - center
    guard low.max() < 0, high.min() > 0 else { return nil }
  }

  /// The place in the picture around its copy that stands for a vector from the centre: all its copies have one.
  func place(_ d: SIMD2<Double>) -> SIMD2<Double> {
    // The factor by which the extent reaches the vector.
    let reach = max(d.x > 0 ? d.x / high.x : d.x / low.x, d.y > 0 ? d.y / high.y : d.y / low.y)
    guard reach > 0, reach.isFinite else { return SIMD2(repeating: .nan) }
    let source = d * exp(-period * (log(reach) / period).rounded(.up))
    // No sample is mixed with what lies beyond the picture.
    return center + source.clamped(lowerBound: low + 0.5, upperBound: pointwiseMax(low + 0.5, high - 0.5))
  }

  static let row = FilterRow.of(
    "CIDroste",
    "Droste",
    .distortion,
    [
      .position("inputInsetPoint0", 200, 200), .position("inputInsetPoint1", 400, 400),
      .scalar("inputStrands", 1, slider: -2...2), .scalar("inputPeriodicity", 1, min: 1, slider: 1...5),
      .angle("inputRotation", 0, slider: 0...2 * .pi), .scalar("inputZoom", 1, min: 0.01, slider: 0.01...5),
    ]
  ) { image, values in
    let copy = CGRect(around: [values.place("inputInsetPoint0"), values.place("inputInsetPoint1")])
    guard !image.extent.isNull, !image.extent.isInfinite, let nesting = Droste(image.extent, copy: copy)
    else {
      return image
    }
    let source = image.node.extent.cgRect
    let periodicity = values.number("inputPeriodicity").clamped(1, 1e3)
    let winding = values.number("inputStrands").clamped(-1e3, 1e3) * nesting.period / (2 * .pi)
    let rotation = values.number("inputRotation").clamped(-1e6, 1e6)
    let zoom = log(values.number("inputZoom").clamped(0.01, 1e6))
    return CIImage(
      node: AreaNode.warp(image.node, extent: .world, needs: { _ in source }) { place in
        let d = place - nesting.center
        // β · (log |d| − zoom + i · (direction − rotation)).
        let (x, y) = (log(d.length) - zoom, atan2(d.y, d.x) - rotation)
        let (size, angle) = (periodicity * x + winding * y, periodicity * y - winding * x)
        return nesting.place(SIMD2(exp(size.clamped(-600, 600)), 0).turned(by: angle))
      }
    )
  }
}
