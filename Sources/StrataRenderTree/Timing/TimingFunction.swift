/// A cubic Bézier curve from (0, 0) to (1, 1) that maps progress to eased progress.
package struct TimingFunction: Hashable, Sendable {
  /// The two inner control points as (x1, y1, x2, y2); they are the identity of the curve.
  package let controls: SIMD4<Float>

  /// Creates the curve with these inner control points.
  package init(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
    controls = SIMD4(x1, y1, x2, y2)
  }

  package static let linear = TimingFunction(0, 0, 1, 1)
  package static let easeIn = TimingFunction(0.42, 0, 1, 1)
  package static let easeOut = TimingFunction(0, 0, 0.58, 1)
  package static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
  package static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)

  private static let named: [(name: String, curve: TimingFunction)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInEaseOut", .easeInEaseOut), ("default", .default),
  ]

  /// Returns the curve with one of the five known names.
  package init?(name: String) {
    guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
    self = known.curve
  }

  /// The name of the curve, if it has one.
  package var name: String? { Self.named.first { $0.curve == self }?.name }

  /// Returns the height of the curve over `x`: zero up to 0, one from 1 on, and in between not clamped.
  package func callAsFunction(_ x: Double) -> Double {
    guard x > 0 else { return x.isNaN ? x : 0 }
    guard x < 1 else { return 1 }
    let points = SIMD4<Double>(controls)
    let horizontal = Cubic(points.x, points.z)
    let vertical = Cubic(points.y, points.w)
    // On the diagonal the parameter cancels out.
    if horizontal == vertical { return x }
    return vertical.value(at: horizontal.parameter(for: x))
  }
}

/// One coordinate of the curve as a polynomial in its parameter.
private struct Cubic: Equatable {
  let a: Double
  let b: Double
  let c: Double

  init(_ first: Double, _ second: Double) {
    c = 3 * first
    b = 3 * (second - first) - c
    a = 1 - c - b
  }

  func value(at u: Double) -> Double { ((a * u + b) * u + c) * u }
  func slope(at u: Double) -> Double { (3 * a * u + 2 * b) * u + c }

  /// Solves `value(at: u) == x` by Newton steps kept inside a shrinking bracket.
  ///
  /// A step that leaves the bracket, as at the ends where the slope can be zero, becomes a halving.
  func parameter(for x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var u = x
    for _ in 0..<64 {
      let error = value(at: u) - x
      if error == 0 { return u }
      if error < 0 { low = u } else { high = u }
      let step = u - error / slope(at: u)
      let next = step > low && step < high ? step : (low + high) / 2
      if abs(next - u) < 1e-15 || next == low && next == high { return next }
      u = next
    }
    return u
  }
}
