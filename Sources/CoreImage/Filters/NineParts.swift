import CoreGraphics
import Foundation
import StrataBase

/// Filters that give an image another size, and keep parts of it as they are.
///
/// Apple's reference describes the parts without formulas. Those here are inferred.
enum NinePartRows {
  static let all: [FilterRow] = [
    // The middle between two points is stretched, the rest moves.
    .of("CINinePartStretched", "Nine Part Stretched", .distortion, inputs) { image, values in
      NinePart(values).image(of: image) { parts, axis, offset in
        offset * parts.size[axis] / (parts.size[axis] + parts.growth[axis])
      }
    },
    // The middle is repeated. Where rows of tiles are flipped, every second one is upside down.
    .of(
      "CINinePartTiled",
      "Nine Part Tiled",
      .distortion,
      inputs + [.flag("inputFlipYTiles", true)]
    ) { image, values in
      let isFlipped = values.isOn("inputFlipYTiles")
      return NinePart(values).image(of: image) { parts, axis, offset in
        let turns = offset / parts.size[axis]
        let phase = turns - turns.rounded(.down)
        let isOdd = axis == 1 && isFlipped && turns.rounded(.down).truncatingRemainder(dividingBy: 2) != 0
        return (isOdd ? 1 - phase : phase) * parts.size[axis]
      }
    },
    stretchCrop,
  ]

  private static let inputs: [FilterInput] = [
    .position("inputBreakpoint0", 50, 50), .position("inputBreakpoint1", 150, 150),
    .vector("inputGrowAmount", [100, 100], type: kCIAttributeTypeOffset),
  ]

  /// The image in another size, cropped along one axis and stretched along the other.
  ///
  /// The crop amount says how much of the way from stretching to cropping is gone. Along the stretched axis, the place t
  /// between −1 and 1 shows the place a · t / (1 + (a − 1) · |t|) of the image. For a stretch amount of 1 a is 1; for 0 the middle
  /// keeps its proportions.
  private static let stretchCrop = FilterRow.of(
    "CIStretchCrop",
    "Stretch Crop",
    .distortion,
    [
      .position("inputSize", 1280, 720), .scalar("inputCropAmount", 0.25, min: 0, max: 1, slider: 0...1),
      .scalar("inputCenterStretchAmount", 0.25, min: 0, max: 1, slider: 0...1),
    ]
  ) { image, values in
    let area = image.extent
    guard !area.isNull, !area.isInfinite else { return image }
    let size = values.point("inputSize").clamped(lowerBound: .one, upperBound: SIMD2(repeating: 1e6))
    let old = SIMD2(Double(area.width), Double(area.height))
    let origin = SIMD2(Double(area.minX), Double(area.minY))
    let scale = size / old
    let long = scale.x > scale.y ? 0 : 1
    let short = 1 - long
    let kept = scale[short] + (scale[long] - scale[short]) * values.number("inputCropAmount")
    let ratio = scale[long] / kept
    let slope = ratio + (1 - ratio) * values.number("inputCenterStretchAmount")
    @Sendable func source(_ p: SIMD2<Double>) -> SIMD2<Double> {
      var result = p - origin - size / 2
      result[short] /= kept
      let t = result[long] * 2 / size[long]
      result[long] = old[long] / 2 * slope * t / (1 + (slope - 1) * abs(t))
      return result + origin + old / 2
    }
    let result = CGRect(x: area.minX, y: area.minY, width: CGFloat(size.x), height: CGFloat(size.y))
    return CIImage(
      node: AreaNode.warp(
        image.node,
        extent: PixelRect(covering: result),
        needs: {
          CGRect(around: [
            source(SIMD2(Double($0.minX), Double($0.minY))), source(SIMD2(Double($0.maxX), Double($0.maxY))),
          ])
        },
        source
      )
    )
  }
}

/// The nine parts into which the lines through two points divide an image; the middle ones grow.
private struct NinePart: Sendable {
  let low: SIMD2<Double>
  let size: SIMD2<Double>
  let growth: SIMD2<Double>

  init(_ values: FilterValues) {
    low = values.place("inputBreakpoint0")
    size = values.place("inputBreakpoint1") - low
    growth = values.place("inputGrowAmount").clamped(lowerBound: .zero, upperBound: SIMD2(repeating: 1e9))
  }

  /// The image with grown parts; the image itself unless the second point lies to the upper right of the first.
  ///
  /// `middle` gets an axis and a distance from the first point, less than the grown size; it gives the distance in the image.
  func image(
    of image: CIImage,
    middle: @escaping @Sendable (_ parts: NinePart, _ axis: Int, _ offset: Double) -> Double
  ) -> CIImage {
    guard size.x > 0, size.y > 0 else { return image }
    let extent = image.extent
    let grown = CGRect(
      x: extent.minX,
      y: extent.minY,
      width: extent.width + CGFloat(growth.x),
      height: extent.height + CGFloat(growth.y)
    )
    let end = low + size + growth
    @Sendable func source(_ p: SIMD2<Double>) -> SIMD2<Double> {
      var result = p
      for i in 0..<2 where p[i] > low[i] {
        result[i] = p[i] >= end[i] ? p[i] - growth[i] : low[i] + middle(self, i, p[i] - low[i])
      }
      return result
    }
    return CIImage(
      node: AreaNode.warp(
        image.node,
        extent: extent.isInfinite ? .world : PixelRect(covering: grown),
        needs: { rect in
          let (a, b) = (
            SIMD2(Double(rect.minX), Double(rect.minY)), SIMD2(Double(rect.maxX), Double(rect.maxY))
          )
          var corners = [source(a), source(b)]
          // Any place of the middle may show any place of the image's middle.
          for i in 0..<2 where a[i] < end[i] && b[i] > low[i] {
            corners[0][i] = min(corners[0][i], low[i], corners[1][i])
            corners[1][i] = max(corners[1][i], low[i] + size[i])
          }
          return CGRect(around: corners)
        },
        source
      )
    )
  }
}
