import Foundation
import StrataBase

/// Mixes outlines of the same elements (animation I-14).
///
/// Points on the curve move in straight lines. The handle of a curve, the way from a point on the curve to its control
/// point, turns by the shorter way and stretches, so that a bow stays round while it turns:
///
///     (40,0) to (0,40) half way: (28.28, 28.28), not (20, 20)
extension Outline {
  /// The outline at `progress` of the way to another, which may lie outside of 0...1.
  ///
  /// Returns nil if the elements differ, except for a line that faces a curve: it is a curve with its control points at
  /// its ends.
  package func interpolated(to other: Outline, at progress: Double) -> Outline? {
    if progress == 0, verbs == other.verbs { return self }
    if progress == 1, verbs == other.verbs { return other }
    guard let pair = Self.matched([self, other]) else { return nil }
    let (a, b) = (pair[0].points, pair[1].points)
    func point(_ index: Int) -> RasterPoint { a[index] + (b[index] - a[index]) * progress }
    func control(_ index: Int, of anchor: Int) -> RasterPoint {
      point(anchor) + Self.handle(a[index] - a[anchor], b[index] - b[anchor], at: progress)
    }
    var points = a
    pair[0].forEachElement { verb, first, current in
      switch verb {
      case .cubic:
        // A curve without a point before it is not drawn.
        points[first] = current.map { control(first, of: $0) } ?? point(first)
        points[first + 1] = control(first + 1, of: first + 2)
        points[first + 2] = point(first + 2)
      default:
        for index in first..<first + verb.pointCount { points[index] = point(index) }
      }
    }
    return Outline(verbs: pair[0].verbs, points: points)
  }

  /// The weighted sum of the points of outlines; nil if their elements differ, as in ``interpolated(to:at:)``.
  package static func sum(_ terms: [(outline: Outline, weight: Double)]) -> Outline? {
    guard let matched = matched(terms.map(\.outline)), let first = matched.first else { return nil }
    let points = first.points.indices.map { index in
      zip(matched, terms).reduce(RasterPoint.zero) { $0 + $1.0.points[index] * $1.1.weight }
    }
    return Outline(verbs: first.verbs, points: points)
  }

  /// The handle between two: its angle moves by the shorter way, a half turn by the positive angle, and its length in
  /// a straight line.
  private static func handle(_ a: RasterPoint, _ b: RasterPoint, at progress: Double) -> RasterPoint {
    let cross = a.x * b.y - a.y * b.x
    let dot = (a * b).sum()
    guard cross != 0 || dot < 0 else { return a + (b - a) * progress }
    let angle = abs(atan2(cross, dot)) * (cross < 0 ? -1 : 1) * progress
    let (from, to) = ((a * a).sum().squareRoot(), (b * b).sum().squareRoot())
    let stretch = (from + (to - from) * progress) / from
    let (sine, cosine) = (sin(angle), cos(angle))
    return RasterPoint(a.x * cosine - a.y * sine, a.x * sine + a.y * cosine) * stretch
  }

  /// The outlines with the same elements; nil if they differ in more than the kinds of their segments.
  ///
  /// Where one has a curve, all have a cubic one. Quadratic curves become cubic, too, so that both ends have a handle.
  private static func matched(_ outlines: [Outline]) -> [Outline]? {
    guard let first = outlines.first else { return nil }
    let isAlike = outlines.allSatisfy { other in
      other.verbs.count == first.verbs.count
        && zip(other.verbs, first.verbs).allSatisfy { $0 == $1 || $0.isSegment && $1.isSegment }
    }
    guard isAlike else { return nil }
    let isCurve = first.verbs.indices.map { index in
      first.verbs[index].isSegment && outlines.contains { $0.verbs[index] != .line }
    }
    return outlines.map { $0.withCurves(isCurve) }
  }

  /// The outline with cubic curves for the marked segments.
  private func withCurves(_ isCurve: [Bool]) -> Outline {
    guard zip(verbs, isCurve).contains(where: { $1 && $0 != .cubic }) else { return self }
    var result = Outline()
    result.reserveCapacity(verbs: verbs.count, points: points.count + 2 * verbs.count)
    var index = 0
    forEachElement { verb, first, current in
      defer { index += 1 }
      let part = points[first..<first + verb.pointCount]
      guard isCurve[index], verb != .cubic, let end = part.last else {
        result.append(verb, part)
        return
      }
      let start = current.map { points[$0] } ?? end
      if verb == .line {
        result.cubic(start, end, to: end)
      } else {
        let control = part[first]
        result.cubic(start + (control - start) * (2.0 / 3), end + (control - end) * (2.0 / 3), to: end)
      }
    }
    return result
  }

  /// Calls `body` for each element with the index of its first point, and of the point at which it begins: nil before
  /// the first move.
  private func forEachElement(_ body: (_ verb: Verb, _ first: Int, _ current: Int?) -> Void) {
    var (first, current, begin) = (0, Int?.none, Int?.none)
    for verb in verbs {
      body(verb, first, current)
      switch verb {
      case .move: (current, begin) = (first, first)
      case .close: current = begin
      default: current = first + verb.pointCount - 1
      }
      first += verb.pointCount
    }
  }
}

extension Outline.Verb {
  /// True for lines and curves, which have an end.
  fileprivate var isSegment: Bool { self == .line || self == .quad || self == .cubic }
}
