import CoreGraphics
import Foundation

/// Filters that change colours for effect, pixel by pixel.
enum ColorEffectRows {
  static let all: [FilterRow] = [
    colorCrossPolynomial, monochrome, posterize, sepia, falseColor, vignette, vignetteEffect,

    // Apple's reference: inverts colours, the straight ones.
    .of("CIColorInvert", "Color Invert", .colorEffect) { image, _ in
      image.pointwise { _ in
        .matrix(rows: [Pixel(-1, 0, 0, 1), Pixel(0, -1, 0, 1), Pixel(0, 0, -1, 1), Pixel(0, 0, 0, 1)])
      }
    },
    // Apple's reference: white, masked by an alpha that is the gray of the image.
    .of("CIMaskToAlpha", "Mask to Alpha", .colorEffect) { image, _ in
      image.pointwise { _ in RowKernel { Pixel(repeating: min(max($0.luminance, 0), 1)) } }
    },
    // Apple's reference: gray of the greatest and the least component.
    .of("CIMaximumComponent", "Maximum Component", .colorEffect) { image, _ in
      image.pointwise { _ in RowKernel { Pixel(repeating: max($0.x, $0.y, $0.z)).with(alpha: $0.w) } }
    },
    .of("CIMinimumComponent", "Minimum Component", .colorEffect) { image, _ in
      image.pointwise { _ in RowKernel { Pixel(repeating: min($0.x, $0.y, $0.z)).with(alpha: $0.w) } }
    },
  ]

  /// Apple's reference: ten coefficients for r, g, b, r², g², b², rg, gb, br and 1.
  private static let colorCrossPolynomial = FilterRow.of(
    "CIColorCrossPolynomial",
    "Color Cross Polynomial",
    .colorEffect,
    ["Red", "Green", "Blue"].enumerated().map { i, name in
      .vector("input\(name)Coefficients", (0..<10).map { $0 == i ? 1 : 0 })
    }
  ) { image, values in
    let k = ["Red", "Green", "Blue"].map { values.numbers("input\($0)Coefficients").map { Float($0) } }
    let linear = k.map { Pixel($0[0], $0[1], $0[2], $0[9]) }
    let square = k.map { Pixel($0[3], $0[4], $0[5], 0) }
    let product = k.map { Pixel($0[6], $0[7], $0[8], 0) }
    return image.straight { c in
      let one = c.with(alpha: 1)
      let cross = c * Pixel(c.y, c.z, c.x, 0)
      var result = c
      for i in 0..<3 { result[i] = (one * linear[i] + c * c * square[i] + cross * product[i]).sum() }
      return result
    }
  }

  /// The colour times the luminance, mixed with the image by the intensity; inferred from the description.
  private static let monochrome = FilterRow.of(
    "CIColorMonochrome",
    "Color Monochrome",
    .colorEffect,
    [
      .color(kCIInputColorKey, Pixel(0.6, 0.45, 0.3, 1), type: kCIAttributeTypeOpaqueColor),
      .scalar(kCIInputIntensityKey, 1, identity: 0, min: 0, slider: 0...1),
    ]
  ) { image, values in
    let color = values.color(kCIInputColorKey)
    let intensity = values.float(kCIInputIntensityKey)
    return image.pointwise { space in
      let tone = space.pixel(straightSRGB: color.with(alpha: 1))
      return RowKernel { p in (p + (tone * p.luminance - p) * intensity).with(alpha: p.w) }
    }
  }

  /// As many values of each component as there are levels, from 0 to 1 in equal steps.
  ///
  /// Apple's reference states the number of values; that they include 0 and 1 is inferred.
  private static let posterize = FilterRow.of(
    "CIColorPosterize",
    "Color Posterize",
    .colorEffect,
    [.scalar("inputLevels", 6, identity: 300, min: 1, slider: 2...30)]
  ) { image, values in
    let levels = Float(min(values.number("inputLevels").rounded(), 65536))
    let last = max(levels - 1, 1)
    return image.straight { c in
      let step = pointwiseMin((c * levels).rounded(.down), Pixel(repeating: levels - 1))
      return (pointwiseMax(step, .zero) / last).with(alpha: c.w)
    }
  }

  /// The matrix `sepia` of the W3C's filter effects, which the layers' filter of this name uses; inferred.
  private static let sepia = FilterRow.of(
    "CISepiaTone",
    "Sepia Tone",
    .colorEffect,
    [.scalar(kCIInputIntensityKey, 1, identity: 0, min: 0, slider: 0...1)]
  ) { image, values in
    let intensity = values.float(kCIInputIntensityKey)
    let (r, g) = (Pixel(0.393, 0.769, 0.189, 0), Pixel(0.349, 0.686, 0.168, 0))
    let b = Pixel(0.272, 0.534, 0.131, 0)
    return image.pointwise { _ in
      RowKernel { p in
        let brown = Pixel((p * r).sum(), (p * g).sum(), (p * b).sum(), p.w)
        return p + (brown - p) * intensity
      }
    }
  }

  /// The mixture of two colours by the luminance, as Apple's reference describes; alpha multiplies.
  private static let falseColor = FilterRow.of(
    "CIFalseColor",
    "False Color",
    .colorEffect,
    [
      .color("inputColor0", Pixel(0.3, 0, 0, 1), title: "Color 1"),
      .color("inputColor1", Pixel(1, 0.9, 0.8, 1), title: "Color 2"),
    ]
  ) { image, values in
    let (first, second) = (values.color("inputColor0"), values.color("inputColor1"))
    return image.pointwise { space in
      let (a, b) = (space.pixel(straightSRGB: first), space.pixel(straightSRGB: second))
      return RowKernel { p in (a + (b - a) * p.straight.luminance) * p.w }
    }
  }

  /// Colours darkened by intensity · d², where d is 1 at the corners of the extent for a radius of 1.
  ///
  /// Inferred: Apple's reference says that brightness falls towards the periphery.
  private static let vignette = FilterRow.of(
    "CIVignette",
    "Vignette",
    .colorEffect,
    [
      .scalar(kCIInputRadiusKey, 1, min: 0, max: 2, slider: 0...2),
      .scalar(kCIInputIntensityKey, 0, identity: 0, min: -1, max: 1, slider: -1...1),
    ]
  ) { image, values in
    let extent = image.extent
    guard !extent.isInfinite, !extent.isNull else { return image }
    let half = SIMD2(Double(extent.width), Double(extent.height)) / 2
    let center = SIMD2(Double(extent.midX), Double(extent.midY))
    let reach = max(values.number(kCIInputRadiusKey), 1e-3) * (half * half).sum().squareRoot()
    let intensity = values.float(kCIInputIntensityKey)
    return image.placed { place, p in
      let offset = (place - center) / reach
      let factor = max(0, 1 - intensity * Float((offset * offset).sum()))
      return (p * factor).with(alpha: p.w)
    }
  }
  .global()

  /// Unchanged inside of the radius; outside it darkens by the intensity over a distance that the falloff gives.
  ///
  /// Inferred: factor 1 − intensity · s, where s rises smoothly from 0 at the radius to 1 at radius · (1 + 2 · falloff).
  private static let vignetteEffect = FilterRow.of(
    "CIVignetteEffect",
    "Vignette Effect",
    .colorEffect,
    [
      .center,
      .distance(kCIInputRadiusKey, 150, slider: 0...2000),
      .scalar(kCIInputIntensityKey, 1, identity: 0, min: -1, max: 1, slider: -1...1),
      .scalar("inputFalloff", 0.5, min: 0, max: 1, slider: 0...1),
    ]
  ) { image, values in
    let center = values.point(kCIInputCenterKey)
    let radius = values.number(kCIInputRadiusKey)
    let width = max(radius * 2 * values.number("inputFalloff"), 1)
    let intensity = values.float(kCIInputIntensityKey)
    return image.placed { place, p in
      let offset = place - center
      let t = min(max(((offset * offset).sum().squareRoot() - radius) / width, 0), 1)
      let factor = max(0, 1 - intensity * Float(t * t * (3 - 2 * t)))
      return (p * factor).with(alpha: p.w)
    }
  }
}

extension CIImage {
  /// The image with each pixel changed by itself and the place of its centre.
  func placed(_ body: @escaping @Sendable (SIMD2<Double>, Pixel) -> Pixel) -> CIImage {
    CIImage(
      node: AreaNode([node], extent: node.extent, reach: 0, needs: { $1 }) { rect, tiles, pass in
        let tile = tiles[0]
        return pass.tile(rect) { body($0, tile.nearest($0)) }
      }
    )
  }
}
