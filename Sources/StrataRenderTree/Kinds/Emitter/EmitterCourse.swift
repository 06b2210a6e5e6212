import Foundation

/// An emitter under animations, cut into steps that lie at multiples of their length, so that every frame finds the same.
package struct EmitterCourse {
  private let model: LayerState
  private let animations: [AnimationRecord]
  private let former: [EmitterSpan]

  /// How many steps a life is cut into at most, and how many are looked back at for what they gave birth to.
  private static let steps = 240.0
  private static let mostSteps = 4096.0

  /// The course of a model; `former` is what the emitter was before its model became what it is.
  package init(_ model: LayerState, _ animations: [AnimationRecord], after former: [EmitterSpan]) {
    (self.model, self.animations, self.former) = (model, animations, former)
  }

  private func state(at time: Double) -> EmitterState {
    var state = model
    for record in animations where !record.isDropped(at: time) { record.apply(at: time, to: &state) }
    return state.emitter
  }

  /// What the emitter was up to a local time; the last span has no end.
  package func spans(until time: Double) -> [EmitterSpan] {
    var all = former
    var open = EmitterSpan.next(after: former, state: model.emitter)
    guard !animations.isEmpty, time.isFinite else { return all + [open] }
    let life = max(EmitterSpan.longestLife(in: model.emitter), EmitterSpan.longestLife(in: state(at: time)))
    // A sixtieth of a second, or as many as let a life have no more than its steps.
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
      // Times so far away that a step does not tell two of them apart have no steps.
      guard next > edge else { break }
      edge = next
    }
    all.append(open)
    return all.filter { $0.to + life > time }
  }

  /// What the emitter was up to a local time at which its model or its animations change.
  package func closed(at time: Double) -> [EmitterSpan] {
    var all = spans(until: time)
    guard let last = all.popLast(), time > last.from, time.isFinite else { return all }
    return EmitterSpan.adding(last, until: time, to: all)
  }
}
