import Foundation
import QuartzCore

/// The way that an animation takes a property, from which parts can be made.
@MainActor struct AnimatedWay {
  private let original: CAPropertyAnimation

  init(_ original: CAPropertyAnimation) { self.original = original }

  /// The curve on which an animation of a block with a curve moves: keyframes do not swing.
  static func curve(
    of animation: CAPropertyAnimation,
    in curve: AnimationSettings.Curve
  ) -> AnimationSettings.Curve {
    guard animation is CAKeyframeAnimation else { return curve }
    return .cubic(animation.timingFunction ?? CAMediaTimingFunction(name: .linear))
  }

  private var ends: (from: AnimatedValue, to: AnimatedValue)? {
    guard let basic = original as? CABasicAnimation, let from = AnimatedValue(basic.fromValue),
      let to = AnimatedValue(basic.toValue)
    else { return nil }
    return (from, to)
  }

  /// The value at a fraction of the way; nil for animations along keyframes.
  func value(at fraction: Double) -> AnimatedValue? {
    ends.map { $0.from.mixed(with: $0.to, at: fraction) }
  }

  /// An animation that stands at a fraction of the way.
  func animation(standingAt fraction: Double) -> CAPropertyAnimation {
    guard let ends else {
      let copy = course(duration: 1)
      copy.speed = 0
      copy.timeOffset = min(fraction, 1 - 1e-9)
      return copy
    }
    let value = ends.from.mixed(with: ends.to, at: fraction).object
    let still = CABasicAnimation(keyPath: original.keyPath)
    (still.fromValue, still.toValue) = (value, value)
    (still.duration, still.speed, still.fillMode) = (1, 0, .both)
    still.isAdditive = original.isAdditive
    return still
  }

  /// An animation over a part of the way; its begin time is relative to the moment of its addition.
  func animation(
    from: Double,
    to: Double,
    duration: Double,
    curve: AnimationSettings.Curve
  ) -> CAPropertyAnimation {
    if let ends, let path = original.keyPath {
      let part = curve.animation(keyPath: path)
      part.fromValue = ends.from.mixed(with: ends.to, at: from).object
      part.toValue = ends.from.mixed(with: ends.to, at: to).object
      part.isAdditive = original.isAdditive
      part.duration = duration
      return part
    }
    if case .cubic(let function) = curve, let part = keyframes(from: from, to: to) {
      part.timingFunction = function
      part.duration = duration
      return part
    }
    // Other keyframes pass at an even pace: the whole is stretched so that the part takes its time.
    let length = max(abs(to - from), 1e-9)
    let whole = duration / length
    let copy = course(duration: whole)
    copy.autoreverses = to < from
    copy.beginTime = to < from ? -(2 - from) * whole : -from * whole
    return copy
  }

  /// The keyframes of a part of the way; nil for courses that are not straight from one value to the next.
  private func keyframes(from: Double, to: Double) -> CAKeyframeAnimation? {
    guard let course = original.copy() as? CAKeyframeAnimation, course.calculationMode == .linear,
      let times = course.keyTimes?.map(\.doubleValue), times.count > 1
    else { return nil }
    let values = (course.values ?? []).compactMap { AnimatedValue($0) }
    let from = min(max(from, 0), 1)
    guard values.count == times.count, abs(to - from) > 1e-9 else { return nil }
    let next = times.firstIndex { $0 > from } ?? times.count - 1
    let last = max(next - 1, 0)
    let length = times[next] - times[last]
    let here = values[last].mixed(with: values[next], at: length > 0 ? (from - times[last]) / length : 1)
    let left = zip(times, values).filter { to > from ? $0.0 > from : $0.0 < from }
    let rest = to > from ? left : left.reversed()
    course.values = [here.object] + rest.map(\.1.object)
    course.keyTimes = [0] + rest.map { NSNumber(value: ($0.0 - from) / (to - from)) }
    return course
  }

  private func course(duration: Double) -> CAPropertyAnimation {
    let copy = original.copy() as? CAPropertyAnimation ?? original
    copy.timingFunction = CAMediaTimingFunction(name: .linear)
    copy.duration = duration
    copy.fillMode = .both
    return copy
  }
}
