/// A value that an animation can mix with another of its own type.
///
/// Every value of a property is one. Values without a smooth path (names, objects of different kinds) jump at the
/// middle.
package protocol Interpolatable: Sendable, Equatable {
  /// Returns the value at `fraction` of the way from `self` to `end`; fractions outside 0...1 extrapolate.
  func mixed(with end: Self, at fraction: Double) -> Self
}

extension Interpolatable {
  package func mixed(with end: Self, at fraction: Double) -> Self { fraction < 0.5 ? self : end }
}

/// Returns the number at `fraction` of the way from `a` to `b`.
@inline(__always)
func mix(_ a: Double, _ b: Double, _ fraction: Double) -> Double { a + (b - a) * fraction }
