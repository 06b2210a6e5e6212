import CoreGraphics
import Foundation
import StrataBase

/// Filters that look at an image through glass.
///
/// Apple's reference describes these effects without formulas. Those here are inferred.
enum LensRows {
  static let all: [FilterRow] = [lozenge, torus, displacement, glass]

  private static let refraction = FilterInput.scalar(
    kCIInputRefractionKey,
    1.7,
    identity: 1,
    min: 0,
    slider: 0...5
  )

  /// A rod with half a sphere at each end, from one point to the other.
  private static let lozenge = FilterRow.of(
    "CIGlassLozenge",
    "Glass Lozenge",
    .distortion,
    [
      .position("inputPoint0", 150, 150), .position("inputPoint1", 350, 150),
      .distance(kCIInputRadiusKey, 100, identity: 100, slider: 0...1000), refraction,
    ]
  ) { image, values in
    let (start, end) = (values.place("inputPoint0"), values.place("inputPoint1"))
    let radius = min(values.number(kCIInputRadiusKey), 1e9)
    let line = end - start
    let square = max((line * line).sum(), 1e-12)
    let area = CGRect(around: [start - radius, start + radius, end - radius, end + radius])
    return refracted(image, values, half: radius, within: area) { place in
      start + line * ((place - start) * line / square).sum().clamped(0, 1)
    }
  }

  /// A ring of half the thickness that its width says; the radius is the outer one.
  private static let torus = FilterRow.of(
    "CITorusLensDistortion",
    "Torus Lens Distortion",
    .distortion,
    [
      .center, .distance(kCIInputRadiusKey, 160, identity: 0, slider: 0...500),
      .distance(kCIInputWidthKey, 80, identity: 0, slider: 0...200), refraction,
    ]
  ) { image, values in
    let center = values.place(kCIInputCenterKey)
    let radius = min(values.number(kCIInputRadiusKey), 1e9)
    let half = min(values.number(kCIInputWidthKey) / 2, radius)
    return refracted(image, values, half: half, within: CGRect(around: [center - radius, center + radius])) {
      let d = $0 - center
      let length = d.length
      return length > 0 ? center + d * ((radius - half) / length) : center
    }
  }

  /// Each pixel shows the place that lies scale · (luminance − ½) to the right and above; where the second image is transparent,
  /// nothing moves.
  private static let displacement = FilterRow.of(
    "CIDisplacementDistortion",
    "Displacement Distortion",
    .distortion,
    [
      .image("inputDisplacementImage"), .distance(kCIInputScaleKey, 50, identity: 0, slider: 0...200),
    ]
  ) { image, values in
    guard let map = values.image("inputDisplacementImage") else { return nil }
    let scale = min(values.number(kCIInputScaleKey), 1e9)
    return displaced(image, by: map, reach: scale / 2, needs: { $0 }) { place, map in
      let pixel = map.nearest(place)
      return SIMD2(repeating: scale * Double(pixel.luminance - pixel.w / 2))
    }
  }

  /// Glass whose height is the luminance of the texture, which repeats, its middle at the centre: each pixel shows the place that
  /// lies scale times the slope away.
  private static let glass = FilterRow.of(
    "CIGlassDistortion",
    "Glass Distortion",
    .distortion,
    [
      .image("inputTexture"), .center,
      .distance(kCIInputScaleKey, 200, identity: 0, min: 0.01, slider: 0.01...500),
    ]
  ) { image, values in
    guard let texture = values.image("inputTexture") else { return nil }
    let scale = min(values.number(kCIInputScaleKey), 1e9)
    let area = texture.node.extent
    guard !area.isEmpty else { return image }
    let isEndless = area.contains(.world)
    let middle = isEndless ? .zero : SIMD2(Double(area.minX + area.maxX), Double(area.minY + area.maxY)) / 2
    let offset = isEndless ? .zero : middle - values.place(kCIInputCenterKey)
    return displaced(
      image,
      by: texture,
      reach: scale / 2,
      needs: { isEndless ? $0.grown(1, 1) : area }
    ) { place, tile in
      let p = place + offset
      func height(_ x: Double, _ y: Double) -> Double {
        var q = p + SIMD2(x, y)
        if !isEndless {
          let low = SIMD2(Double(area.minX), Double(area.minY))
          let size = SIMD2(Double(area.width), Double(area.height))
          let turns = (q - low) / size
          q = low + (turns - turns.rounded(.down)) * size
        }
        return Double(tile.nearest(q).luminance)
      }
      return scale / 2 * SIMD2(height(1, 0) - height(-1, 0), height(0, 1) - height(0, -1))
    }
  }
}

extension LensRows {
  /// The image under glass that is half round across a ridge.
  ///
  /// A ray from above meets the glass at t half widths from the ridge, where the surface is √(1 − t²) high and leans by asin t. By
  /// Snell's law it goes on in the direction asin t − asin(t / refraction), towards the ridge. The light that an index
  /// below 1 reflects altogether goes along the surface, two half widths at most.
  private static func refracted(
    _ image: CIImage,
    _ values: FilterValues,
    half: Double,
    within area: CGRect,
    ridge: @escaping @Sendable (SIMD2<Double>) -> SIMD2<Double>
  ) -> CIImage {
    guard half > 0 else { return image }
    let node = image.node
    let refraction = values.number(kCIInputRefractionKey)
    let inside = PixelRect(covering: area)
    let needed = area.insetBy(dx: CGFloat(-half), dy: CGFloat(-half))
    let isReached = !inside.intersection(node.extent).isEmpty
    return CIImage(
      node: AreaNode.warp(
        node,
        extent: isReached ? node.extent.union(inside) : node.extent,
        needs: { inside.intersection($0).isEmpty ? $0.cgRect : $0.cgRect.union(needed) }
      ) { place in
        let middle = ridge(place)
        let d = place - middle
        let t = d.length / half
        guard t > 0, t < 1 else { return place }
        let lean = asin(t)
        let inner = t < refraction ? asin(t / refraction) : .pi / 2
        let shift = (1 - t * t).squareRoot() * tan(lean - inner)
        return middle + d * (min(t - shift, 2) / t)
      }
    )
  }

  /// The image with each pixel moved by what a second image says, at most by `reach` along each axis.
  private static func displaced(
    _ image: CIImage,
    by map: CIImage,
    reach: Double,
    needs: @escaping @Sendable (PixelRect) -> PixelRect,
    _ offset: @escaping @Sendable (_ place: SIMD2<Double>, _ map: Tile) -> SIMD2<Double>
  ) -> CIImage {
    let growth = Int(reach.rounded(.up)) + 1
    return CIImage(
      node: AreaNode(
        [image.node, map.node],
        extent: image.node.extent.grown(growth, growth),
        needs: { input, rect in input == 0 ? rect.grown(growth, growth) : needs(rect) }
      ) { rect, tiles, pass in
        let (image, map) = (tiles[0], tiles[1])
        return pass.tile(rect) { image.sample($0 + offset($0, map)) }
      }
    )
  }
}
