import CoreGraphics
import Foundation
import StrataBase

/// Filters that enlarge or smooth an image along the edges of another one.
enum GuidedRows {
  static let all: [FilterRow] = [guided, upsample]

  /// Apple's reference: a small image is enlarged to the size of the guide, and keeps the guide's edges.
  ///
  /// The guided filter of He, Sun and Tang 2010 ("Guided image filtering"), with the brightness of the guide, and means of
  /// squares with sides of 2 · radius + 1 pixels of the guide; edges are repeated, which is inferred.
  private static let guided = FilterRow(
    "CIGuidedFilter",
    "Guided Filter",
    .geometry,
    [
      .image(), .image("inputGuideImage"), .distance(kCIInputRadiusKey, 1, slider: 0...5),
      .scalar("inputEpsilon", 0.0001, min: 0, slider: 0...0.1),
    ]
  ) { values in
    guard let image = values.image() else { return nil }
    guard let guide = values.image("inputGuideImage") else { return image }
    let epsilon = max(values.float("inputEpsilon"), 1e-12)
    let radius = min(values.number(kCIInputRadiusKey).rounded(), 100)
    guard let fitted = enlarged(image, to: guide.node.extent) else { return nil }
    func mean(_ image: CIImage) -> CIImage {
      image.cropped(to: guide.extent).clampedToExtent().smoothed(.box(radius), growing: 0)
    }
    let light = guide.pointwise { _ in RowKernel { Pixel(repeating: $0.luminance) } }
    let square = light.pointwise { _ in RowKernel { $0 * $0 } }
    let extent = guide.node.extent
    let product = CIImage.mixing([light, fitted], extent: extent) { $0[0] * $0[1] }
    let means = [light, fitted, square, product].map(mean)
    // a = (mean(I p) − mean(I) mean(p)) / (variance(I) + ε), b = mean(p) − a mean(I).
    @Sendable func slope(_ p: UnsafePointer<Pixel>) -> Pixel {
      (p[3] - p[0] * p[1]) / (pointwiseMax(p[2] - p[0] * p[0], .zero) + epsilon)
    }
    let slopes = mean(CIImage.mixing(means, extent: extent) { slope($0) })
    let offsets = mean(CIImage.mixing(means, extent: extent) { $0[1] - slope($0) * $0[0] })
    return CIImage.mixing([slopes, offsets, light], extent: extent) { $0[0] * $0[2] + $0[1] }
  }

  /// Apple's reference: the small image is enlarged to the size of the image, along the edges of its brightness.
  ///
  /// The joint bilateral upsampling of Kopf et al. 2007: a Gaussian of distances, in pixels of the small image, times one of
  /// differences of brightness between both places of the image; over three pixels to either side, which is inferred.
  private static let upsample = FilterRow(
    "CIEdgePreserveUpsampleFilter",
    "Edge Preserve Upsample Filter",
    .geometry,
    [
      .image(), .image("inputSmallImage"), .scalar("inputSpatialSigma", 3, min: 0, max: 5, slider: 0...5),
      .scalar("inputLumaSigma", 0.15, min: 0, max: 1, slider: 0...1),
    ]
  ) { values in
    guard let image = values.image() else { return nil }
    guard let small = values.image("inputSmallImage") else { return image }
    let (whole, part) = (image.node.extent, small.node.extent)
    guard !whole.isEmpty, !part.isEmpty, whole.area <= RenderPlan.mostPixels,
      part.area <= RenderPlan.mostPixels
    else { return nil }
    let spatial = max(values.number("inputSpatialSigma"), 1e-3)
    let luma = max(values.float("inputLumaSigma"), 1e-4)
    let bell = JointBell(whole: whole, part: part, spatial: spatial, luma: luma)
    return CIImage(
      node: AreaNode(
        [image.node, small.node],
        extent: whole,
        needs: { input, _ in input == 0 ? whole : part }
      ) {
        rect,
        tiles,
        pass in
        pass.tile(rect) { bell.value($0, tiles[0], tiles[1]) }
      }
    )
  }

  /// An image scaled bilinearly to an extent, its edges repeated; nil if either is empty or endless.
  private static func enlarged(_ image: CIImage, to extent: PixelRect) -> CIImage? {
    let own = image.node.extent
    guard !own.isEmpty, !extent.isEmpty, !own.contains(.world), !extent.contains(.world) else { return nil }
    if own == extent { return image }
    let (x, y) = (
      Double(extent.width) / Double(own.width), Double(extent.height) / Double(own.height)
    )
    let map = CGAffineTransform(
      CGFloat(x),
      0,
      0,
      CGFloat(y),
      CGFloat(Double(extent.minX) - Double(own.minX) * x),
      CGFloat(Double(extent.minY) - Double(own.minY) * y)
    )
    return image.clampedToExtent().transformed(by: map).cropped(to: extent.cgRect)
  }
}

/// The weights of a joint bilateral filter between a small image and a large one.
private struct JointBell: Sendable {
  let whole: PixelRect
  let part: PixelRect
  let spatial: Double
  let luma: Float

  private static let reach = 3

  func value(_ place: SIMD2<Double>, _ large: Tile, _ small: Tile) -> Pixel {
    let scale = SIMD2(
      Double(part.width) / Double(whole.width),
      Double(part.height) / Double(whole.height)
    )
    let (low, start) = (
      SIMD2(Double(whole.minX), Double(whole.minY)), SIMD2(Double(part.minX), Double(part.minY))
    )
    let middle = (place - low) * scale + start
    let home = middle.rounded(.down)
    let light = large.nearest(place).luminance
    var (sum, total) = (Pixel.zero, Float(0))
    for dy in -Self.reach...Self.reach {
      for dx in -Self.reach...Self.reach {
        let center = home + SIMD2(Double(dx), Double(dy)) + 0.5
        let (x, y) = (Int(home.x) + dx, Int(home.y) + dy)
        guard x >= Int(part.minX), x < Int(part.maxX), y >= Int(part.minY), y < Int(part.maxY) else {
          continue
        }
        let d = center - middle
        let other = large.nearest((center - start) / scale + low).luminance
        let step = (other - light) / luma
        let weight = Float(exp(-(d * d).sum() / (2 * spatial * spatial))) * exp(-step * step / 2)
        sum += small.pixel(x, y) * weight
        total += weight
      }
    }
    // Where all weights vanish, the nearest pixel.
    return total > 1e-20 ? sum / total : small.pixel(Int(home.x), Int(home.y))
  }
}
