import CoreGraphics
import Foundation
import StrataBase

/// Filters from one image to another: at time 0 the image, at time 1 the target.
enum TransitionRows {
  static let all: [FilterRow] = plain + RevealRows.all + ReliefRows.all + PageCurlRows.all

  private static let plain: [FilterRow] = [
    // Apple's reference: the mixture by the time.
    transition("CIDissolveTransition", "Dissolve") { values, images in
      let time = values.float(kCIInputTimeKey)
      let extent = images[0].node.extent.union(images[1].node.extent)
      return CIImage.mixing(images[1], images[0], extent: extent, MixKernel(shares: Pixel(repeating: time)))
    },
    // A soft edge that moves over the extent, into the direction of the angle: behind it the target, in its middle the
    // colour with the opacity. Inferred: the reference describes the effect only.
    transition(
      "CISwipeTransition",
      "Swipe",
      [
        .rectangle(kCIInputExtentKey, 0, 0, 300, height: 300),
        .color(kCIInputColorKey, Pixel(1, 1, 1, 1), type: kCIAttributeTypeOpaqueColor),
        .angle(kCIInputAngleKey, 0),
        .distance(kCIInputWidthKey, 300, min: 0.1, slider: 0.1...800),
        .scalar("inputOpacity", 0, identity: 0, min: 0, slider: 0...1),
      ]
    ) { values, images in
      let sweep = Sweep(values, width: values.number(kCIInputWidthKey))
      let (color, opacity) = (values.color(kCIInputColorKey), values.float("inputOpacity"))
      return placed(images) { space in
        let light = space.pixel(straightSRGB: color.with(alpha: 1))
        return { place, p in
          let share = sweep.share(at: place)
          let mixed = p[0] + (p[1] - p[0]) * share
          return mixed + (light * mixed.w - mixed) * min(opacity * 4 * share * (1 - share), 1)
        }
      }
    },
    // A bar of light that moves over the extent: behind it the target; the light adds colour · opacity, most in the middle
    // of the bar. Inferred likewise.
    transition(
      "CICopyMachineTransition",
      "Copy Machine",
      [
        .rectangle(kCIInputExtentKey, 0, 0, 300, height: 300),
        .color(kCIInputColorKey, Pixel(0.6, 1, 0.8, 1), type: kCIAttributeTypeOpaqueColor),
        .angle(kCIInputAngleKey, 0, slider: 0...2 * .pi),
        .distance(kCIInputWidthKey, 200, identity: 200, min: 0.1, slider: 0.1...500),
        .scalar("inputOpacity", 1.3, identity: 1.3, min: 0, slider: 0...3),
      ]
    ) { values, images in
      let sweep = Sweep(values, width: values.number(kCIInputWidthKey))
      let (color, opacity) = (values.color(kCIInputColorKey), values.float("inputOpacity"))
      return placed(images) { space in
        let light = space.pixel(straightSRGB: color.with(alpha: 1))
        return { place, p in
          let share = sweep.share(at: place)
          let shown = share > 0.5 ? p[1] : p[0]
          let glow = min(opacity * 4 * share * (1 - share), opacity)
          return (shown + light * (shown.w * glow)).with(alpha: shown.w)
        }
      }
    },
  ]

  static func transition(
    _ name: String,
    _ title: String,
    _ inputs: [FilterInput] = [],
    _ body: @escaping @Sendable (FilterValues, [CIImage]) -> CIImage
  ) -> FilterRow {
    FilterRow(name, title, .transition, [.image(), .target, .time] + inputs) { values in
      guard let image = values.image(), let target = values.image(kCIInputTargetImageKey) else { return nil }
      return body(values, [image, target])
    }
  }

  /// A combination of images that also depends on the place.
  static func placed(
    _ images: [CIImage],
    _ kernel: @escaping @Sendable (WorkingSpace) -> @Sendable (SIMD2<Double>, [Pixel]) -> Pixel
  ) -> CIImage {
    let extent = images.reduce(PixelRect.empty) { $0.union($1.node.extent) }
    return CIImage(
      node: AreaNode(images.map(\.node), extent: extent, needs: { $1 }) { rect, tiles, pass in
        let kernel = kernel(pass.space)
        return pass.tile(rect) { place in kernel(place, tiles.map { $0.nearest(place) }) }
      }
    )
  }
}

extension TransitionRows {
  /// A combination of images in which a pixel reads places within a distance of its own, in pixels.
  static func sampling(
    _ images: [CIImage],
    extent: PixelRect,
    within reach: Double,
    _ kernel: @escaping @Sendable (WorkingSpace) -> @Sendable (SIMD2<Double>, [Tile]) -> Pixel
  ) -> CIImage {
    let grown = Int(min(max(reach, 0), 0x1p29).rounded(.up)) + 1
    return CIImage(
      node: AreaNode(images.map(\.node), extent: extent, needs: { $1.grown(grown, grown) }) {
        rect,
        tiles,
        pass in
        let kernel = kernel(pass.space)
        return pass.tile(rect) { kernel($0, tiles) }
      }
    )
  }
}

/// The extent of a rectangle along a direction of the plane.
struct DirectedExtent: Sendable {
  let direction: SIMD2<Double>
  let low: Double
  let high: Double

  init(_ rect: CGRect, angle: Double) {
    let direction = SIMD2(cos(angle), sin(angle))
    self.direction = direction
    let area = rect.standardized
    let corners = [
      SIMD2(Double(area.minX), Double(area.minY)), SIMD2(Double(area.maxX), Double(area.minY)),
      SIMD2(Double(area.minX), Double(area.maxY)), SIMD2(Double(area.maxX), Double(area.maxY)),
    ]
    let places = corners.map { ($0 * direction).sum() }
    (low, high) = (places.min() ?? 0, places.max() ?? 0)
  }

  /// The place of a point along the direction.
  @inline(__always)
  func place(_ p: SIMD2<Double>) -> Double { (p * direction).sum() }
}

/// A smooth step from 0 to 1: 3t² − 2t³ of a number that is limited to 0 … 1.
@inline(__always)
func smoothStep(_ t: Double) -> Double {
  let t = min(max(t, 0), 1)
  return t * t * (3 - 2 * t)
}

/// A soft edge that moves over a rectangle.
struct Sweep: Sendable {
  private let direction: SIMD2<Double>
  /// The place of the front end of the edge along the direction.
  private let front: Double
  private let width: Double

  /// The edge of a transition's `inputTime`, `inputAngle` and `inputExtent`.
  init(_ values: FilterValues, width: Double) {
    let extent = DirectedExtent(values.rect(kCIInputExtentKey), angle: values.number(kCIInputAngleKey))
    let (low, high) = (extent.low, extent.high)
    direction = extent.direction
    self.width = min(width, 1e9)
    // Before time 0 the edge is wholly outside, after time 1 it has wholly left.
    front = low + values.number(kCIInputTimeKey) * (high - low + self.width)
    time = values.number(kCIInputTimeKey)
  }

  private let time: Double

  /// The share of the target at a place, from 0 before the edge to 1 behind it, as a smooth step.
  func share(at place: SIMD2<Double>) -> Float {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    let t = min(max((front - (place * direction).sum()) / width, 0), 1)
    return Float(t * t * (3 - 2 * t))
  }
}
