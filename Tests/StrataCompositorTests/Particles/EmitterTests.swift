import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRenderTree
import Testing

/// Emitters that change, that keep depth, and their defaults (rendering EM, Z-9).
@Suite struct EmitterTests {
  /// Rendering EM-1, EM-2.
  @Test func defaults() {
    let emitter = EmitterState()
    #expect(emitter.cells.isEmpty)
    #expect(emitter.seed == 0)
    #expect(!emitter.preservesDepth)
    #expect(
      [emitter.birthRate, emitter.lifetime, emitter.velocity, emitter.scale, emitter.spin] == [1, 1, 1, 1, 1]
    )
    #expect(emitter.emitterPosition == .zero)
    #expect(emitter.emitterSize == .zero)
    #expect(emitter.emitterShape == .point)
    #expect(emitter.emitterMode == .volume && emitter.renderMode == .unordered)
    let cell = EmitterCellState()
    #expect(cell.birthRate == 0)
    #expect(cell.lifetime == 0)
    #expect(cell.velocity == 0)
    #expect(cell.scale == 1)
    #expect(cell.isEnabled && cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(cell.contentsScale == 1 && cell.timing.duration == .infinity)
  }

  /// Rendering EM-9, E-367, E-368, E-369, E-370.
  @Test(arguments: [
    (0.0, 0.0, SIMD3(1.0, 0, 0)), (0, -Double.pi / 2, SIMD3(0, -1, 0)), (Double.pi / 2, 0, SIMD3(0, 0, 1)),
    (Double.pi / 6, Double.pi / 4, SIMD3(0.612372, 0.612372, 0.5)),
  ])
  func directions(latitude: Double, longitude: Double, expected: SIMD3<Double>) {
    let d = ParticleSimulation.direction(latitude: latitude, longitude: longitude) - expected
    #expect((d * d).sum() < 1e-11)
  }

  /// Rendering EM-17, E-374, E-375.
  @Test func uniformsOfOtherSeeds() {
    func first(_ seed: UInt64) -> [Double] {
      var random = SplitMix64(seed: seed)
      return (0..<3).map { _ in Double(random.unitFloat()) }
    }
    let expected = [(0, [0.883311, 0.431528, 0.0264338]), (1, [0.566562, 0.745782, 0.971003])]
    for (seed, numbers) in expected {
      #expect(zip(first(UInt64(seed)), numbers).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  // MARK: Change

  private func tree(_ states: [(Double, EmitterState)], _ animations: [AnimationRecord] = []) -> RenderTree {
    var tree = RenderTree()
    let id = LayerID(index: 0, generation: 1)
    for (number, (time, emitter)) in states.enumerated() {
      var commit = Commit(sequence: UInt64(number + 1), time: time, root: number == 0 ? id : nil)
      var state = LayerState(kind: .emitter(.init(emitter)))
      state.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      state.position = CGPoint(x: 50, y: 50)
      commit.updates = [
        LayerUpdate(id: id, aspects: .all, state: state, animations: number == 0 ? animations : nil)
      ]
      tree.apply(commit)
    }
    return tree
  }

  private func bodies(_ tree: RenderTree, at time: Double) -> [ParticleSimulation.Body] {
    let spans = tree.root.flatMap { id in
      tree.withNode(id) { EmitterCourse($0).spans(until: time) }
    }
    return ParticleSimulation(spans ?? [], at: time).bodies
  }

  private func emitter(
    rate: Float,
    life: Float = 2,
    x: CGFloat = 0,
    _ edit: (inout EmitterCellState) -> Void = { _ in }
  ) -> EmitterState {
    var emitter = EmitterState()
    var cell = EmitterCellState()
    (cell.name, cell.birthRate, cell.lifetime) = ("a", rate, life)
    edit(&cell)
    emitter.cells = [cell]
    emitter.emitterPosition = CGPoint(x: x, y: 0)
    return emitter
  }

  /// Rendering EM-18: what was born lives on when emission stops.
  @Test func particlesOutliveAStop() {
    var stopped = emitter(rate: 4)
    stopped.birthRate = 0
    let tree = tree([(0, emitter(rate: 4)), (3, stopped)])
    #expect(bodies(tree, at: 3).count == 8)
    #expect(bodies(tree, at: 4).map(\.birth) == [2.25, 2.5, 2.75, 3])
    #expect(bodies(tree, at: 5.1).isEmpty)
  }

  /// Rendering EM-18, EM-4: the phase runs on, and so do the numbers of particles.
  @Test func aNewRateHoldsFromItsTimeOn() {
    let tree = tree([(0, emitter(rate: 1, life: 10)), (2.5, emitter(rate: 4, life: 10))])
    // Half a particle is on its way at 2.5; the other half takes an eighth of a second.
    #expect(bodies(tree, at: 3.2).map(\.birth) == [1, 2, 2.625, 2.875, 3.125])
    let plain = self.tree([(0, emitter(rate: 1, life: 10))])
    #expect(bodies(plain, at: 3.2).map(\.birth) == [1, 2, 3])
  }

  /// Rendering EM-18: a moved emitter leaves behind what it emitted.
  @Test func aMovedEmitterLeavesItsParticles() {
    let tree = tree([(0, emitter(rate: 1, life: 10)), (2.5, emitter(rate: 1, life: 10, x: 50))])
    #expect(bodies(tree, at: 4.2).map(\.position.x) == [0, 0, 50, 50])
  }

  /// Rendering EM-14: a disabled cell hides particles that were born before.
  @Test func disablingHidesWhatWasBornBefore() {
    let tree = tree([
      (0, emitter(rate: 1, life: 10)), (2.5, emitter(rate: 1, life: 10) { $0.isEnabled = false }),
    ])
    #expect(bodies(tree, at: 4).isEmpty)
    // Of particles of particles as well.
    var inner = EmitterCellState()
    (inner.birthRate, inner.lifetime) = (1, 10)
    func nested(_ isEnabled: Bool) -> EmitterState {
      emitter(rate: 1, life: 10) { cell in
        inner.isEnabled = isEnabled
        (cell.isEnabled, cell.cells) = (false, [inner])
      }
    }
    #expect(bodies(self.tree([(0, nested(true))]), at: 4).count == 6)
    #expect(bodies(self.tree([(0, nested(true)), (2.5, nested(false))]), at: 4).isEmpty)
  }

  /// Rendering EM-18 under an animation: the emitter moves with it, its particles stay where they were born.
  @Test func animatedEmittersLeaveATrail() {
    struct Slide: Track {
      typealias Root = LayerState
      func apply(at moment: TrackMoment, to root: inout LayerState) {
        root.emitter.emitterPosition.x = 100 * moment.progress
      }
    }
    let record = AnimationRecord(
      key: "a",
      id: 1,
      timing: TimingState(beginTime: 0, duration: 10),
      body: .track(Slide())
    )
    let tree = tree([(0, emitter(rate: 1, life: 4))], [record])
    for time in [5.0, 5.5, 7.25] {
      for body in bodies(tree, at: time) {
        // Within the step in which it was born.
        #expect(abs(body.position.x - 10 * body.birth) < 0.35, "\(time) \(body.birth)")
      }
    }
    let (a, b) = (bodies(tree, at: 5), bodies(tree, at: 5.5))
    #expect(a.last?.position == b.last?.position && a.last?.birth == b.last?.birth)
  }

  @Test func manyChangesStayBounded() {
    let states = (0..<3000).map { (Double($0) / 60, emitter(rate: 10, life: 1, x: CGFloat($0))) }
    let tree = tree(states)
    let count = tree.root.flatMap { tree.withNode($0) { $0.emitterSpans.count } }
    #expect((count ?? .max) <= 130)
    // 50 seconds of ten births each; ten are alive.
    #expect(bodies(tree, at: 2999 / 60.0).count == 10)
  }

  // MARK: Depth

  private func depthScene(_ edit: (inout EmitterState) -> Void = { _ in }) -> Scene {
    var scene = Scene { state in
      state.sublayerTransform.m34 = -1 / 100
    }
    var emitter = EmitterState()
    var cell = EmitterCellState()
    (cell.birthRate, cell.lifetime) = (1, 100)
    cell.contents = .image(testImage(10, 10))
    emitter.cells = [cell]
    (emitter.emitterPosition, emitter.emitterZPosition) = (CGPoint(x: 50, y: 50), 50)
    emitter.preservesDepth = true
    edit(&emitter)
    scene.box("emitter", 0, 0, 100, 100, .red, kind: .emitter(.init(emitter)))
    return scene
  }

  /// Rendering EM-16, Z-9: halfway to the viewer things look twice as large, off the middle twice as far from it.
  @Test func particlesStandInTheSpaceAroundTheLayer() throws {
    let frame = depthScene { $0.emitterPosition = CGPoint(x: 60, y: 0) }.frame(at: 1.5)
    // The root's anchor point, from which perspective is seen, is its corner.
    let particle = try #require(frame.particles.first?.particles.first)
    #expect(particle.center == SIMD2(120, 0))
    #expect(particle.axisX == SIMD2(20, 0))
    #expect(particle.axisY == SIMD2(0, 20))
    // Nothing else of the layer is drawn.
    #expect(frame.items.allSatisfy { $0.part == .particles })
    let flat = depthScene { $0.preservesDepth = false }.frame(at: 1.5)
    #expect(flat.particles.first?.particles.first?.axisX == SIMD2(10, 0))
    #expect(flat.items.contains { $0.part == .background })
  }

  @Test func whatIsBehindTheViewerIsNotSeen() {
    #expect(depthScene { $0.emitterZPosition = 100 }.frame(at: 1.5).particles.isEmpty)
    #expect(depthScene { $0.emitterZPosition = 150 }.frame(at: 1.5).particles.isEmpty)
  }

  /// Rendering EM-15: back to front is by depth as it is seen.
  @Test func depthOrdersParticles() throws {
    let scene = depthScene { emitter in
      emitter.cells[0].emissionLatitude = .pi / 2
      emitter.cells[0].velocity = -20
      emitter.renderMode = .backToFront
    }
    let depths = try #require(scene.frame(at: 4.5).particles.first).particles.map(\.z)
    #expect(depths.count == 4 && depths == depths.sorted())
  }

  @Test func opacityIsEachParticlesOwn() throws {
    var scene = Scene()
    var emitter = EmitterState()
    var cell = EmitterCellState()
    (cell.birthRate, cell.lifetime) = (1, 100)
    cell.contents = .image(testImage(10, 10))
    emitter.cells = [cell]
    emitter.preservesDepth = true
    emitter.emitterPosition = CGPoint(x: 50, y: 50)
    scene.box("emitter", 0, 0, 100, 100, nil, kind: .emitter(.init(emitter))) { $0.opacity = 0.5 }
    let item = try #require(scene.frame(at: 1.5).items.first)
    #expect(item.part == .particles && item.opacity == 0.5)
  }
}
