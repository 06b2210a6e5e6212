import CoreGraphics
import Foundation
import StrataRenderTree

/// The values of one animation object, of whatever class; copying an animation copies this.
///
/// The initial values are the defaults of the public API, and the only place that names them.
package struct AnimationState {
  // Every animation.
  var timing = TimingState()
  /// The fill mode under the name it was given, known or not; `timing` holds its effect.
  var fillMode = initialFillMode
  var timingFunction: CAMediaTimingFunction?
  var delegate: (any CAAnimationDelegate)?
  var isRemovedOnCompletion = true
  var preferredFrameRateRange = CAFrameRateRange.default
  /// Values under keys that no property declares.
  var custom: [String: Any] = [:]

  // Property animations.
  var keyPath: String?
  var isAdditive = false
  var isCumulative = false
  var valueFunction: CAValueFunction?

  // Basic animations and springs.
  var fromValue: Any?
  /// The layer showed no value when the change began: nil is the start, not the current value.
  var startsFromNil = false
  var toValue: Any?
  var byValue: Any?
  var spring = Spring()

  var keyframes = KeyframeState()
  var transition = TransitionState()
  /// Members of a group.
  var animations: [CAAnimation]?

  /// The begin time is the one of the commit that showed the animation first; copies go on from there, documents and
  /// archives leave it out.
  var hasResolvedBeginTime = false
  /// The animation was reported as finished: where it is added again, it begins anew.
  var hasEnded = false

  /// Properties that were set, whatever the value.
  var changed = RowSet()

  package init() {}

  /// Leaves the begin time to the commit that shows the animation, unless the program gave one.
  mutating func forgetResolvedBegin() {
    guard hasResolvedBeginTime else { return }
    timing.beginTime = 0
    (hasResolvedBeginTime, hasEnded) = (false, false)
  }

  /// Gives the animation the begin time `layerTime` if the program gave none.
  ///
  /// One that was resolved before stays if the animation runs at that time. It does not stay after the end, which
  /// would be reported at once, and for ever where a delegate adds the animation again; nor if it is still to come,
  /// as then another clock resolved it.
  mutating func resolveBegin(at layerTime: Double) {
    if hasEnded || timing.endTime <= layerTime || timing.beginTime > layerTime { forgetResolvedBegin() }
    guard timing.beginTime == 0, !hasResolvedBeginTime else { return }
    timing.beginTime = layerTime
    hasResolvedBeginTime = true
  }

  private static let initialFillMode = CAMediaTimingFillMode(rawValue: TimingState().fillMode.rawValue)
}

/// The values of a keyframe animation.
struct KeyframeState {
  var values: [Any]?
  var path: CGPath?
  var keyTimes: [NSNumber]?
  var timingFunctions: [CAMediaTimingFunction]?
  var calculationMode = CAAnimationCalculationMode.linear
  var tensionValues: [NSNumber]?
  var continuityValues: [NSNumber]?
  var biasValues: [NSNumber]?
  var rotationMode: CAAnimationRotationMode?
}

/// The values of a transition.
struct TransitionState {
  var type = CATransitionType.fade
  var subtype: CATransitionSubtype?
  var startProgress = Float(0)
  var endProgress = Float(1)
  var filter: Any?
}

/// Returns a value as it is stored in a property of type `Any`: numbers and truth values become number objects.
///
/// On Apple's platforms any number type can be read back from such a property; on Linux only a number object gives that.
func normalized(_ value: Any?) -> Any? {
  guard let value else { return nil }
  // The usual types first, by identity, because casts are slow.
  let type = type(of: value)
  if type == CGPoint.self || type == CGRect.self || type == CGColor.self { return value }
  if type == Int.self, let number = value as? Int { return NSNumber(value: number) }
  if type == Double.self, let number = value as? Double { return NSNumber(value: number) }
  if type == CGFloat.self, let number = value as? CGFloat { return number._bridgeToObjectiveC() }
  guard let value = unwrapped(value) else { return nil }
  if let number = value as? NSNumber { return number }
  guard let array = value as? [Any], let first = array.first else { return value }
  // Arrays of other objects need no change.
  guard first is NSNumber || first is any OptionalBox || first is [Any] else { return value }
  return array.map { normalized($0) ?? NSNull() }
}

/// Returns the value inside optionals that were turned into `Any`.
func unwrapped(_ value: Any?) -> Any? {
  guard let value else { return nil }
  guard type(of: value) is any OptionalBox.Type, let box = value as? any OptionalBox else { return value }
  return unwrapped(box.content)
}

private protocol OptionalBox {
  var content: Any? { get }
}

extension Optional: OptionalBox {
  fileprivate var content: Any? { map { $0 as Any } }
}
