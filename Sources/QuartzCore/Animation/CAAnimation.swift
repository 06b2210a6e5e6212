public import Foundation
import StrataRenderTree

/// The base class of animations: timing, and the delegate for beginning and end.
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
    table.defaultValue(forKey: key)
  }

  /// When the animation begins, in the time of its layer or group; zero becomes the time of the commit.
  open var beginTime: CFTimeInterval {
    get { read(AnimationSchema.shared.beginTime) }
    set {
      state.hasResolvedBeginTime = false
      write(newValue, AnimationSchema.shared.beginTime)
    }
  }

  /// Length of one forward run, in seconds; zero or less becomes the transaction's when the animation is added.
  open var duration: CFTimeInterval {
    get { read(AnimationSchema.shared.duration) }
    set { write(newValue, AnimationSchema.shared.duration) }
  }

  /// Rate of the animation's time against its layer's.
  open var speed: Float {
    get { read(AnimationSchema.shared.speed) }
    set { write(newValue, AnimationSchema.shared.speed) }
  }

  /// Shift of the animation's time, in seconds.
  open var timeOffset: CFTimeInterval {
    get { read(AnimationSchema.shared.timeOffset) }
    set { write(newValue, AnimationSchema.shared.timeOffset) }
  }

  /// Number of cycles, possibly fractional; infinity repeats for ever.
  open var repeatCount: Float {
    get { read(AnimationSchema.shared.repeatCount) }
    set { write(newValue, AnimationSchema.shared.repeatCount) }
  }

  /// Length of all repetitions together, in seconds; beats `repeatCount` when positive.
  open var repeatDuration: CFTimeInterval {
    get { read(AnimationSchema.shared.repeatDuration) }
    set { write(newValue, AnimationSchema.shared.repeatDuration) }
  }

  /// Each forward run is followed by a backward one.
  open var autoreverses: Bool {
    get { read(AnimationSchema.shared.autoreverses) }
    set { write(newValue, AnimationSchema.shared.autoreverses) }
  }

  /// The effect outside the active interval, while the layer holds the animation.
  open var fillMode: CAMediaTimingFillMode {
    get { read(AnimationSchema.shared.fillMode) }
    set {
      write(newValue, AnimationSchema.shared.fillMode)
      state.timing.fillMode = FillMode(name: newValue.rawValue)
    }
  }

  /// The curve that bends the animation's progress; nil is linear.
  open var timingFunction: CAMediaTimingFunction? {
    get { read(AnimationSchema.shared.timingFunction) }
    set { write(newValue, AnimationSchema.shared.timingFunction) }
  }

  /// The object that receives the beginning and end of the animation; the animation keeps it alive.
  open var delegate: (any CAAnimationDelegate)? {
    get { read(AnimationSchema.shared.delegate) }
    set { write(newValue, AnimationSchema.shared.delegate) }
  }

  /// The layer drops the animation when it has finished, and when the layer leaves the tree of its host.
  ///
  /// If this is false, the animation stays in both cases. It is reported as stopped once, and goes on when a host shows the layer
  /// again: from where its begin time puts it, or anew if the host has another clock.
  open var isRemovedOnCompletion: Bool {
    get { read(AnimationSchema.shared.isRemovedOnCompletion) }
    set { write(newValue, AnimationSchema.shared.isRemovedOnCompletion) }
  }

  /// The preferred frame rates while the animation is active.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { read(AnimationSchema.shared.preferredFrameRateRange) }
    set { write(newValue, AnimationSchema.shared.preferredFrameRateRange) }
  }

  /// Returns true if an archive should hold the value of a property, which is true once it was set.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let row = Self.table[key], !row.traits.contains(.unlisted) else { return false }
    return state.changed.contains(row.number)
  }

  /// Adds a copy of the animation to the object, if that is a layer, under the event's name.
  ///
  /// The copy of a property animation without a key path animates the property that the event names. The copy of a
  /// layer's animation begins anew.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? any AnimationReceiver else { return }
    let isUnnamed = self is CAPropertyAnimation && state.keyPath == nil
    guard isUnnamed || state.hasResolvedBeginTime else { return layer.add(self, forKey: event) }
    let copy = copyWithoutResolvedBegin()
    if isUnnamed { copy.state.keyPath = event }
    layer.add(copy, forKey: event)
  }

  /// Returns an animation of the same class with the same values; a group's copy shares its members.
  ///
  /// A layer that is given an animation calls this, so that a subclass which overrides it keeps what it stores.
  ///
  /// The copy of a layer's animation has the begin time that the layer gave it, in seconds of the layer's time: added
  /// again before its end, it goes on. Set it to zero to begin anew. It begins anew by itself after its end, as an
  /// action or a member of a group, and in a layer whose time has not come that far.
  open func copy(with zone: NSZone? = nil) -> Any { _AnimationFactory.copy(of: self) }

  /// True: archives may name the classes they expect.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the values that ``shouldArchiveValue(forKey:)`` names, and those under keys of the program's own.
  open func encode(with coder: NSCoder) { AnimationArchive.encode(self, into: coder) }

  /// Returns the value of a property, or of a key that was set by the program.
  open func value(forKey key: String) -> Any? {
    if let row = Self.table[key] { return row.value(of: self) }
    return state.custom[key] ?? type(of: self).defaultValue(forKey: key)
  }

  /// Sets a property, or a value under a key of the program's own; nil restores the default, or removes the value.
  open func setValue(_ value: Any?, forKey key: String) {
    guard let row = Self.table[key] else {
      state.custom[key] = normalized(value)
      return
    }
    guard row.set(unwrapped(value), of: self) else {
      raise(
        "the key \"\(key)\" of \(type(of: self)) does not take a value of type \(type(of: value))"
      )
    }
  }

  /// Sets an untrusted value; returns false, without a change, if its type does not fit.
  package final func setChecked(_ value: Any?, forKey key: String) -> Bool {
    if let row = Self.table[key] { return row.set(unwrapped(value), of: self) }
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
  package class var table: AnimationTable { .animation }
}

extension CAAnimation: KeyPathObject {
  package var keyPathName: String? { nil }
}

extension CAAnimation {
  /// Returns the stored value of a property.
  @inline(__always)
  final func read<Field>(_ row: AnimationProperty<Field>) -> Field {
    // Rows live as long as the program and need no reference counting.
    Unmanaged.passUnretained(row)._withUnsafeGuaranteedRef { row in
      withUnsafeMutablePointer(to: &state) { row.value(at: $0) }
    }
  }

  /// Stores the value of a property and notes that it was set.
  @inline(__always)
  final func write<Field>(_ value: Field, _ row: AnimationProperty<Field>) {
    Unmanaged.passUnretained(row)._withUnsafeGuaranteedRef { row in
      withUnsafeMutablePointer(to: &state) { row.write(value, at: $0) }
    }
  }

  /// The begin time that a layer resolved when it showed the animation, or what this is a copy of, first; nil if the
  /// program gave one, or before the animation is shown.
  package final var resolvedBeginTime: CFTimeInterval? {
    state.hasResolvedBeginTime ? state.timing.beginTime : nil
  }

  /// Returns a deep copy: the members of groups are copied, too.
  ///
  /// A group that is a member of itself is dropped there, as it would have no end. A member's begin time that a layer
  /// resolved is forgotten, as it means nothing in the time of the group.
  package final func isolatedCopy() -> CAAnimation { isolatedCopy(within: []) }

  private func isolatedCopy(within groups: [CAAnimation]) -> CAAnimation {
    let copy = groups.isEmpty ? copyOfItsClass : copyWithoutResolvedBegin()
    if let members = copy.state.animations {
      let groups = groups + [self]
      copy.state.animations = members.filter { member in !groups.contains { $0 === member } }
        .map { $0.isolatedCopy(within: groups) }
    }
    return copy
  }

  /// Returns a copy as the program made the animation: without the begin time that a layer resolved.
  package final func copyWithoutResolvedBegin() -> CAAnimation {
    let copy = copyOfItsClass
    copy.state.forgetResolvedBegin()
    return copy
  }

  /// The copy that the animation's class makes; where that is no other animation, one with the same values.
  private var copyOfItsClass: CAAnimation {
    guard let copy = copy() as? CAAnimation, copy !== self else { return _AnimationFactory.copy(of: self) }
    return copy
  }
}
