import CoreGraphics
import Foundation
package import StrataRaster

/// A line or curve of a path that an animation follows, as a cubic.
struct PathSegment: Sendable, Hashable {
  let start: SIMD2<Double>
  let control1: SIMD2<Double>
  let control2: SIMD2<Double>
  let end: SIMD2<Double>
  /// True for the line with which a subpath closes.
  let isClosing: Bool
  /// Arc lengths from the start to the ends of equal parts of the parameter; the last is the whole length.
  private var lengths: [Double]
  private let isLine: Bool

  init(line start: SIMD2<Double>, _ end: SIMD2<Double>, isClosing: Bool = false) {
    // With the controls at the thirds the parameter of the cubic is that of the line.
    self.start = start
    control1 = start + (end - start) / 3
    control2 = start + (end - start) * (2.0 / 3)
    self.end = end
    self.isClosing = isClosing
    isLine = true
    let way = end - start
    lengths = [(way * way).sum().squareRoot()]
  }

  init(cubic start: SIMD2<Double>, _ control1: SIMD2<Double>, _ control2: SIMD2<Double>, _ end: SIMD2<Double>)
  {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
    isClosing = false
    isLine = false
    lengths = []
    var sum = 0.0
    for part in 0..<Self.parts {
      sum += speedIntegral(Double(part) / Double(Self.parts), Double(part + 1) / Double(Self.parts))
      lengths.append(sum)
    }
  }

  private static let parts = 16

  var length: Double { lengths.last ?? 0 }

  func point(at u: Double) -> SIMD2<Double> {
    if isLine { return start + (end - start) * u }
    let v = 1 - u
    let outer = start * (v * v * v) + end * (u * u * u)
    return outer + control1 * (3 * v * v * u) + control2 * (3 * v * u * u)
  }

  func derivative(at u: Double) -> SIMD2<Double> {
    if isLine { return end - start }
    let v = 1 - u
    let first = (control1 - start) * (3 * v * v)
    let last = (end - control2) * (3 * u * u)
    return first + (control2 - control1) * (6 * v * u) + last
  }

  /// The angle of the tangent; where the derivative vanishes, of the way to a nearby point.
  func angle(at u: Double) -> Double {
    var way = derivative(at: u)
    if way == .zero {
      let near = 1e-4
      way = u < 0.5 ? point(at: u + near) - point(at: u) : point(at: u) - point(at: u - near)
    }
    if way == .zero { way = end - start }
    return atan2(way.y, way.x)
  }

  /// The parameter at an arc length from the start.
  func parameter(atLength length: Double) -> Double {
    guard self.length > 0 else { return 0 }
    if isLine { return length / self.length }
    let part = lengths.firstIndex { $0 >= length } ?? Self.parts - 1
    let before = part > 0 ? lengths[part - 1] : 0
    var low = Double(part) / Double(Self.parts)
    var high = Double(part + 1) / Double(Self.parts)
    let begin = low
    var u = low + (high - low) * (length - before) / max(lengths[part] - before, .leastNormalMagnitude)
    for _ in 0..<40 {
      let error = before + speedIntegral(begin, u) - length
      if error < 0 { low = u } else { high = u }
      let way = derivative(at: u)
      let step = u - error / (way * way).sum().squareRoot()
      let next = step > low && step < high ? step : (low + high) / 2
      if abs(next - u) < 1e-12 { return next }
      u = next
    }
    return u
  }

  /// Arc length between two parameters, by Gauss's rule with eight points.
  private func speedIntegral(_ a: Double, _ b: Double) -> Double {
    let (middle, half) = ((a + b) / 2, (b - a) / 2)
    var sum = 0.0
    for (node, weight) in Self.gauss {
      for side in [middle - half * node, middle + half * node] {
        let way = derivative(at: side)
        sum += weight * (way * way).sum().squareRoot()
      }
    }
    return sum * half
  }

  private static let gauss: [(Double, Double)] = [
    (0.1834346424956498, 0.3626837833783620), (0.5255324099163290, 0.3137066458778873),
    (0.7966664774136267, 0.2223810344533745), (0.9602898564975363, 0.1012285362903763),
  ]
}

/// How an animation along a path turns the layer.
package enum RotationMode: String, Hashable, Sendable, CaseIterable {
  case auto
  case autoReverse

  var offset: Double { self == .auto ? 0 : .pi }
}

/// A path as a keyframe animation runs along it.
///
/// Every line and curve is one segment, and so is the line that closes a subpath, if it has a length.
/// A move takes no time.
package struct PathCurve: Sendable {
  private let segments: [PathSegment]
  private let keys: KeyTimes
  private let mode: CalculationMode

  /// Creates the course, or nil if the path has no segment or a coordinate that is not finite.
  package init?(_ outline: Outline, times: [Double]?, curves: [TimingFunction?] = [], mode: CalculationMode) {
    guard outline.points.allSatisfy({ ($0 * 0).sum() == 0 }) else { return nil }
    let all = Self.segments(of: outline)
    segments = mode.isPaced ? all : mode.segments(of: all, for: times)
    guard !segments.isEmpty else { return nil }
    self.mode = mode
    if mode.isPaced {
      keys = .paced(lengths: segments.map(\.length))
    } else if let times, times.count == segments.count + 1 {
      keys = KeyTimes(times, curves: mode == .discrete ? [] : curves)
    } else if let times, mode.takes(times, for: segments) {
      // One more is the time at which the end would be left.
      keys = KeyTimes(times.dropLast())
    } else {
      keys = .even(segments: segments.count, curves: mode == .discrete ? [] : curves)
    }
  }

  private static func segments(of outline: Outline) -> [PathSegment] {
    var segments: [PathSegment] = []
    var (point, begin, next) = (SIMD2<Double>.zero, SIMD2<Double>.zero, 0)
    for verb in outline.verbs {
      let p = outline.points[next...].prefix(verb.pointCount).map { SIMD2($0.x, $0.y) }
      next += verb.pointCount
      switch verb {
      case .move: begin = p[0]
      case .line: segments.append(PathSegment(line: point, p[0]))
      case .quad:
        let (a, b) = (point + (p[0] - point) * (2.0 / 3), p[1] + (p[0] - p[1]) * (2.0 / 3))
        segments.append(PathSegment(cubic: point, a, b, p[1]))
      case .cubic: segments.append(PathSegment(cubic: point, p[0], p[1], p[2]))
      case .close:
        if !isNear(point, begin) { segments.append(PathSegment(line: point, begin, isClosing: true)) }
        point = begin
      }
      point = p.last ?? point
    }
    return segments
  }

  /// True if two points differ by no more than rounding, as the ends of a circle do.
  private static func isNear(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    let way = a - b
    return max(abs(way.x), abs(way.y)) <= 1e-6 * max(abs(a.x), abs(a.y), abs(b.x), abs(b.y))
  }

  private var end: (point: SIMD2<Double>, angle: Double) {
    let last = segments[segments.count - 1]
    return (last.end, last.angle(at: 1))
  }

  /// Returns the point and the angle of the tangent at `progress`.
  func place(at progress: Double) -> (point: SIMD2<Double>, angle: Double)? {
    guard !progress.isNaN else { return nil }
    if mode == .discrete {
      if keys.isOver(at: progress) { return end }
      let segment = segments[keys.held(at: progress)]
      return (segment.start, segment.angle(at: 0))
    }
    switch keys.place(at: progress) {
    case .beforeFirst: return (segments[0].start, segments[0].angle(at: 0))
    case .afterLast: return end
    case .inside(let i, let fraction):
      let segment = segments[i]
      let u = mode.isPaced ? segment.parameter(atLength: fraction * segment.length) : fraction
      return (segment.point(at: u), segment.angle(at: u))
    }
  }
}

extension CalculationMode {
  /// True if these are key times for the segments: one for each point, and in the discrete mode one more for the end.
  fileprivate func takes(_ times: [Double], for segments: [PathSegment]) -> Bool {
    times.count == segments.count + 1 || self == .discrete && times.count == segments.count + 2
  }

  /// Returns the segments, without closing lines if the key times fit only then.
  fileprivate func segments(of all: [PathSegment], for times: [Double]?) -> [PathSegment] {
    guard let times, !takes(times, for: all) else { return all }
    let open = all.filter { !$0.isClosing }
    return takes(times, for: open) ? open : all
  }
}

/// A value that a point of a path can set.
protocol PathPlaced: Composable {
  init(pathPoint: SIMD2<Double>)
}

extension CGPoint: PathPlaced {
  init(pathPoint p: SIMD2<Double>) { self.init(x: p.x, y: p.y) }
}

extension CGSize: PathPlaced {
  init(pathPoint p: SIMD2<Double>) { self.init(width: p.x, height: p.y) }
}

/// The points of a path.
struct PathSource<Value: PathPlaced>: ValueSource {
  let curve: PathCurve

  func value(at moment: TrackMoment, over current: Value) -> Value? {
    curve.place(at: moment.progress).map { Value(pathPoint: $0.point) }
  }
}

/// Moves along a path and turns the layer's transform with it: the turn comes before the transform.
final class TurningTrack<Root, Source: ValueSource>: Track {
  private let position: ComposedTrack<Root, Source>
  private let curve: PathCurve
  private let rotation: RotationMode
  private let transform: Lens<Root, CATransform3D>

  init(
    position: ComposedTrack<Root, Source>,
    curve: PathCurve,
    rotation: RotationMode,
    transform: Lens<Root, CATransform3D>
  ) {
    (self.position, self.curve, self.rotation, self.transform) = (position, curve, rotation, transform)
  }

  func apply(at moment: TrackMoment, to root: inout Root) {
    position.apply(at: moment, to: &root)
    guard let angle = curve.place(at: moment.progress)?.angle else { return }
    let turn = ValueFunction.rotateZ(SIMD3(angle + rotation.offset, 0, 0))
    let turned = turn.concatenated(with: transform.get(root))
    if turned.isFinite { transform.set(&root, turned) }
  }
}
