import CoreGraphics
import Foundation
import StrataBase
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
    /// A number of the particle's own for what is not in the order of draws: frames, tilts.
    package var spice: UInt64
  }

  /// What emits: the layer itself, or a particle of another cell.
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
  /// How many generations of sub-cells there are.
  private static let deepest = 4
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let drawsPerParticle: UInt64 = 13

  package private(set) var bodies: [Body] = []
  package private(set) var cells: [EmitterCellState] = []
  /// Whether some were left out.
  package private(set) var isCut = false
  /// The emitter at the birth of the particles that are being computed.
  private var emitter: EmitterState
  /// What acts on the particles now.
  private let forces: ParticleForces?

  /// The particles of an emitter that has always been the same.
  package init(_ emitter: EmitterState, at time: Double) {
    self.init([EmitterSpan(state: emitter)], at: time)
  }

  /// The particles of an emitter that changed, in the order of time; each lives by what held at its birth.
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
        // Whether a kind is shown at all is no matter of birth.
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

  /// The direction of an emission (EM-9).
  package static func direction(latitude: Double, longitude: Double) -> SIMD3<Double> {
    SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  private mutating func emit(_ cells: [EmitterCellState], from source: Source) {
    for (index, cell) in cells.enumerated() {
      let number = self.cells.count
      self.cells.append(cell)
      emit(cell, number: number, seed: source.seed &+ UInt64(index) << 32, from: source)
    }
  }

  /// Computes the particles of a cell that were born from a time of its source on, before which there were `before`.
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
    var start = births(by: now - longest - below)
    if end - start > Self.most {
      start = end - Self.most
      isCut = true
    }
    for i in start..<max(start, end) {
      guard bodies.count < Self.most else {
        isCut = true
        return
      }
      let birth = first + (Double(i + 1) - before) / rate
      give(cell, number, i, seed, birth: birth, age: (now - birth) / speed, speed: speed, source)
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

  /// Computes one particle, and those that it has emitted.
  private mutating func give(
    _ cell: EmitterCellState,
    _ number: Int,
    _ i: Int,
    _ seed: UInt64,
    birth: Double,
    age: Double,
    speed: Double,
    _ source: Source
  ) {
    var random = SplitMix64(seed: seed &+ UInt64(i) &* Self.drawsPerParticle &* Self.gamma)
    func spread(_ mean: Double, _ range: Double, _ u: Float) -> Double { mean + range * (Double(u) - 0.5) }
    let at = SIMD3(Double(random.unitFloat()), Double(random.unitFloat()), Double(random.unitFloat()))
    let cone = SIMD2(Double(random.unitFloat()), Double(random.unitFloat()))
    let life =
      spread(Double(cell.lifetime), Double(cell.lifetimeRange), random.unitFloat()) * Double(emitter.lifetime)
    let pace =
      spread(Double(cell.velocity), Double(cell.velocityRange), random.unitFloat()) * Double(emitter.velocity)
    let size =
      spread(Double(cell.scale), Double(cell.scaleRange), random.unitFloat()) * Double(emitter.scale)
      * source.scale
    let spin = spread(Double(cell.spin), Double(cell.spinRange), random.unitFloat()) * Double(emitter.spin)
    var color = cell.color?.extendedSRGB ?? SIMD4(repeating: 1)
    let ranges = SIMD4(cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange)
    for c in 0..<4 { color[c] += ranges[c] * (random.unitFloat() - 0.5) }
    let spice = random.next()
    guard life > 0 else { return }

    var direction = Self.direction(
      latitude: Double(cell.emissionLatitude),
      longitude: Double(cell.emissionLongitude)
    )
    direction = Self.inCone(around: direction, Double(cell.emissionRange), cone)
    // The parent's time at which this one was born.
    let parentTime = source.now - age
    var start: SIMD3<Double>
    if let parent = source.parent {
      let from = parent.at(parentTime)
      start = from.position
      direction = Self.turned(direction, to: from.velocity)
    } else {
      start = position(at)
    }
    let acceleration = SIMD3(
      Double(cell.xAcceleration),
      Double(cell.yAcceleration),
      Double(cell.zAcceleration)
    )
    let motion = Motion(
      start: start,
      velocity: direction * pace,
      acceleration: acceleration,
      forces: forces,
      mass: spread(Double(cell.mass), Double(cell.massRange), Self.unit(spice, 5)),
      life: life
    )
    let speeds = SIMD4(cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed)
    func look(at t: Double) -> (scale: Double, color: SIMD4<Float>) {
      forces?.look(at: t / life) ?? (1, SIMD4(repeating: 1))
    }
    func shade(at t: Double) -> SIMD4<Float> {
      let own = (color + speeds * Float(t))
        .clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
      return own * look(at: t).color * source.color
    }
    let scaleSpeed = Double(cell.scaleSpeed)
    if age >= 0, age < life, cell.isEnabled {
      var angle = spread(Double(cell.rotation), Double(cell.rotationRange), Self.unit(spice, 1))
      let flight = motion.at(age)
      if let turn = forces?.alignment { angle += turn + atan2(flight.velocity.y, flight.velocity.x) }
      bodies.append(
        Body(
          position: flight.position,
          velocity: flight.velocity,
          scale: (size + scaleSpeed * age) * look(at: age).scale,
          rotation: angle + spin * age,
          color: shade(at: age),
          birth: source.origin + parentTime,
          age: age,
          cell: number,
          spice: spice
        )
      )
    }
    guard !cell.cells.isEmpty, source.depth < Self.deepest, age >= 0 else { return }
    let shown = min(age, life)
    emit(
      cell.cells,
      from: Source(
        seed: spice,
        now: age,
        end: life,
        origin: source.origin + parentTime,
        depth: source.depth + 1,
        color: shade(at: shown),
        scale: (size + scaleSpeed * shown) * look(at: shown).scale,
        parent: motion
      )
    )
  }

  /// A uniform number below one from a particle's own number.
  package static func unit(_ spice: UInt64, _ use: UInt64) -> Float {
    var random = SplitMix64(seed: spice &+ use &* 0xD134_2543_DE82_EF95)
    return random.unitFloat()
  }

  /// A direction of the cone of a full angle around an axis, uniform over the solid angle (EM-9).
  package static func inCone(around axis: SIMD3<Double>, _ angle: Double, _ u: SIMD2<Double>) -> SIMD3<Double>
  {
    guard angle > 0, angle.isFinite else { return axis }
    let cosine = 1 - u.x * (1 - cos(min(angle / 2, .pi)))
    let sine = max(0, 1 - cosine * cosine).squareRoot()
    let (e1, e2) = frame(of: axis)
    let around = 2 * Double.pi * u.y
    return axis * cosine + (e1 * cos(around) + e2 * sin(around)) * sine
  }

  /// A direction relative to +x, carried to another axis.
  private static func turned(_ d: SIMD3<Double>, to axis: SIMD3<Double>) -> SIMD3<Double> {
    let length = (axis * axis).sum().squareRoot()
    guard length > 0, length.isFinite else { return d }
    let a = axis / length
    let (e1, e2) = frame(of: a)
    return a * d.x + e1 * d.y + e2 * d.z
  }

  /// Two directions at right angles to one; in the xy plane the first is a quarter turn from x towards y.
  private static func frame(of a: SIMD3<Double>) -> (SIMD3<Double>, SIMD3<Double>) {
    let flat = (a.x * a.x + a.y * a.y).squareRoot()
    let e1 = flat > 1e-9 ? SIMD3(-a.y / flat, a.x / flat, 0) : SIMD3(0, 1, 0)
    let e2 = SIMD3(a.y * e1.z - a.z * e1.y, a.z * e1.x - a.x * e1.z, a.x * e1.y - a.y * e1.x)
    return (e1, e2)
  }

  /// Where on the emitter's shape a particle begins (EM-7, EM-8).
  private func position(_ u: SIMD3<Double>) -> SIMD3<Double> {
    let center = SIMD3(
      Double(emitter.emitterPosition.x),
      Double(emitter.emitterPosition.y),
      Double(emitter.emitterZPosition)
    )
    let size = SIMD3(
      Double(emitter.emitterSize.width),
      Double(emitter.emitterSize.height),
      Double(emitter.emitterDepth)
    )
    return center + EmitterShape.point(emitter.emitterShape, emitter.emitterMode, size, u)
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
  /// Is enabled where the cell of another time is, and has its cells do as that one's.
  fileprivate mutating func show(as present: EmitterCellState) {
    isEnabled = present.isEnabled
    for i in cells.indices.prefix(present.cells.count) { cells[i].show(as: present.cells[i]) }
  }
}
