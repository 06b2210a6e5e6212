package import CoreGraphics
package import Foundation
package import QuartzCore
import StrataRenderTree

/// A value of a layer's property that animation blocks can take apart and mix.
package enum AnimatedValue {
  case number(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  case transform(CATransform3D)
  case color(CGColor)

  /// Reads a value as key-value access returns it; nil for a value of another type.
  package init?(_ value: Any?) {
    switch value {
    case let point as CGPoint: self = .point(point)
    case let size as CGSize: self = .size(size)
    case let rect as CGRect: self = .rect(rect)
    case let transform as CATransform3D: self = .transform(transform)
    case let color as CGColor: self = .color(color)
    case let number as NSNumber: self = .number(number.doubleValue)
    default: return nil
    }
  }

  /// The value as animations take it.
  package var object: Any {
    switch self {
    case .number(let value): value
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .transform(let value): value
    case .color(let value): value
    }
  }

  /// The value that changes nothing when it is added; nil for types that are not added.
  package var neutral: AnimatedValue? {
    switch self {
    case .number: .number(0)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .transform: .transform(CATransform3DIdentity)
    case .rect, .color: nil
    }
  }

  /// The value that gives `self` when it is added to `base`; nil if there is none.
  ///
  /// A transform is added by concatenation, so a singular base has no difference.
  package func difference(from base: AnimatedValue) -> AnimatedValue? {
    switch (self, base) {
    case (.number(let a), .number(let b)): .number(a - b)
    case (.point(let a), .point(let b)): .point(CGPoint(x: a.x - b.x, y: a.y - b.y))
    case (.size(let a), .size(let b)): .size(CGSize(width: a.width - b.width, height: a.height - b.height))
    case (.transform(let a), .transform(let b)): Self.quotient(a, b).map { .transform($0) }
    default: nil
    }
  }

  /// The value that comes out when `self` is added to `base`; nil for types that are not added.
  package func added(to base: AnimatedValue) -> AnimatedValue? {
    switch (self, base) {
    case (.number(let a), .number(let b)): .number(a + b)
    case (.point(let a), .point(let b)): .point(CGPoint(x: a.x + b.x, y: a.y + b.y))
    case (.size(let a), .size(let b)): .size(CGSize(width: a.width + b.width, height: a.height + b.height))
    case (.transform(let a), .transform(let b)): .transform(CATransform3DConcat(a, b))
    default: nil
    }
  }

  /// The difference from `end` that leads from this value to `end` as it goes away; nil if there is none.
  package func way(to end: AnimatedValue) -> AnimatedValue? {
    Self.differences(of: [self, end], from: end)?.first
  }

  /// The differences that lead along `values` when they are added to `base`; nil if there are none.
  package static func differences(of values: [AnimatedValue], from base: AnimatedValue) -> [AnimatedValue]? {
    guard let last = values.last?.difference(from: base) else { return nil }
    var found = [last]
    for (value, next) in zip(values, values.dropFirst()).reversed() {
      let following = found[found.count - 1]
      guard let difference = difference(at: (value, next), before: following, from: base) else { return nil }
      found.append(difference)
    }
    return found.reversed()
  }

  /// The difference at the beginning of a step, which goes on to the difference `next`.
  ///
  /// Differences that are half a turn apart have two ways. One that has begun the step already, by a billionth, takes
  /// the way of the values themselves.
  private static func difference(
    at step: (from: AnimatedValue, to: AnimatedValue),
    before next: AnimatedValue,
    from base: AnimatedValue
  ) -> AnimatedValue? {
    guard let exact = step.from.difference(from: base) else { return nil }
    guard case .transform = exact, case .transform(let middle) = step.from.mixed(with: step.to, at: 0.5),
      let begun = step.from.mixed(with: step.to, at: 1e-9).difference(from: base)
    else { return exact }
    func error(of difference: AnimatedValue) -> Double {
      let shown = difference.mixed(with: next, at: 0.5).added(to: base)
      return if case .transform(let transform)? = shown { middle.turnError(of: transform) } else { 0 }
    }
    let errorOfExact = error(of: exact)
    return errorOfExact > 1e-6 && error(of: begun) < errorOfExact / 2 ? begun : exact
  }

  private static func quotient(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D? {
    let inverse = CATransform3DInvert(b)
    // Core Animation returns a singular matrix unchanged.
    let product = CATransform3DConcat(b, inverse)
    let isInverse =
      abs(product.m11 - 1) + abs(product.m22 - 1) + abs(product.m33 - 1) + abs(product.m44 - 1) < 1e-6
    return isInverse ? CATransform3DConcat(a, inverse) : nil
  }

  /// The value at a fraction of the way to `end`; values of different types step at the middle.
  package func mixed(with end: AnimatedValue, at t: Double) -> AnimatedValue {
    func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * CGFloat(t) }
    switch (self, end) {
    case (.number(let a), .number(let b)): return .number(a + (b - a) * t)
    case (.point(let a), .point(let b)): return .point(CGPoint(x: mix(a.x, b.x), y: mix(a.y, b.y)))
    case (.size(let a), .size(let b)):
      return .size(CGSize(width: mix(a.width, b.width), height: mix(a.height, b.height)))
    case (.rect(let a), .rect(let b)):
      return .rect(
        CGRect(
          x: mix(a.minX, b.minX),
          y: mix(a.minY, b.minY),
          width: mix(a.width, b.width),
          height: mix(a.height, b.height)
        )
      )
    case (.transform(let a), .transform(let b)): return .transform(a.interpolated(to: b, at: t))
    case (.color(let a), .color(let b)):
      let c = a.extendedSRGB + (b.extendedSRGB - a.extendedSRGB) * Float(t)
      return .color(
        CGColor(srgbRed: CGFloat(c.x), green: CGFloat(c.y), blue: CGFloat(c.z), alpha: CGFloat(c.w))
      )
    default: return t < 0.5 ? self : end
    }
  }
}

extension CATransform3D {
  /// How far the axes of `other` are from those of this transform.
  fileprivate func turnError(of other: CATransform3D) -> Double {
    let pairs = [
      (m11, other.m11), (m12, other.m12), (m13, other.m13), (m21, other.m21), (m22, other.m22),
      (m23, other.m23), (m31, other.m31), (m32, other.m32), (m33, other.m33),
    ]
    return pairs.reduce(0) { $0 + abs(Double($1.0 - $1.1)) }
  }
}
