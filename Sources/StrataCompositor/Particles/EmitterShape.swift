import Foundation
package import StrataRenderTree

/// Points of an emitter's shape, relative to its centre, and the axes of emissions there (rendering EM-7, EM-8, EM-9).
package enum EmitterShape {
  /// The point that three uniform numbers choose.
  ///
  /// The size is width, height and depth; the radius of circle and sphere is the width.
  package static func point(
    _ shape: CAEmitterLayerEmitterShape,
    _ mode: CAEmitterLayerEmitterMode,
    _ size: SIMD3<Double>,
    _ u: SIMD3<Double>
  ) -> SIMD3<Double> {
    switch shape {
    case .line:
      if mode == .points { return SIMD3(u.x < 0.5 ? -size.x / 2 : size.x / 2, 0, 0) }
      return SIMD3((u.x - 0.5) * size.x, 0, 0)
    case .rectangle: return rectangle(mode, size, u)
    case .cuboid: return cuboid(mode, size, u)
    case .circle:
      let radius = mode == .points || mode == .outline ? size.x : size.x * u.y.squareRoot()
      return circle(radius, u.x)
    case .sphere:
      if mode == .points || mode == .outline { return circle(size.x, u.x) }
      let z = 2 * u.y - 1
      let flat = (1 - z * z).squareRoot()
      let angle = 2 * Double.pi * u.x
      let radius = mode == .surface ? size.x : size.x * cbrt(u.z)
      return SIMD3(flat * cos(angle), flat * sin(angle), z) * radius
    default: return .zero
    }
  }

  /// The direction in which longitude and latitude 0 point at a place of a shape, of any length (EM-9).
  ///
  /// A line emits to its side, towards −y; rims and shells emit outwards; every other shape emits along the x axis.
  package static func axis(
    _ shape: CAEmitterLayerEmitterShape,
    _ mode: CAEmitterLayerEmitterMode,
    at place: SIMD3<Double>
  ) -> SIMD3<Double> {
    switch shape {
    case .line: return SIMD3(0, -1, 0)
    case .circle where mode == .points || mode == .outline: return place
    case .sphere where mode != .volume: return place
    default: return SIMD3(1, 0, 0)
    }
  }

  /// A point on the circle of a radius.
  private static func circle(_ radius: Double, _ u: Double) -> SIMD3<Double> {
    SIMD3(radius * cos(2 * .pi * u), radius * sin(2 * .pi * u), 0)
  }

  private static func rectangle(
    _ mode: CAEmitterLayerEmitterMode,
    _ size: SIMD3<Double>,
    _ u: SIMD3<Double>
  ) -> SIMD3<Double> {
    let (w, h) = (size.x, size.y)
    switch mode {
    case .points:
      let corner = min(3, Int(u.x * 4))
      return SIMD3(corner & 1 == 0 ? -w / 2 : w / 2, corner & 2 == 0 ? -h / 2 : h / 2, 0)
    case .outline:
      let at = u.x * 2 * (abs(w) + abs(h))
      if at < abs(w) { return SIMD3(at - abs(w) / 2, -h / 2, 0) }
      if at < abs(w) + abs(h) { return SIMD3(w / 2, at - abs(w) - abs(h) / 2, 0) }
      if at < 2 * abs(w) + abs(h) { return SIMD3(abs(w) * 1.5 + abs(h) - at, h / 2, 0) }
      return SIMD3(-w / 2, 2 * abs(w) + abs(h) * 1.5 - at, 0)
    default: return SIMD3((u.x - 0.5) * w, (u.y - 0.5) * h, 0)
    }
  }

  private static func cuboid(
    _ mode: CAEmitterLayerEmitterMode,
    _ size: SIMD3<Double>,
    _ u: SIMD3<Double>
  ) -> SIMD3<Double> {
    let half = size / 2
    switch mode {
    case .points:
      let corner = min(7, Int(u.x * 8))
      return SIMD3(
        corner & 1 == 0 ? -half.x : half.x,
        corner & 2 == 0 ? -half.y : half.y,
        corner & 4 == 0 ? -half.z : half.z
      )
    case .outline:
      // Four edges along each axis, chosen by length.
      let (axis, rest) = choose(SIMD3(abs(size.x), abs(size.y), abs(size.z)), u.x)
      let edge = min(3, Int(u.y * 4))
      var p = SIMD3(repeating: 0.0)
      p[axis] = (rest - 0.5) * size[axis]
      p[(axis + 1) % 3] = edge & 1 == 0 ? -half[(axis + 1) % 3] : half[(axis + 1) % 3]
      p[(axis + 2) % 3] = edge & 2 == 0 ? -half[(axis + 2) % 3] : half[(axis + 2) % 3]
      return p
    case .surface:
      // Two faces across each axis, chosen by area.
      let a = SIMD3(abs(size.y * size.z), abs(size.z * size.x), abs(size.x * size.y))
      let (axis, rest) = choose(a, u.x)
      var p = SIMD3(repeating: 0.0)
      p[axis] = rest < 0.5 ? -half[axis] : half[axis]
      p[(axis + 1) % 3] = (u.y - 0.5) * size[(axis + 1) % 3]
      p[(axis + 2) % 3] = (u.z - 0.5) * size[(axis + 2) % 3]
      return p
    default: return (u - 0.5) * size
    }
  }

  /// One of three by weight, and the rest of the number as a number below one.
  private static func choose(_ weights: SIMD3<Double>, _ u: Double) -> (Int, Double) {
    let total = weights.sum()
    guard total > 0 else { return (0, u) }
    var at = u * total
    for i in 0..<3 {
      if at < weights[i] || i == 2 { return (i, weights[i] > 0 ? min(at / weights[i], 1) : 0) }
      at -= weights[i]
    }
    return (0, u)
  }
}
