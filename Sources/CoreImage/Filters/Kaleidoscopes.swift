import CoreGraphics
import Foundation
import StrataBase

/// Filters that look at an image through mirrors, or through a grid of lenses.
///
/// Apple's reference describes these effects without formulas. Those here are inferred.
enum KaleidoscopeRows {
  static let all: [FilterRow] = [wedge, triangle, lenses]

  /// A wedge of the image between two mirrors, whose angle is π divided by the count: 12 wedges for a count of 6.
  private static let wedge = FilterRow.of(
    "CIKaleidoscope",
    "Kaleidoscope",
    .tile,
    [
      .scalar("inputCount", 6, min: 1, slider: 1...64), .center, .angle(kCIInputAngleKey, 0),
    ]
  ) { image, values in
    let (center, angle) = (values.place(kCIInputCenterKey), values.number(kCIInputAngleKey))
    let sector = Double.pi / values.number("inputCount").clamped(1, 1e6).rounded()
    guard abs(angle) < 1e9 else { return .empty() }
    return CIImage(
      node: AreaNode.warp(
        image.node,
        extent: .world,
        needs: { Wedge(of: $0.cgRect, center, from: angle, to: angle + sector).bounds }
      ) { place in
        let d = place - center
        let turns = (atan2(d.y, d.x) - angle) / (2 * sector)
        let phase = 2 * (turns - turns.rounded(.down))
        return center + SIMD2(d.length, 0).turned(by: angle + sector * (1 - abs(phase - 1)))
      }
    )
  }

  /// An equilateral triangle between three mirrors.
  ///
  /// Its middle is the point, its side the size, and one side lies along the
  /// rotation. With each mirror that a ray meets, colours are multiplied by the decay.
  private static let triangle = FilterRow.of(
    "CITriangleKaleidoscope",
    "Triangle Kaleidoscope",
    .tile,
    [
      .position("inputPoint", 150, 150), .scalar("inputSize", 700, min: 0, slider: 0...1000),
      .angle("inputRotation", 5.924285296593801, identity: nil, slider: 0...2 * .pi),
      .scalar("inputDecay", 0.85, min: 0, max: 1, slider: 0...1),
    ]
  ) { image, values in
    let (center, angle) = (values.place("inputPoint"), values.number("inputRotation"))
    let decay = values.float("inputDecay")
    guard abs(angle) < 1e9 else { return .empty() }
    let grid = PlaneGrid(side: values.number("inputSize").clamped(1e-3, 1e9), angle: .pi / 3)
    let fold = PlaneFold.sixfold(grid.side)
    let middle = grid.place(SIMD2(repeating: 1 / 3))
    let turn = PlaneTurn(angle)
    let region = CGRect(around: fold.corners.map { center + turn.forward($0 - middle) })
    let needed = PixelRect(covering: region).grown(1, 1)
    return CIImage(
      node: AreaNode([image.node], extent: .world, needs: { _, _ in needed }) { rect, tiles, pass in
        let tile = tiles[0]
        return pass.tile(rect) { place in
          let p = turn.back(place - center) + middle
          // The mirrors between a place and the triangle are those of three families of lines.
          let c = grid.coordinates(p)
          let mirrors = abs(c.x.rounded(.down)) + abs(c.y.rounded(.down)) + abs(c.sum().rounded(.down))
          let pixel = tile.sample(center + turn.forward(fold.source(p) - middle))
          return (pixel * pow(decay, Float(mirrors))).with(alpha: pixel.w)
        }
      }
    )
  }

  /// Squares around the centre, as wide as the width.
  ///
  /// Each shows the image around its middle, `scale` times as much of it, turned
  /// by the angle.
  private static let lenses = FilterRow.of(
    "CIOpTile",
    "Op Tile",
    .tile,
    [
      .center, .scalar(kCIInputScaleKey, 2.8, identity: 1, min: 0, slider: 0.1...10),
      .angle(kCIInputAngleKey, 0), .distance(kCIInputWidthKey, 65, identity: 65, slider: 1...1000),
    ]
  ) { image, values in
    let (center, angle) = (values.place(kCIInputCenterKey), values.number(kCIInputAngleKey))
    let scale = min(values.number(kCIInputScaleKey), 1e6)
    let width = values.number(kCIInputWidthKey).clamped(1e-3, 1e9)
    guard abs(angle) < 1e9 else { return .empty() }
    let turn = PlaneTurn(angle)
    let reach = Int((width / 2 * (1 + 2.0.squareRoot() * scale)).rounded(.up).clamped(0, 1e9))
    return CIImage(
      node: AreaNode.warp(
        image.node,
        extent: image.node.extent.grown(reach, reach),
        needs: { $0.grown(reach, reach).cgRect }
      ) { place in
        let middle = ((place - center) / width).rounded(.toNearestOrAwayFromZero) * width + center
        return middle + turn.forward((place - middle) * scale)
      }
    )
  }
}

/// The part of a ring between two directions.
struct Wedge {
  private let center: SIMD2<Double>
  private let radii: ClosedRange<Double>
  private let directions: ClosedRange<Double>

  /// Creates the wedge of the distances that the points of a rectangle have from a centre; directions ascend.
  init(of rect: CGRect, _ center: SIMD2<Double>, from low: Double, to high: Double) {
    self.center = center
    directions = low...max(low, high)
    guard !rect.isInfinite else {
      radii = 0...1e9
      return
    }
    let near = SIMD2(
      center.x.clamped(Double(rect.minX), Double(rect.maxX)),
      center.y.clamped(Double(rect.minY), Double(rect.maxY))
    )
    let far = SIMD2(
      max(abs(Double(rect.minX) - center.x), abs(Double(rect.maxX) - center.x)),
      max(abs(Double(rect.minY) - center.y), abs(Double(rect.maxY) - center.y))
    )
    let low = (near - center).length
    radii = low...max(low, far.length)
  }

  /// The distances.
  var distances: ClosedRange<Double> { radii }

  /// The bounds: those of the four corners, and of the points where the outer arc crosses an axis.
  var bounds: CGRect {
    var angles = [directions.lowerBound, directions.upperBound]
    let quarter = Double.pi / 2
    let first = (directions.lowerBound / quarter).rounded(.up)
    for i in 0..<5 where (first + Double(i)) * quarter <= directions.upperBound {
      angles.append((first + Double(i)) * quarter)
    }
    return CGRect(
      around: angles.flatMap { angle in
        [radii.lowerBound, radii.upperBound].map { center + SIMD2($0, 0).turned(by: angle) }
      }
    )
  }
}
