public import Foundation

/// An action that a layer runs for an event, such as the change of a property.
public protocol CAAction: AnyObject {
  /// Runs the action for an event that happened to an object, usually a layer.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension NSNull: CAAction {
  /// Does nothing: the object means "no action, and end the search".
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// An object that animations can be added to; layers are.
protocol AnimationReceiver: AnyObject {
  func add(_ anim: CAAnimation, forKey key: String?)
}

/// Receives the beginning and the end of an animation.
///
/// Both methods are optional. Only methods of the class that declares the conformance are called, not those that a
/// subclass adds.
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
