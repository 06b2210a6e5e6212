import Foundation

/// An emitter under animations, as steps at multiples of their length, so that every frame finds the same steps.
package struct EmitterCourse {
  private let model: LayerState
  private let animations: [AnimationRecord]
  private let former: [EmitterSpan]

  /// The largest number of steps in a particle's life, and of earlier steps that are searched for births.
  private static let steps = 240.0
  private static let mostSteps = 4096.0

  /// The course of a model; `former` holds the spans before its last change.
  package init(_ model: LayerState, _ animations: [AnimationRecord], after former: [EmitterSpan]) {
    (self.model, self.animations, self.former) = (model, animations, former)
  }

  private func state(at time: Double) -> EmitterState {
    var state = model
    for record in animations where !record.isDropped(at: time) { record.apply(at: time, to: &state) }
    return state.emitter
  }

  /// Returns the spans up to a local time; the last one has no end.
  package func spans(until time: Double) -> [EmitterSpan] {
    var all = former
    var open = EmitterSpan.next(after: former, state: model.emitter)
    guard !animations.isEmpty, time.isFinite else { return all + [open] }
    let life = max(EmitterSpan.longestLife(in: model.emitter), EmitterSpan.longestLife(in: state(at: time)))
    // A sixtieth of a second, or longer where a life would have more than the largest number of steps.
    var step = 1.0 / 60
    while step * Self.steps < life { step *= 2 }
    let earliest = ((time / step).rounded(.down) - Self.mostSteps) * step
    var edge = max(open.from.isFinite ? open.from : 0, 0, earliest)
    while edge <= time {
      let now = state(at: edge)
      if now != open.state {
        if edge > open.from {
          open.to = edge
          all.append(open)
          open = EmitterSpan.next(after: all, state: now)
        } else {
          open.state = now
        }
      }
      let next = ((edge / step + 1e-9).rounded(.down) + 1) * step
      // At very large times a step is lost to rounding.
      guard next > edge else { break }
      edge = next
    }
    all.append(open)
    return all.filter { $0.to + life > time }
  }

  /// Returns the spans up to a local time at which the model or the animations change.
  package func closed(at time: Double) -> [EmitterSpan] {
    var all = spans(until: time)
    guard let last = all.popLast(), time > last.from, time.isFinite else { return all }
    return EmitterSpan.adding(last, until: time, to: all)
  }
}
