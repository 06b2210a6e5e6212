package import Foundation
import CoreGraphics

// Numbers of every type arrive under any key, one array may mix them, and reading gives number objects.

/// Returns `any` without the optionals around it, or nil if the innermost is nil.
func present(_ any: Any?) -> Any? {
  guard let any else { return nil }
  // Asking the type, not the value: the cast of a value bridges arrays on its way.
  guard type(of: any) is any OptionalBox.Type, let optional = any as? any OptionalBox else { return any }
  return optional.content.flatMap { present($0) }
}

private protocol OptionalBox {
  var content: Any? { get }
}

extension Optional: OptionalBox {
  fileprivate var content: Any? { map { $0 as Any } }
}

/// Returns the number in `any`, whatever its type; false is 0 and true is 1.
package func numericValue(of any: Any?) -> Double? {
  guard let any else { return nil }
  // The usual types first, by identity: a failing cast costs more than everything below.
  let type = type(of: any)
  if type == CGFloat.self, let value = any as? CGFloat { return Double(value) }
  if type == Double.self, let value = any as? Double { return value }
  if type == NSNumber.self, let value = any as? NSNumber { return value.doubleValue }
  guard let any = present(any) else { return nil }
  switch any {
  case let value as Double: return value
  case let value as CGFloat: return Double(value)
  case let value as Float: return Double(value)
  case let value as Int: return Double(value)
  case let value as NSNumber: return value.doubleValue
  case let value as Bool: return value ? 1 : 0
  case let value as any BinaryInteger: return Double(value)
  case let value as any BinaryFloatingPoint: return Double(value)
  default: return nil
  }
}

extension CGFloat: KeyValueCodable {
  package func mixed(with end: CGFloat, at fraction: Double) -> CGFloat {
    CGFloat(mix(Double(self), Double(end), fraction))
  }
  package static func unwrapped(from any: Any?) -> CGFloat? { numericValue(of: any).map { CGFloat($0) } }
  package var wrapped: Any? { NSNumber(value: Double(self)) }
}

extension Double: KeyValueCodable {
  package func mixed(with end: Double, at fraction: Double) -> Double { mix(self, end, fraction) }
  package static func unwrapped(from any: Any?) -> Double? { numericValue(of: any) }
  package var wrapped: Any? { NSNumber(value: self) }
}

extension Float: KeyValueCodable {
  package func mixed(with end: Float, at fraction: Double) -> Float {
    Float(mix(Double(self), Double(end), fraction))
  }
  package static func unwrapped(from any: Any?) -> Float? { numericValue(of: any).map { Float($0) } }
  package var wrapped: Any? { NSNumber(value: self) }
}

extension Bool: KeyValueCodable {
  package func mixed(with end: Bool, at fraction: Double) -> Bool {
    mix(self ? 1 : 0, end ? 1 : 0, fraction) >= 0.5
  }
  package static func unwrapped(from any: Any?) -> Bool? {
    if let value = any as? Bool { return value }
    return numericValue(of: any).map { $0 != 0 }
  }
  package var wrapped: Any? { NSNumber(value: self) }
}

/// Whole numbers move through the reals and round to the nearest.
package protocol WholeNumber: KeyValueCodable, FixedWidthInteger {
  var object: NSNumber { get }
}

extension WholeNumber {
  package func mixed(with end: Self, at fraction: Double) -> Self {
    Self(nearest: mix(Double(self), Double(end), fraction)) ?? self
  }
  package static func unwrapped(from any: Any?) -> Self? {
    if let value = any as? Self { return value }
    return numericValue(of: any).flatMap { Self(nearest: $0.rounded(.towardZero)) }
  }
  package var wrapped: Any? { object }
  package static var neutral: Self? { 0 }
  package func adding(_ other: Self) -> Self { Self(nearest: Double(self) + Double(other)) ?? self }
  package func subtracting(_ other: Self) -> Self? { Self(nearest: Double(self) - Double(other)) }
  package func repeated(_ count: Double) -> Self { Self(nearest: Double(self) * count) ?? self }
  package static var pacing: Pacing { .distance }
  package func gap(to other: Self) -> Double { abs(Double(self) - Double(other)) }
  package static func blend(
    _ a: Self,
    _ b: Self,
    _ c: Self,
    _ d: Self,
    by weights: SIMD4<Double>,
    at fraction: Double
  ) -> Self {
    let terms = SIMD4(Double(a), Double(b), Double(c), Double(d)) * weights
    return Self(nearest: terms.sum()) ?? b
  }

  /// Rounds to the nearest number of the type, limited to its range; nil for a NaN.
  init?(nearest value: Double) {
    guard !value.isNaN else { return nil }
    self.init(clampingRounded: value.rounded())
  }

  private init(clampingRounded value: Double) {
    if value >= Double(Self.max) {
      self = .max
    } else if value <= Double(Self.min) {
      self = .min
    } else {
      self = Self(value)
    }
  }
}

extension Int: WholeNumber {
  package var object: NSNumber { NSNumber(value: self) }
}

extension UInt32: WholeNumber {
  package var object: NSNumber { NSNumber(value: self) }
}
