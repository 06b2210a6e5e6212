import Foundation

/// An emitter under animations, as steps at multiples of their length, so that every frame finds the same steps.
///
/// A particle takes its random numbers from its number, so that the births before a moment must be the same in every
/// frame that asks. They are counted along the steps between the first begin and the last end of the animations, block
/// by block, and `EmitterPast` keeps the counts. A frame walks through the blocks in which its particles were born.
///
/// The steps of two minutes or more are an era. Each begins with the counts that the emitter would have without
/// animations, so that the cost of a first frame, or of a change of an emitter that was not drawn, is bounded however long
/// animations have run: the steps of two eras, and those in which the particles at the edge were born.
package struct EmitterCourse {
  private let model: LayerState
  /// The animations that can change the emitter.
  private let animations: [AnimationRecord]
  private let past: EmitterPast
  /// A sixtieth of a second, or longer where a life would have more than the largest number of steps.
  private let step: Double
  /// The numbers of the first step that is looked at, and of the last one; it is empty if nothing changes.
  private let active: (first: Int, last: Int)

  /// The largest number of steps in the life of a particle without animations.
  private static let stepsOfLife = 240.0
  private static let blockSize = 64
  private static let eraSize = 1 << 13
  /// The largest number of blocks that a frame walks through: animations may give particles any life.
  private static let mostBlocks = 128
  /// Steps of larger numbers are lost to rounding.
  private static let mostSteps = 1e15

  /// The course of a layer since its last change.
  package init(_ node: borrowing RenderNode) {
    model = node.state
    animations = node.animations.filter {
      $0.timing.isEffective && !$0.aspect.isDisjoint(with: [.content, .effect])
    }
    past = node.emitterPast ?? EmitterPast()
    var step = 1.0 / 60
    let life = EmitterSpan.longestLife(in: model.emitter)
    while step * Self.stepsOfLife < life { step *= 2 }
    self.step = step
    let from = animations.reduce(Double.infinity) { min($0, $1.timing.changes.lowerBound) }
    let to = animations.reduce(-Double.infinity) { max($0, $1.timing.changes.upperBound) }
    let begin = Self.begin(of: past.spans.last?.to) / step
    let first = max((begin + 1e-9).rounded(.down) + 1, (from / step).rounded(.down))
    let last = min((to / step).rounded(.up) + 1, Self.mostSteps)
    active = first <= last ? (Int(first), Int(last)) : (0, -1)
  }

  /// Where the walk begins, after the finished spans.
  private static func begin(of end: Double?) -> Double {
    guard let end, end.isFinite else { return 0 }
    return max(end, 0)
  }

  private func state(at time: Double) -> EmitterState {
    var state = model
    animations.withUnsafeBufferPointer { records in
      guard let first = records.baseAddress else { return }
      for i in records.indices { AnimationRecord.applyHeld(first + i, at: time, to: &state) }
    }
    return state.emitter
  }

  private func time(of step: Int) -> Double { Double(step) * self.step }

  /// Returns the spans up to a local time; the last one has no end.
  package func spans(until time: Double) -> [EmitterSpan] {
    guard !animations.isEmpty, time.isFinite else {
      return past.spans + [EmitterSpan.next(after: past.spans, state: model.emitter)]
    }
    var all = past.spans
    guard let last = lastStep(until: time) else {
      enter(&all, until: time)
      return all
    }
    let (lowest, highest) = (active.first / Self.blockSize, last / Self.blockSize)
    var life = max(EmitterSpan.longestLife(in: model.emitter), EmitterSpan.longestLife(in: state(at: time)))
    if highest > lowest { life = max(life, mark(of: highest).life) }
    // At least one step before the oldest birth, so that a span before the present one is there.
    let oldest = Int(min(max((time - life) / step - 1, Double(active.first)), Double(last))) / Self.blockSize
    let block = min(highest, max(oldest, highest - Self.mostBlocks))
    walk(from: block, through: last, adding: &all)
    return all.dropLast().filter { $0.to + EmitterSpan.longestLife(in: $0.state) > time } + all.suffix(1)
  }

  /// The last active step up to a time; nil if there is none.
  private func lastStep(until time: Double) -> Int? {
    guard active.first <= active.last, self.time(of: active.first) <= time else { return nil }
    var last = Int(min((time / step).rounded(.down), Double(active.last)))
    if last < active.last, self.time(of: last + 1) <= time { last += 1 }
    if self.time(of: last) > time { last -= 1 }
    return last
  }

  /// Adds the spans from the finished ones to the first step.
  private func enter(_ all: inout [EmitterSpan], until time: Double = .infinity) {
    let begin = Self.begin(of: all.last?.to)
    var open = EmitterSpan.next(after: all, state: model.emitter)
    if begin <= time { turn(&open, at: begin, mustSplit: false, adding: &all) }
    all.append(open)
  }

  /// Adds the spans from the beginning of a block through a step; the last one has no end.
  private func walk(from block: Int, through last: Int, adding all: inout [EmitterSpan]) {
    var step = block * Self.blockSize
    if step <= active.first {
      enter(&all)
      step = active.first
    } else {
      let start = time(of: step)
      all.append(EmitterSpan(from: start, state: state(at: start), counts: mark(of: block).counts))
      step += 1
    }
    guard step <= last, var open = all.popLast() else { return }
    for step in step...last {
      turn(&open, at: time(of: step), mustSplit: step % Self.blockSize == 0, adding: &all)
      if step % Self.eraSize == 0, step > active.first { open.counts = plainCounts(until: time(of: step)) }
    }
    all.append(open)
  }

  /// Ends the open span where the emitter changes, and opens another.
  private func turn(
    _ open: inout EmitterSpan,
    at time: Double,
    mustSplit: Bool,
    adding all: inout [EmitterSpan]
  ) {
    let now = state(at: time)
    guard mustSplit || now != open.state else { return }
    if time > open.from {
      open.to = time
      all.append(open)
      open = EmitterSpan.next(after: all, state: now)
    } else {
      open.state = now
    }
  }

  /// The births up to a time without animations.
  private func plainCounts(until time: Double) -> [Double] {
    var span = EmitterSpan.next(after: past.spans, state: model.emitter)
    span.to = time
    return span.countsAtEnd
  }

  /// What holds at the beginning of a block after the first one.
  private func mark(of block: Int) -> EmitterPast.Mark {
    let era = block * Self.blockSize / Self.eraSize
    let eraBlock = era * (Self.eraSize / Self.blockSize)
    let first = active.first / Self.blockSize
    return past.mark(block - max(eraBlock, first + 1), ofEra: era) { known in
      // The first era has no mark at its beginning.
      if known.isEmpty, eraBlock > first {
        let edge = eraBlock * Self.blockSize
        return EmitterPast.Mark(counts: plainCounts(until: time(of: edge)), life: longestLife(before: edge))
      }
      var spans: [EmitterSpan] = []
      let former = max(eraBlock, first + 1) + known.count - 1
      if let last = known.last {
        let start = time(of: former * Self.blockSize)
        spans.append(EmitterSpan(from: start, state: state(at: start), counts: last.counts))
      } else {
        spans = past.spans
        enter(&spans)
      }
      return end(of: former, after: spans, life: known.last?.life ?? 0)
    }
  }

  /// The longest life of those born before the first step of an era, as far back as the lives that are found reach.
  private func longestLife(before edge: Int) -> Double {
    var (life, back) = (0.0, 1)
    let most = min(edge - active.first, Self.mostBlocks * Self.blockSize)
    while back <= most, Double(back) <= max(Self.stepsOfLife, (life / step).rounded(.up)) {
      life = max(life, EmitterSpan.longestLife(in: state(at: time(of: edge - back))))
      back += 1
    }
    return life
  }

  /// The mark at the end of a block that begins with these spans.
  private func end(of block: Int, after spans: [EmitterSpan], life: Double) -> EmitterPast.Mark {
    var all = spans
    let end = (block + 1) * Self.blockSize
    var open = all.removeLast()
    for step in max(active.first, block * Self.blockSize)..<end {
      turn(&open, at: time(of: step), mustSplit: step % Self.blockSize == 0, adding: &all)
    }
    open.to = time(of: end)
    all.append(open)
    let longest = all.reduce(life) { max($0, EmitterSpan.longestLife(in: $1.state)) }
    return EmitterPast.Mark(counts: open.countsAtEnd, life: longest)
  }

  /// Returns the spans up to a local time at which the model or the animations change.
  package func closed(at time: Double) -> [EmitterSpan] {
    var all = spans(until: time)
    guard let last = all.popLast(), time.isFinite else { return all }
    guard time > last.from else {
      // The counts outlive the span in which they were reached.
      if time == last.from, all.last?.to != time {
        all.append(EmitterSpan(from: time, to: time, state: last.state, counts: last.counts))
      }
      return all
    }
    return EmitterSpan.adding(last, until: time, to: all)
  }
}

extension TimingState {
  /// The range of the parent's times in which the effect of a valid timing changes.
  fileprivate var changes: ClosedRange<Double> {
    // Near an edge times count as the same moment.
    let slack = 1e-6
    let end = speed == 0 ? beginTime : endTime + Self.instant / max(Double(abs(speed)), Self.instant)
    return (beginTime - slack)...max(beginTime, end + slack)
  }
}
