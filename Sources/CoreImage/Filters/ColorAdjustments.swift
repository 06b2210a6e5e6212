import CoreGraphics
import Foundation

/// Filters that correct colours, pixel by pixel.
///
/// Formulas with vectors work on straight colours: Apple's reference states that the pixel is unpremultiplied first.
enum ColorAdjustmentRows {
  static let all: [FilterRow] = [
    colorControls, colorMatrix, colorPolynomial, colorClamp, exposure, gamma, hue, vibrance, whitePoint,
    threshold, toneCurve, temperatureAndTint,

    // Both curves are those of IEC 61966-2-1.
    .of("CILinearToSRGBToneCurve", "Linear to sRGB Tone Curve", .colorAdjustment) { image, _ in
      image.straight { TransferCurve.encoded($0) }
    },
    .of("CISRGBToneCurveToLinear", "sRGB Tone Curve to Linear", .colorAdjustment) { image, _ in
      image.straight { TransferCurve.linear($0) }
    },
  ]

  /// Apple's reference: saturation mixes with gray, brightness adds, contrast scales about one half.
  ///
  /// The order, saturation, brightness, contrast, is inferred; the weights of gray are those of BT.709.
  private static let colorControls = FilterRow.of(
    "CIColorControls",
    "Color Controls",
    .colorAdjustment,
    [
      .scalar(kCIInputSaturationKey, 1, identity: 1, min: 0, slider: 0...2),
      .scalar(kCIInputBrightnessKey, 0, identity: 0, min: -1, slider: -1...1),
      .scalar(kCIInputContrastKey, 1, identity: 1, min: 0, slider: 0.25...4),
    ]
  ) { image, values in
    let saturation = values.float(kCIInputSaturationKey)
    let brightness = values.float(kCIInputBrightnessKey)
    let contrast = values.float(kCIInputContrastKey)
    return image.straight { color in
      let gray = Pixel(repeating: color.luminance)
      let tinted = gray + (color - gray) * saturation + brightness
      return ((tinted - 0.5) * contrast + 0.5).with(alpha: color.w)
    }
  }

  /// Apple's reference: each component is the dot product of the straight colour with a vector, and a bias.
  private static let colorMatrix = FilterRow.of(
    "CIColorMatrix",
    "Color Matrix",
    .colorAdjustment,
    [
      .vector("inputRVector", [1, 0, 0, 0]), .vector("inputGVector", [0, 1, 0, 0]),
      .vector("inputBVector", [0, 0, 1, 0]), .vector("inputAVector", [0, 0, 0, 1]),
      .vector("inputBiasVector", [0, 0, 0, 0]),
    ]
  ) { image, values in
    let (r, g) = (values.pixel("inputRVector"), values.pixel("inputGVector"))
    let (b, a) = (values.pixel("inputBVector"), values.pixel("inputAVector"))
    let bias = values.pixel("inputBiasVector")
    return image.pointwise { _ in .matrix(rows: [r, g, b, a], constant: bias, isStraight: true) }
  }

  /// Apple's reference: a cubic polynomial for each component of the straight colour.
  private static let colorPolynomial = FilterRow.of(
    "CIColorPolynomial",
    "Color Polynomial",
    .colorAdjustment,
    ["Red", "Green", "Blue", "Alpha"].map { .vector("input\($0)Coefficients", [0, 1, 0, 0]) }
  ) { image, values in
    let rows = ["Red", "Green", "Blue", "Alpha"].map { values.pixel("input\($0)Coefficients") }
    let k = (0..<4).map { Pixel(rows[0][$0], rows[1][$0], rows[2][$0], rows[3][$0]) }
    let (k0, k1, k2, k3) = (k[0], k[1], k[2], k[3])
    return image.straight { c in
      let high: Pixel = k2 + k3 * c
      return k0 + (k1 + high * c) * c
    }
  }

  /// Apple's reference: components are limited; of the straight colour, which is inferred.
  private static let colorClamp = FilterRow.of(
    "CIColorClamp",
    "Color Clamp",
    .colorAdjustment,
    [.vector("inputMinComponents", [0, 0, 0, 0]), .vector("inputMaxComponents", [1, 1, 1, 1])]
  ) { image, values in
    let (low, high) = (values.pixel("inputMinComponents"), values.pixel("inputMaxComponents"))
    return image.straight { pointwiseMin(pointwiseMax($0, low), high) }
  }

  /// Apple's reference: colours times two to the power of the stops.
  private static let exposure = FilterRow.of(
    "CIExposureAdjust",
    "Exposure Adjust",
    .colorAdjustment,
    [.scalar(kCIInputEVKey, 0, identity: 0, slider: -10...10)]
  ) { image, values in
    let factor = Float(exp2(min(max(values.number(kCIInputEVKey), -100), 100)))
    let factors = Pixel(factor, factor, factor, 1)
    return image.pointwise { _ in RowKernel { $0 * factors } }
  }

  /// Apple's reference: colours to a power; those below zero count as zero.
  private static let gamma = FilterRow.of(
    "CIGammaAdjust",
    "Gamma Adjust",
    .colorAdjustment,
    [.scalar("inputPower", 1, identity: 1, slider: 0.25...4)]
  ) { image, values in
    let power = values.float("inputPower")
    return image.straight { c in
      Pixel(pow(max(c.x, 0), power), pow(max(c.y, 0), power), pow(max(c.z, 0), power), c.w)
    }
  }

  /// A turn about the gray axis that keeps luminance, as `hueRotate` of the W3C's filter effects.
  ///
  /// Apple's reference says that the colour cube turns about the neutral axis; that luminance stays is inferred.
  private static let hue = FilterRow.of(
    "CIHueAdjust",
    "Hue Adjust",
    .colorAdjustment,
    [.angle(kCIInputAngleKey, 0)]
  ) { image, values in
    let angle = values.number(kCIInputAngleKey)
    let (c, s) = (Float(cos(angle)), Float(sin(angle)))
    let luma = Pixel(0.213, 0.715, 0.072, 0)
    let r = luma + Pixel(0.787, -0.715, -0.072, 0) * c + Pixel(-0.213, -0.715, 0.928, 0) * s
    let g = luma + Pixel(-0.213, 0.285, -0.072, 0) * c + Pixel(0.143, 0.140, -0.283, 0) * s
    let b = luma + Pixel(-0.213, -0.715, 0.928, 0) * c + Pixel(-0.787, 0.715, 0.072, 0) * s
    return image.pointwise { _ in .matrix(rows: [r, g, b, Pixel(0, 0, 0, 1)]) }
  }

  /// Saturation that grows less where it is high already: by 1 + amount · (1 − (greatest − least component)).
  ///
  /// Inferred: Apple's reference says only that skin tones stay and weak colours change most.
  private static let vibrance = FilterRow.of(
    "CIVibrance",
    "Vibrance",
    .colorAdjustment,
    [.scalar("inputAmount", 0, identity: 0, min: -1, max: 1, slider: -1...1)]
  ) { image, values in
    let amount = values.float("inputAmount")
    return image.straight { c in
      let spread = max(c.x, c.y, c.z) - min(c.x, c.y, c.z)
      let factor = 1 + amount * (1 - min(max(spread, 0), 1))
      let gray = Pixel(repeating: c.luminance)
      return (gray + (c - gray) * factor).with(alpha: c.w)
    }
  }

  /// White becomes the colour: a product, inferred from the description.
  private static let whitePoint = FilterRow.of(
    "CIWhitePointAdjust",
    "White Point Adjust",
    .colorAdjustment,
    [.color(kCIInputColorKey, Pixel(1, 1, 1, 1))]
  ) { image, values in
    let color = values.color(kCIInputColorKey)
    return image.pointwise { space in
      let white = space.pixel(straightSRGB: color.with(alpha: 1))
      return RowKernel { $0 * white }
    }
  }

  /// Apple's reference: components below the threshold become 0, others 1.
  private static let threshold = FilterRow.of(
    "CIColorThreshold",
    "Color Threshold",
    .colorAdjustment,
    [.scalar("inputThreshold", 0.5, slider: 0...1)]
  ) { image, values in
    let threshold = Pixel(repeating: values.float("inputThreshold"))
    return image.straight { c in
      Pixel.zero.replacing(with: 1, where: c .>= threshold).with(alpha: c.w)
    }
  }

  /// A spline through five points, on the square roots of the components, as Apple's reference states.
  ///
  /// The spline is a natural cubic one, and ends are repeated outside; both are inferred.
  private static let toneCurve = FilterRow.of(
    "CIToneCurve",
    "Tone Curve",
    .colorAdjustment,
    (0...4).map {
      .vector("inputPoint\($0)", [Double($0) / 4, Double($0) / 4], type: kCIAttributeTypeOffset)
    }
  ) { image, values in
    let spline = NaturalSpline((0...4).map { values.point("inputPoint\($0)") })
    let table = (0...1024).map { Float(spline.value(at: Double($0) / 1024)) }
    return image.straight { c in
      func mapped(_ value: Float) -> Float {
        let place = min(max(value.squareRoot(), 0), 1) * 1024
        guard place.isFinite else { return table[0] }
        let i = min(Int(place), 1023)
        let root = table[i] + (table[i + 1] - table[i]) * (place - Float(i))
        return root * root
      }
      return Pixel(mapped(c.x), mapped(c.y), mapped(c.z), c.w)
    }
  }

  /// The adaptation of von Kries from one white to another, in the cone space of Bradford.
  ///
  /// A white is a temperature in kelvins on the daylight locus of the CIE, and a tint, which moves it across the locus by
  /// 1/3000 in CIE 1960 v. Inferred: Apple's reference names the inputs only.
  private static let temperatureAndTint = FilterRow.of(
    "CITemperatureAndTint",
    "Temperature and Tint",
    .colorAdjustment,
    [
      .vector("inputNeutral", [6500, 0], type: kCIAttributeTypeOffset),
      .vector("inputTargetNeutral", [6500, 0], type: kCIAttributeTypeOffset),
    ]
  ) { image, values in
    let rows = ChromaticAdaptation.matrix(
      from: values.point("inputNeutral"),
      to: values.point("inputTargetNeutral")
    )
    let (r, g, b) = (rows[0], rows[1], rows[2])
    return image.pointwise { space in
      guard space == .linear else {
        return RowKernel.straight { c in
          let p = TransferCurve.linear(c)
          return TransferCurve.encoded(Pixel((p * r).sum(), (p * g).sum(), (p * b).sum(), c.w))
        }
      }
      return .matrix(rows: [r, g, b, Pixel(0, 0, 0, 1)])
    }
  }
}
