public import Foundation

/// What a layer runs in answer to an event, such as the change of a property.
public protocol CAAction: AnyObject {
  /// Runs the action for an event that happened to an object, usually a layer.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension NSNull: CAAction {
  /// Does nothing: the object stands for "no action, and look no further".
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// An object that animations can be added to; layers are.
protocol AnimationReceiver: AnyObject {
  func add(_ anim: CAAnimation, forKey key: String?)
}

/// The beginning and the end of an animation, told to the animation's delegate.
///
/// Both methods are optional: a delegate that leaves one out is not told. Which of them a class implements is settled
/// where the class declares its conformance, so that a method which only a subclass adds is not called.
public protocol CAAnimationDelegate: NSObjectProtocol {
  /// The active interval of the animation has begun.
  func animationDidStart(_ anim: CAAnimation)
  /// The animation has ended, by itself (`flag` is true) or because it was removed before.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
