import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataRenderTree
import Synchronization
import Testing

/// Particles of emitters whose values are animated for long (rendering EM-4, EM-18).
@Suite struct AnimatedEmitterTests {
  private struct Change: Track {
    typealias Root = LayerState
    let edit: @Sendable (Double, inout EmitterState) -> Void

    func apply(at moment: TrackMoment, to root: inout LayerState) { edit(moment.progress, &root.emitter) }
  }

  private let id = LayerID(index: 0, generation: 1)

  /// An animation that stays.
  private func animation(
    of timing: TimingState,
    changing aspect: Aspect = .content,
    _ edit: @escaping @Sendable (Double, inout EmitterState) -> Void
  ) -> AnimationRecord {
    AnimationRecord(
      key: "a",
      id: 1,
      timing: timing,
      isRemovedOnCompletion: false,
      body: .track(Change(edit: edit), changing: aspect)
    )
  }

  private var held: TimingState {
    var timing = TimingState(beginTime: 1, duration: 1)
    timing.fillMode = .forwards
    return timing
  }

  private var pulsing: TimingState {
    var timing = TimingState(beginTime: 1, duration: 0.7)
    timing.repeatCount = .infinity
    timing.autoreverses = true
    return timing
  }

  private func emitter(rate: Float, life: Float = 1) -> EmitterState {
    var emitter = EmitterState()
    var cell = EmitterCellState()
    (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (60, life, 10, 6)
    emitter.cells = [cell]
    emitter.birthRate = rate
    return emitter
  }

  private func tree(_ emitter: EmitterState, _ animations: [AnimationRecord]) -> RenderTree {
    var tree = RenderTree()
    update(&tree, emitter, animations, at: 0)
    return tree
  }

  private func update(
    _ tree: inout RenderTree,
    _ emitter: EmitterState,
    _ animations: [AnimationRecord],
    at time: Double
  ) {
    var commit = Commit(sequence: time == 0 ? 1 : 2, time: time, root: id)
    let state = LayerState(kind: .emitter(.init(emitter)))
    commit.updates = [LayerUpdate(id: id, aspects: .all, state: state, animations: animations)]
    tree.apply(commit)
  }

  private func spans(_ tree: RenderTree, at time: Double) -> [EmitterSpan] {
    tree.withNode(id) { EmitterCourse($0).spans(until: time) } ?? []
  }

  private func bodies(_ tree: RenderTree, at time: Double) -> [ParticleSimulation.Body] {
    ParticleSimulation(spans(tree, at: time), at: time).bodies
  }

  /// What a particle keeps for life.
  private struct Birth: Hashable {
    let seed: UInt64
    /// In millionths of a second: a body's birth is the time minus its age.
    let time: Double

    init(_ body: ParticleSimulation.Body) { (seed, time) = (body.seed, (body.birth * 1e6).rounded()) }
  }

  /// The particles that live at a time and were alive already at an earlier one.
  private func births(_ tree: RenderTree, at time: Double, before: Double) -> Set<Birth> {
    Set(bodies(tree, at: time).filter { $0.birth <= before }.map { Birth($0) })
  }

  /// Checks that no particle changes its numbers or its birth from frame to frame.
  private func expectLives(_ tree: RenderTree, from begin: Double, frames: Int) {
    for frame in 0..<frames {
      let (now, next) = (begin + Double(frame) / 60, begin + Double(frame + 1) / 60)
      let alive = births(tree, at: now, before: now)
      let survivors = births(tree, at: next, before: now)
      #expect(survivors.count > 5, "at \(now)")
      #expect(survivors.subtracting(alive).isEmpty, "at \(now)")
    }
  }

  @Test(arguments: [3.0, 66, 135, 5000])
  func aHeldRateKeepsParticlesForLife(time: Double) {
    let tree = tree(emitter(rate: 0), [animation(of: held) { $1.birthRate = Float($0) }])
    expectLives(tree, from: time, frames: 200)
  }

  /// 136.5 seconds of sixtieths are an era, at whose beginning the counts are those without animations.
  @Test(arguments: [66.0, 135, 137, 2183.5])
  func aPulsingRateKeepsParticlesForLife(time: Double) {
    let tree = tree(emitter(rate: 0.1), [animation(of: pulsing) { $1.birthRate = 0.3 + Float($0) }])
    expectLives(tree, from: time, frames: 200)
  }

  /// Particles whose lives were animated to be long live on when an era begins while lives are short; 13 seconds are more
  /// than a fixed look back would find.
  @Test(arguments: [5.0, 13], [135.5, 2183.5])
  func aPulsingLifetimeKeepsParticlesForLife(longest: Double, time: Double) {
    let pulse = animation(of: pulsing) { $1.lifetime = Float(1 + (longest - 1) * $0) }
    let tree = tree(emitter(rate: 1), [pulse])
    expectLives(tree, from: time, frames: 200)
    // Each 1.4 seconds some are born that live nearly longest.
    for frame in 0..<200 {
      let now = time + Double(frame) / 60
      let hasOld = bodies(tree, at: now).contains { $0.age > longest * 0.85 - 1.4 }
      #expect(hasOld, "at \(now)")
    }
  }

  /// What was born lives on when the animation leaves, with the numbers that it had.
  @Test(arguments: [90.0, 64 / 60.0 * 100, 90.01])
  func particlesOutliveTheirAnimation(end: Double) {
    var tree = tree(emitter(rate: 0), [animation(of: pulsing) { $1.birthRate = 0.3 + Float($0) }])
    let alive = births(tree, at: end, before: end)
    update(&tree, emitter(rate: 0), [], at: end)
    let survivors = births(tree, at: end + 0.5, before: end)
    #expect(survivors.count > 5)
    #expect(survivors.subtracting(alive).isEmpty)
  }

  /// As many particles are born as the animated rate gives.
  @Test func birthsAreCountedAsTheyWereAnimated() throws {
    let tree = tree(emitter(rate: 0), [animation(of: held) { $1.birthRate = Float($0) }])
    let last = try #require(spans(tree, at: 500).last)
    #expect(abs(last.counts[0] + 60 * (500 - last.from) - (30 + 60 * 498)) < 2)
    let pulses = self.tree(emitter(rate: 0), [animation(of: pulsing) { $1.birthRate = Float($0) }])
    let next = try #require(spans(pulses, at: 127).last)
    #expect(abs(next.counts[0] - 60 * 63) < 60)
  }

  /// Frames are the same in any order, with and without what earlier ones found.
  @Test func framesDoNotDependOnEachOther() {
    let animations = [
      animation(of: pulsing) { $1.birthRate = Float($0) },
      animation(of: held, changing: .all) { $1.emitterPosition.x = 50 * $0 },
    ]
    func fresh() -> RenderTree { tree(emitter(rate: 0.5), animations) }
    let times = [0.5, 1, 64 / 60.0, 3, 80.2, 128, 136.5, 136.6, 500, 2184.4, 2184.6, 4400]
    let (forwards, backwards) = (fresh(), fresh())
    let film = times.map { bodies(forwards, at: $0) }
    let other = Array(times.reversed().map { bodies(backwards, at: $0) }.reversed())
    for (i, time) in times.enumerated() {
      let alone = bodies(fresh(), at: time)
      let (isAsForwards, isAsBackwards) = (film[i] == alone, other[i] == alone)
      #expect(isAsForwards, "at \(time)")
      #expect(isAsBackwards, "at \(time)")
    }
  }

  /// An animated lifetime neither moves the steps nor ends the lives of what was born before.
  @Test func aShrinkingLifetimeLeavesWhatWasBorn() {
    let shrinking = animation(of: TimingState(beginTime: 2, duration: 10)) { $1.lifetime = Float(6 - 5 * $0) }
    let tree = tree(emitter(rate: 1), [shrinking])
    for time in stride(from: 2.5, to: 11.5, by: 0.5) {
      let alive = births(tree, at: time, before: time)
      let survivors = births(tree, at: time + 1 / 60.0, before: time)
      #expect(survivors.subtracting(alive).isEmpty, "at \(time)")
    }
    #expect(bodies(tree, at: 11).contains { $0.age > 2 })
  }

  /// A frame costs as much as the particles' life is long, and nothing where no animation touches the emitter.
  @Test func framesCostByTheParticlesLife() {
    final class Count: Sendable { let value = Atomic(0) }
    let count = Count()
    let moving = animation(of: pulsing) { progress, emitter in
      count.value.add(1, ordering: .relaxed)
      emitter.emitterPosition.x = progress
    }
    let tree = tree(emitter(rate: 1), [moving])
    _ = spans(tree, at: 600)
    count.value.store(0, ordering: .relaxed)
    for frame in 0..<60 { _ = spans(tree, at: 600 + Double(frame) / 60) }
    #expect(count.value.load(ordering: .relaxed) < 60 * 200)
    count.value.store(0, ordering: .relaxed)
    let fading = animation(of: pulsing, changing: .opacity) { _, _ in count.value.add(1, ordering: .relaxed) }
    _ = spans(self.tree(emitter(rate: 1), [fading]), at: 600)
    #expect(count.value.load(ordering: .relaxed) == 0)
  }

  /// A change of an emitter that was never drawn costs no more however long it was animated.
  @Test(arguments: [136.5, 2184.5, 1_000_000])
  func changesCostTheSameHoweverLong(time: Double) {
    final class Count: Sendable { let value = Atomic(0) }
    let count = Count()
    let moving = animation(of: pulsing) { progress, emitter in
      count.value.add(1, ordering: .relaxed)
      emitter.emitterPosition.x = progress
    }
    var tree = tree(emitter(rate: 1), [moving])
    update(&tree, emitter(rate: 0), [], at: time)
    let steps = count.value.load(ordering: .relaxed)
    #expect(steps > 0)
    #expect(steps < 12_000)
  }
}
