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
    get { read(AnimationSchema.shared.values) }
    set { write(newValue?.map { normalized($0) ?? NSNull() }, AnimationSchema.shared.values) }
  }

  /// The path that a point property follows; copied when it is set.
  open var path: CGPath? {
    get { read(AnimationSchema.shared.path) }
    set { write(newValue?.copy(), AnimationSchema.shared.path) }
  }

  /// When each value is reached, as shares of the duration.
  open var keyTimes: [NSNumber]? {
    get { read(AnimationSchema.shared.keyTimes) }
    set { write(newValue, AnimationSchema.shared.keyTimes) }
  }

  /// The curves of the segments between values.
  open var timingFunctions: [CAMediaTimingFunction]? {
    get { read(AnimationSchema.shared.timingFunctions) }
    set { write(newValue, AnimationSchema.shared.timingFunctions) }
  }

  /// How the animation moves between its values.
  open var calculationMode: CAAnimationCalculationMode {
    get { read(AnimationSchema.shared.calculationMode) }
    set { write(newValue, AnimationSchema.shared.calculationMode) }
  }

  /// Tension of the curve at each value; positive is tighter.
  open var tensionValues: [NSNumber]? {
    get { read(AnimationSchema.shared.tensionValues) }
    set { write(newValue, AnimationSchema.shared.tensionValues) }
  }

  /// Continuity of the curve at each value; zero has no corner.
  open var continuityValues: [NSNumber]? {
    get { read(AnimationSchema.shared.continuityValues) }
    set { write(newValue, AnimationSchema.shared.continuityValues) }
  }

  /// Bias of the curve at each value; positive overshoots after it.
  open var biasValues: [NSNumber]? {
    get { read(AnimationSchema.shared.biasValues) }
    set { write(newValue, AnimationSchema.shared.biasValues) }
  }

  /// How the layer turns while it follows the path; nil does not turn it.
  open var rotationMode: CAAnimationRotationMode? {
    get { read(AnimationSchema.shared.rotationMode) }
    set { write(newValue, AnimationSchema.shared.rotationMode) }
  }

  package override class var table: AnimationTable { .keyframe }
}
