import CoreGraphics
import Foundation
import StrataBase

/// Filters that draw outlines, and one that sharpens brightness alone.
enum EdgeRows {
  static let all: [FilterRow] = [
    // The length of the Sobel gradient of each component, an eighth of its sums, times the intensity; inferred: Apple's
    // reference says that edges are shown in their colours.
    .of(
      "CIEdges",
      "Edges",
      .stylize,
      [.scalar(kCIInputIntensityKey, 1, identity: 0, min: 0, slider: 0...10)]
    ) { image, values in
      let factor = Float(min(values.number(kCIInputIntensityKey), 1e6)) / 8
      return neighbours(of: image) { p in
        let right = p(1, -1) + p(1, 0) * 2 + p(1, 1)
        let left = p(-1, -1) + p(-1, 0) * 2 + p(-1, 1)
        let above = p(-1, 1) + p(0, 1) * 2 + p(1, 1)
        let below = p(-1, -1) + p(0, -1) * 2 + p(1, -1)
        let (dx, dy) = (right - left, above - below)
        let edge = (dx * dx + dy * dy).squareRoot() * factor
        let alpha = p(0, 0).w
        return pointwiseMin(edge, Pixel(repeating: alpha)).with(alpha: alpha)
      }
    },
    // White where the brightness is above that of the blur, black where it is below, like a cut in wood; the edge between
    // them is a twentieth of the range soft. Inferred: Apple's reference describes the look.
    .of(
      "CIEdgeWork",
      "Edge Work",
      .stylize,
      [.distance(kCIInputRadiusKey, 3, identity: 0, slider: 0...20)]
    ) { image, values in
      let soft = image.blurred(sigma: values.number(kCIInputRadiusKey))
      return CIImage.mixing([image, soft], extent: image.node.extent) { p in
        let difference = p[0].luminance - p[1].luminance
        let white = min(max(difference * 20 + 0.5, 0), 1)
        return Pixel(white, white, white, 1) * p[0].w
      }
    },
    // Dark lines where the brightness changes, on nothing: the Sobel gradient of the brightness above the threshold, after
    // a blur of ten times the noise level, which the sharpness mixes with the image; inferred.
    .of("CILineOverlay", "Line Overlay", .stylize, lineInputs) { image, values in
      let threshold = values.float("inputThreshold")
      let intensity = values.float("inputEdgeIntensity")
      let contrast = min(values.float(kCIInputContrastKey), 1e4)
      let sharpness = min(values.float("inputNRSharpness"), 1)
      let soft = image.blurred(sigma: values.number("inputNRNoiseLevel") * 10)
      let smooth = CIImage.mixing([image, soft], extent: image.node.extent) { p in
        p[1] + (p[0] - p[1]) * sharpness
      }
      return neighbours(of: smooth) { p in
        func light(_ x: Int, _ y: Int) -> Float { p(x, y).luminance }
        let right = light(1, -1) + 2 * light(1, 0) + light(1, 1)
        let left = light(-1, -1) + 2 * light(-1, 0) + light(-1, 1)
        let above = light(-1, 1) + 2 * light(0, 1) + light(1, 1)
        let below = light(-1, -1) + 2 * light(0, -1) + light(1, -1)
        let (dx, dy) = (right - left, above - below)
        let edge = (dx * dx + dy * dy).squareRoot() / 8 * intensity
        let alpha = min(max((edge - threshold) * contrast / 10, 0), 1) * p(0, 0).w
        return Pixel(0, 0, 0, alpha)
      }
    },
    // The brightness and its difference from its blur, times the sharpness; colours keep their differences from it. The
    // usual unsharp mask of one component; inferred.
    .of(
      "CISharpenLuminance",
      "Sharpen Luminance",
      .sharpen,
      [
        .distance(kCIInputRadiusKey, 1.69, identity: 0, slider: 0...20),
        .scalar(kCIInputSharpnessKey, 0.4, identity: 0, min: 0, slider: 0...2),
      ]
    ) { image, values in
      let sharpness = values.float(kCIInputSharpnessKey)
      let soft = image.blurred(sigma: values.number(kCIInputRadiusKey))
      return CIImage.mixing([image, soft], extent: image.node.extent) { p in
        let more = (p[0].luminance - p[1].luminance) * sharpness
        return (p[0] + more).with(alpha: p[0].w)
      }
    },
  ]

  private static let lineInputs: [FilterInput] = [
    .scalar("inputNRNoiseLevel", 0.07, min: 0, max: 1, slider: 0...0.1),
    .scalar("inputNRSharpness", 0.71, min: 0, slider: 0...2),
    .scalar("inputEdgeIntensity", 1, min: 0, slider: 0...200),
    .scalar("inputThreshold", 0.1, min: 0, max: 1, slider: 0...1),
    .scalar(kCIInputContrastKey, 50, min: 0.25, slider: 0.25...200),
  ]
}

extension EdgeRows {
  /// The image with each pixel made of those around it, at most one away.
  private static func neighbours(
    of image: CIImage,
    _ body: @escaping @Sendable (_ pixel: (_ dx: Int, _ dy: Int) -> Pixel) -> Pixel
  ) -> CIImage {
    let extent = image.node.extent
    return CIImage(
      node: AreaNode([image.node], extent: extent, reach: 1, needs: { $1.grown(1, 1) }) { rect, tiles, pass in
        let tile = tiles[0]
        return pass.tile(rect) { place in
          let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
          // At the extent's edge the nearest pixel stands for what is missing, so that it is no edge of the picture.
          return body { dx, dy in
            tile.pixel(
              min(max(x + dx, Int(extent.minX)), Int(extent.maxX) - 1),
              min(max(y + dy, Int(extent.minY)), Int(extent.maxY) - 1)
            )
          }
        }
      }
    )
  }
}
