import CoreGraphics
import Foundation
import StrataBase

/// Transitions in which the image is a page that rolls off the target, around a cylinder that moves over the extent.
///
/// The direction of the angle leads from the page's free edge, against which the cylinder moves, to where it is bound:
/// with angle 0 the page is rolled up from the left. Behind the cylinder's line the page lies flat, at the line it goes up
/// around the cylinder, and half a turn later it lies back over itself and shows its back. Inferred: Apple's reference
/// describes the effect only.
enum PageCurlRows {
  static let all: [FilterRow] = [
    row("CIPageCurlTransition", "Page Curl", []),
    row(
      "CIPageCurlWithShadowTransition",
      "Page Curl With Shadow",
      [
        .scalar("inputShadowSize", 0.5, min: 0, max: 1, slider: 0...1),
        .scalar("inputShadowAmount", 0.7, min: 0, max: 1, slider: 0...1),
        .rectangle("inputShadowExtent", 0, 0, 0, height: 0),
      ]
    ),
  ]

  private static func row(_ name: String, _ title: String, _ shadow: [FilterInput]) -> FilterRow {
    var inputs: [FilterInput] = [.image(), .target, .image("inputBacksideImage")]
    if shadow.isEmpty { inputs.append(.image(kCIInputShadingImageKey)) }
    inputs += [
      .rectangle(kCIInputExtentKey, 0, 0, 300, height: 300), .time,
      .angle(kCIInputAngleKey, 0, slider: -2 * Double.pi...2 * .pi),
      .distance(kCIInputRadiusKey, 100, identity: 100, min: 0.01, slider: 0.01...400),
    ]
    return FilterRow(name, title, .transition, inputs + shadow) { values in
      guard let image = values.image(), let target = values.image(kCIInputTargetImageKey) else { return nil }
      let time = values.number(kCIInputTimeKey)
      if time <= 0 { return image }
      if time >= 1 { return target }
      let back = values.image("inputBacksideImage")
      let roll = Roll(values, time: time, hasBack: back != nil)
      let extent = image.node.extent.union(target.node.extent)
      let images = [image, target, back ?? image]
      let page = TransitionRows.sampling(images, extent: extent, within: roll.reach) { _ in
        { place, tiles in roll.pixel(place, page: tiles[0], below: tiles[1], back: tiles[2]) }
      }
      return SlopeLight(values.image(kCIInputShadingImageKey)).laid(on: page, within: extent) {
        roll.slope($0)
      }
    }
  }
}

/// The cylinder of one moment.
private struct Roll: Sendable {
  private let along: DirectedExtent
  private let radius: Double
  /// The place of the cylinder's line; the page lies flat beyond it.
  private let line: Double
  private let hasBack: Bool
  private let shadowWidth: Double
  private let shadowAmount: Double
  /// Where the shadow falls; null for everywhere.
  private let shadowExtent: CGRect

  init(_ values: FilterValues, time: Double, hasBack: Bool) {
    // Places count from the bound edge, so that the page's free edge has the greatest one.
    along = DirectedExtent(values.rect(kCIInputExtentKey), angle: values.number(kCIInputAngleKey) + .pi)
    radius = min(values.number(kCIInputRadiusKey), 1e6)
    self.hasBack = hasBack
    shadowWidth = max(values.number("inputShadowSize") * radius * 2, 0)
    shadowAmount = values.number("inputShadowAmount")
    let area = values.rect("inputShadowExtent")
    shadowExtent = area.isEmpty ? .null : area
    line = along.high - time * (along.high - along.low + radius + shadowWidth)
  }

  /// How far from a pixel the page's place that it shows can lie.
  var reach: Double { along.high - along.low + .pi * radius }

  /// What is seen at a place from above: of the layers of the page the uppermost.
  func pixel(_ place: SIMD2<Double>, page: Tile, below: Tile, back: Tile) -> Pixel {
    let s = along.place(place)
    let ground = below.nearest(place)
    if s > line + radius {
      guard shadowAmount > 0, shadowWidth > 0,
        shadowExtent.isNull || shadowExtent.contains(CGPoint(x: place.x, y: place.y))
      else { return ground }
      let t = 1 - min((s - line - radius) / shadowWidth, 1)
      return darkened(ground, 1 - shadowAmount * smoothStep(t))
    }
    // The page's place after half a turn or, on the roll, on its upper half.
    let turned = s <= line ? radius * .pi + (line - s) : radius * (.pi - asin((s - line) / radius))
    if line + turned <= along.high {
      let q = place + along.direction * (line + turned - s)
      var reverse = back.sample(q)
      // Without a picture of its own the back is that of the image, seen through the paper.
      if !hasBack { reverse = reverse + (Pixel(repeating: reverse.w) - reverse) * 0.7 }
      let up = s <= line ? 1 : 1 - (s - line) / radius
      reverse = darkened(reverse, 0.55 + 0.45 * up.squareRoot())
      return reverse + ground * (1 - reverse.w)
    }
    if s <= line {
      let flat = page.nearest(place)
      return flat + ground * (1 - flat.w)
    }
    // The lower half of the roll, seen where the page's edge does not reach over it.
    let rise = radius * asin((s - line) / radius)
    guard line + rise <= along.high else { return ground }
    let front = darkened(
      page.sample(place + along.direction * (line + rise - s)),
      1 - 0.4 * (s - line) / radius
    )
    return front + ground * (1 - front.w)
  }

  /// The slope of the uppermost layer, for light.
  func slope(_ place: SIMD2<Double>) -> SIMD2<Double>? {
    let s = along.place(place)
    guard s > line, s <= line + radius else { return nil }
    return along.direction * ((s - line) / radius)
  }

  private func darkened(_ p: Pixel, _ factor: Double) -> Pixel {
    Pixel(p.x * Float(factor), p.y * Float(factor), p.z * Float(factor), p.w)
  }
}
