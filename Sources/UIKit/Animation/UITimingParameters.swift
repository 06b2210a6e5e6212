public import CoreGraphics
public import Foundation
import QuartzCore
import StrataViews

/// A kind of course.
public enum UITimingCurveType: Int, Sendable {
  /// A Bézier curve that has a name.
  case builtin
  /// Another Bézier curve.
  case cubic
  /// A spring.
  case spring
  /// A spring together with a curve.
  case composed
}

/// The course of a property animator.
public protocol UITimingCurveProvider: NSObjectProtocol {
  /// The kind of the course.
  var timingCurveType: UITimingCurveType { get }
  /// The Bézier curve; nil for a spring.
  var cubicTimingParameters: UICubicTimingParameters? { get }
  /// The spring; nil for a curve.
  var springTimingParameters: UISpringTimingParameters? { get }
}

/// A course along a Bézier curve from (0, 0) to (1, 1).
open class UICubicTimingParameters: NSObject, UITimingCurveProvider, @unchecked Sendable {  // Immutable.
  /// The first control point.
  public let controlPoint1: CGPoint
  /// The second control point.
  public let controlPoint2: CGPoint
  let function: CAMediaTimingFunction
  /// Builtin for a course with a name; cubic for one from control points.
  public let timingCurveType: UITimingCurveType

  /// Creates the default course, which begins and ends slowly.
  public override convenience init() { self.init(animationCurve: .easeInOut) }

  /// Creates a course with a name.
  public convenience init(animationCurve curve: UIView.AnimationCurve) {
    self.init(curve.function, .builtin)
  }

  /// Creates a course from control points.
  public convenience init(controlPoint1: CGPoint, controlPoint2: CGPoint) {
    let (a, b) = (controlPoint1, controlPoint2)
    self.init(CAMediaTimingFunction(controlPoints: Float(a.x), Float(a.y), Float(b.x), Float(b.y)), .cubic)
  }

  private init(_ function: CAMediaTimingFunction, _ type: UITimingCurveType) {
    func point(_ index: Int) -> CGPoint {
      var values: [Float] = [0, 0]
      function.getControlPoint(at: index, values: &values)
      return CGPoint(x: CGFloat(values[0]), y: CGFloat(values[1]))
    }
    self.function = function
    timingCurveType = type
    (controlPoint1, controlPoint2) = (point(1), point(2))
  }

  /// The course itself.
  open var cubicTimingParameters: UICubicTimingParameters? { self }
  /// Nil.
  open var springTimingParameters: UISpringTimingParameters? { nil }
}

/// A course along the motion of a mass on a spring.
open class UISpringTimingParameters: NSObject, UITimingCurveProvider, @unchecked Sendable {  // Immutable.
  /// The speed at the beginning, in whole ways per second; for places in two dimensions.
  public let initialVelocity: CGVector
  /// A spring with a time of its own; else the damping ratio of one that settles with the animator's duration.
  private let physics: Physics

  private enum Physics {
    case spring(SpringCurve)
    case ratio(CGFloat)
  }

  /// Creates a spring that settles with the animator's duration; a ratio of 1 does not swing.
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector = .zero) {
    (physics, initialVelocity) = (.ratio(ratio), velocity)
  }

  /// Creates a spring that takes its own time, whatever the animator's duration.
  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
    let spring = SpringCurve(mass: mass, stiffness: stiffness, damping: damping, velocity: velocity)
    (physics, initialVelocity) = (.spring(spring), velocity)
  }

  /// Creates a spring that takes its own time from its period, in seconds, and its bounce.
  public convenience init(
    duration: TimeInterval = 0.5,
    bounce: CGFloat = 0,
    initialVelocity: CGVector = .zero
  ) {
    let spring = SpringCurve(perceptualDuration: duration, bounce: bounce)
    self.init(
      mass: spring.mass,
      stiffness: spring.stiffness,
      damping: spring.damping,
      initialVelocity: initialVelocity
    )
  }

  /// Creates the default spring, which takes its own time.
  public override convenience init() {
    self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
  }

  /// Nil.
  open var cubicTimingParameters: UICubicTimingParameters? { nil }
  /// The spring itself.
  open var springTimingParameters: UISpringTimingParameters? { self }

  /// The spring of an animator with a duration, in seconds, and the time that it takes.
  func curve(for duration: TimeInterval) -> (spring: SpringCurve, duration: TimeInterval) {
    switch physics {
    case .spring(let spring): return (spring, self.duration(for: duration))
    case .ratio(let ratio):
      let spring = SpringCurve(
        dampingRatio: ratio,
        velocity: initialVelocity,
        settlingAfter: duration > 0 && duration.isFinite ? duration : 1
      )
      return (spring, duration)
    }
  }

  /// The time that the spring of an animator with a duration takes, in seconds.
  func duration(for duration: TimeInterval) -> TimeInterval {
    if case .spring(let spring) = physics { spring.settlingDuration } else { duration }
  }
}

extension UITimingCurveProvider {
  /// The kind of the curve, from the parameters that it has.
  public var timingCurveType: UITimingCurveType {
    guard springTimingParameters != nil else { return cubicTimingParameters?.timingCurveType ?? .builtin }
    return cubicTimingParameters == nil ? .spring : .composed
  }

  /// The course for a duration, in seconds, and the time that it takes.
  func course(for duration: TimeInterval) -> (curve: AnimationSettings.Curve, duration: TimeInterval) {
    if let spring = springTimingParameters {
      let found = spring.curve(for: duration)
      return (.spring(found.spring), found.duration)
    }
    return (.cubic((cubicTimingParameters ?? UICubicTimingParameters()).function), duration)
  }
}
