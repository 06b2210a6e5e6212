import Foundation
import QuartzCore
import StrataViews

/// The name of a property that animates, or a key of an animation for it.
public typealias NSAnimatablePropertyKey = String

/// An object whose properties animate through ``AnimatorProxy``.
@preconcurrency @MainActor public protocol NSAnimatablePropertyContainer: AnyObject {
  /// The animations of properties by their keys, which go before those of ``defaultAnimation(forKey:)``.
  var animations: [NSAnimatablePropertyKey: Any] { get set }
  /// Returns the animation of a property; nil if it does not animate.
  func animation(forKey key: NSAnimatablePropertyKey) -> Any?
  /// Returns the class's animation of a property; nil for properties that do not animate.
  static func defaultAnimation(forKey key: NSAnimatablePropertyKey) -> Any?
}

/// The properties of views that animate, by the keys of their animations.
enum ViewKey: String {
  case alphaValue, frame, frameOrigin, frameSize, frameRotation, bounds, boundsOrigin, boundsSize, shadow
  case subviews

  /// The property of the layer whose values are the view's; nil where they differ.
  var layerPath: String? {
    switch self {
    case .alphaValue: "opacity"
    case .frameOrigin: "position"
    case .frameSize, .boundsSize: "bounds.size"
    case .boundsOrigin: "bounds.origin"
    case .frame, .frameRotation, .bounds, .shadow, .subviews: nil
    }
  }

  /// The animation that a property has unless a class or a program states another one.
  static func animation(forKey key: String) -> Any? {
    switch ViewKey(rawValue: key) {
    case .subviews:
      let transition = CATransition()
      transition.type = .fade
      return transition
    case .some: return CABasicAnimation()
    case nil: return nil
    }
  }
}

extension NSView {
  /// Makes a change of properties with the animations of their keys; those before others that contain them.
  final func animate(_ keys: [ViewKey], _ change: () -> Void) {
    let found = keys.lazy.compactMap { key in self.animation(forKey: key.rawValue).map { (key, $0) } }
    let explicit = keys.compactMap { key in
      (animation(forKey: key.rawValue) as? CAPropertyAnimation).flatMap {
        $0.hasValues && NSAnimationContext.current.settings(of: $0).duration > 0 ? (key, $0) : nil
      }
    }
    guard explicit.isEmpty else { return animate(explicit, change) }
    guard let animation = found.first?.1 as? CAAnimation else {
      return AnimationBlock.withoutAnimation(change)
    }
    let context = NSAnimationContext.current
    context.makeBlock(context.settings(of: animation), telling: animation).run(change)
  }

  /// Makes a change at once and shows animations that have values of their own.
  private func animate(_ animations: [(ViewKey, CAPropertyAnimation)], _ change: () -> Void) {
    AnimationBlock.withoutAnimation(change)
    for (key, animation) in animations {
      guard let backing, let path = key.layerPath, let copy = animation.copy() as? CAPropertyAnimation else {
        continue
      }
      copy.keyPath = path
      let block = makeBlock(for: animation)
      block.add(copy, to: backing, forKey: key.rawValue)
      block.seal()
    }
  }

  /// A block for a copy of an animation, which keeps its speed and its spring.
  private func makeBlock(for animation: CAAnimation) -> AnimationBlock {
    let context = NSAnimationContext.current
    return context.makeBlock(context.settings(of: animation, isPaced: false), telling: animation)
  }

  /// Makes a change of the subviews with the transition of their key.
  final func animateSubviews(_ change: () -> Void) {
    guard let transition = animation(forKey: ViewKey.subviews.rawValue) as? CATransition, let backing,
      let copy = transition.copy() as? CATransition
    else { return change() }
    let block = makeBlock(for: transition)
    AnimationBlock.withoutAnimation(change)
    block.add(copy, to: backing, forKey: kCATransition)
    block.seal()
  }
}

extension CAPropertyAnimation {
  /// True if the animation states what it shows, and not only how long.
  fileprivate var hasValues: Bool {
    switch self {
    case let keyframes as CAKeyframeAnimation: keyframes.values != nil || keyframes.path != nil
    case let basic as CABasicAnimation:
      basic.fromValue != nil || basic.toValue != nil || basic.byValue != nil
    default: false
    }
  }
}
