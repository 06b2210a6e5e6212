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
    // An invalid period leaves the default spring.
    if perceptualDuration > 0, perceptualDuration.isFinite, !bounce.isNaN {
      state.spring = Spring(perceptualDuration: perceptualDuration, bounce: min(Double(bounce), 1))
    } else {
      state.spring.allowsOverdamping = true
    }
    state.timing.duration = state.spring.settlingDuration
    let schema = AnimationSchema.shared
    let rows: [any AnimationRow] = [
      schema.mass, schema.stiffness, schema.damping, schema.allowsOverdamping, schema.duration,
    ]
    for row in rows { state.changed.insert(row.number) }
  }

  /// The mass, greater than zero; other values are ignored.
  open var mass: CGFloat {
    get { CGFloat(read(AnimationSchema.shared.mass)) }
    set { if newValue > 0 { write(Double(newValue), AnimationSchema.shared.mass) } }
  }

  /// The stiffness, greater than zero; other values are ignored.
  open var stiffness: CGFloat {
    get { CGFloat(read(AnimationSchema.shared.stiffness)) }
    set { if newValue > 0 { write(Double(newValue), AnimationSchema.shared.stiffness) } }
  }

  /// The damping, zero or greater; other values are ignored.
  open var damping: CGFloat {
    get { CGFloat(read(AnimationSchema.shared.damping)) }
    set { if newValue >= 0 { write(Double(newValue), AnimationSchema.shared.damping) } }
  }

  /// Speed at the beginning, in distances per second; positive towards the end value.
  open var initialVelocity: CGFloat {
    get { CGFloat(read(AnimationSchema.shared.initialVelocity)) }
    set { write(Double(newValue), AnimationSchema.shared.initialVelocity) }
  }

  /// The spring may be damped more than critically.
  open var allowsOverdamping: Bool {
    get { read(AnimationSchema.shared.allowsOverdamping) }
    set { write(newValue, AnimationSchema.shared.allowsOverdamping) }
  }

  /// The time until the spring has settled, in seconds.
  open var settlingDuration: CFTimeInterval { state.spring.settlingDuration }

  /// The period of the spring without damping, in seconds.
  open var perceptualDuration: CFTimeInterval { state.spring.perceptualDuration }

  /// How far the spring is from critical damping: positive swings, negative creeps.
  open var bounce: CGFloat { CGFloat(state.spring.bounce) }

  package override class var table: AnimationTable { .spring }
}
