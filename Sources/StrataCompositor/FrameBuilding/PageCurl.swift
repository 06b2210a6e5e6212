import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// A page that curls up from another one, or down onto it (rendering TN-10).
///
/// The page rolls up on a cylinder that moves over it. Along the direction of the curl let t be the place of a pixel, d that
/// of the line where the page leaves the plane, and r the radius. The part of the page beyond d is wound on the cylinder:
/// a point at the distance s from the line is seen, from above, at d + r sin(s / r) until half a turn is reached, and then
/// lies flat on the page at d − (s − π r). So a pixel shows
///
///     t > d + r        what lies below, in the shadow of the roll
///     d < t ≤ d + r    the back of the page at s = r (π − a), or its front at s = r a, with a = asin((t − d) / r)
///     t ≤ d            the back of the page at s = π r + d − t, or its front, which lies flat
///
/// and in the last two rows the back only where the page reaches so far. This is the deformation of L. Hong, S. Card and
/// J. Chen, "Turning Pages of 3D Electronic Books" (2006), with a cylinder in place of their cone.
struct PageCurl {
  /// Device pixels to places along the direction of the curl, in points.
  private let place: SIMD3<Double>
  /// The direction of the curl, in device pixels per point.
  private let direction: SIMD2<Double>
  /// The place of the line where the page leaves the plane, in points, as are the other lengths.
  private let line: Double
  private let radius: Double
  /// The farthest place of the page.
  private let end: Double
  /// True if the page is the new picture, which comes down onto the old one.
  private let comesDown: Bool

  /// The radius of the roll as a part of the way that it moves.
  private static let radiusShare = 1.0 / 9
  /// How far the direction leans from the layer's axis, as a slope.
  private static let slope = 0.3
  /// The width of the roll's shadow in radii, and its depth.
  private static let (shadowWidth, shadowDepth) = (2.0, 0.4)

  /// Makes the curl of a transition at a progress; nil for other transitions, and where the layer is seen edge on.
  init?(_ record: TransitionRecord, _ progress: Double, _ site: FilterSite) {
    switch record.type {
    case "pageCurl": comesDown = false
    case "pageUnCurl": comesDown = true
    default: return nil
    }
    // The edge that leaves the plane first, and the corner that leads.
    let lean = Self.slope
    let towards: SIMD2<Double> =
      switch record.subtype {
      case "fromRight": SIMD2(1, lean)
      case "fromTop": SIMD2(lean, 1)
      case "fromBottom": SIMD2(lean, -1)
      default: SIMD2(-1, lean)
      }
    let unit = towards / (towards * towards).sum().squareRoot()
    let b = site.bounds
    let places = [(b.minX, b.minY), (b.maxX, b.minY), (b.minX, b.maxY), (b.maxX, b.maxY)].map {
      $0 * unit.x + $1 * unit.y
    }
    guard let toLayer = site.toLayer, let low = places.min(), let high = places.max(), high > low else {
      return nil
    }
    place = SIMD3(
      toLayer.m11 * unit.x + toLayer.m12 * unit.y,
      toLayer.m21 * unit.x + toLayer.m22 * unit.y,
      toLayer.m31 * unit.x + toLayer.m32 * unit.y
    )
    direction = site.device(unit)
    radius = (high - low) * Self.radiusShare
    end = high
    let curled = comesDown ? 1 - progress : progress
    line = high - curled * (high - low + radius * (1 + Self.shadowWidth))
  }

  /// The curl as a step of drawing.
  var program: FilterProgram {
    FilterProgram(
      identity: "pageCurl \(place) \(direction) \(line) \(radius) \(comesDown)",
      spread: FilterProgram.Spread(reach: .zero)
    ) { old, x, y, new, _ in
      guard let new else { return nil }
      return comesDown ? picture(page: new, below: old, x, y) : picture(page: old, below: new, x, y)
    }
  }

  private func picture(page: PixelBuffer, below: PixelBuffer, _ left: Int, _ top: Int) -> PixelBuffer {
    let result = PixelBuffer(width: page.width, height: page.height, format: .rgba8)
    // One device pixel across the silhouette of the roll, in points.
    let pixel = 1 / max((direction * direction).sum().squareRoot(), 1e-6)
    for y in 0..<page.height {
      let (flat, under, to) = (page.row(y), below.row(y), result.row(y))
      for x in 0..<page.width {
        let t = (SIMD3(Double(left + x) + 0.5, Double(top + y) + 0.5, 1) * place).sum()
        let word: UInt32
        if t > line + radius * (1 + Self.shadowWidth) {
          word = under.load(fromByteOffset: x * 4, as: UInt32.self)
        } else if line - t + radius * .pi > end - line, t <= line {
          word = flat.load(fromByteOffset: x * 4, as: UInt32.self)
        } else {
          word = rolled(page, over: Self.channels(under, x), x: Double(x), y: Double(y), at: t, pixel: pixel)
        }
        to.storeBytes(of: word, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return result
  }

  /// A pixel that the roll or its shadow reaches.
  private func rolled(
    _ page: PixelBuffer,
    over below: SIMD4<Float>,
    x: Double,
    y: Double,
    at t: Double,
    pixel: Double
  ) -> UInt32 {
    /// The page at a distance from the line, which is seen at this pixel.
    func seen(_ s: Double) -> SIMD4<Float> {
      let way = line + s - t
      return Self.sample(page, x + direction.x * way, y + direction.y * way)
    }
    let beyond = max(0, t - line - radius) / (radius * Self.shadowWidth)
    var color = Self.shaded(below, by: Float(1 - Self.shadowDepth * max(0, 1 - beyond)))
    if t <= line {
      color = Self.sample(page, x, y)
      color = Self.over(Self.back(seen(radius * .pi + line - t), light: 1), color)
    } else if t < line + radius + pixel / 2 {
      let ratio = min((t - line) / radius, 1)
      let angle = asin(ratio)
      // The last pixel of the silhouette is covered in part.
      let cover = Float(min(1, (line + radius - t) / pixel + 0.5))
      let light = Float(0.7 + 0.3 * cos(angle))
      var roll = Self.shaded(seen(radius * angle), by: light)
      roll = Self.over(Self.back(seen(radius * (.pi - angle)), light: light), roll)
      color = Self.over(roll * cover, color)
    }
    return PremultipliedColor(clamping: color).rgba8
  }

  /// The back of the page: paper through which the picture shows a little.
  private static func back(_ front: SIMD4<Float>, light: Float) -> SIMD4<Float> {
    let paper = SIMD4<Float>(repeating: front.w)
    return shaded(paper * 0.8 + front * 0.2, by: light)
  }

  private static func shaded(_ color: SIMD4<Float>, by light: Float) -> SIMD4<Float> {
    color * SIMD4(light, light, light, 1)
  }

  private static func over(_ top: SIMD4<Float>, _ bottom: SIMD4<Float>) -> SIMD4<Float> {
    top + bottom * (1 - top.w)
  }

  // MARK: Pixels

  /// The colour between four pixels, whose middles lie at whole coordinates; transparent outside.
  private static func sample(_ page: PixelBuffer, _ x: Double, _ y: Double) -> SIMD4<Float> {
    guard x > -1, y > -1, x < Double(page.width), y < Double(page.height) else { return .zero }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (fx, fy, column, line) = (Float(x - left), Float(y - top), Int(left), Int(top))
    func at(_ x: Int, _ y: Int) -> SIMD4<Float> {
      x >= 0 && y >= 0 && x < page.width && y < page.height ? channels(page.row(y), x) : .zero
    }
    let upper = at(column, line) * (1 - fx) + at(column + 1, line) * fx
    let lower = at(column, line + 1) * (1 - fx) + at(column + 1, line + 1) * fx
    return upper * (1 - fy) + lower * fy
  }

  private static func channels(_ row: UnsafeMutableRawPointer, _ x: Int) -> SIMD4<Float> {
    let word = row.load(fromByteOffset: x * 4, as: UInt32.self)
    let bytes = SIMD4<UInt32>(word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24)
    return SIMD4<Float>(bytes) / 255
  }
}
