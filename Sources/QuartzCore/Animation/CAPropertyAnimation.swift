import Foundation

/// The base of animations that write one property of a layer, named by a key path.
open class CAPropertyAnimation: CAAnimation {
  /// Creates an animation of the property at a key path.
  public convenience init(keyPath path: String?) {
    self.init()
    write(path, AnimationSchema.shared.keyPath)
  }

  /// The key path of the property, such as `position.x`; nil has no effect.
  open var keyPath: String? {
    get { read(AnimationSchema.shared.keyPath) }
    set { write(newValue, AnimationSchema.shared.keyPath) }
  }

  /// The value is added to the current one instead of replacing it.
  open var isAdditive: Bool {
    get { read(AnimationSchema.shared.isAdditive) }
    set { write(newValue, AnimationSchema.shared.isAdditive) }
  }

  /// Each cycle begins where the one before ended.
  open var isCumulative: Bool {
    get { read(AnimationSchema.shared.isCumulative) }
    set { write(newValue, AnimationSchema.shared.isCumulative) }
  }

  /// The function that turns the animated numbers into a transform.
  open var valueFunction: CAValueFunction? {
    get { read(AnimationSchema.shared.valueFunction) }
    set { write(newValue, AnimationSchema.shared.valueFunction) }
  }

  package override class var table: AnimationTable { .property }
}

/// Moves a property from one value to another; a missing end is the current value.
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the beginning.
  open var fromValue: Any? {
    get { read(AnimationSchema.shared.fromValue) }
    set { write(normalized(newValue), AnimationSchema.shared.fromValue) }
  }

  /// The value at the end.
  open var toValue: Any? {
    get { read(AnimationSchema.shared.toValue) }
    set { write(normalized(newValue), AnimationSchema.shared.toValue) }
  }

  /// The difference between end and beginning.
  open var byValue: Any? {
    get { read(AnimationSchema.shared.byValue) }
    set { write(normalized(newValue), AnimationSchema.shared.byValue) }
  }

  package override class var table: AnimationTable { .basic }
}
