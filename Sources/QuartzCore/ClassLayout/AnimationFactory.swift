public import Foundation

/// Makes copies of animations through the most derived `init()`.
///
/// Clients override `init()` without `required`, and Swift calls such an initialiser on no metatype but a literal one.
/// Here it is `required` and takes the same slot, so that a metatype of an animation class taken for one of this class
/// reaches the animation class's initialiser. A class without the initialiser stops with Swift's own message.
open class _AnimationFactory: NSObject {
  /// Has the slot of `CAAnimation.init()`.
  public required override init() { super.init() }

  /// Returns a copy of `animation` made by the initialiser of its class.
  package static func copy(of animation: CAAnimation) -> CAAnimation {
    let factory = unsafeBitCast(type(of: animation) as CAAnimation.Type, to: _AnimationFactory.Type.self)
    let copy = unsafeDowncast(factory.init() as NSObject, to: CAAnimation.self)
    copy.state = animation.state
    return copy
  }
}
