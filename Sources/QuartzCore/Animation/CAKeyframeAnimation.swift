public import CoreGraphics
public import Foundation
import StrataRenderTree

/// How a keyframe animation moves between its values.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates the constant with this name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Straight from value to value.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Each value holds until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Straight, at constant speed.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// Along a smooth curve through the values.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Along a smooth curve, at about constant speed.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

extension CAAnimationCalculationMode: NamedValue {}

/// How an animation along a path turns the layer.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates the constant with this name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's x axis points along the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's x axis points back along the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// Moves a property through a list of values, or a point along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values; ignored while there is a path.
  open var values: [Any]? {
    get { state.keyframes.values }
    set { set(.values, \.keyframes.values, newValue?.map { normalized($0) ?? NSNull() }) }
  }

  /// The path that a point property follows; copied when it is set.
  open var path: CGPath? {
    get { state.keyframes.path }
    set { set(.path, \.keyframes.path, newValue?.copy()) }
  }

  /// When each value is reached, as shares of the duration.
  open var keyTimes: [NSNumber]? {
    get { state.keyframes.keyTimes }
    set { set(.keyTimes, \.keyframes.keyTimes, newValue) }
  }

  /// The curves of the segments between values.
  open var timingFunctions: [CAMediaTimingFunction]? {
    get { state.keyframes.timingFunctions }
    set { set(.timingFunctions, \.keyframes.timingFunctions, newValue) }
  }

  /// How the animation moves between its values.
  open var calculationMode: CAAnimationCalculationMode {
    get { state.keyframes.calculationMode }
    set { set(.calculationMode, \.keyframes.calculationMode, newValue) }
  }

  /// Tension of the curve at each value; positive is tighter.
  open var tensionValues: [NSNumber]? {
    get { state.keyframes.tensionValues }
    set { set(.tensionValues, \.keyframes.tensionValues, newValue) }
  }

  /// Continuity of the curve at each value; zero has no corner.
  open var continuityValues: [NSNumber]? {
    get { state.keyframes.continuityValues }
    set { set(.continuityValues, \.keyframes.continuityValues, newValue) }
  }

  /// Bias of the curve at each value; positive overshoots after it.
  open var biasValues: [NSNumber]? {
    get { state.keyframes.biasValues }
    set { set(.biasValues, \.keyframes.biasValues, newValue) }
  }

  /// How the layer turns while it follows the path; nil does not turn it.
  open var rotationMode: CAAnimationRotationMode? {
    get { state.keyframes.rotationMode }
    set { set(.rotationMode, \.keyframes.rotationMode, newValue) }
  }

  /// The value that a new object of this class has under `key`, or nil if the class stores none.
  open override class func defaultValue(forKey key: String) -> Any? {
    key == "calculationMode" ? CAAnimationCalculationMode.linear.wrapped : super.defaultValue(forKey: key)
  }

  override class var rows: AnimationRows { AnimationRows.keyframe }
}
