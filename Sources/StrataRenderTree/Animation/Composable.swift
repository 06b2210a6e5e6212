import CoreGraphics
import Foundation

/// How the keys of a paced animation are placed for a type of value.
package enum Pacing: Hashable, Sendable {
  /// By the distance between neighbours.
  case distance
  /// Evenly, because the values have no distance.
  case even
  /// Not at all: such an animation has no effect.
  case unsupported
}

/// The arithmetic of relative, cumulative, paced and cubic animations.
///
/// The defaults are those of values without arithmetic: they replace each other, and of two the nearer one counts.
package protocol Composable: Interpolatable {
  /// Nothing to add: zero, or the identity; nil for types without a sum.
  static var neutral: Self? { get }
  /// Returns the sum; for transforms the product, `self` applied first.
  func adding(_ other: Self) -> Self
  /// Returns the difference, or nil if there is none; for transforms the product with the inverse of `other`.
  func subtracting(_ other: Self) -> Self?
  /// Returns the sum of `count` times the value.
  func repeated(_ count: Double) -> Self
  /// Returns the sum of four neighbours by weight; `fraction` is the way from the second to the third.
  static func blend(
    _ a: Self,
    _ b: Self,
    _ c: Self,
    _ d: Self,
    by weights: SIMD4<Double>,
    at fraction: Double
  ) -> Self
  static var pacing: Pacing { get }
  /// Returns the distance by which paced keys are placed, never negative (the library's `distance(to:)` has a sign).
  func gap(to other: Self) -> Double
  /// False if a number in the value is infinite or no number.
  var isUsable: Bool { get }
  /// False if the two cannot be mixed or added, as arrays of different lengths.
  func fits(_ other: Self) -> Bool
  /// Makes the track that writes the source's value through the lens.
  ///
  /// A requirement, so that each type gets a specialised body; see ``BoundTrack``.
  static func track(
    _ lens: Lens<LayerState, Self>,
    _ source: any ValueSource<Self>,
    isAdditive: Bool,
    isCumulative: Bool
  ) -> any Track<LayerState>
}

extension Composable {
  package static var neutral: Self? { nil }
  package func adding(_ other: Self) -> Self { self }
  package func subtracting(_ other: Self) -> Self? { nil }
  package func repeated(_ count: Double) -> Self { self }
  package static func blend(
    _ a: Self,
    _ b: Self,
    _ c: Self,
    _ d: Self,
    by weights: SIMD4<Double>,
    at fraction: Double
  ) -> Self { fraction < 0.5 ? b : c }
  package static var pacing: Pacing { .even }
  package func gap(to other: Self) -> Double { 0 }
  package var isUsable: Bool { true }
  package func fits(_ other: Self) -> Bool { true }
}

/// A value that is a fixed number of numbers.
package protocol VectorValue: Composable {
  associatedtype Numbers: SIMD where Numbers.Scalar == Double
  /// The numbers of the value; unused lanes are zero.
  var numbers: Numbers { get }
  init(numbers: Numbers)
}

extension VectorValue {
  package static var neutral: Self? { Self(numbers: .zero) }
  package func adding(_ other: Self) -> Self { Self(numbers: numbers + other.numbers) }
  package func subtracting(_ other: Self) -> Self? { Self(numbers: numbers - other.numbers) }
  package func repeated(_ count: Double) -> Self { Self(numbers: numbers * count) }
  package static func blend(
    _ a: Self,
    _ b: Self,
    _ c: Self,
    _ d: Self,
    by weights: SIMD4<Double>,
    at fraction: Double
  ) -> Self {
    let outer = a.numbers * weights.x + d.numbers * weights.w
    return Self(numbers: b.numbers * weights.y + c.numbers * weights.z + outer)
  }
  package static var pacing: Pacing { .distance }
  package func gap(to other: Self) -> Double {
    let difference = numbers - other.numbers
    return (difference * difference).sum().squareRoot()
  }
  package var isUsable: Bool { (numbers * 0).sum() == 0 }
}

extension CGFloat: VectorValue {
  package var numbers: SIMD2<Double> { SIMD2(Double(self), 0) }
  package init(numbers: SIMD2<Double>) { self.init(numbers.x) }
}

extension Double: VectorValue {
  package var numbers: SIMD2<Double> { SIMD2(self, 0) }
  package init(numbers: SIMD2<Double>) { self = numbers.x }
}

extension Float: VectorValue {
  package var numbers: SIMD2<Double> { SIMD2(Double(self), 0) }
  package init(numbers: SIMD2<Double>) { self.init(numbers.x) }
}

extension CGPoint: VectorValue {
  package var numbers: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
  package init(numbers: SIMD2<Double>) { self.init(x: numbers.x, y: numbers.y) }
}

extension CGSize: VectorValue {
  package var numbers: SIMD2<Double> { SIMD2(Double(width), Double(height)) }
  package init(numbers: SIMD2<Double>) { self.init(width: numbers.x, height: numbers.y) }
}

extension CGRect: VectorValue {
  package var numbers: SIMD4<Double> {
    SIMD4(Double(origin.x), Double(origin.y), Double(size.width), Double(size.height))
  }
  package init(numbers: SIMD4<Double>) {
    self.init(x: numbers.x, y: numbers.y, width: numbers.z, height: numbers.w)
  }
}

extension Bool: Composable {}

extension CATransform3D: Composable {
  package static var neutral: CATransform3D? { .identity }
  package func adding(_ other: CATransform3D) -> CATransform3D { concatenated(with: other) }
  package func subtracting(_ other: CATransform3D) -> CATransform3D? {
    other.inverse.map { concatenated(with: $0) }
  }
  package func repeated(_ count: Double) -> CATransform3D {
    // By squaring, so that a cycle count of millions costs some twenty products.
    var left = UInt64(min(max(count, 0), 0x1p53))
    var (result, power) = (CATransform3D.identity, self)
    while left > 0 {
      if left & 1 == 1 { result = result.concatenated(with: power) }
      left >>= 1
      if left > 0 { power = power.concatenated(with: power) }
    }
    return result
  }
  package static func blend(
    _ a: Self,
    _ b: Self,
    _ c: Self,
    _ d: Self,
    by weights: SIMD4<Double>,
    at fraction: Double
  ) -> CATransform3D {
    let (a, b, c, d) = (a.rows, b.rows, c.rows, d.rows)
    func row(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>) -> SIMD4<Double>
    {
      let outer = a * weights.x + d * weights.w
      return b * weights.y + c * weights.z + outer
    }
    return CATransform3D(
      rows: (
        row(a.0, b.0, c.0, d.0), row(a.1, b.1, c.1, d.1), row(a.2, b.2, c.2, d.2), row(a.3, b.3, c.3, d.3)
      )
    )
  }
  package static var pacing: Pacing { .unsupported }
  package var isUsable: Bool { isFinite }
}
