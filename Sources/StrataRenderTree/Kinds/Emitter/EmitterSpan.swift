import Foundation

/// A time during which an emitter did not change; particles keep the properties of their birth (rendering EM-18).
package struct EmitterSpan: Sendable {
  /// The beginning and the end, in the layer's local time.
  package var from: Double
  package var to: Double
  package var state: EmitterState
  /// The number of particles that each cell emitted before; 0 for cells beyond the end of the list.
  package var counts: [Double]

  package init(
    from: Double = -.infinity,
    to: Double = .infinity,
    state: EmitterState,
    counts: [Double] = []
  ) {
    (self.from, self.to, self.state, self.counts) = (from, to, state, counts)
  }

  /// The number of particles that each cell has emitted at the end.
  package var countsAtEnd: [Double] {
    state.cells.indices.map { i in
      let before = i < counts.count ? counts[i] : 0
      let cell = state.cells[i]
      guard let rate = cell.rate(in: state) else { return before }
      let (first, last) = cell.emission(from: from, to: min(to, state.emitterDuration))
      return last > first ? before + rate * (last - first) : before
    }
  }

  /// Returns spans with a finished one appended, without those whose particles are all dead by then.
  static func adding(_ former: EmitterSpan, until time: Double, to spans: [EmitterSpan]) -> [EmitterSpan] {
    var span = former
    span.to = time
    var kept = spans.filter { $0.to + EmitterSpan.longestLife(in: $0.state) > time }
    // The counts of particles outlive the spans.
    kept.append(span)
    return kept.suffix(mostSpans)
  }

  /// The local time at which the last particle of the finished spans is dead.
  package static func end(of spans: [EmitterSpan]) -> Double {
    spans.reduce(-.infinity) { max($0, $1.to + longestLife(in: $1.state)) }
  }

  /// The span that follows others and has no end.
  package static func next(after spans: [EmitterSpan], state: EmitterState) -> EmitterSpan {
    guard let last = spans.last else { return EmitterSpan(state: state) }
    return EmitterSpan(from: last.to, state: state, counts: last.countsAtEnd)
  }

  /// Enough for a particle that lives for seconds while every frame changes the emitter.
  private static let mostSpans = 1024

  /// The longest time that a particle or one that it emits can live, in seconds.
  package static func longestLife(in state: EmitterState) -> Double {
    longestLife(of: state.cells, Double(state.lifetime), depth: 0)
  }

  private static func longestLife(of cells: [EmitterCellState], _ factor: Double, depth: Int) -> Double {
    guard depth < 4 else { return 0 }
    var longest = 0.0
    for cell in cells {
      let own = (Double(cell.lifetime) + abs(Double(cell.lifetimeRange)) / 2) * factor
      guard own > 0, own.isFinite else { continue }
      // A cell's own clock may run slower than the layer's.
      let speed = cell.timing.speed > 0 ? Double(cell.timing.speed) : 1
      longest = max(longest, (own + longestLife(of: cell.cells, factor, depth: depth + 1)) / min(speed, 1))
    }
    return min(longest, 3600)
  }
}

extension EmitterCellState {
  /// The particles per second of the cell's time; nil if the cell emits none.
  package func rate(in emitter: EmitterState) -> Double? {
    let rate = Double(birthRate) * Double(emitter.birthRate)
    return rate > 0 && rate.isFinite ? rate : nil
  }

  /// The cell's own time at a time of its emitter.
  package func localTime(at t: Double) -> Double {
    (t - timing.beginTime) * Double(timing.speed) + timing.timeOffset
  }

  /// The part of the cell's own time in which it emits, between two times of its emitter.
  package func emission(from: Double, to: Double) -> (first: Double, last: Double) {
    guard timing.speed > 0, timing.speed.isFinite, timing.beginTime.isFinite, timing.timeOffset.isFinite
    else {
      return (0, 0)
    }
    var last = localTime(at: to)
    if timing.duration.isFinite { last = min(last, timing.activeDuration) }
    return (max(0, localTime(at: from)), last)
  }
}
