/// A type whose optional is the value of a property, nil meaning that nothing is set.
///
/// The functions are static and return `Whole`, because a class that is not final cannot return its own type.
package protocol AbsentableValue: Sendable, Equatable {
  associatedtype Whole: Sendable = Self
  /// True if values can be added; nil is the neutral value then.
  static var hasSum: Bool { get }
  static var optionalPacing: Pacing { get }
  static func fit(_ a: Whole?, _ b: Whole?) -> Bool
  static func mixed(_ start: Whole?, _ end: Whole?, at fraction: Double) -> Whole?
  /// Returns the sum of products of values and weights, where nil counts as zero.
  static func sum(_ terms: [(value: Whole?, weight: Double)]) -> Whole?
  /// Returns the sum of four neighbours on a smooth curve; `fraction` is the way from the second to the third.
  static func blend(_ terms: [(value: Whole?, weight: Double)], at fraction: Double) -> Whole?
  static func distance(_ a: Whole?, _ b: Whole?) -> Double
  static func isUsable(_ a: Whole) -> Bool
  static func value(from any: Any) -> Whole?
  static func object(for value: Whole) -> Any
}

extension AbsentableValue {
  package static var hasSum: Bool { false }
  package static var optionalPacing: Pacing { .even }
  package static func fit(_ a: Whole?, _ b: Whole?) -> Bool { true }
  package static func mixed(_ start: Whole?, _ end: Whole?, at fraction: Double) -> Whole? {
    fraction < 0.5 ? start : end
  }
  package static func sum(_ terms: [(value: Whole?, weight: Double)]) -> Whole? { terms.first?.value }
  package static func blend(_ terms: [(value: Whole?, weight: Double)], at fraction: Double) -> Whole? {
    hasSum ? sum(terms) : terms[fraction < 0.5 ? 1 : 2].value
  }
  package static func distance(_ a: Whole?, _ b: Whole?) -> Double { 0 }
  package static func isUsable(_ a: Whole) -> Bool { true }
  package static func value(from any: Any) -> Whole? { any as? Whole }
  package static func object(for value: Whole) -> Any { value }
}

extension Optional: Interpolatable where Wrapped: AbsentableValue, Wrapped.Whole == Wrapped {
  package func mixed(with end: Self, at fraction: Double) -> Self { Wrapped.mixed(self, end, at: fraction) }
}

extension Optional: Composable where Wrapped: AbsentableValue, Wrapped.Whole == Wrapped {
  package static var neutral: Self? { Wrapped.hasSum ? .some(nil) : nil }
  package func adding(_ other: Self) -> Self { Wrapped.sum([(self, 1), (other, 1)]) }
  package func subtracting(_ other: Self) -> Self? { .some(Wrapped.sum([(self, 1), (other, -1)])) }
  package func repeated(_ count: Double) -> Self { Wrapped.sum([(self, count)]) }
  package static func blend(
    _ a: Self,
    _ b: Self,
    _ c: Self,
    _ d: Self,
    by weights: SIMD4<Double>,
    at fraction: Double
  ) -> Self {
    Wrapped.blend([(a, weights.x), (b, weights.y), (c, weights.z), (d, weights.w)], at: fraction)
  }
  package static var pacing: Pacing { Wrapped.optionalPacing }
  package func gap(to other: Self) -> Double { Wrapped.distance(self, other) }
  package var isUsable: Bool { map(Wrapped.isUsable) ?? true }
  package func fits(_ other: Self) -> Bool { Wrapped.fit(self, other) }
}

extension Optional: KeyValueCodable where Wrapped: AbsentableValue, Wrapped.Whole == Wrapped {
  package static func unwrapped(from any: Any?) -> Self? {
    guard let any = present(any) else { return .some(nil) }
    return Wrapped.value(from: any).map { .some($0) }
  }
  package var wrapped: Any? { map { Wrapped.object(for: $0) } }
}
