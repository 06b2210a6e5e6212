import CoreGraphics
import Foundation
import StrataBase

/// Transitions that bend the picture: a wave, and a fold.
///
/// Apple's reference describes them without formulas. Those here are inferred; at time 0 they give the image and at time 1
/// the target, exactly.
enum ReliefRows {
  static let all: [FilterRow] = [ripple, accordion]

  /// A ring as wide as the width runs from the centre over the extent.
  ///
  /// Within it places move along the radius by the scale times a whole wave, and the target takes the place of the image.
  /// The shading image, if there is one, lies as light on the slopes: its middle on level ground, its edges where the slope
  /// is greatest.
  private static let ripple = FilterRow(
    "CIRippleTransition",
    "Ripple",
    .transition,
    [
      .image(), .target, .image(kCIInputShadingImageKey), .center,
      .rectangle(kCIInputExtentKey, 0, 0, 300, height: 300), .time,
      .distance(kCIInputWidthKey, 100, identity: 100, min: 1, slider: 10...300),
      .distance(kCIInputScaleKey, 50, min: nil, slider: -50...50),
    ]
  ) { values in
    guard let image = values.image(), let target = values.image(kCIInputTargetImageKey) else { return nil }
    let time = values.number(kCIInputTimeKey)
    if time <= 0 { return image }
    if time >= 1 { return target }
    let center = values.point(kCIInputCenterKey)
    let area = values.rect(kCIInputExtentKey)
    let x = max(abs(Double(area.minX) - center.x), abs(Double(area.maxX) - center.x))
    let y = max(abs(Double(area.minY) - center.y), abs(Double(area.maxY) - center.y))
    let width = min(values.number(kCIInputWidthKey), 1e6)
    let scale = min(max(values.number(kCIInputScaleKey), -1e4), 1e4)
    let front = time * (min((x * x + y * y).squareRoot(), 1e9) + width)
    let light = SlopeLight(values.image(kCIInputShadingImageKey))
    let extent = image.node.extent.union(target.node.extent)
    let body = TransitionRows.sampling([image, target], extent: extent, within: abs(scale)) { _ in
      { place, tiles in
        let d = place - center
        let length = (d * d).sum().squareRoot()
        let q = (front - length) / width
        if q <= 0 { return tiles[0].nearest(place) }
        if q >= 1 { return tiles[1].nearest(place) }
        let wave = sin(2 * .pi * q) * sin(.pi * q)
        let moved = length > 0 ? place + d / length * (wave * scale) : place
        let (from, to) = (tiles[0].sample(moved), tiles[1].sample(moved))
        return from + (to - from) * Float(smoothStep(q))
      }
    }
    return light.laid(on: body, within: extent) { place in
      let d = place - center
      let length = (d * d).sum().squareRoot()
      let q = (front - length) / width
      guard q > 0, q < 1, length > 0 else { return nil }
      return d / length * (sin(2 * .pi * q) * sin(.pi * q))
    }
  }

  /// Pictures cross-fade while the height changes; above the bottom height they are a sheet that is folded in zigzag.
  ///
  /// The sheet is as long as the taller picture, and its folds close until it has the height of the moment, in the middle of
  /// the time at most three quarters of its length. Creases lie in the picture's plane and behind it in turn; those behind
  /// are smaller, seen from twice the sheet's size away. Every second side lies in shadow.
  private static let accordion = TransitionRows.transition(
    "CIAccordionFoldTransition",
    "Accordion Fold Transition",
    [
      .distance("inputBottomHeight", 0, identity: 0, slider: 0...2000),
      .scalar("inputNumberOfFolds", 3, min: 1, max: 50, slider: 1...50),
      .scalar("inputFoldShadowAmount", 0.1, min: 0, max: 1, slider: 0...1),
    ]
  ) { values, images in
    let time = values.number(kCIInputTimeKey)
    if time <= 0 { return images[0] }
    if time >= 1 { return images[1] }
    let (old, new) = (images[0].node.extent, images[1].node.extent)
    guard !old.isEmpty, !new.isEmpty, !old.contains(.world), !new.contains(.world) else { return images[0] }
    let share = Float(smoothStep(time))
    let bottom = values.number("inputBottomHeight")
    let folds = values.number("inputNumberOfFolds").rounded()
    let shadow = values.number("inputFoldShadowAmount") * 4 * time * (1 - time)
    let (h0, h1) = (Double(old.height), Double(new.height))
    let wanted = h0 + (h1 - h0) * smoothStep(time)
    let base = Double(old.minY) + (Double(new.minY) - Double(old.minY)) * smoothStep(time)
    let fixed = min(bottom, h0, h1)
    let sheet = max(h0, h1) - fixed
    let height = fixed + min(wanted - fixed, sheet * (1 - time * (1 - time)))
    let tilt = sheet > 0 ? max(1 - pow((height - fixed) / sheet, 2), 0).squareRoot() : 0
    let depth = folds > 0 ? sheet / (2 * folds) * tilt : 0
    let middle = (Double(min(old.minX, new.minX)) + Double(max(old.maxX, new.maxX))) / 2
    let distance = 2 * max(2 * (Double(max(old.maxX, new.maxX)) - middle), sheet, 1)
    let extent = PixelRect(
      min(old.minX, new.minX),
      Int32(base.rounded(.down)),
      max(old.maxX, new.maxX),
      Int32((base + height).rounded(.up))
    )
    let reach = max(h0, h1) + abs(Double(old.minY) - Double(new.minY))
    return TransitionRows.sampling(images, extent: extent, within: reach) { _ in
      { place, tiles in
        let y = place.y - base
        guard y < height else { return .zero }
        var (x, y0, y1, shade) = (place.x, y, y, 1.0)
        if y > fixed, height > fixed {
          let v = (y - fixed) / (height - fixed)
          (y0, y1) = (fixed + v * (h0 - fixed), fixed + v * (h1 - fixed))
          let fold = v * folds
          let side = fold - fold.rounded(.down)
          if side >= 0.5 { shade = 1 - shadow * (1 - (side - 0.5)) }
          // The crease between two sides lies farthest behind.
          x = middle + (x - middle) * (1 + depth * (1 - abs(2 * side - 1)) / distance)
        }
        let from = tiles[0].sample(SIMD2(x, Double(old.minY) + y0))
        let to = tiles[1].sample(SIMD2(x, Double(new.minY) + y1))
        let p = from + (to - from) * share
        return Pixel(p.x * Float(shade), p.y * Float(shade), p.z * Float(shade), p.w)
      }
    }
  }
}

/// Light that a shading image lays on slopes: the image of a lit ball, looked up by the direction of the surface.
struct SlopeLight: Sendable {
  private let shading: CIImage?

  init(_ shading: CIImage?) { self.shading = shading }

  /// Adds light to an image; `slope` is the slope at a place, at most 1 long, or nil on level ground.
  func laid(
    on image: CIImage,
    within extent: PixelRect,
    slope: @escaping @Sendable (SIMD2<Double>) -> SIMD2<Double>?
  ) -> CIImage {
    guard let shading, !shading.node.extent.isEmpty, !shading.node.extent.contains(.world) else {
      return image
    }
    let ball = shading.node.extent
    let half = SIMD2(Double(ball.width), Double(ball.height)) / 2
    let middle = SIMD2(Double(ball.minX), Double(ball.minY)) + half
    return CIImage(
      node: AreaNode([image.node, shading.node], extent: extent, needs: { $0 == 0 ? $1 : ball }) {
        rect,
        tiles,
        pass in
        pass.tile(rect) { place in
          let p = tiles[0].nearest(place)
          guard let slope = slope(place) else { return p }
          let light = tiles[1].sample(middle + slope * (half - 1))
          return (p + light * p.w).with(alpha: p.w)
        }
      }
    )
  }
}
