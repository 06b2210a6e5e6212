import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
package import StrataRenderTree

/// The particles of an emitter layer at a moment, as a function of state, seed and time alone (rendering EM).
///
/// Particle `i` of a cell is born at `(i + 1) / rate` and takes thirteen numbers from the cell's generator. The
/// generator's state moves by a constant with each number, so that the numbers of any particle are reached at once
/// and only living particles are computed.
package struct ParticleSimulation {
  /// A living particle in the layer's coordinates.
  package struct Body: Sendable, Equatable {
    package var position: SIMD3<Double>
    package var velocity: SIMD3<Double>
    package var scale: Double
    package var rotation: Double
    package var color: SIMD4<Float>
    /// In the layer's local time.
    package var birth: Double
    package var age: Double
    /// Index of the cell in the order in which cells are met: 0 for the first, its sub-cells after all of them.
    package var cell: Int
    /// A number of the particle's own, from which frames and tilts follow.
    package var seed: UInt64
  }

  /// The emitter of a cell's particles: the layer itself, or a particle of another cell.
  private struct Source {
    var seed: UInt64
    /// The source's own time and the part of it in which it emits.
    var now: Double
    var end: Double
    /// When its time began, in the layer's.
    var origin: Double
    var depth: Int
    /// Colour and scale that are passed on.
    var color = SIMD4<Float>(repeating: 1)
    var scale = 1.0
    var parent: Motion?
  }

  /// A cell that gives birth to particles.
  private struct Emission {
    let cell: EmitterCellState
    /// Index of the cell in the order in which cells are met.
    let number: Int
    /// Where the cell's generator begins.
    let seed: UInt64
    let source: Source
  }

  /// A particle's flight.
  private struct Motion {
    var start: SIMD3<Double>
    var velocity: SIMD3<Double>
    var acceleration: SIMD3<Double>
    var forces: ParticleForces?
    var mass = 1.0
    var life = 0.0

    func at(_ t: Double) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
      guard let forces, forces.moves else {
        return (start + velocity * t + acceleration * (t * t / 2), velocity + acceleration * t)
      }
      return forces.flight(start, velocity, acceleration, mass: mass, life: life, age: t)
    }
  }

  /// The most particles of a layer.
  package static let most = 1 << 16
  /// The most particles that are computed for them: those of disabled cells, and dead ones whose particles live.
  private static let mostComputed = 8 * most
  /// How many generations of sub-cells there are.
  private static let deepest = 4
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let drawsPerParticle: UInt64 = 13

  package private(set) var bodies: [Body] = []
  package private(set) var cells: [EmitterCellState] = []
  /// True if there are more particles than are drawn.
  package private(set) var isCut = false
  private var computed = 0
  /// The emitter's state at the birth of the particles that are being computed.
  private var emitter: EmitterState
  /// The forces that act on the particles now.
  private let forces: ParticleForces?

  /// The particles of an emitter that has always been the same.
  package init(_ emitter: EmitterState, at time: Double) {
    self.init([EmitterSpan(state: emitter)], at: time)
  }

  /// The particles of an emitter that changed, with its states in the order of time; each particle lives by the state at its
  /// birth.
  package init(_ spans: [EmitterSpan], at time: Double) {
    let present = spans.last?.state ?? EmitterState()
    emitter = present
    forces = ParticleForces(present.behaviors)
    guard time.isFinite else { return }
    for span in spans where span.state.lifetime > 0 && span.from < time {
      emitter = span.state
      let source = Source(
        seed: UInt64(emitter.seed),
        now: time,
        end: min(span.to, emitter.emitterDuration),
        origin: 0,
        depth: 0
      )
      for (index, cell) in emitter.cells.enumerated() {
        let number = cells.count
        var cell = cell
        // Enabling and disabling a cell acts on particles that live already.
        if index < present.cells.count { cell.show(as: present.cells[index]) }
        cells.append(cell)
        emit(
          cell,
          number: number,
          seed: source.seed &+ UInt64(index) << 32,
          from: source,
          begin: span.from,
          count: index < span.counts.count ? span.counts[index] : 0
        )
      }
    }
    emitter = present
    order()
  }

  /// How many particles a cell of this rate has given birth to after a time (EM-4).
  package static func births(rate: Double, after time: Double) -> Int {
    let count = (time * rate + 1e-6).rounded(.down)
    return count > 0 ? Int(min(count, 1e15)) : 0
  }

  private mutating func emit(_ cells: [EmitterCellState], from source: Source) {
    for (index, cell) in cells.enumerated() {
      let number = self.cells.count
      self.cells.append(cell)
      emit(cell, number: number, seed: source.seed &+ UInt64(index) << 32, from: source)
    }
  }

  /// Adds the particles of a cell that were born from a time of its source on, before which there were `before`.
  private mutating func emit(
    _ cell: EmitterCellState,
    number: Int,
    seed: UInt64,
    from source: Source,
    begin: Double = -.infinity,
    count before: Double = 0
  ) {
    guard let rate = cell.rate(in: emitter) else { return }
    let speed = Double(cell.timing.speed)
    // The cell's own time, and the part of it in which it emits.
    let (first, last) = cell.emission(from: begin, to: min(source.now, source.end))
    guard last > first else { return }
    let now = cell.localTime(at: source.now)
    let longest = (Double(cell.lifetime) + abs(Double(cell.lifetimeRange)) / 2) * Double(emitter.lifetime)
    guard longest > 0, longest.isFinite else { return }
    let below = source.depth < Self.deepest ? Self.longestLife(of: cell.cells, emitter) : 0
    func births(by time: Double) -> Int { Self.births(rate: 1, after: before + rate * max(time - first, 0)) }
    let end = births(by: last)
    var start = births(by: now - (longest + below) * speed)
    if end - start > Self.most {
      start = end - Self.most
      isCut = true
    }
    let emission = Emission(cell: cell, number: number, seed: seed, source: source)
    for i in start..<max(start, end) {
      guard bodies.count < Self.most, computed < Self.mostComputed else {
        isCut = true
        return
      }
      computed += 1
      let birth = first + (Double(i + 1) - before) / rate
      addParticle(i, age: (now - birth) / speed, of: emission)
    }
  }

  /// How long after a particle's own death there may still be particles of its cells.
  private static func longestLife(of cells: [EmitterCellState], _ emitter: EmitterState, depth: Int = 0)
    -> Double
  {
    guard depth < deepest else { return 0 }
    var longest = 0.0
    for cell in cells {
      let own = (Double(cell.lifetime) + abs(Double(cell.lifetimeRange)) / 2) * Double(emitter.lifetime)
      if own > 0, own.isFinite {
        longest = max(longest, own + longestLife(of: cell.cells, emitter, depth: depth + 1))
      }
    }
    return min(longest, 3600)
  }

  /// Adds one particle, and those that it has emitted.
  private mutating func addParticle(_ i: Int, age: Double, of emission: Emission) {
    let numbers = BirthNumbers(i, of: emission, emitter)
    guard numbers.life > 0 else { return }
    // The parent's time at which this particle was born.
    let parentTime = emission.source.now - age
    let life = Life(
      numbers: numbers,
      motion: motion(numbers, emission, bornAt: parentTime),
      scaleSpeed: Double(emission.cell.scaleSpeed),
      colorSpeed: SIMD4(
        emission.cell.redSpeed,
        emission.cell.greenSpeed,
        emission.cell.blueSpeed,
        emission.cell.alphaSpeed
      ),
      sourceColor: emission.source.color
    )
    let birth = emission.source.origin + parentTime
    if age >= 0, age < numbers.life, emission.cell.isEnabled {
      bodies.append(body(of: life, emission, age: age, birth: birth))
    }
    guard !emission.cell.cells.isEmpty, emission.source.depth < Self.deepest, age >= 0 else {
      return
    }
    let shown = min(age, numbers.life)
    emit(
      emission.cell.cells,
      from: Source(
        seed: numbers.seed,
        now: age,
        end: numbers.life,
        origin: birth,
        depth: emission.source.depth + 1,
        color: life.color(at: shown),
        scale: life.scale(at: shown),
        parent: life.motion
      )
    )
  }

  /// A number that lies as far from the middle of a range as a uniform number does from one half.
  private static func spread(_ mean: Double, _ range: Double, _ u: Float) -> Double {
    mean + range * (Double(u) - 0.5)
  }

  /// The thirteen numbers of a particle, in the order in which its cell's generator gives them.
  private struct BirthNumbers {
    /// Where on the emitter's shape the particle begins.
    let place: SIMD3<Double>
    /// Where in the cone of the emission it flies to.
    let cone: SIMD2<Double>
    let life: Double
    let speed: Double
    let scale: Double
    let spin: Double
    let color: SIMD4<Float>
    /// A number of the particle's own.
    let seed: UInt64

    init(_ i: Int, of emission: Emission, _ emitter: EmitterState) {
      let cell = emission.cell
      var random = SplitMix64(seed: emission.seed &+ UInt64(i) &* drawsPerParticle &* gamma)
      func spread(_ mean: CGFloat, _ range: CGFloat) -> Double {
        ParticleSimulation.spread(Double(mean), Double(range), random.unitFloat())
      }
      place = SIMD3(
        Double(random.unitFloat()),
        Double(random.unitFloat()),
        Double(random.unitFloat())
      )
      cone = SIMD2(Double(random.unitFloat()), Double(random.unitFloat()))
      life = spread(CGFloat(cell.lifetime), CGFloat(cell.lifetimeRange)) * Double(emitter.lifetime)
      speed = spread(cell.velocity, cell.velocityRange) * Double(emitter.velocity)
      scale = spread(cell.scale, cell.scaleRange) * Double(emitter.scale) * emission.source.scale
      spin = spread(cell.spin, cell.spinRange) * Double(emitter.spin)
      var color = cell.color?.extendedSRGB ?? SIMD4(repeating: 1)
      let ranges = SIMD4(cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange)
      for c in 0..<4 { color[c] += ranges[c] * (random.unitFloat() - 0.5) }
      self.color = color
      seed = random.next()
    }
  }

  /// The looks of a particle from its birth on.
  private struct Life {
    let numbers: BirthNumbers
    let motion: Motion
    let scaleSpeed: Double
    let colorSpeed: SIMD4<Float>
    let sourceColor: SIMD4<Float>

    private func look(at age: Double) -> (scale: Double, color: SIMD4<Float>) {
      motion.forces?.look(at: age / numbers.life) ?? (1, SIMD4(repeating: 1))
    }

    func scale(at age: Double) -> Double {
      (numbers.scale + scaleSpeed * age) * look(at: age).scale
    }

    func color(at age: Double) -> SIMD4<Float> {
      let own = (numbers.color + colorSpeed * Float(age))
        .clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
      return own * look(at: age).color * sourceColor
    }
  }

  /// How a particle flies that was born at a time of its source.
  private func motion(_ numbers: BirthNumbers, _ emission: Emission, bornAt parentTime: Double)
    -> Motion
  {
    let cell = emission.cell
    var direction = Self.direction(
      latitude: Double(cell.emissionLatitude),
      longitude: Double(cell.emissionLongitude)
    )
    direction = Self.inCone(around: direction, Double(cell.emissionRange), numbers.cone)
    let start: SIMD3<Double>
    if let parent = emission.source.parent {
      let from = parent.at(parentTime)
      start = from.position
      direction = Self.turned(direction, to: from.velocity)
    } else {
      let place = placeOnShape(numbers.place)
      start = center + place
      let (shape, mode) = (emitter.emitterShape, emitter.emitterMode)
      direction = Self.turned(direction, to: EmitterShape.axis(shape, mode, at: place))
    }
    let acceleration = SIMD3(
      Double(cell.xAcceleration),
      Double(cell.yAcceleration),
      Double(cell.zAcceleration)
    )
    return Motion(
      start: start,
      velocity: direction * numbers.speed,
      acceleration: acceleration,
      forces: forces,
      mass: Self.spread(Double(cell.mass), Double(cell.massRange), Self.unit(numbers.seed, 5)),
      life: numbers.life
    )
  }

  private func body(of life: Life, _ emission: Emission, age: Double, birth: Double) -> Body {
    let (cell, seed) = (emission.cell, life.numbers.seed)
    var angle = Self.spread(Double(cell.rotation), Double(cell.rotationRange), Self.unit(seed, 1))
    let flight = life.motion.at(age)
    if let turn = forces?.alignment { angle += turn + atan2(flight.velocity.y, flight.velocity.x) }
    return Body(
      position: flight.position,
      velocity: flight.velocity,
      scale: life.scale(at: age),
      rotation: angle + life.numbers.spin * age,
      color: life.color(at: age),
      birth: birth,
      age: age,
      cell: emission.number,
      seed: seed
    )
  }

  /// A uniform number below one from a particle's own number.
  package static func unit(_ seed: UInt64, _ use: UInt64) -> Float {
    var random = SplitMix64(seed: seed &+ use &* 0xD134_2543_DE82_EF95)
    return random.unitFloat()
  }

  /// The middle of the emitter's shape.
  private var center: SIMD3<Double> {
    SIMD3(
      Double(emitter.emitterPosition.x),
      Double(emitter.emitterPosition.y),
      Double(emitter.emitterZPosition)
    )
  }

  /// Where on the emitter's shape a particle begins, from the shape's middle (EM-7, EM-8).
  private func placeOnShape(_ u: SIMD3<Double>) -> SIMD3<Double> {
    let size = SIMD3(
      Double(emitter.emitterSize.width),
      Double(emitter.emitterSize.height),
      Double(emitter.emitterDepth)
    )
    return EmitterShape.point(emitter.emitterShape, emitter.emitterMode, size, u)
  }

  /// Puts the particles into painting order (EM-15).
  private mutating func order() {
    let oldestFirst = bodies.indices.sorted { a, b in
      bodies[a].birth == bodies[b].birth ? a < b : bodies[a].birth < bodies[b].birth
    }
    var sorted = oldestFirst.map { bodies[$0] }
    switch emitter.renderMode {
    case .oldestLast: sorted.reverse()
    case .backToFront:
      let byDepth = sorted.indices.sorted { a, b in
        sorted[a].position.z == sorted[b].position.z ? a < b : sorted[a].position.z < sorted[b].position.z
      }
      sorted = byDepth.map { sorted[$0] }
    default: break
    }
    bodies = sorted
  }
}

extension EmitterCellState {
  /// Enables the cell, and the cells in it, as they are enabled at another time.
  fileprivate mutating func show(as present: EmitterCellState) {
    isEnabled = present.isEnabled
    for i in cells.indices.prefix(present.cells.count) { cells[i].show(as: present.cells[i]) }
  }
}
