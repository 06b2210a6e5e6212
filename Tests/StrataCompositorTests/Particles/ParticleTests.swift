import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Emitters as a function of time (rendering EM, E-360 … E-379).
@Suite struct ParticleTests {
  static func emitter(
    _ edit: (inout EmitterState, inout EmitterCellState) -> Void
  ) -> EmitterState {
    var emitter = EmitterState()
    var cell = EmitterCellState()
    cell.birthRate = 1
    cell.lifetime = 100
    edit(&emitter, &cell)
    emitter.cells = [cell]
    return emitter
  }

  static func bodies(_ emitter: EmitterState, at time: Double) -> [ParticleSimulation.Body] {
    ParticleSimulation(emitter, at: time).bodies
  }

  /// rendering EM-10: particles live as long in a cell whose clock is quick or slow, with cells of their own or without.
  @Test(arguments: [Float(0.5), 1, 2, 4]) func aSubCellKeepsNoParticleAlive(speed: Float) {
    func emitter(_ cells: [EmitterCellState]) -> EmitterState {
      Self.emitter { _, cell in
        (cell.birthRate, cell.lifetime, cell.velocity) = (10, 3, 100)
        (cell.timing.speed, cell.cells) = (speed, cells)
      }
    }
    var empty = EmitterCellState()
    (empty.birthRate, empty.lifetime) = (0, 3)
    let (alone, together) = (Self.bodies(emitter([]), at: 20), Self.bodies(emitter([empty]), at: 20))
    #expect(alone.map(\.position) == together.map(\.position))
    #expect(alone.map(\.position.x).max() ?? 0 > 270)
  }

  /// Particles that nobody sees are computed within bounds, too.
  @Test func disabledCellsAreComputedWithinBounds() {
    var inner = EmitterCellState()
    (inner.birthRate, inner.lifetime, inner.isEnabled) = (8000, 1, false)
    let hidden = Self.emitter { _, cell in
      (cell.birthRate, cell.lifetime, cell.isEnabled, cell.cells) = (8000, 1, false, [inner])
    }
    let simulation = ParticleSimulation(hidden, at: 10)
    #expect(simulation.bodies.isEmpty && simulation.isCut)
  }

  @Test func motionFollowsVelocityAndAcceleration() throws {
    // rendering EM-10, E-360, E-373
    let a = Self.emitter { _, cell in
      cell.velocity = 100
      cell.xAcceleration = 20
    }
    let body = try #require(Self.bodies(a, at: 4).first)  // Born at 1, three seconds old.
    #expect(abs(body.position.x - 390) < 1e-9)
    let b = Self.emitter { emitter, cell in
      cell.velocity = 100
      emitter.velocity = 2
    }
    let half = try #require(Self.bodies(b, at: 1.5).first)
    #expect(abs(half.position.x - 100) < 1e-9)
  }

  @Test func birthsFollowTheRatesAlone() {
    // rendering E-361, E-362, E-364, E-378
    let fast = Self.emitter { emitter, cell in (emitter.birthRate, cell.birthRate) = (2, 3) }
    #expect(Self.bodies(fast, at: 2).count == 12)
    let born = [0.3, 0.4, 0.8, 1.2, 2.0].map { ParticleSimulation.births(rate: 2.5, after: $0) }
    #expect(born == [0, 1, 2, 3, 5])
    let slow = Self.emitter { _, cell in cell.birthRate = 2.5 }
    #expect(Self.bodies(slow, at: 1.3).map { ($0.birth * 1000).rounded() } == [400, 800, 1200])
    #expect(ParticleSimulation.births(rate: 10, after: 4) == 40)
  }

  @Test func lifetimesStayInTheirRange() {
    // rendering E-363, EM-5, EM-6
    let emitter = Self.emitter { _, cell in (cell.birthRate, cell.lifetime, cell.lifetimeRange) = (100, 10, 3)
    }
    let oldest = Self.bodies(emitter, at: 100).map(\.age).max() ?? 0
    #expect(oldest < 11.5)
    #expect(oldest > 11)
    #expect(Self.bodies(Self.emitter { emitter, _ in emitter.lifetime = 0 }, at: 5).isEmpty)
  }

  @Test func coloursAndScalesMoveAndAreLimited() throws {
    // rendering EM-11, E-365
    let emitter = Self.emitter { _, cell in
      cell.scaleSpeed = -0.4
      cell.color = CGColor(red: 1, green: 1, blue: 1, alpha: 0.2)
      cell.alphaSpeed = -0.1
    }
    let bodies = Self.bodies(emitter, at: 4)
    let young = try #require(bodies.first { $0.age == 1 })
    #expect(abs(young.scale - 0.6) < 1e-6)
    let old = try #require(bodies.first { $0.age == 3 })
    #expect(abs(old.color.w) < 1e-6)
  }

  @Test func spinTurns() throws {
    // rendering E-366
    let body = try #require(Self.bodies(Self.emitter { _, cell in cell.spin = .pi }, at: 3.5).first)
    #expect(abs(body.rotation - 7.85398) < 1e-5)
  }

  @Test(arguments: [
    (0.0, 0.0, SIMD3(1.0, 0, 0)), (0, -Double.pi / 2, SIMD3(0, -1, 0)), (Double.pi / 2, 0, SIMD3(0, 0, 1)),
    (Double.pi / 6, Double.pi / 4, SIMD3(0.612372, 0.612372, 0.5)),
  ])
  func directionsAreLatitudeAndLongitude(latitude: Double, longitude: Double, direction: SIMD3<Double>) {
    // rendering E-367 … E-370
    let d = ParticleSimulation.direction(latitude: latitude, longitude: longitude) - direction
    #expect((d * d).sum() < 1e-10)
  }

  /// rendering EM-9: confetti falls from a line with longitude π, sparks leave a ring outwards or along it.
  @Test(arguments: [CAEmitterLayerEmitterMode.points, .outline, .surface, .volume])
  func directionsCountFromTheShape(mode: CAEmitterLayerEmitterMode) {
    func flights(_ shape: CAEmitterLayerEmitterShape, longitude: CGFloat) -> [ParticleSimulation.Body] {
      let emitter = Self.emitter { emitter, cell in
        (emitter.emitterShape, emitter.emitterMode) = (shape, mode)
        emitter.emitterSize = CGSize(width: 40, height: 40)
        (cell.birthRate, cell.velocity, cell.emissionLongitude) = (50, 10, longitude)
      }
      return Self.bodies(emitter, at: 1)
    }
    func difference(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
      ((a - b) * (a - b)).sum().squareRoot()
    }
    for body in flights(.line, longitude: 0) { #expect(difference(body.velocity, SIMD3(0, -10, 0)) < 1e-9) }
    for body in flights(.line, longitude: .pi) { #expect(difference(body.velocity, SIMD3(0, 10, 0)) < 1e-9) }
    for body in flights(.rectangle, longitude: -.pi / 2) {
      #expect(difference(body.velocity, SIMD3(0, -10, 0)) < 1e-9)
    }
    for shape in [CAEmitterLayerEmitterShape.circle, .sphere] {
      let isRim = mode == .points || mode == .outline || (shape == .sphere && mode == .surface)
      for (out, along) in zip(flights(shape, longitude: 0), flights(shape, longitude: .pi / 2)) {
        // The place of birth, from which it has flown straight.
        let start = out.position - out.velocity * out.age
        let outward = start / (start * start).sum().squareRoot()
        #expect(difference(out.velocity, isRim ? outward * 10 : SIMD3(10, 0, 0)) < 1e-6)
        #expect(abs((along.velocity * out.velocity).sum()) < 1e-6)
      }
    }
  }

  @Test func conesAreHalfTheRangeWide() {
    // rendering E-371
    let axis = SIMD3(1.0, 0, 0)
    var smallest = 1.0
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let u = SIMD2(Double(random.unitFloat()), Double(random.unitFloat()))
      let d = ParticleSimulation.inCone(around: axis, .pi / 4, u)
      #expect(abs((d * d).sum() - 1) < 1e-9)
      smallest = min(smallest, d.x)
    }
    #expect(smallest >= 0.92388 - 1e-5)
    #expect(smallest < 0.925)
  }

  @Test func theGeneratorIsTheDocumentedOne() {
    // rendering E-374 … E-376
    var zero = SplitMix64(seed: 0)
    let first = [zero.unitFloat(), zero.unitFloat(), zero.unitFloat()]
    for (a, b) in zip(first, [0.883311, 0.431528, 0.0264338]) { #expect(abs(Double(a) - b) < 1e-6) }
    var one = SplitMix64(seed: 1)
    for b in [0.566562, 0.745782, 0.971003] { #expect(abs(Double(one.unitFloat()) - b) < 1e-6) }
    #expect(abs(10 + 3 * (Double(first[0]) - 0.5) - 11.1499) < 1e-4)
  }

  @Test func drawsComeInTheDocumentedOrder() throws {
    // rendering EM-17: three numbers for the place, two for the cone, then lifetime, speed, …
    let emitter = Self.emitter { emitter, cell in
      emitter.emitterShape = .rectangle
      emitter.emitterSize = CGSize(width: 10, height: 10)
      cell.velocity = 10
      cell.velocityRange = 3
    }
    var random = SplitMix64(seed: 0)
    let u = (0..<13).map { _ in Double(random.unitFloat()) }
    let second = (0..<13).map { _ in Double(random.unitFloat()) }
    let bodies = Self.bodies(emitter, at: 2)
    #expect(abs(bodies[0].position.x - ((u[0] - 0.5) * 10 + 10 + 3 * (u[6] - 0.5))) < 1e-6)
    #expect(abs(bodies[0].position.y - (u[1] - 0.5) * 10) < 1e-6)
    #expect(abs(bodies[1].position.x - (second[0] - 0.5) * 10) < 1e-6)
  }

  @Test func shapesHaveTheirExtents() {
    // rendering E-377, EM-7, EM-8
    var random = SplitMix64(seed: 9)
    let size = SIMD3(30.0, 20, 10)
    let shapes: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .cuboid, .circle, .sphere]
    let modes: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
    for shape in shapes {
      for mode in modes {
        for _ in 0..<300 {
          let u = SIMD3(Double(random.unitFloat()), Double(random.unitFloat()), Double(random.unitFloat()))
          let p = EmitterShape.point(shape, mode, size, u)
          let radius = (p * p).sum().squareRoot()
          switch shape {
          case .point: #expect(p == .zero)
          case .line:
            #expect(abs(p.x) <= 15, "\(shape) \(mode) \(p)")
            #expect(p.y == 0, "\(shape) \(mode) \(p)")
            if mode == .points { #expect(abs(p.x) == 15, "\(shape) \(mode) \(p)") }
          case .rectangle:
            #expect(abs(p.x) <= 15 + 1e-9, "\(shape) \(mode) \(p)")
            #expect(abs(p.y) <= 10 + 1e-9, "\(shape) \(mode) \(p)")
            #expect(p.z == 0, "\(shape) \(mode) \(p)")
            if mode == .outline { #expect(abs(abs(p.x) - 15) < 1e-9 || abs(abs(p.y) - 10) < 1e-9) }
          case .cuboid:
            #expect(abs(p.x) <= 15 + 1e-9, "\(shape) \(mode) \(p)")
            #expect(abs(p.y) <= 10 + 1e-9, "\(shape) \(mode) \(p)")
            #expect(abs(p.z) <= 5 + 1e-9, "\(shape) \(mode) \(p)")
            let edges = [abs(p.x) >= 15 - 1e-9, abs(p.y) >= 10 - 1e-9, abs(p.z) >= 5 - 1e-9].count { $0 }
            if mode == .points { #expect(edges == 3) }
            if mode == .outline { #expect(edges >= 2) }
            if mode == .surface { #expect(edges >= 1) }
          case .circle:
            #expect(p.z == 0, "\(shape) \(mode) \(p)")
            #expect(radius <= 30 + 1e-9, "\(shape) \(mode) \(p)")
            if mode == .outline { #expect(radius > 30 - 1e-9, "\(shape) \(mode) \(p)") }
          default:
            #expect(radius <= 30 + 1e-9, "\(shape) \(mode) \(p)")
            if mode != .volume { #expect(radius > 30 - 1e-9, "\(shape) \(mode) \(p)") }
          }
        }
      }
    }
  }

  @Test func subCellsMultiplyTheirParents() throws {
    // rendering E-379, EM-13
    let emitter = Self.emitter { _, cell in
      var spark = EmitterCellState()
      (spark.birthRate, spark.lifetime, spark.scale) = (10, 1, 0.5)
      spark.color = CGColor(red: 1, green: 1, blue: 1, alpha: 0.5)
      cell.scale = 0.5
      cell.color = CGColor(red: 1, green: 1, blue: 1, alpha: 0.8)
      cell.velocity = 100
      cell.cells = [spark]
    }
    let simulation = ParticleSimulation(emitter, at: 2)
    let sparks = simulation.bodies.filter { $0.cell == 1 }
    #expect(sparks.count == 10)
    for spark in sparks {
      #expect(abs(spark.scale - 0.25) < 1e-6)
      #expect(abs(spark.color.w - 0.4) < 1e-6)
      // Each begins where its parent, born at 1, was at the time.
      #expect(abs(spark.position.x - 100 * (spark.birth - 1)) < 1e-6)
    }
  }

  @Test func particlesAreQuadsOfTheirPicture() throws {
    // rendering E-372, EM-12
    var scene = Scene()
    var emitter = Self.emitter { _, cell in
      cell.contents = .image(testImage(64, 64))
      (cell.contentsScale, cell.scale) = (2, 0.5)
    }
    emitter.emitterPosition = CGPoint(x: 50, y: 50)
    emitter.renderMode = .additive
    scene.box("emitter", 0, 0, 100, 100, nil, kind: .emitter(.init(emitter)))
    let frame = scene.frame(at: 1.5)
    let item = try #require(frame.items.first)
    #expect(item.blend == .plusL)
    #expect(item.boundsInDevice == PixelRect(42, 42, 58, 58))
    #expect(frame.particles[0].particles[0].axisX == SIMD2(16, 0))
  }

  @Test func anyTimeIsReachedAtOnce() {
    // rendering RM-7, EM-4: the same particles whatever was built before
    let emitter = Self.emitter { _, cell in
      (cell.birthRate, cell.lifetime, cell.lifetimeRange, cell.velocity, cell.emissionRange) = (
        50, 2, 1, 10, 1
      )
    }
    let late = ParticleSimulation(emitter, at: 100_000)
    #expect(late.bodies.count > 50 && late.bodies.count < 150)
    #expect(ParticleSimulation(emitter, at: 100_000).bodies == late.bodies)
  }

  @Test func senselessNumbersEmitNothing() {
    for rate in [-Float.infinity, .nan, -1, 0] {
      #expect(Self.bodies(Self.emitter { _, cell in cell.birthRate = rate }, at: 10).isEmpty)
    }
    let flood = ParticleSimulation(Self.emitter { _, cell in cell.birthRate = 1e9 }, at: 10)
    #expect(flood.bodies.count <= ParticleSimulation.most && flood.isCut)
  }

  @Test func disabledCellsAreNotDrawnAndOrderFollowsTheMode() {
    // rendering EM-14, EM-15
    #expect(Self.bodies(Self.emitter { _, cell in cell.isEnabled = false }, at: 5).isEmpty)
    let births = Self.bodies(Self.emitter { emitter, _ in emitter.renderMode = .oldestLast }, at: 3).map(
      \.birth
    )
    #expect(births == [3, 2, 1])
  }

  @Test func negativeBeginTimesWarmUp() {
    // caml 4.3: a cell that began 15 seconds ago
    let emitter = Self.emitter { _, cell in cell.timing.beginTime = -15 }
    #expect(Self.bodies(emitter, at: 0).count == 15)
  }

  /// Rendering EM-5.
  @Test func tiltingParticlesTiltByTheWholeRangeToBothSides() throws {
    let emitter = Self.emitter { _, cell in
      (cell.birthRate, cell.particleType, cell.orientationRange) = (200, "plane", 1)
      cell.contents = .image(testImage(1, 1))
    }
    var scene = Scene()
    scene.box("emitter", 0, 0, 100, 100, kind: .emitter(.init(emitter)))
    let particles = scene.frame(at: 2).particles.flatMap(\.particles)
    // A tilt by t shrinks the particle's area to cos t.
    let areas = particles.map { abs($0.axisX.x * $0.axisY.y - $0.axisX.y * $0.axisY.x) }
    let least = try #require(areas.min())
    #expect(least >= cos(1.0) - 1e-6)
    #expect(least < cos(0.9))
  }
}
