public import Foundation

/// An animator that can be started, paused, moved by hand and stopped.
@preconcurrency @MainActor public protocol UIViewAnimating: NSObjectProtocol {
  /// How far the animator has come.
  var state: UIViewAnimatingState { get }
  /// True while the properties move.
  var isRunning: Bool { get }
  /// True if the properties move back to their initial values.
  var isReversed: Bool { get set }
  /// The fraction of the way.
  var fractionComplete: CGFloat { get set }
  /// Starts, or continues after a pause.
  func startAnimation()
  /// Starts after a delay, in seconds.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Stops the properties where they are, for a continuation.
  func pauseAnimation()
  /// Stops the properties where they are, and leaves them there.
  func stopAnimation(_ withoutFinishing: Bool)
  /// Finishes a stopped animator.
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animator that takes changes and completions.
@preconcurrency @MainActor public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  /// Adds changes that begin after a part of the remaining time, from 0 to 1.
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  /// Adds changes.
  func addAnimations(_ animation: @escaping () -> Void)
  /// Calls a closure at the end, with the place where the properties are.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  /// Continues after a pause, with another course of the rest.
  func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?,
    durationFactor: CGFloat
  )
}

extension UIViewPropertyAnimator: UIViewImplicitlyAnimating {}
