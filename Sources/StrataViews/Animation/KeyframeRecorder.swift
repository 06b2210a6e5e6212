import Foundation
package import QuartzCore

/// Collects the changes of a block of keyframes, and makes one animation of each property from them.
@MainActor package final class KeyframeRecorder {
  /// The changes of each property, in order.
  private var courses: [[Span]] = []
  /// Where the changes of a property are in ``courses``.
  private var indices: [Property: Int] = [:]
  private var span = (start: 0.0, end: 1.0)
  private let mode: CAAnimationCalculationMode

  /// A change of one property between two moments, as fractions of the block's duration.
  private struct Span {
    let layer: CALayer
    let path: String
    /// The property's own value before the change, and the one with which an animation that is not additive begins.
    var from: (model: AnimatedValue, shown: AnimatedValue)
    let to: AnimatedValue
    let start: Double
    let end: Double
  }

  private struct Property: Hashable {
    let layer: ObjectIdentifier
    let path: String
  }

  package init(mode: CAAnimationCalculationMode) { self.mode = mode }

  /// Runs changes that begin at `start` and take `duration`, both as fractions of the whole.
  package func add(start: Double, duration: Double, _ changes: () -> Void) {
    let outer = span
    let first = min(max(start.isFinite ? start : 0, 0), 1)
    span = (first, min(max(first + (duration.isFinite ? duration : 0), first), 1))
    changes()
    span = outer
  }

  func note(
    _ layer: CALayer,
    _ path: String,
    from: (model: AnimatedValue, shown: AnimatedValue),
    to: AnimatedValue
  ) {
    let property = Property(layer: ObjectIdentifier(layer), path: path)
    var change = Span(layer: layer, path: path, from: from, to: to, start: span.start, end: span.end)
    guard let index = indices[property] else {
      indices[property] = courses.count
      courses.append([change])
      return
    }
    // One keyframe leads to one value, the last.
    if let last = courses[index].last, (last.start, last.end) == (change.start, change.end) {
      change.from = last.from
      courses[index].removeLast()
    }
    courses[index].append(change)
  }

  /// Adds the animations to their layers.
  func attach(in block: AnimationBlock) {
    let courses = courses
    (self.courses, indices) = ([], [:])
    for course in courses { attach(course, in: block) }
  }

  private func attach(_ spans: [Span], in block: AnimationBlock) {
    let (layer, path) = (spans[0].layer, spans[0].path)
    let end = spans[spans.count - 1].to
    var (values, times) = ([spans[0].from.model], [0.0])
    for span in spans.sorted(by: { $0.start < $1.start }) {
      // The value stays until the change begins; one that begins earlier than the last ended takes over there.
      let start = max(span.start, times[times.count - 1])
      if start > times[times.count - 1] {
        values.append(values[values.count - 1])
        times.append(start)
      }
      values.append(span.to)
      times.append(max(span.end, start))
    }
    if times[times.count - 1] < 1 {
      values.append(values[values.count - 1])
      times.append(1)
    }
    // A discrete value stays until the next time, and the last one until the end.
    if mode == .discrete { times.append(1) }
    let canAdd = AnimatableKeys.additivePaths.contains(path)
    let differences = canAdd ? AnimatedValue.differences(of: values, from: end) : nil
    if differences == nil {
      // One that replaces what runs begins with what is shown, and holds that until the first change.
      let held = spans.contains { $0.start <= 0 } ? 1 : 2
      for index in 0..<held { values[index] = spans[0].from.shown }
    }
    let isAdditive = differences != nil
    let animation = CAKeyframeAnimation(keyPath: path)
    animation.values = (differences ?? values).map(\.object)
    animation.keyTimes = times.map { NSNumber(value: $0) }
    animation.calculationMode = mode
    animation.isAdditive = isAdditive
    if case .cubic(let function) = block.settings.curve { animation.timingFunction = function }
    block.prepare(animation, on: layer).former = spans[0].from.model.object
    if !isAdditive { layer.removeAnimations(ofKeyPath: path) }
    layer.add(animation, forKey: isAdditive ? layer.unusedKey(path) : path)
  }
}
