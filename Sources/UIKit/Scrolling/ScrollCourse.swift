import CoreGraphics
import Foundation
import QuartzCore

/// The way of one coordinate of a content offset that moves by itself: closed forms of the time.
///
/// A deceleration multiplies the speed by the rate in each millisecond. At an edge, a critically damped spring takes over with
/// the speed that is left. Places are in points, times in seconds from the beginning, speeds in points per second.
struct ScrollCourse {
  private var legs: [Leg] = []
  /// What programs have moved the content by meanwhile.
  private var shift: CGFloat = 0

  /// One form, from a time on.
  private struct Leg {
    let start: TimeInterval
    let law: Law
  }

  private enum Law {
    case rest(at: CGFloat)
    /// The remaining way shrinks by a rate per second.
    case decay(to: CGFloat, way: CGFloat, rate: CGFloat)
    /// A critically damped spring, whose distance is (d + b·t)·e^(-ωt).
    case spring(to: CGFloat, d: CGFloat, b: CGFloat, frequency: CGFloat)
    case ease(to: CGFloat, from: CGFloat, duration: TimeInterval)

    var end: CGFloat {
      switch self {
      case .rest(let end), .decay(let end, _, _), .spring(let end, _, _, _), .ease(let end, _, _): end
      }
    }

    /// The place and the speed at a time.
    func state(at t: CGFloat) -> (place: CGFloat, speed: CGFloat) {
      switch self {
      case .rest(let place): return (place, 0)
      case .decay(let end, let way, let rate):
        let left = way * exp(-rate * t)
        return (end - left, rate * left)
      case .spring(let end, let d, let b, let frequency):
        let fall = exp(-frequency * t)
        return (end + (d + b * t) * fall, (b - frequency * (d + b * t)) * fall)
      case .ease(let end, let from, let duration):
        let curve = CAMediaTimingFunction(name: .easeInEaseOut)
        let part = CGFloat(curve._solve(forInput: Float(min(t / CGFloat(duration), 1))))
        return (from + (end - from) * part, 0)
      }
    }

    func isOver(at t: CGFloat, within tolerance: CGFloat) -> Bool {
      if case .ease(_, _, let duration) = self { return t >= CGFloat(duration) }
      let (place, speed) = state(at: t)
      guard abs(end - place) < tolerance else { return false }
      if case .spring(_, _, _, let frequency) = self { return abs(speed) < frequency * tolerance }
      return true
    }
  }

  /// The frequencies of the springs at edges, for pages and for wheels, per second.
  static let edgeFrequency: CGFloat = 10
  static let pageFrequency: CGFloat = 18
  static let wheelFrequency: CGFloat = 25
  /// The time, in seconds, after which the spring at an edge has taken all speed.
  private static let latestCrossing: CGFloat = 1
  /// A way that ends no farther beyond an edge than this, in points, ends there by itself.
  private static let leastRest: CGFloat = 0.1

  // MARK: Kinds

  /// A deceleration by a rate per millisecond, which ends at an edge or in a spring there.
  init(from start: CGFloat, speed: CGFloat, in range: ScrollRange, by rate: CGFloat, bounces: Bool) {
    var (place, speed, time) = (start, speed, 0.0)
    let excess = range.excess(place)
    if excess != 0, !bounces {
      legs = [Leg(start: 0, law: .rest(at: range.clamped(place)))]
      return
    }
    if excess != 0 {
      let b = speed + Self.edgeFrequency * excess
      let law = Law.spring(to: place - excess, d: excess, b: b, frequency: Self.edgeFrequency)
      legs.append(Leg(start: 0, law: law))
      // A fast one comes back into the range with some of its speed.
      let crossing = -excess / b
      guard b * excess < 0, crossing < Self.latestCrossing, range.isOpen else { return }
      (place, speed, time) = (place - excess, b * exp(-Self.edgeFrequency * crossing), Double(crossing))
    }
    decelerate(from: place, speed, range, Self.decline(of: rate), bounces, at: time)
  }

  /// The way per speed, and the rate per second at which it is made, of a deceleration by a rate per millisecond.
  private static func decline(of rate: CGFloat) -> (way: CGFloat, rate: CGFloat) {
    let rate = rate.isNaN ? 0.998 : min(max(rate, 0.001), 0.9999)
    return (rate / (1 - rate) / 1000, -1000 * log(rate))
  }

  private mutating func decelerate(
    from place: CGFloat,
    _ speed: CGFloat,
    _ range: ScrollRange,
    _ decline: (way: CGFloat, rate: CGFloat),
    _ bounces: Bool,
    at time: TimeInterval
  ) {
    guard speed != 0 else {
      legs.append(Leg(start: time, law: .rest(at: place)))
      return
    }
    let way = speed * decline.way
    let decay = Leg(start: time, law: .decay(to: place + way, way: way, rate: decline.rate))
    let edge = speed > 0 ? range.upper : range.lower
    // What is left of the way at the edge.
    let rest = place + way - edge
    guard rest * way > 0, abs(rest) > Self.leastRest else {
      legs.append(decay)
      return
    }
    if place != edge { legs.append(decay) }
    let arrival = time + Double(log(way / rest) / decline.rate)
    let spring = Law.spring(to: edge, d: 0, b: decline.rate * rest, frequency: Self.edgeFrequency)
    legs.append(Leg(start: arrival, law: bounces ? spring : .rest(at: edge)))
  }

  /// A spring to a place that a program gives.
  ///
  /// The content never gets faster, unless a deceleration by the rate would come less than half as far.
  init(from start: CGFloat, speed: CGFloat, to end: CGFloat, by rate: CGFloat) {
    let own = end == start ? 0 : speed / (end - start)
    // From this frequency on a spring pulls at first.
    let isNear = own >= Self.decline(of: rate).rate / 2
    self.init(from: start, speed: speed, to: end, frequency: isNear ? 2 * own : Self.edgeFrequency)
  }

  /// A spring to a place, which does not go beyond it if the speed leads there.
  init(from start: CGFloat, speed: CGFloat, to end: CGFloat, frequency: CGFloat) {
    let own = end == start ? 0 : speed / (end - start)
    let frequency = max(frequency, own)
    let law = Law.spring(
      to: end,
      d: start - end,
      b: speed + frequency * (start - end),
      frequency: frequency
    )
    legs = [Leg(start: 0, law: start == end && speed == 0 ? .rest(at: end) : law)]
  }

  /// A way that begins and ends slowly.
  init(from start: CGFloat, to end: CGFloat, duration: TimeInterval) {
    legs = [Leg(start: 0, law: .ease(to: end, from: start, duration: duration))]
  }

  // MARK: Reading

  /// Where it ends.
  var end: CGFloat { (legs.last?.law.end ?? 0) + shift }

  /// The place and the speed at a time.
  func state(at time: TimeInterval) -> (place: CGFloat, speed: CGFloat) {
    guard let leg = legs.last(where: { $0.start <= time }) ?? legs.first else { return (shift, 0) }
    let state = leg.law.state(at: CGFloat(time - leg.start))
    return (state.place + shift, state.speed)
  }

  /// True if the coordinate stays nearer to the end than a tolerance, in points.
  func isOver(at time: TimeInterval, within tolerance: CGFloat) -> Bool {
    guard let leg = legs.last, leg.start <= time else { return false }
    return leg.law.isOver(at: CGFloat(time - leg.start), within: tolerance)
  }

  /// Goes on from elsewhere.
  mutating func move(by distance: CGFloat) { shift += distance }
}

/// A content offset that moves by itself.
final class ScrollMotion {
  /// Why it moves.
  enum Kind {
    /// The end of a drag, or of a motion that a finger held up.
    case deceleration
    /// A program asked for it.
    case animation
    /// A wheel turns.
    case wheel
  }

  let kind: Kind
  /// Media times of the beginning and of the last step, in seconds.
  let start: TimeInterval
  var latest: TimeInterval
  var x: ScrollCourse
  var y: ScrollCourse
  /// True if the end follows from speed and edges alone.
  let isFree: Bool
  /// True for a way that a wheel has given, also while it ends as a deceleration.
  let isOfWheel: Bool
  /// True for an animation to a place between the edges, which ends between later edges, too.
  var keepsToEdges = false

  init(
    _ kind: Kind,
    at start: TimeInterval,
    x: ScrollCourse,
    y: ScrollCourse,
    isFree: Bool = false,
    isOfWheel: Bool = false
  ) {
    (self.kind, self.start, latest, self.x, self.y) = (kind, start, start, x, y)
    (self.isFree, self.isOfWheel) = (isFree, isOfWheel)
  }

  /// The same motion, of another kind.
  func copy(_ kind: Kind) -> ScrollMotion {
    let copy = ScrollMotion(kind, at: start, x: x, y: y, isFree: isFree, isOfWheel: isOfWheel)
    copy.latest = latest
    return copy
  }

  var end: CGPoint { CGPoint(x: x.end, y: y.end) }

  /// The offset and its speed at the last step.
  var place: CGPoint { CGPoint(x: x.state(at: elapsed).place, y: y.state(at: elapsed).place) }
  var speed: CGPoint { CGPoint(x: x.state(at: elapsed).speed, y: y.state(at: elapsed).speed) }

  private var elapsed: TimeInterval { max(0, latest - start) }

  func isOver(within tolerance: CGFloat) -> Bool {
    x.isOver(at: elapsed, within: tolerance) && y.isOver(at: elapsed, within: tolerance)
  }
}
