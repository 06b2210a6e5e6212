import Foundation
import StrataBase

/// The shapes of joins and caps.
///
/// It stores no points but appends them to the stroker's lists, which are then uniquely referenced and grow in place.
struct StrokeBorder {
  private let style: StrokeStyle
  private let half: Double
  /// The largest angle between two points of a flattened arc: 2·acos(1 − tolerance / radius).
  ///
  /// A circle has at most 16,384 points, which stay within a tenth of a pixel up to a radius of 5 million pixels.
  let arcStep: Double
  /// The number of points of the stroke before the band or join that is being made.
  var pointsBefore = 0

  init(_ style: StrokeStyle, tolerance: Double) {
    self.style = style
    half = style.halfWidth
    arcStep = max(2 * acos(max(0.5, 1 - min(0.5, tolerance / half))), 2 * .pi / 16_384)
  }

  /// Appends the outer border of a join, from the end of one segment's border to the start of the next one's.
  ///
  /// A vertex that is not a corner is inside a flattened curve and is rounded.
  func appendOuter(
    _ vertex: RasterPoint,
    _ isCorner: Bool,
    _ a: RasterPoint,
    _ b: RasterPoint,
    side: Double,
    to points: inout [RasterPoint]
  ) {
    let (from, to) = (normal(a) * (half * side), normal(b) * (half * side))
    points.append(vertex + from)
    switch isCorner ? style.join : .round {
    case .bevel: break
    case .round: appendArc(vertex, from, to, side: side, to: &points)
    case .miter:
      // miter length ÷ width = 1 / sin(θ/2), and sin²(θ/2) = (1 + cos turn) / 2.
      let sine = ((1 + (a * b).sum()) / 2).squareRoot()
      if sine > 1e-6, 1 / sine <= max(1, style.miterLimit) * (1 + 1e-12) {
        points.append(vertex + (from + to) / (1 + (a * b).sum()))
      }
    }
    points.append(vertex + to)
  }

  /// Appends the corners of a cap that points along a direction away from the stroke; none for a butt cap.
  func appendCap(at point: RasterPoint, _ direction: RasterPoint, to points: inout [RasterPoint]) {
    guard style.cap != .butt else { return }
    let across = normal(direction) * half
    points.append(point - across)
    if style.cap == .square {
      let along = direction * half
      points.append(point - across + along)
      points.append(point + across + along)
    } else {
      appendArc(point, -across, across, side: -1, to: &points)
    }
    points.append(point + across)
  }

  /// Appends the points of the shorter arc between two radii; at a reversal, of the one ahead of the stroke.
  private func appendArc(
    _ centre: RasterPoint,
    _ from: RasterPoint,
    _ to: RasterPoint,
    side: Double,
    to points: inout [RasterPoint]
  ) {
    // The square of a radius may be too large or too small for a number.
    let (a, b) = (from / half, to / half)
    let (sine, cosine) = (cross(a, b), (a * b).sum())
    // On the right border (side 1) the arc ahead of the stroke turns against the normal.
    var angle = atan2(sine, cosine)
    if abs(angle) > Double.pi - 1e-6 { angle = side > 0 ? -abs(angle) : abs(angle) }
    let most = StrokeShare(after: pointsBefore + points.count).arcSteps
    let count = Int(min((abs(angle) / arcStep).rounded(.up), most))
    guard count > 1 else { return }
    for index in 1..<count {
      let part = angle * Double(index) / Double(count)
      let (c, s) = (cos(part), sin(part))
      points.append(centre + RasterPoint(from.x * c - from.y * s, from.x * s + from.y * c))
    }
  }
}

/// A quarter turn from x towards y: the right side of travel where y points down.
func normal(_ direction: RasterPoint) -> RasterPoint { RasterPoint(-direction.y, direction.x) }

func cross(_ a: RasterPoint, _ b: RasterPoint) -> Double { a.x * b.y - a.y * b.x }
