import Foundation
package import StrataRenderTree

/// The effects of an emitter's behaviours on a living particle.
///
/// Apple's documents name the types and their inputs and do not specify how they work. Here forces are accelerations in points per
/// second squared, divided by the particle's mass where it has one: `drag` is against the motion and as large as `drag`
/// times the speed; `wave` swings along `force` with `frequency` in hertz; an attractor pulls towards its place as a spring
/// of its `stiffness` does, and beyond its `radius` less by the power `falloff` of the distance in radii. `valueOverLife`
/// and `colorOverLife` multiply by values that stand at `locations` of the life, evenly spread without them.
package struct ParticleForces: Sendable {
  private enum Force: Sendable {
    case drag(Double)
    case wave(SIMD3<Double>, frequency: Double)
    /// Pulls towards a point, a line or a plane through the position, along the axis.
    case attractor(
      SIMD3<Double>,
      shape: Shape,
      axis: SIMD3<Double>,
      stiffness: Double,
      radius: Double,
      falloff: Double
    )
  }

  private enum Shape: Sendable { case point, flatPoint, line, plane }

  private enum Course: Sendable {
    case scale([Double], [Double])
    case channel(Int, [Double], [Double])
    case color([SIMD4<Double>], [Double])
  }

  /// The types of behaviours that act.
  package enum Behavior: String, CaseIterable {
    case wave, drag, alignToMotion, valueOverLife, colorOverLife, attractor, simpleAttractor
  }

  private var forces: [Force] = []
  private var courses: [Course] = []
  /// Turns particles to the direction of their flight, and by this angle more.
  private(set) var alignment: Double?

  /// Reads behaviours; nil if none of them acts.
  package init?(_ behaviors: [FilterValue]) {
    for behavior in behaviors where behavior.isEnabled {
      if let type = Behavior(rawValue: behavior.type) { add(type, InputReader(behavior)) }
    }
    if forces.isEmpty, courses.isEmpty, alignment == nil { return nil }
  }

  private init() {}

  /// The names of the inputs of a type of behaviour, with the kinds of their values; nil for a type that does not act.
  package static func inputs(of type: String) -> [String: FilterInput.Kind]? {
    guard let behavior = Behavior(rawValue: type) else { return nil }
    return InputReader.inputs(ofType: type) { inputs in
      var forces = ParticleForces()
      forces.add(behavior, inputs)
    }
  }

  /// True if a force changes how particles fly.
  var moves: Bool { !forces.isEmpty }

  private mutating func add(_ behavior: Behavior, _ inputs: InputReader) {
    switch behavior {
    case .drag: forces.append(.drag(max(0, inputs.number("drag", default: 0))))
    case .wave:
      let f = (inputs.vector("force") ?? []) + [0, 0, 0]
      forces.append(.wave(SIMD3(f[0], f[1], f[2]), frequency: inputs.number("frequency", default: 0)))
    case .attractor:
      let type = inputs.string("attractorType")
      let shape: Shape = type == "axial" ? .line : type == "planar" ? .plane : .point
      let axis = ParticleSimulation.direction(
        latitude: inputs.number("orientationLatitude", default: 0),
        longitude: inputs.number("orientationLongitude", default: 0)
      )
      forces.append(Self.attractor(shape, axis: axis, inputs))
    case .simpleAttractor: forces.append(Self.attractor(.flatPoint, axis: .zero, inputs))
    case .alignToMotion: alignment = inputs.number("rotation", default: 0)
    case .valueOverLife: if let course = Self.valueCourse(inputs) { courses.append(course) }
    case .colorOverLife: if let course = Self.colorCourse(inputs) { courses.append(course) }
    }
  }

  private static func attractor(_ shape: Shape, axis: SIMD3<Double>, _ inputs: InputReader) -> Force {
    let (p, depth) = (inputs.vector("position") ?? [], inputs.number("zPosition", default: 0))
    return .attractor(
      SIMD3(p.first ?? 0, p.count > 1 ? p[1] : 0, p.count > 2 ? p[2] : depth),
      shape: shape,
      axis: axis,
      stiffness: inputs.number("stiffness", default: 0),
      radius: max(0, inputs.number("radius", default: 0)),
      falloff: inputs.number("falloff", default: 0)
    )
  }

  private static func valueCourse(_ inputs: InputReader) -> Course? {
    let (path, values, given) = (
      inputs.string("keyPath"), inputs.vector("values"), inputs.vector("locations")
    )
    guard let values, !values.isEmpty else { return nil }
    let locations = locations(given, values.count)
    switch path {
    case "scale": return .scale(values, locations)
    case "color.red", "red": return .channel(0, values, locations)
    case "color.green", "green": return .channel(1, values, locations)
    case "color.blue", "blue": return .channel(2, values, locations)
    case "color.alpha", "alpha", "opacity": return .channel(3, values, locations)
    default: return nil
    }
  }

  private static func colorCourse(_ inputs: InputReader) -> Course? {
    let (flat, given) = (inputs.vector("colors"), inputs.vector("locations"))
    guard let flat, flat.count >= 4 else { return nil }
    let colors = stride(from: 0, through: flat.count - 4, by: 4).map {
      SIMD4(flat[$0], flat[$0 + 1], flat[$0 + 2], flat[$0 + 3])
    }
    return .color(colors, locations(given, colors.count))
  }

  private static func locations(_ given: [Double]?, _ count: Int) -> [Double] {
    if let given, given.count == count { return given }
    return (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
  }

  // MARK: Motion

  func acceleration(_ p: SIMD3<Double>, _ v: SIMD3<Double>, _ t: Double) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for force in forces {
      switch force {
      case .drag(let drag): sum -= v * drag
      case .wave(let force, let frequency): sum += force * sin(2 * .pi * frequency * t)
      case .attractor(let place, let shape, let axis, let stiffness, let radius, let falloff):
        var way = place - p
        switch shape {
        case .point: break
        case .flatPoint: way.z = 0
        case .line: way -= axis * (way * axis).sum()
        case .plane: way = axis * (way * axis).sum()
        }
        let distance = (way * way).sum().squareRoot()
        var pull = stiffness
        if radius > 0, distance > radius, falloff != 0 { pull *= pow(radius / distance, falloff) }
        sum += way * pull
      }
    }
    return sum
  }

  /// The longest step, and the most steps of a life.
  private static let step = 1.0 / 60
  private static let mostSteps = 600.0

  /// Place and velocity of a particle of some age, by the midpoint rule in steps that its life alone decides.
  func flight(
    _ start: SIMD3<Double>,
    _ velocity: SIMD3<Double>,
    _ constant: SIMD3<Double>,
    mass: Double,
    life: Double,
    age: Double
  ) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
    var (p, v, t) = (start, velocity, 0.0)
    let full = max(Self.step, life / Self.mostSteps)
    let weight = mass > 0 && mass.isFinite ? 1 / mass : 1
    while t < age {
      let dt = min(full, age - t)
      let a = constant + acceleration(p, v, t) * weight
      let middle = v + a * (dt / 2)
      let b = constant + acceleration(p + v * (dt / 2), middle, t + dt / 2) * weight
      p += middle * dt
      v += b * dt
      t += dt
      // A particle that flies out of the range of numbers stays where it was born.
      guard (p * 0 + v * 0).sum() == 0 else { return (start, velocity) }
    }
    return (p, v)
  }

  // MARK: Looks

  /// The factors of a particle's scale and colour at a part of its life.
  func look(at part: Double) -> (scale: Double, color: SIMD4<Float>) {
    var (scale, color) = (1.0, SIMD4<Double>(repeating: 1))
    for course in courses {
      switch course {
      case .scale(let values, let places): scale *= Self.value(values, places, part)
      case .channel(let channel, let values, let places): color[channel] *= Self.value(values, places, part)
      case .color(let colors, let places):
        for c in 0..<4 { color[c] *= Self.value(colors.map { $0[c] }, places, part) }
      }
    }
    return (scale, SIMD4<Float>(Float(color.x), Float(color.y), Float(color.z), Float(color.w)))
  }

  private static func value(_ values: [Double], _ places: [Double], _ x: Double) -> Double {
    guard let next = places.firstIndex(where: { $0 > x }) else { return values[values.count - 1] }
    guard next > 0 else { return values[0] }
    let (a, b) = (places[next - 1], places[next])
    return values[next - 1] + (values[next] - values[next - 1]) * (x - a) / (b - a)
  }
}
