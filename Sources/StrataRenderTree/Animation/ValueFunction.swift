import CoreGraphics
import Foundation

/// Numbers turned into a transform.
package enum ValueFunction: String, Hashable, Sendable, CaseIterable {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  /// The number of numbers that go in.
  package var inputCount: Int { self == .scale || self == .translate ? 3 : 1 }

  /// The neutral number, which replaces a missing one.
  package var neutralInput: Double {
    switch self {
    case .scale, .scaleX, .scaleY, .scaleZ: 1
    default: 0
    }
  }

  /// Returns the transform that the numbers describe; functions of one number look at the first.
  package func callAsFunction(_ n: SIMD3<Double>) -> CATransform3D {
    var m = CATransform3D.identity
    switch self {
    case .rotateX: (m.m22, m.m23, m.m32, m.m33) = Self.turn(n.x)
    case .rotateY: (m.m33, m.m31, m.m13, m.m11) = Self.turn(n.x)
    case .rotateZ: (m.m11, m.m12, m.m21, m.m22) = Self.turn(n.x)
    case .scale: (m.m11, m.m22, m.m33) = (CGFloat(n.x), CGFloat(n.y), CGFloat(n.z))
    case .scaleX: m.m11 = CGFloat(n.x)
    case .scaleY: m.m22 = CGFloat(n.x)
    case .scaleZ: m.m33 = CGFloat(n.x)
    case .translate: (m.m41, m.m42, m.m43) = (CGFloat(n.x), CGFloat(n.y), CGFloat(n.z))
    case .translateX: m.m41 = CGFloat(n.x)
    case .translateY: m.m42 = CGFloat(n.x)
    case .translateZ: m.m43 = CGFloat(n.x)
    }
    return m
  }

  /// The two by two block of a rotation: cos, sin, -sin, cos.
  private static func turn(_ angle: Double) -> (CGFloat, CGFloat, CGFloat, CGFloat) {
    let (s, c) = (CGFloat(sin(angle)), CGFloat(cos(angle)))
    return (c, s, -s, c)
  }
}

/// The input of a value function.
package protocol FunctionInput: Composable {
  var inputs: SIMD3<Double> { get }
}

extension CGFloat: FunctionInput {
  package var inputs: SIMD3<Double> { SIMD3(Double(self), 0, 0) }
}

/// The three numbers of a value function that takes three; they have no distance.
package struct NumberTriple: FunctionInput, VectorValue, Hashable {
  package var numbers: SIMD4<Double>

  package init(numbers: SIMD4<Double>) { self.numbers = numbers }

  package var inputs: SIMD3<Double> { SIMD3(numbers.x, numbers.y, numbers.z) }
  package func mixed(with end: Self, at fraction: Double) -> Self {
    NumberTriple(numbers: numbers + (end.numbers - numbers) * fraction)
  }
  package static var pacing: Pacing { .even }
}

/// A source of numbers behind a value function.
struct FunctionSource<Inner: ValueSource>: ValueSource where Inner.Value: FunctionInput {
  let inner: Inner
  let function: ValueFunction
  /// Replaces a missing end of a basic animation.
  let neutral: Inner.Value

  func value(at moment: TrackMoment, over current: CATransform3D) -> CATransform3D? {
    inner.value(at: moment, over: neutral).map { function($0.inputs) }
  }
}
