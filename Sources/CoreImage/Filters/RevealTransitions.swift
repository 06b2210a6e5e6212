import CoreGraphics
import Foundation
import StrataBase

/// Transitions in which a shape reveals the target.
///
/// Apple's reference describes them without formulas. Those here are inferred; at time 0 they give the image and at time 1
/// the target, exactly.
enum RevealRows {
  static let all: [FilterRow] = [bars, flash, mod, disintegrate]

  /// Bars of the image slide away in the direction of the angle, each behind the one before by the offset.
  private static let bars = TransitionRows.transition(
    "CIBarsSwipeTransition",
    "Bars Swipe",
    [
      .angle(kCIInputAngleKey, .pi, slider: 0...2 * .pi),
      .distance(kCIInputWidthKey, 30, identity: 30, min: 2, slider: 2...300),
      .distance("inputBarOffset", 10, identity: 10, min: 1, slider: 1...100),
    ]
  ) { values, images in
    let time = values.number(kCIInputTimeKey)
    if time >= 1 { return images[1] }
    let extent = images[0].node.extent
    guard time > 0, !extent.isEmpty, !extent.contains(.world) else { return images[0] }
    let angle = values.number(kCIInputAngleKey)
    let along = DirectedExtent(extent.cgRect, angle: angle)
    let across = DirectedExtent(extent.cgRect, angle: angle + .pi / 2)
    let width = values.number(kCIInputWidthKey)
    let offset = min(values.number("inputBarOffset"), 1e6)
    let length = along.high - along.low
    // A billionth of a bar is the rounding of the angle.
    let last = max(((across.high - across.low) / width - 1e-9).rounded(.up) - 1, 0)
    let travel = time * (length + last * offset)
    return TransitionRows.sampling(images, extent: extent.union(images[1].node.extent), within: length) { _ in
      { place, tiles in
        let bar = ((across.place(place) - across.low) / width).rounded(.down)
        let moved = min(max(travel - bar * offset, 0), length)
        let source = place - along.direction * moved
        let isThere = along.place(source) >= along.low && across.place(source) >= across.low
        let shown = isThere ? tiles[0].sample(source) : .zero
        return shown + tiles[1].nearest(place) * (1 - shown.w)
      }
    }
  }

  /// A light with rays grows from the centre, and fades while the target takes the place of the image.
  ///
  /// The light is h² · ray / (0.15 + 2q) for h = 4t(1 − t) and q = 2.58 d / (striation radius · R), where R is the distance of
  /// the extent's farthest corner. A ray is 1 + strength · contrast · n, where n is smooth noise of the direction.
  private static let flash = TransitionRows.transition(
    "CIFlashTransition",
    "Flash",
    [
      .center, .rectangle(kCIInputExtentKey, 0, 0, 300, height: 300),
      .color(kCIInputColorKey, Pixel(1, 0.8, 0.6, 1)),
      .scalar("inputMaxStriationRadius", 2.58, min: 0, slider: 0...10),
      .scalar("inputStriationStrength", 0.5, min: 0, slider: 0...3),
      .scalar("inputStriationContrast", 1.375, min: 0, slider: 0...5),
      .scalar("inputFadeThreshold", 0.85, min: 0, max: 1, slider: 0...1),
    ]
  ) { values, images in
    let time = values.number(kCIInputTimeKey)
    let center = values.point(kCIInputCenterKey)
    let reach = Self.farthest(values.rect(kCIInputExtentKey), from: center)
    let radius = max(min(values.number("inputMaxStriationRadius"), 1e3), 0.05) / 2.58 * reach
    let striation = min(
      values.number("inputStriationStrength") * values.number("inputStriationContrast"),
      1e3
    )
    // The target appears around the middle; a high threshold makes the change short.
    let half = max(1 - values.number("inputFadeThreshold"), 0.02)
    let share = time <= 0 ? 0 : time >= 1 ? 1 : Float(smoothStep((time - 0.5) / half / 2 + 0.5))
    let height = 4 * time * (1 - time)
    let color = values.color(kCIInputColorKey)
    return TransitionRows.placed(images) { space in
      let light = space.pixel(straightSRGB: color.with(alpha: 1))
      return { place, p in
        let d = place - center
        let q = (d * d).sum().squareRoot() / radius
        let ray = max(1 + striation * SpatialNoise.around(atan2(d.y, d.x), time: 0), 0)
        let glow = Float(min(height * height * ray / (0.15 + 2 * q), 1))
        let mixed = p[0] + (p[1] - p[0]) * share
        return mixed + (light * mixed.w - mixed) * glow
      }
    }
  }

  /// The distance of the farthest corner of a rectangle, at least 1.
  private static func farthest(_ rect: CGRect, from center: SIMD2<Double>) -> Double {
    let area = rect.standardized
    let x = max(abs(Double(area.minX) - center.x), abs(Double(area.maxX) - center.x))
    let y = max(abs(Double(area.minY) - center.y), abs(Double(area.maxY) - center.y))
    return min(max((x * x + y * y).squareRoot(), 1), 1e9)
  }

  /// Holes of the target grow in the troughs of two waves at right angles, which the angle turns.
  ///
  /// The waves are as long as the radius, and shifted against each other over the compression.
  private static let mod = TransitionRows.transition(
    "CIModTransition",
    "Mod",
    [
      .center, .angle(kCIInputAngleKey, 2, slider: 0...2 * .pi),
      .distance(kCIInputRadiusKey, 150, identity: 150, min: 1, slider: 1...200),
      .distance("inputCompression", 300, identity: 300, min: 1, slider: 100...800),
    ]
  ) { values, images in
    let time = values.number(kCIInputTimeKey)
    let center = values.point(kCIInputCenterKey)
    let angle = values.number(kCIInputAngleKey)
    let (u, v) = (SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
    let radius = values.number(kCIInputRadiusKey)
    let compression = values.number("inputCompression")
    // The width of a hole's soft edge, as a share of the depth of the waves.
    let edge = 0.05
    return TransitionRows.placed(images) { _ in
      { place, p in
        let d = place - center
        let (x, y) = ((d * u).sum(), (d * v).sum())
        let shift = sin(2 * .pi * y / compression)
        let depth = 0.5 + 0.25 * (cos(2 * .pi * x / radius + shift) + cos(2 * .pi * y / radius))
        let share = time <= 0 ? 0 : time >= 1 ? 1 : smoothStep((time * (1 + edge) - (1 - depth)) / edge)
        return p[0] + (p[1] - p[0]) * Float(share)
      }
    }
  }

  /// The image goes where the mask is dark first; what is left throws a shadow onto the target.
  private static let disintegrate = FilterRow(
    "CIDisintegrateWithMaskTransition",
    "Disintegrate With Mask",
    .transition,
    [
      .image(), .target, .mask, .time,
      .distance("inputShadowRadius", 8, identity: 0, slider: 0...50),
      .scalar("inputShadowDensity", 0.65, identity: 0, min: 0, max: 1, slider: 0...1),
      .vector("inputShadowOffset", [0, -10], type: kCIAttributeTypeOffset),
    ]
  ) { values in
    guard let image = values.image(), let target = values.image(kCIInputTargetImageKey),
      let mask = values.image(kCIInputMaskImageKey)
    else { return nil }
    let time = values.number(kCIInputTimeKey)
    if time <= 0 { return image }
    if time >= 1 { return target }
    let edge: Float = 0.05
    let front = Float(time) * (1 + edge)
    let extent = image.node.extent.union(target.node.extent)
    // What is left of the image, as coverage in all four components.
    let left = CIImage.mixing([image, mask], extent: image.node.extent) { p in
      Pixel(repeating: p[0].w * (1 - min(max((front - p[1].luminance) / edge, 0), 1)))
    }
    let offset = values.point("inputShadowOffset")
    let shadow = left.blurred(sigma: values.number("inputShadowRadius"))
      .transformed(by: CGAffineTransform(translationX: CGFloat(offset.x), y: CGFloat(offset.y)))
    let density = values.float("inputShadowDensity")
    return CIImage.mixing([image, target, left, shadow], extent: extent) { p in
      let part = p[0].w > 0 ? p[2].w / p[0].w : 0
      let shade = 1 - density * p[3].w
      let below = Pixel(p[1].x * shade, p[1].y * shade, p[1].z * shade, p[1].w)
      return p[0] * part + below * (1 - p[2].w)
    }
  }
}
