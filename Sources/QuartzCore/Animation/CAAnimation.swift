public import Foundation
import StrataRenderTree

/// The base of all animations: their time, and what happens when they begin and end.
///
/// A layer keeps a copy of an animation that is added to it. Animations hold values under any other key too, which is a
/// way to recognise one in its delegate.
open class CAAnimation: NSObject, NSSecureCoding, NSCopying, CAMediaTiming, CAAction {
  /// Everything that is copied with the animation.
  @exclusivity(unchecked) final var state = AnimationState()

  /// Creates an animation with the default values.
  public override init() {
    super.init()
    AnimationDefaults.apply(to: self)
  }

  /// Reads an animation from an archive.
  public required init?(coder: NSCoder) {
    super.init()
    AnimationDefaults.apply(to: self)
    AnimationArchive.decode(into: self, from: coder)
  }

  /// The value that a new object of this class has under `key`, or nil if the class stores none.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "speed": NSNumber(value: Float(1))
    case "fillMode": CAMediaTimingFillMode.removed.wrapped
    case "removedOnCompletion": NSNumber(value: true)
    default: nil
    }
  }

  /// When the animation begins, in the time of its layer or group; zero becomes the time of the commit.
  open var beginTime: CFTimeInterval {
    get { state.timing.beginTime }
    set {
      state.hasResolvedBeginTime = false
      set(.beginTime, \.timing.beginTime, newValue)
    }
  }

  /// Length of one forward run, in seconds; zero or less becomes the transaction's when the animation is added.
  open var duration: CFTimeInterval {
    get { state.timing.duration }
    set { set(.duration, \.timing.duration, newValue) }
  }

  /// Rate of the animation's time against its layer's.
  open var speed: Float {
    get { state.timing.speed }
    set { set(.speed, \.timing.speed, newValue) }
  }

  /// Shift of the animation's time, in seconds.
  open var timeOffset: CFTimeInterval {
    get { state.timing.timeOffset }
    set { set(.timeOffset, \.timing.timeOffset, newValue) }
  }

  /// Number of cycles, possibly fractional; infinity repeats for ever.
  open var repeatCount: Float {
    get { state.timing.repeatCount }
    set { set(.repeatCount, \.timing.repeatCount, newValue) }
  }

  /// Length of all repetitions together, in seconds; beats `repeatCount` when positive.
  open var repeatDuration: CFTimeInterval {
    get { state.timing.repeatDuration }
    set { set(.repeatDuration, \.timing.repeatDuration, newValue) }
  }

  /// Each forward run is followed by a backward one.
  open var autoreverses: Bool {
    get { state.timing.autoreverses }
    set { set(.autoreverses, \.timing.autoreverses, newValue) }
  }

  /// What the animation shows outside its active interval, while the layer holds it.
  open var fillMode: CAMediaTimingFillMode {
    get { state.fillMode }
    set {
      set(.fillMode, \.fillMode, newValue)
      state.timing.fillMode = FillMode(name: newValue.rawValue)
    }
  }

  /// The curve that bends the animation's progress; nil is linear.
  open var timingFunction: CAMediaTimingFunction? {
    get { state.timingFunction }
    set { set(.timingFunction, \.timingFunction, newValue) }
  }

  /// The object that is told when the animation begins and ends; kept alive by the animation.
  open var delegate: (any CAAnimationDelegate)? {
    get { state.delegate }
    set { set(.delegate, \.delegate, newValue) }
  }

  /// The layer drops the animation when it has finished.
  open var isRemovedOnCompletion: Bool {
    get { state.isRemovedOnCompletion }
    set { set(.removedOnCompletion, \.isRemovedOnCompletion, newValue) }
  }

  /// The frame rates that the animation would like while it is active.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { state.preferredFrameRateRange }
    set { set(.preferredFrameRateRange, \.preferredFrameRateRange, newValue) }
  }

  /// Returns whether an archive should hold the value of a property: whether it was ever set.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let row = Self.row(forKey: key), row.isArchived else { return false }
    return state.changed.contains(row.property)
  }

  /// Adds a copy of the animation to the object, if that is a layer, under the event's name.
  ///
  /// The copy of a property animation without a key path animates the property that the event names.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? any AnimationReceiver else { return }
    guard self is CAPropertyAnimation, state.keyPath == nil else { return layer.add(self, forKey: event) }
    let copy = _AnimationFactory.copy(of: self)
    copy.state.keyPath = event
    layer.add(copy, forKey: event)
  }

  /// Returns an animation of the same class with the same values; a group's copy shares its members.
  open func copy(with zone: NSZone? = nil) -> Any { _AnimationFactory.copy(of: self) }

  /// True: archives may name the classes they expect.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the values that ``shouldArchiveValue(forKey:)`` names, and those under keys of the program's own.
  open func encode(with coder: NSCoder) { AnimationArchive.encode(self, into: coder) }

  /// Returns the value of a property, or of a key that was set by the program.
  open func value(forKey key: String) -> Any? {
    if let row = Self.row(forKey: key) { return row.get(self) }
    return state.custom[key] ?? Self.classDefault(forKey: key, of: self)
  }

  /// Sets a property, or a value under a key of the program's own; nil restores the default, or removes the value.
  open func setValue(_ value: Any?, forKey key: String) {
    guard let row = Self.row(forKey: key) else {
      state.custom[key] = normalized(value)
      return
    }
    guard row.set(self, unwrapped(value)) else {
      raise(
        "the key \"\(key)\" of \(type(of: self)) does not take a value of type \(type(of: value))"
      )
    }
  }

  /// Sets a value that cannot be trusted; returns false, and changes nothing, where its type does not fit.
  package final func setChecked(_ value: Any?, forKey key: String) -> Bool {
    if let row = Self.row(forKey: key) { return row.set(self, unwrapped(value)) }
    state.custom[key] = normalized(value)
    return true
  }

  /// Returns the value at a key path; the first key is the animation's own.
  open func value(forKeyPath keyPath: String) -> Any? {
    guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
    let rest = String(keyPath[keyPath.index(after: dot)...])
    switch value(forKey: String(keyPath[..<dot])) {
    case let animation as CAAnimation: return animation.value(forKeyPath: rest)
    case let dictionary as [String: Any]: return dictionary[rest]
    default: return nil
    }
  }

  /// Sets the value at a key path; a path that leads through no animation is ignored.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let dot = keyPath.firstIndex(of: ".") else { return setValue(value, forKey: keyPath) }
    let rest = String(keyPath[keyPath.index(after: dot)...])
    let first = String(keyPath[..<dot])
    switch self.value(forKey: first) {
    case let animation as CAAnimation: animation.setValue(value, forKeyPath: rest)
    case var dictionary as [String: Any]:
      dictionary[rest] = unwrapped(value)
      setValue(dictionary, forKey: first)
    default: break
    }
  }

  /// The properties of the class, by key.
  class var rows: AnimationRows { AnimationRows.base }
}

extension CAAnimation: KeyPathObject {
  var keyPathName: String? { nil }
}

extension CAAnimation {
  /// Stores a property and notes that it was set.
  @inline(__always)
  final func set<Value>(
    _ property: AnimationProperty,
    _ path: WritableKeyPath<AnimationState, Value>,
    _ value: Value
  ) {
    state[keyPath: path] = value
    state.changed.insert(property)
  }

  /// The row of a key in either spelling.
  final class func row(forKey key: String) -> AnimationRow? { rows[key] }

  private static func classDefault(forKey key: String, of animation: CAAnimation) -> Any? {
    type(of: animation).defaultValue(forKey: key)
  }

  /// A copy that no change of other objects reaches: the members of groups are copied too.
  ///
  /// A group that is a member of itself is left out there, as it would have no end.
  package final func isolatedCopy() -> CAAnimation { isolatedCopy(within: []) }

  private func isolatedCopy(within groups: [CAAnimation]) -> CAAnimation {
    let copy = _AnimationFactory.copy(of: self)
    if let members = copy.state.animations {
      let groups = groups + [self]
      copy.state.animations = members.filter { member in !groups.contains { $0 === member } }
        .map { $0.isolatedCopy(within: groups) }
    }
    return copy
  }
}

/// Makes copies of animations through the most derived `init()`.
///
/// Clients override `init()` without `required`, and Swift calls such an initialiser on no metatype but a literal one.
/// Here it is `required` and takes the same slot, so that a metatype of an animation class taken for one of this class
/// reaches the animation class's initialiser. This is the one place that relies on it.
open class _AnimationFactory: NSObject {
  /// Stands where `CAAnimation.init()` stands.
  public required override init() { super.init() }

  /// Returns a copy of `animation` of the same class, made by that class, with all values and none of its layer.
  static func copy(of animation: CAAnimation) -> CAAnimation {
    let factory = unsafeBitCast(type(of: animation) as CAAnimation.Type, to: _AnimationFactory.Type.self)
    let copy = unsafeDowncast(factory.init() as NSObject, to: CAAnimation.self)
    copy.state = animation.state
    if copy.state.hasResolvedBeginTime {
      copy.state.hasResolvedBeginTime = false
      copy.state.timing.beginTime = 0
    }
    return copy
  }
}
