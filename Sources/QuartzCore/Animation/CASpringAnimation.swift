public import CoreGraphics
public import Foundation
import StrataRenderTree

/// Moves a property from one value to another as a mass on a damped spring moves.
///
/// The motion takes its own time: `duration` only cuts it off, and should be ``settlingDuration``.
open class CASpringAnimation: CABasicAnimation {
  /// Creates a spring from the period it swings in, in seconds, and its bounce.
  ///
  /// Bounce zero is critical damping, positive swings, negative creeps. The duration is set to the settling duration.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    // A period that is no time leaves the default spring.
    if perceptualDuration > 0, perceptualDuration.isFinite, !bounce.isNaN {
      state.spring = Spring(perceptualDuration: perceptualDuration, bounce: min(Double(bounce), 1))
    } else {
      state.spring.allowsOverdamping = true
    }
    state.timing.duration = state.spring.settlingDuration
    state.changed.formUnion([.mass, .stiffness, .damping, .allowsOverdamping, .duration])
  }

  /// The mass, greater than zero; other values are ignored.
  open var mass: CGFloat {
    get { CGFloat(state.spring.mass) }
    set { if newValue > 0 { set(.mass, \.spring.mass, Double(newValue)) } }
  }

  /// The stiffness, greater than zero; other values are ignored.
  open var stiffness: CGFloat {
    get { CGFloat(state.spring.stiffness) }
    set { if newValue > 0 { set(.stiffness, \.spring.stiffness, Double(newValue)) } }
  }

  /// The damping, zero or greater; other values are ignored.
  open var damping: CGFloat {
    get { CGFloat(state.spring.damping) }
    set { if newValue >= 0 { set(.damping, \.spring.damping, Double(newValue)) } }
  }

  /// Speed at the beginning, in distances per second; positive towards the end value.
  open var initialVelocity: CGFloat {
    get { CGFloat(state.spring.initialVelocity) }
    set { set(.initialVelocity, \.spring.initialVelocity, Double(newValue)) }
  }

  /// The spring may be damped more than critically.
  open var allowsOverdamping: Bool {
    get { state.spring.allowsOverdamping }
    set { set(.allowsOverdamping, \.spring.allowsOverdamping, newValue) }
  }

  /// The time until the spring has settled, in seconds.
  open var settlingDuration: CFTimeInterval { state.spring.settlingDuration }

  /// The period of the spring without damping, in seconds.
  open var perceptualDuration: CFTimeInterval { state.spring.perceptualDuration }

  /// How far the spring is from critical damping: positive swings, negative creeps.
  open var bounce: CGFloat { CGFloat(state.spring.bounce) }

  /// The value that a new object of this class has under `key`, or nil if the class stores none.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "mass": NSNumber(value: 1.0)
    case "stiffness": NSNumber(value: 100.0)
    case "damping": NSNumber(value: 10.0)
    case "allowsOverdamping": NSNumber(value: false)
    default: super.defaultValue(forKey: key)
    }
  }

  override class var rows: AnimationRows { AnimationRows.spring }
}
