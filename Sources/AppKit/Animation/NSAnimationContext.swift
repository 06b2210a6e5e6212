public import Foundation
public import QuartzCore
import StrataViews

/// The duration and curve of animations, and what happens after them.
///
/// There is a context at any time; a group has one of its own, which begins with the values of the one around it.
@preconcurrency @MainActor open class NSAnimationContext: NSObject {
  private static var stack = [NSAnimationContext(inside: nil)]

  /// The context of the innermost group; outside of groups the program's.
  open class var current: NSAnimationContext { stack[stack.count - 1] }

  /// Completes when all animations of the group have ended; nil outside of groups.
  private final var group: AnimationBlock?
  /// Takes the implicit animations that have the present values.
  private final var implicit: AnimationBlock?

  private init(inside outer: NSAnimationContext?) {
    duration = outer?.duration ?? 0.25
    timingFunction = outer?.timingFunction
    allowsImplicitAnimation = outer?.allowsImplicitAnimation ?? false
    super.init()
  }

  /// In seconds; 0 changes at once, and ends what moves the changed properties.
  open var duration: TimeInterval {
    didSet {
      endImplicitBlock()
      if group != nil { CATransaction.setAnimationDuration(duration) }
    }
  }

  /// The course of the animations; nil is Core Animation's default.
  open var timingFunction: CAMediaTimingFunction? {
    didSet {
      endImplicitBlock()
      if group != nil { CATransaction.setAnimationTimingFunction(timingFunction) }
    }
  }

  /// Animates changes of views and their layers without an animator, too.
  open var allowsImplicitAnimation: Bool

  /// Called when all animations of the group have ended, those of groups inside included.
  open var completionHandler: (() -> Void)?

  // MARK: Groups

  /// Begins a group.
  open class func beginGrouping() {
    let outer = current
    let context = NSAnimationContext(inside: outer)
    outer.group?.join()
    context.group = AnimationBlock(AnimationSettings(duration: 0, curve: .standard)) { finished in
      outer.group?.leave(finished: finished)
      context.completionHandler?()
    }
    stack.append(context)
    CATransaction.begin()
    CATransaction.setAnimationDuration(context.duration)
    CATransaction.setAnimationTimingFunction(context.timingFunction)
  }

  /// Ends the group that was begun last; without one nothing happens.
  open class func endGrouping() {
    guard stack.count > 1 else { return }
    let context = stack.removeLast()
    CATransaction.commit()
    context.endImplicitBlock()
    context.group?.seal()
  }

  /// Runs changes in a group.
  ///
  /// - Parameters:
  ///   - changes: Receives the group's context.
  ///   - completionHandler: Called when all animations of the group have ended; at the next commit if there are none.
  open class func runAnimationGroup(
    _ changes: (NSAnimationContext) -> Void,
    completionHandler: (() -> Void)? = nil
  ) {
    beginGrouping()
    current.completionHandler = completionHandler
    changes(current)
    endGrouping()
  }

  /// Runs changes in a group, and returns when all animations of the group have ended.
  open class func runAnimationGroup(_ changes: (NSAnimationContext) -> Void) async {
    await withCheckedContinuation { continuation in
      runAnimationGroup(changes, completionHandler: { continuation.resume() })
    }
  }

  // MARK: Changes

  /// How changes animate now.
  final var settings: AnimationSettings {
    let curve = timingFunction.map { AnimationSettings.Curve.cubic($0) } ?? .standard
    var settings = AnimationSettings(duration: duration, curve: curve)
    (settings.beginsFromCurrentState, settings.replacesAdditive) = (true, true)
    (settings.overridesDuration, settings.overridesCurve) = (true, true)
    return settings
  }

  /// How the change that is being made animates; nil if it does not.
  class var settingsOfChange: AnimationSettings? {
    guard AnimationBlock.isEnabled else { return nil }
    let settings =
      AnimationBlock.current?.settings ?? (current.allowsImplicitAnimation ? current.settings : nil)
    return settings.flatMap { $0.duration > 0 ? $0 : nil }
  }

  /// Animates changes of views; settings of one property may replace the context's.
  final func animate(_ settings: AnimationSettings? = nil, _ changes: () -> Void) {
    makeBlock(settings ?? self.settings).run(changes)
  }

  /// A block whose end the group awaits; calls the delegate of an animation when the block begins and ends.
  final func makeBlock(_ settings: AnimationSettings, telling animation: CAAnimation? = nil) -> AnimationBlock
  {
    group?.join()
    let delegate = animation?.delegate
    if let animation, let delegate { AnimationBlock.callSoon { delegate.animationDidStart(animation) } }
    return AnimationBlock(settings) { [group] finished in
      if let animation { delegate?.animationDidStop(animation, finished: finished) }
      group?.leave(finished: finished)
    }
  }

  /// The context's settings, but for what an animation states itself; with its speed, unless it is not `isPaced`.
  final func settings(of animation: CAAnimation, isPaced: Bool = true) -> AnimationSettings {
    var settings = settings
    let speed = isPaced && animation.speed > 0 ? Double(animation.speed) : 1
    if animation.duration > 0 { settings.duration = animation.duration }
    settings.duration /= speed
    if let spring = animation as? CASpringAnimation {
      settings.curve = .spring(SpringCurve(spring, speed: CGFloat(speed)))
    } else if let function = animation.timingFunction {
      settings.curve = .cubic(function)
    }
    settings.autoreverses = animation.autoreverses
    settings.repeatCount = animation.repeatCount
    return settings
  }

  /// The action of a change that no animator makes.
  final func implicitAction(for layer: CALayer, key: String) -> any CAAction {
    guard allowsImplicitAnimation else { return AnimationBlock.actionOfJump(of: layer, key: key) }
    let block = implicit ?? makeBlock(settings)
    // Outside of groups there is no end to wait for.
    if group != nil { implicit = block } else { block.seal() }
    return block.actionOfChange(of: layer, key: key)
  }

  private func endImplicitBlock() {
    implicit?.seal()
    implicit = nil
  }
}

extension SpringCurve {
  /// The spring of an animation, in a time that passes faster by a factor.
  fileprivate init(_ spring: CASpringAnimation, speed: CGFloat) {
    let critical = 2 * (spring.stiffness * spring.mass).squareRoot()
    let damping = spring.allowsOverdamping ? spring.damping : min(spring.damping, critical)
    let velocity = spring.initialVelocity * speed
    self.init(
      mass: spring.mass,
      stiffness: spring.stiffness * speed * speed,
      damping: damping * speed,
      velocity: CGVector(dx: velocity, dy: velocity)
    )
  }
}

extension AnimationSettings.Curve {
  /// Core Animation's default.
  static var standard: Self { .cubic(CAMediaTimingFunction(name: .default)) }
}
