import Foundation
import StrataRenderTree

/// The kinds of transition.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates the constant with this name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The new picture fades in as the old one fades out.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new picture slides over the old one.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new picture pushes the old one away.
  public static let push = CATransitionType(rawValue: "push")
  /// The old picture slides away from the new one.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

extension CATransitionType: NamedValue {}

/// Where a transition's movement comes from.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates the constant with this name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From the right side.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From the left side.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From the side of maximum y.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From the side of minimum y.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// Changes the picture of a layer and its sublayers from what it was before the transaction to the new one.
open class CATransition: CAAnimation {
  /// The kind of transition; an unknown one fades.
  open var type: CATransitionType {
    get { state.transition.type }
    set { set(.type, \.transition.type, newValue) }
  }

  /// Where movement comes from; nil is from the left.
  open var subtype: CATransitionSubtype? {
    get { state.transition.subtype }
    set { set(.subtype, \.transition.subtype, newValue) }
  }

  /// How far the transition is when it begins, 0 to 1.
  open var startProgress: Float {
    get { state.transition.startProgress }
    set { set(.startProgress, \.transition.startProgress, newValue) }
  }

  /// How far the transition is when it ends, 0 to 1.
  open var endProgress: Float {
    get { state.transition.endProgress }
    set { set(.endProgress, \.transition.endProgress, newValue) }
  }

  /// A filter that replaces type and subtype.
  open var filter: Any? {
    get { state.transition.filter }
    set { set(.filter, \.transition.filter, newValue) }
  }

  /// The value that a new object of this class has under `key`, or nil if the class stores none.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "type": CATransitionType.fade.wrapped
    case "endProgress": NSNumber(value: Float(1))
    default: super.defaultValue(forKey: key)
    }
  }

  override class var rows: AnimationRows { AnimationRows.transition }
}

/// Runs several animations together, in a time of their own that the group's duration cuts off.
open class CAAnimationGroup: CAAnimation {
  /// The members, applied in this order; their delegates are not called.
  open var animations: [CAAnimation]? {
    get { state.animations }
    set { set(.animations, \.animations, newValue) }
  }

  override class var rows: AnimationRows { AnimationRows.group }
}
