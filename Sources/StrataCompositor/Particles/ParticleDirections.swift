import Foundation

/// Directions of emissions (rendering EM-9).
extension ParticleSimulation {
  /// The direction of an emission (EM-9).
  package static func direction(latitude: Double, longitude: Double) -> SIMD3<Double> {
    SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
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
  static func turned(_ d: SIMD3<Double>, to axis: SIMD3<Double>) -> SIMD3<Double> {
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
}
