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

  /// The layer turns by half a turn in space, with the new picture on its other side.
  ///
  /// Apple does not document this kind and the next two; clients write their names.
  package static let flip = CATransitionType(rawValue: "oglFlip")
  /// The old picture rolls up like a page, from the edge of the subtype.
  package static let pageCurl = CATransitionType(rawValue: "pageCurl")
  /// The new picture unrolls like a page, towards the edge of the subtype.
  package static let pageUnCurl = CATransitionType(rawValue: "pageUnCurl")
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

/// Changes the picture of a layer and its sublayers from the one before the transaction to the new one.
open class CATransition: CAAnimation {
  /// The kind of transition; an unknown one fades.
  ///
  /// `oglFlip`, `pageCurl` and `pageUnCurl` are known, too, by their names alone.
  open var type: CATransitionType {
    get { read(AnimationSchema.shared.transitionType) }
    set { write(newValue, AnimationSchema.shared.transitionType) }
  }

  /// Where movement comes from; nil is from the left.
  open var subtype: CATransitionSubtype? {
    get { read(AnimationSchema.shared.subtype) }
    set { write(newValue, AnimationSchema.shared.subtype) }
  }

  /// How far the transition is when it begins, 0 to 1.
  open var startProgress: Float {
    get { read(AnimationSchema.shared.startProgress) }
    set { write(newValue, AnimationSchema.shared.startProgress) }
  }

  /// How far the transition is when it ends, 0 to 1.
  open var endProgress: Float {
    get { read(AnimationSchema.shared.endProgress) }
    set { write(newValue, AnimationSchema.shared.endProgress) }
  }

  /// A filter that replaces type and subtype.
  open var filter: Any? {
    get { read(AnimationSchema.shared.filter) }
    set { write(newValue, AnimationSchema.shared.filter) }
  }

  package override class var table: AnimationTable { .transition }
}

/// Runs several animations together, in a time of their own that the group's duration cuts off.
open class CAAnimationGroup: CAAnimation {
  /// The members, applied in this order; their delegates are not called.
  open var animations: [CAAnimation]? {
    get { read(AnimationSchema.shared.animations) }
    set { write(newValue, AnimationSchema.shared.animations) }
  }

  package override class var table: AnimationTable { .group }
}
