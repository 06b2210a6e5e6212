import Foundation

/// The base of animations that write one property of a layer, named by a key path.
open class CAPropertyAnimation: CAAnimation {
  /// Creates an animation of the property at a key path.
  public convenience init(keyPath path: String?) {
    self.init()
    state.keyPath = path
    state.changed.insert(.keyPath)
  }

  /// The key path of the property, such as `position.x`; nil has no effect.
  open var keyPath: String? {
    get { state.keyPath }
    set { set(.keyPath, \.keyPath, newValue) }
  }

  /// The value is added to the current one instead of replacing it.
  open var isAdditive: Bool {
    get { state.isAdditive }
    set { set(.additive, \.isAdditive, newValue) }
  }

  /// Each cycle begins where the one before ended.
  open var isCumulative: Bool {
    get { state.isCumulative }
    set { set(.cumulative, \.isCumulative, newValue) }
  }

  /// The function that turns the animated numbers into a transform.
  open var valueFunction: CAValueFunction? {
    get { state.valueFunction }
    set { set(.valueFunction, \.valueFunction, newValue) }
  }

  override class var rows: AnimationRows { AnimationRows.property }
}

/// Moves a property from one value to another; a missing end is the current value.
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the beginning.
  open var fromValue: Any? {
    get { state.fromValue }
    set { set(.fromValue, \.fromValue, normalized(newValue)) }
  }

  /// The value at the end.
  open var toValue: Any? {
    get { state.toValue }
    set { set(.toValue, \.toValue, normalized(newValue)) }
  }

  /// The difference between end and beginning.
  open var byValue: Any? {
    get { state.byValue }
    set { set(.byValue, \.byValue, normalized(newValue)) }
  }

  override class var rows: AnimationRows { AnimationRows.basic }
}
