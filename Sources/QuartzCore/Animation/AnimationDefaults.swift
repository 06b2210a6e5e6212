import Foundation
import StrataRenderTree
import Synchronization

/// The initial values of animations of subclasses: those of the library, replaced by the defaults of the subclass.
enum AnimationDefaults {
  private struct Initial: @unchecked Sendable {  // Never changed in place.
    /// Nil if the class has the defaults of the library.
    var state: AnimationState?
  }

  private static let known = Mutex<[ObjectIdentifier: Initial]>([:])

  /// Sets the values of a new animation to the defaults of its class.
  @inline(__always)
  static func apply(to animation: CAAnimation) {
    let type = type(of: animation)
    if type == CABasicAnimation.self || type == CAKeyframeAnimation.self || type == CASpringAnimation.self
      || type == CAAnimationGroup.self || type == CATransition.self
    {
      return
    }
    if let state = initial(of: type).state { animation.state = state }
  }

  private static func initial(of type: CAAnimation.Type) -> Initial {
    if let initial = known.withLock({ $0[ObjectIdentifier(type)] }) { return initial }
    // Not under the lock: the class's method may make animations.
    let initial = Initial(state: ownState(of: type))
    known.withLock { $0[ObjectIdentifier(type)] = initial }
    return initial
  }

  /// The values in which a class differs from the library's class that it descends from.
  private static func ownState(of type: CAAnimation.Type) -> AnimationState? {
    let model = libraryObject(for: type)
    let library = Swift.type(of: model)
    guard library != type else { return nil }
    var isOwn = false
    for row in library.table.rows {
      guard let value = unwrapped(type.defaultValue(forKey: row.key)),
        !isSame(value, library.defaultValue(forKey: row.key))
      else { continue }
      if row.set(value, of: model) { isOwn = true }
    }
    guard isOwn else { return nil }
    model.state.changed = RowSet()
    return model.state
  }

  private static func isSame(_ a: Any, _ b: Any?) -> Bool {
    guard let a = normalized(a) as? NSObject, let b = normalized(b) as? NSObject else { return false }
    return a.isEqual(b)
  }

  /// A new object of the library's class that `type` is, or descends from.
  private static func libraryObject(for type: CAAnimation.Type) -> CAAnimation {
    switch type {
    case is CASpringAnimation.Type: CASpringAnimation()
    case is CABasicAnimation.Type: CABasicAnimation()
    case is CAKeyframeAnimation.Type: CAKeyframeAnimation()
    case is CATransition.Type: CATransition()
    case is CAAnimationGroup.Type: CAAnimationGroup()
    // Not an object of its own class, whose defaults are being asked for here.
    default: CABasicAnimation()
    }
  }
}
