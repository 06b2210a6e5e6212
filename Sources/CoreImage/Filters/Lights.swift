import CoreGraphics
import Foundation
import StrataBase

/// Filters that light an image, or take it for heights.
enum LightRows {
  static let all: [FilterRow] = [heightField, shadedMaterial, spotLight]

  /// Apple's reference: a continuous, loft-shaped height field of a gray mask.
  ///
  /// Inferred: b is the brightness, blurred by a deviation of half of the radius; heights are the circle's arc over
  /// 2b − 1, which is 0 at the edge of the mask and 1 far from it.
  private static let heightField = FilterRow.of(
    "CIHeightFieldFromMask",
    "Height Field From Mask",
    .stylize,
    [.distance(kCIInputRadiusKey, 10, slider: 0...300)]
  ) { image, values in
    let radius = min(values.number(kCIInputRadiusKey), 2 * Smoothing.largestRadius)
    let soft = image.blurred(sigma: radius / 2)
    return CIImage.mixing([image, soft], extent: image.node.extent) { p in
      let rise = min(max(2 * p[1].luminance - 1, 0), 1)
      let height = (rise * (2 - rise)).squareRoot()
      return Pixel(height, height, height, 1)
    }
  }

  /// Apple's reference: the image is a height field, times the scale; the shading image, the picture of a hemisphere, is
  /// looked up at (normal.xy + 1) / 2 of its size.
  ///
  /// Heights are brightnesses, slopes central differences, and alpha that of the height field, which is inferred.
  private static let shadedMaterial = FilterRow(
    "CIShadedMaterial",
    "Shaded Material",
    .stylize,
    [.image(), .image(kCIInputShadingImageKey), .distance(kCIInputScaleKey, 10, min: 0.5, slider: 0.5...200)]
  ) { values in
    guard let image = values.image(), let shading = values.image(kCIInputShadingImageKey) else { return nil }
    let ball = shading.node.extent
    guard !ball.isEmpty, ball.area <= RenderPlan.mostPixels else { return nil }
    let scale = Float(min(values.number(kCIInputScaleKey), 1e6))
    let extent = image.node.extent
    let half = SIMD2(Double(ball.width), Double(ball.height)) / 2
    let middle = SIMD2(Double(ball.minX), Double(ball.minY)) + half
    return CIImage(
      node: AreaNode(
        [image.node, shading.node],
        extent: extent,
        reach: 1,
        needs: { $0 == 0 ? $1.grown(1, 1) : ball }
      ) { rect, tiles, pass in
        let heights = tiles[0]
        return pass.tile(rect) { place in
          let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
          func height(_ dx: Int, _ dy: Int) -> Float {
            // At the edge the nearest pixel stands for what is missing.
            heights.pixel(
              min(max(x + dx, Int(extent.minX)), Int(extent.maxX) - 1),
              min(max(y + dy, Int(extent.minY)), Int(extent.maxY) - 1)
            ).luminance
          }
          let slope = SIMD2(height(1, 0) - height(-1, 0), height(0, 1) - height(0, -1)) * (scale / 2)
          let length = (1 + (slope * slope).sum()).squareRoot()
          let normal = SIMD2<Double>(-slope / length)
          return tiles[1].sample(middle + normal * (half - 0.5)) * heights.pixel(x, y).w
        }
      }
    )
  }

  /// Apple's reference: a directional light spot on an image, from a place towards a place.
  ///
  /// Inferred: the light falls with the cosine to the plane, and with the angle from its direction as
  /// exp(−(tan / concentration)²); the image is multiplied by colour · brightness · light.
  private static let spotLight = FilterRow.of(
    "CISpotLight",
    "Spot Light",
    .stylize,
    [
      .vector("inputLightPosition", [400, 600, 150], type: kCIAttributeTypePosition3),
      .vector("inputLightPointsAt", [200, 200, 0], type: kCIAttributeTypePosition3),
      .scalar(kCIInputBrightnessKey, 3, min: 0, slider: 0...10),
      .scalar("inputConcentration", 0.1, min: 0.001, slider: 0.001...1.5),
      .color(kCIInputColorKey, Pixel(1, 1, 1, 1), type: kCIAttributeTypeOpaqueColor),
    ]
  ) { image, values in
    func place(_ key: String) -> SIMD3<Double> {
      let n = values.numbers(key)
      return SIMD3(n[0], n[1], n[2]).clamped(
        lowerBound: SIMD3(repeating: -1e9),
        upperBound: SIMD3(repeating: 1e9)
      )
    }
    let (light, aim) = (place("inputLightPosition"), place("inputLightPointsAt"))
    let (brightness, color) = (values.number(kCIInputBrightnessKey), values.color(kCIInputColorKey))
    let concentration = values.number("inputConcentration")
    let axis = aim - light
    let length = max((axis * axis).sum().squareRoot(), 1e-9)
    return CIImage(
      node: AreaNode([image.node], extent: image.node.extent, reach: 0, needs: { $1 }) { rect, tiles, pass in
        let tile = tiles[0]
        let tint = pass.space.pixel(straightSRGB: color.with(alpha: 1))
        return pass.tile(rect) { spot in
          let p = tile.nearest(spot)
          let ray = SIMD3(spot.x, spot.y, 0) - light
          let distance = max((ray * ray).sum().squareRoot(), 1e-9)
          let cosine = (ray * axis).sum() / (distance * length)
          guard cosine > 0 else { return Pixel(0, 0, 0, p.w) }
          let tangent = (max(1 / (cosine * cosine) - 1, 0)).squareRoot() / concentration
          let strength = brightness * abs(light.z) / distance * exp(-tangent * tangent)
          return (p * tint * Float(min(strength, 1e6))).with(alpha: p.w)
        }
      }
    )
  }
}
