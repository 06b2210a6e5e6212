import CoreGraphics
public import Foundation
import QuartzCore
import StrataViews

/// Blocks whose changes of views animate.
///
/// Changes of place add up: an animation that begins while another runs changes its course smoothly. Other properties
/// go on from what is on screen. A block that animates nothing completes at once.
extension UIView {
  /// How a block animates.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Lays out animated views within the block.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Lets animated views be touched.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Replaces running animations, beginning from what is on screen.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Repeats for ever.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Follows each run by one backwards.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Keeps the duration inside another block.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// Keeps the curve inside another block.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// Animates the changes of a transition, too; what comes is always drawn anew.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// Hides and shows the views of a transition, and leaves them in the hierarchy.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// Takes no options of another block that it stands in.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// Begins and ends slowly; the default.
    public static let curveEaseInOut: AnimationOptions = []
    /// Begins slowly.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Ends slowly.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Moves evenly.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// A transition without an effect; the default.
    public static let transitionNone: AnimationOptions = []
    /// A turn about the vertical axis in space, the left side to the front first.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// A turn about the vertical axis in space, the right side to the front first.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// A page that rolls up from the bottom.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// A page that rolls down from the top.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// A transition from one picture to the next.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// A turn about the horizontal axis in space, the top to the front first.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// A turn about the horizontal axis in space, the bottom to the front first.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    /// As many frames as the display shows; the default.
    public static let preferredFramesPerSecondDefault: AnimationOptions = []
    /// 60 frames per second.
    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
    /// 30 frames per second.
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

    fileprivate var frameRates: CAFrameRateRange {
      switch AnimationOptions(rawValue: rawValue & 15 << 24) {
      case .preferredFramesPerSecond60: CAFrameRateRange(minimum: 60, maximum: 60, preferred: 60)
      case .preferredFramesPerSecond30: CAFrameRateRange(minimum: 30, maximum: 30, preferred: 30)
      default: .default
      }
    }

    var curve: AnimationCurve { AnimationCurve(rawValue: Int(rawValue >> 16 & 3)) ?? .easeInOut }
  }

  /// The course of an animation.
  public enum AnimationCurve: Int, Sendable {
    /// Begins and ends slowly.
    case easeInOut
    /// Begins slowly.
    case easeIn
    /// Ends slowly.
    case easeOut
    /// Moves evenly.
    case linear

    var function: CAMediaTimingFunction {
      switch self {
      case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
      case .easeIn: CAMediaTimingFunction(name: .easeIn)
      case .easeOut: CAMediaTimingFunction(name: .easeOut)
      case .linear: CAMediaTimingFunction(name: .linear)
      }
    }
  }

  // MARK: Blocks

  /// Animates changes; a duration of 0 makes them at once, and ends what moves the changed properties.
  ///
  /// - Parameters:
  ///   - duration: In seconds.
  ///   - delay: In seconds; the views show their former values until it has passed.
  ///   - options: How the block animates.
  ///   - animations: The changes.
  ///   - completion: Called when all animations have ended, with true if none was broken off.
  public class func animate(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    options: AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let curve = AnimationSettings.Curve.cubic(options.curve.function)
    run(AnimationSettings(duration: duration, delay: delay, curve: curve, options), animations, completion)
  }

  /// Animates changes with the default curve.
  public class func animate(
    withDuration duration: TimeInterval,
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
  }

  /// Animates changes on a spring that has settled after `duration`, in seconds.
  ///
  /// - Parameters:
  ///   - duration: In seconds.
  ///   - delay: In seconds.
  ///   - dampingRatio: 1 ends without swinging, smaller values swing.
  ///   - velocity: The speed at the beginning, in whole ways per second.
  ///   - options: How the block animates; curves are ignored.
  ///   - animations: The changes.
  ///   - completion: Called when all animations have ended, with true if none was broken off.
  public class func animate(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let spring = SpringCurve(
      dampingRatio: dampingRatio,
      velocity: CGVector(dx: velocity, dy: velocity),
      settlingAfter: duration > 0 && duration.isFinite ? duration : 1
    )
    run(
      AnimationSettings(duration: duration, delay: delay, curve: .spring(spring), options),
      animations,
      completion
    )
  }

  /// Animates changes on a spring with a period and a bounce, until it has settled.
  ///
  /// - Parameters:
  ///   - duration: The period, in seconds.
  ///   - bounce: 0 ends without swinging, larger values swing, negative ones creep.
  ///   - velocity: The speed at the beginning, in whole ways per second.
  ///   - delay: In seconds.
  ///   - options: How the block animates; curves are ignored.
  ///   - animations: The changes.
  ///   - completion: Called when all animations have ended, with true if none was broken off.
  public class func animate(
    springDuration duration: TimeInterval = 0.5,
    bounce: CGFloat = 0,
    initialSpringVelocity velocity: CGFloat = 0,
    delay: TimeInterval = 0,
    options: AnimationOptions = [],
    animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let velocity = CGVector(dx: velocity, dy: velocity)
    let spring = SpringCurve(perceptualDuration: duration, bounce: bounce, velocity: velocity)
    let time = duration > 0 ? spring.settlingDuration : 0
    run(
      AnimationSettings(duration: time, delay: delay, curve: .spring(spring), options),
      animations,
      completion
    )
  }

  private class func run(
    _ settings: AnimationSettings,
    _ animations: () -> Void,
    _ completion: ((Bool) -> Void)?
  ) {
    AnimationBlock(settings, completion: completion).run(animations)
  }

  /// Makes changes at once, within animation blocks, too.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    AnimationBlock.withoutAnimation(actionsWithoutAnimation)
  }

  /// Has the changes of a part of an animation block repeat; outside of blocks they are made at once.
  ///
  /// - Parameters:
  ///   - count: How often the animations run; parts of a run are allowed, infinity is for ever, and 0 is once.
  ///   - autoreverses: True to follow each run by one backwards.
  ///   - animations: The changes.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat,
    autoreverses: Bool,
    animations: () -> Void
  ) {
    guard let block = AnimationBlock.current else { return animations() }
    block.modify(repeatCount: count > 0 ? Float(count) : 0, autoreverses: autoreverses, animations)
  }

  /// Lets changes in animation blocks animate, or keeps them from it.
  public class func setAnimationsEnabled(_ enabled: Bool) { AnimationBlock.isEnabled = enabled }

  /// False if changes in animation blocks do not animate.
  public class var areAnimationsEnabled: Bool { AnimationBlock.isEnabled }

  /// The duration of the animation block that runs, in seconds; 0 outside.
  public class var inheritedAnimationDuration: TimeInterval { AnimationBlock.current?.settings.duration ?? 0 }
}

extension AnimationSettings {
  /// Settings from the options of a block.
  @MainActor init(
    duration: TimeInterval,
    delay: TimeInterval,
    curve: Curve,
    _ options: UIView.AnimationOptions
  ) {
    self.init(duration: duration, curve: curve)
    self.delay = delay.isFinite ? max(delay, 0) : 0
    repeatCount = options.contains(.repeat) ? .infinity : 0
    autoreverses = options.contains(.autoreverse)
    beginsFromCurrentState = options.contains(.beginFromCurrentState)
    laysOut = options.contains(.layoutSubviews)
    overridesDuration = options.contains(.overrideInheritedDuration)
    overridesCurve = options.contains(.overrideInheritedCurve)
    frameRates = options.frameRates
    if !options.contains(.allowUserInteraction) { countBlocking = Self.countBlocking }
    if !options.contains(.overrideInheritedOptions) { takeOptions(of: AnimationBlock.current?.settings) }
  }

  /// Takes the options of the block around this one; those that are set already stay.
  private mutating func takeOptions(of outer: AnimationSettings?) {
    guard let outer else { return }
    if repeatCount == 0 { repeatCount = outer.repeatCount }
    autoreverses = autoreverses || outer.autoreverses
    beginsFromCurrentState = beginsFromCurrentState || outer.beginsFromCurrentState
    laysOut = laysOut || outer.laysOut
    if frameRates == .default { frameRates = outer.frameRates }
    if outer.countBlocking == nil { countBlocking = nil }
  }

  /// Keeps the view of a layer from being touched while its animations run.
  @MainActor static func countBlocking(_ layer: CALayer, _ change: Int) {
    (layer.delegate as? UIView)?.blockingAnimations += change
  }
}
