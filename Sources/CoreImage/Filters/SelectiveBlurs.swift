import CoreGraphics
import Foundation
import StrataBase

/// Blurs that depend on the image, on a mask, or on the shape of a lens.
enum SelectiveBlurRows {
  static let all: [FilterRow] = [masked, noise, bokeh]

  /// Apple's reference: grays of the mask vary the radius from none, at black, to the whole, at white.
  ///
  /// A Gaussian of the deviation radius · mask, mixed of the two nearest of five: none, and ⅛, ¼, ½ and all of the
  /// radius; inferred. Without a mask nothing is blurred.
  private static let masked = FilterRow(
    "CIMaskedVariableBlur",
    "Masked Variable Blur",
    .blur,
    [.image(), .image("inputMask"), .distance(kCIInputRadiusKey, 5, identity: 0, slider: 0...10)]
  ) { values in
    guard let image = values.image() else { return nil }
    guard let mask = values.image("inputMask") else { return image }
    let radius = min(values.number(kCIInputRadiusKey), Smoothing.largestRadius)
    guard radius > 0 else { return image }
    let soft = [0.125, 0.25, 0.5, 1].map { image.blurred(sigma: radius * $0) }
    let extent = soft.reduce(image.node.extent) { $0.union($1.node.extent) }
    return CIImage.mixing([image] + soft + [mask], extent: extent) { p in
      let share = min(max(p[5].luminance, 0), 1)
      // The last step that the share reaches, and the way to the next one.
      let step = share < 0.125 ? 0 : share < 0.25 ? 1 : share < 0.5 ? 2 : 3
      let low: Float = step == 0 ? 0 : Float(1 << step) / 16
      let width: Float = step == 0 ? 0.125 : low
      return p[step] + (p[step + 1] - p[step]) * min((share - low) / width, 1)
    }
  }

  /// Apple's reference: small changes of brightness, below the noise level, are noise and blurred; larger ones are edges
  /// and sharpened.
  ///
  /// The change is the difference from a Gaussian of deviation 1.5; between one and two noise levels the blur gives way
  /// to the sharpening, by the sharpness times the difference; inferred.
  private static let noise = FilterRow.of(
    "CINoiseReduction",
    "Noise Reduction",
    .blur,
    [
      .scalar("inputNoiseLevel", 0.02, identity: 0, min: 0, slider: 0...0.1),
      .scalar(kCIInputSharpnessKey, 0.4, min: 0, slider: 0...2),
    ]
  ) { image, values in
    let level = values.float("inputNoiseLevel")
    let sharpness = values.float(kCIInputSharpnessKey)
    let soft = image.blurred(sigma: 1.5)
    return CIImage.mixing([image, soft], extent: image.node.extent) { p in
      let change = (p[0].luminance - p[1].luminance)
      let size = abs(change)
      let edge: Float = level > 0 ? min(max(size / level - 1, 0), 1) : 1
      let sharp = (p[0] + change * sharpness).with(alpha: p[0].w)
      return (p[1] + (sharp - p[1]) * edge).with(alpha: p[0].w)
    }
  }

  /// The mean of a disc, with more weight in a ring at its edge.
  ///
  /// Apple's reference names the inputs. The ring is the outer part of the disc, ring size times the radius wide, and counts
  /// by the ring amount more; then a Gaussian of the softness, in fiftieths of the radius, follows; inferred.
  private static let bokeh = FilterRow.of(
    "CIBokehBlur",
    "Bokeh Blur",
    .blur,
    [
      .distance(kCIInputRadiusKey, 20, identity: 0, slider: 0...500),
      .scalar("inputRingAmount", 0, identity: 0, min: 0, max: 1, slider: 0...1),
      .scalar("inputRingSize", 0.1, min: 0, max: 0.2, slider: 0...0.2),
      .scalar("inputSoftness", 1, min: 0, max: 10, slider: 0.25...0.4),
    ]
  ) { image, values in
    let radius = min(values.number(kCIInputRadiusKey), Smoothing.largestRadius)
    guard radius > 0 else { return image }
    let (amount, size) = (values.number("inputRingAmount"), values.number("inputRingSize"))
    let disc = image.discBlurred(radius: radius)
    let inner = radius * (1 - size)
    var result = disc
    if amount > 0, size > 0 {
      // The ring is the difference of two discs, each with its area.
      let (all, part) = (CIImage.discArea(radius), CIImage.discArea(inner))
      let total = all + amount * (all - part)
      let (whole, hole) = (Float(all * (1 + amount) / total), Float(part * amount / total))
      result = CIImage.mixing([disc, image.discBlurred(radius: inner)], extent: disc.node.extent) { p in
        p[0] * whole - p[1] * hole
      }
    }
    return result.blurred(sigma: values.number("inputSoftness") * radius / 50)
  }
}
