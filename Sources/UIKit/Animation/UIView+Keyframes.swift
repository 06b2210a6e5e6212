public import Foundation
import QuartzCore
import StrataViews

extension UIView {
  /// How keyframes animate.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Lays out animated views within the block.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// Lets animated views be touched.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// Begins from what is on screen.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// Repeats for ever.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// Follows each run by one backwards.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// Keeps the duration inside another block.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// Takes no options of another block that it stands in.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Straight from one value to the next; the default.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// Jumps from one value to the next.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// Straight, and evenly over the whole.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// In smooth curves.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// In smooth curves, and evenly over the whole.
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

    var mode: CAAnimationCalculationMode {
      switch rawValue >> 10 & 7 {
      case 1: .discrete
      case 2: .paced
      case 3: .cubic
      case 4: .cubicPaced
      default: .linear
      }
    }
  }

  /// Animates the changes of keyframes, which ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)`` adds.
  ///
  /// Changes outside of keyframes take the whole duration.
  public class func animateKeyframes(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    options: KeyframeAnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    // The options that both kinds of blocks share have the same bits.
    let shared = AnimationOptions(rawValue: options.rawValue & 0xF02FF)
    let curve = AnimationSettings.Curve.cubic(shared.curve.function)
    let settings = AnimationSettings(duration: duration, delay: delay, curve: curve, shared)
    AnimationBlock(settings, keyframes: KeyframeRecorder(mode: options.mode), completion: completion).run(
      animations
    )
  }

  /// Adds changes that take a part of the duration of the keyframes around them.
  ///
  /// Outside of `animateKeyframes` the changes are made at once.
  ///
  /// - Parameters:
  ///   - frameStartTime: From 0 to 1.
  ///   - frameDuration: From 0 to 1.
  ///   - animations: The changes.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double,
    relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    guard let keyframes = AnimationBlock.current?.keyframes else { return animations() }
    keyframes.add(start: frameStartTime, duration: frameDuration, animations)
  }
}
