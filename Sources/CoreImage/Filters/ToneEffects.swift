import CoreGraphics
import Foundation
import StrataBase

/// Filters that change tones by what lies around, and colours by what they are like.
enum ToneEffectRows {
  static let all: [FilterRow] = [highlightShadow, documentEnhancer, otsu, dither, spotColor]

  /// Brightens shadows and darkens highlights.
  ///
  /// Apple's reference names the inputs only. Inferred, in the encoding of sRGB: l is the brightness, blurred by the radius;
  /// colours are multiplied by 1 + amount · (1 − l)³ for shadows, and 1 − (1 − amount) · l³ / 2 for highlights.
  private static let highlightShadow = FilterRow.of(
    "CIHighlightShadowAdjust",
    "Highlight and Shadow Adjust",
    .stylize,
    [
      .distance(kCIInputRadiusKey, 0, identity: 0, slider: 0...10),
      .scalar("inputShadowAmount", 0, identity: 0, min: -1, max: 1, slider: -1...1),
      .scalar("inputHighlightAmount", 1, identity: 1, min: 0, max: 1, slider: 0.3...1),
    ]
  ) { image, values in
    let (shadow, highlight) = (values.float("inputShadowAmount"), values.float("inputHighlightAmount"))
    let soft = image.blurred(sigma: values.number(kCIInputRadiusKey))
    return CIImage(
      node: MixNode([image.node, soft.node], extent: image.node.extent) { space in
        MixKernel(pair: { p, soft in
          let light = soft.straight.luminance
          let l = min(max(space == .linear ? TransferCurve.encoded(light) : light, 0), 1)
          let dark = 1 - l
          let factor = (1 + shadow * dark * dark * dark) * (1 - (1 - highlight) * l * l * l / 2)
          let color = space == .linear ? TransferCurve.encoded(p.straight) : p.straight
          let changed = (color * factor).with(alpha: p.w)
          return (space == .linear ? TransferCurve.linear(changed) : changed).premultiplied
        })
      }
    )
  }

  /// Whitens the paper of a document.
  ///
  /// Apple's reference: shadows are removed, the background becomes white and contrast grows. Inferred, in the encoding of
  /// sRGB: the background is the greatest value within 12 pixels, blurred by a deviation of 12; colours are divided by it,
  /// and follow a curve that is steeper in the middle; the amount mixes that with the image, up to 1, and beyond makes
  /// dark colours darker.
  private static let documentEnhancer = FilterRow.of(
    "CIDocumentEnhancer",
    "Document Enhancer",
    .colorEffect,
    [.scalar("inputAmount", 1, min: 0, max: 10, slider: 0...2)]
  ) { image, values in
    let amount = values.float("inputAmount")
    guard amount > 0 else { return image }
    let paper = image.clampedToExtent().morphed(SIMD2(12, 12), .greatest).blurred(sigma: 12)
    let power = max(amount, 1)
    return CIImage(
      node: MixNode([image.node, paper.node], extent: image.node.extent) { space in
        MixKernel(pair: { p, paper in
          let isLinear = space == .linear
          let color = isLinear ? TransferCurve.encoded(p.straight) : p.straight
          let white = isLinear ? TransferCurve.encoded(paper.straight) : paper.straight
          let ratio = (color / pointwiseMax(white, Pixel(repeating: 0.05))).limited(0, 1)
          let steep = ratio * ratio * (3 - 2 * ratio)
          let clean = Pixel(pow(steep.x, power), pow(steep.y, power), pow(steep.z, power), 0)
          let mixed = (color + (clean - color) * min(amount, 1)).with(alpha: p.w)
          return (isLinear ? TransferCurve.linear(mixed) : mixed).premultiplied
        })
      }
    )
  }
  .global()

  /// Apple's reference: black and white, by the threshold of Otsu, from the histogram of the image.
  ///
  /// 256 levels of brightness, without pixels that are transparent; white from the middle between both classes' border
  /// levels on, which is inferred. An endless image gives none.
  private static let otsu = FilterRow.of(
    "CIColorThresholdOtsu",
    "Color Threshold Otsu",
    .colorAdjustment
  ) { image, _ in
    let extent = image.node.extent
    guard !extent.isEmpty, extent.area <= RenderPlan.mostPixels else { return nil }
    let dot = PixelRect(0, 0, 1, 1)
    let level = AreaNode([image.node], extent: dot, needs: { _, _ in extent }) { _, tiles, _ in
      let result = Tile(dot)
      result.row(0)[0] = Pixel(repeating: Float(OtsuThreshold.level(tiles[0].part(extent))))
      return result
    }
    return CIImage(
      node: AreaNode(
        [image.node, level],
        extent: extent,
        needs: { $0 == 0 ? $1 : dot }
      ) { rect, tiles, pass in
        let (tile, level) = (tiles[0], Int(tiles[1].row(0)[0].x))
        return pass.tile(rect) { place in
          let p = tile.nearest(place)
          let white: Float = OtsuThreshold.bin(p) > level ? p.w : 0
          return Pixel(white, white, white, p.w)
        }
      }
    )
  }
  .global()

  /// Ordered noise (Bayer 1973), of the intensity from top to bottom, in the encoding of sRGB.
  ///
  /// Apple's reference says only that the image is dithered, and perceptually; the pattern and its size are inferred.
  private static let dither = FilterRow.of(
    "CIDither",
    "Dither",
    .colorEffect,
    [.scalar(kCIInputIntensityKey, 0.1, identity: 0, min: 0, max: 5, slider: 0...1)]
  ) { image, values in
    let intensity = values.float(kCIInputIntensityKey)
    return CIImage(
      node: AreaNode([image.node], extent: image.node.extent, reach: 0, needs: { $1 }) { rect, tiles, pass in
        let tile = tiles[0]
        let isLinear = pass.space == .linear
        return pass.tile(rect) { place in
          let p = tile.nearest(place)
          let noise = (bayer(Int(place.x.rounded(.down)), Int(place.y.rounded(.down))) - 0.5) * intensity
          let color = isLinear ? TransferCurve.encoded(p.straight) : p.straight
          let noisy = (color + noise).limited(0, 1).with(alpha: p.w)
          return (isLinear ? TransferCurve.linear(noisy) : noisy).premultiplied
        }
      }
    )
  }

  /// A place's threshold in a matrix of 8 × 8, at the middle of its step of 1/64.
  private static func bayer(_ x: Int, _ y: Int) -> Float {
    var value = 0
    for bit in 0..<3 {
      let (i, j) = (x >> bit & 1, y >> bit & 1)
      value = value << 2 | (i ^ j) << 1 | i
    }
    return (Float(value) + 0.5) / 64
  }

  /// Replaces ranges of colours by spot colours.
  ///
  /// Inferred, as Apple's reference names the inputs only: a colour is in a range if it is nearer to the centre than the
  /// closeness, as a distance of straight working components; the border is as soft as the contrast is below 1. Colours
  /// outside of all ranges stay.
  private static let spotColor = FilterRow.of("CISpotColor", "Spot Color", .stylize, spotInputs) {
    image,
    values in
    let inputs = (1...3).map { i in
      let closeness = values.float("inputCloseness\(i)")
      return (
        center: values.color("inputCenterColor\(i)"), color: values.color("inputReplacementColor\(i)"),
        closeness: closeness, softness: max(closeness * (1 - values.float("inputContrast\(i)")), 1e-4)
      )
    }
    return image.pointwise { space in
      let spots = inputs.map { spot in
        var spot = spot
        spot.center = space.pixel(straightSRGB: spot.center.with(alpha: 1))
        spot.color = space.pixel(straightSRGB: spot.color.with(alpha: 1))
        return spot
      }
      return RowKernel.straight { c in
        var result = c
        for spot in spots {
          let d = (c - spot.center).with(alpha: 0)
          let distance = (d * d).sum().squareRoot()
          let share = min(max((spot.closeness - distance) / spot.softness + 0.5, 0), 1)
          result += (spot.color - result) * share
        }
        return result.with(alpha: c.w)
      }
    }
  }

  private static let spotInputs: [FilterInput] = {
    let spots: [(center: Pixel, replacement: Pixel, closeness: Double, contrast: Double)] = [
      (Pixel(0.0784, 0.0627, 0.0706, 1), Pixel(0.4392, 0.1922, 0.1961, 1), 0.22, 0.98),
      (Pixel(0.5255, 0.3059, 0.3451, 1), Pixel(0.9137, 0.5608, 0.5059, 1), 0.15, 0.98),
      (Pixel(0.9216, 0.4549, 0.3333, 1), Pixel(0.9098, 0.7529, 0.6078, 1), 0.5, 0.99),
    ]
    return spots.enumerated().flatMap { i, spot in
      [
        FilterInput.color("inputCenterColor\(i + 1)", spot.center),
        .color("inputReplacementColor\(i + 1)", spot.replacement),
        .scalar("inputCloseness\(i + 1)", spot.closeness, min: 0, slider: 0...0.5),
        .scalar("inputContrast\(i + 1)", spot.contrast, min: 0, max: 1, slider: 0...1),
      ]
    }
  }()
}

/// The level that best splits brightnesses in two classes (Otsu 1979, "A threshold selection method from gray-level
/// histograms").
private enum OtsuThreshold {
  private static let bins = 256

  /// The level of a pixel's brightness.
  static func bin(_ p: Pixel) -> Int {
    Int((p.straight.brightness * Float(bins - 1)).rounded())
  }

  /// The last level of the darker class.
  static func level(_ tile: Tile) -> Int {
    var counts = [Double](repeating: 0, count: bins)
    for y in Int(tile.rect.minY)..<Int(tile.rect.maxY) {
      let row = tile.row(y)
      for x in 0..<tile.rect.width where row[x].w > 0 { counts[bin(row[x])] += 1 }
    }
    let total = counts.reduce(0, +)
    let moment = counts.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    var (weight, sum, best, level) = (0.0, 0.0, -1.0, 0)
    for i in 0..<bins - 1 {
      weight += counts[i]
      sum += Double(i) * counts[i]
      guard weight > 0, weight < total else { continue }
      let difference = sum / weight - (moment - sum) / (total - weight)
      let between = weight * (total - weight) * difference * difference
      if between > best { (best, level) = (between, i) }
    }
    return level
  }
}
