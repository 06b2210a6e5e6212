import CoreGraphics
public import Foundation
import QuartzCore
import StrataViews

/// Transitions from one picture of a view to the next.
extension UIView {
  /// Shows changes of a view, its subviews above all, by an effect.
  ///
  /// - Parameters:
  ///   - view: The view that changes.
  ///   - duration: In seconds.
  ///   - options: The effect and its curve.
  ///   - animations: The changes; they animate by themselves only with `allowAnimatedContent`.
  ///   - completion: Called when the effect has ended, with true if it was not broken off.
  public class func transition(
    with view: UIView,
    duration: TimeInterval,
    options: AnimationOptions = [],
    animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    let curve = AnimationSettings.Curve.cubic(options.curve.function)
    let settings = AnimationSettings(duration: duration, delay: 0, curve: curve, options)
    let block = AnimationBlock(settings, completion: completion)
    if let animations {
      if options.contains(.allowAnimatedContent) {
        block.add(animations)
      } else {
        AnimationBlock.withoutAnimation(animations)
      }
    }
    if AnimationBlock.isEnabled, let effect = options.effect {
      let transition = CATransition()
      (transition.type, transition.subtype) = effect
      transition.timingFunction = options.curve.function
      block.add(transition, to: view.layer, forKey: kCATransition)
    }
    block.seal()
  }

  /// Replaces a view by another in their superview by an effect.
  public class func transition(
    from fromView: UIView,
    to toView: UIView,
    duration: TimeInterval,
    options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let container = fromView.superview else {
      AnimationBlock.callSoon { completion?(true) }
      return
    }
    let showsAndHides = options.contains(.showHideTransitionViews)
    transition(
      with: container,
      duration: duration,
      options: options,
      animations: {
        if showsAndHides {
          fromView.isHidden = true
          toView.isHidden = false
        } else {
          container.insertSubview(toView, aboveSubview: fromView)
          fromView.removeFromSuperview()
        }
      },
      completion: completion
    )
  }
}

extension UIView.AnimationOptions {
  /// The transition that the options name; nil for none.
  fileprivate var effect: (CATransitionType, CATransitionSubtype?)? {
    // A transition's top is the side of largest y, which is the bottom of the screen here.
    switch UIView.AnimationOptions(rawValue: rawValue & 7 << 20) {
    case .transitionFlipFromLeft: (.flip, .fromLeft)
    case .transitionFlipFromRight: (.flip, .fromRight)
    case .transitionFlipFromTop: (.flip, .fromBottom)
    case .transitionFlipFromBottom: (.flip, .fromTop)
    case .transitionCurlUp: (.pageCurl, .fromTop)
    case .transitionCurlDown: (.pageUnCurl, .fromTop)
    case .transitionCrossDissolve: (.fade, nil)
    default: nil
    }
  }
}
