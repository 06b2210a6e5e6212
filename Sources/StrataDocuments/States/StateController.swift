import CoreGraphics
import Foundation
import QuartzCore

/// Enters and leaves the states of one layer.
///
/// Each change pushes what it replaces on a stack. Before the next state, the controller takes the changes back in
/// reverse order, so that overlapping key paths return exactly. A property that the new state does not mention has its
/// base value. Animations of a transition without values run from the shown value to the new one. With a
/// duration, values that no animation of the document covers run from the shown value to the new one, too.
final class StateController {
  let layer: CALayer
  let machine: StateMachine
  /// The name of the state in effect; nil is the base state, the document as written.
  private(set) var current: String?
  /// The state that follows by itself, and its media time.
  private(set) var due: (name: String, time: Double)?
  private let places: ObjectPlaces
  /// What the state in effect replaced, in the order of its changes.
  private(set) var replaced: [ReplacedByState] = []
  /// The begin times that animations of the document got back when a state or a change of a value interrupted them.
  private var continued: [Slot: CFTimeInterval] = [:]
  private var overridden: [Slot] = []
  private var running: [Slot] = []

  /// A key path of an object, or the key of an animation of a layer.
  struct Slot: Hashable {
    let object: ObjectIdentifier
    let key: String
    let target: any KeyedObject

    init(_ target: any KeyedObject, _ key: String) {
      (object, self.key, self.target) = (ObjectIdentifier(target), key, target)
    }

    static func == (a: Slot, b: Slot) -> Bool { a.object == b.object && a.key == b.key }

    func hash(into hasher: inout Hasher) {
      hasher.combine(object)
      hasher.combine(key)
    }
  }

  init(layer: CALayer, machine: StateMachine, places: ObjectPlaces) {
    (self.layer, self.machine, self.places) = (layer, machine, places)
  }

  /// The keys under which animations of transitions were added to a layer.
  func transitionKeys(of layer: CALayer) -> [String] {
    running.filter { $0.target === layer }.map(\.key)
  }

  /// True if an animation has a begin time only so that it goes on.
  func isContinued(_ animation: CAAnimation, forKey key: String, of layer: CALayer) -> Bool {
    continued[Slot(layer, key)] == animation.beginTime
  }

  /// Enters a state, or the base state for nil, at `speed`; a speed of 0 jumps.
  ///
  /// Values without an animation of the document change within `duration` seconds, which `speed` divides, too.
  func enter(_ name: String?, speed: Float, duration: Double = 0) {
    let transition = speed > 0 ? machine.transition(from: current, to: name) : nil
    let changes = name.map { machine.changes(of: $0) } ?? []
    let animations = transition?.animations ?? []
    let animated = animations.flatMap { slots(of: $0) }
    let changing = overridden + changed(changes)
    let values = FormerValues(of: animated + changing)
    let before = overridden
    arm(name, at: CACurrentMediaTime())
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    while let change = replaced.popLast() { takeBack(change) }
    overridden = []
    for change in changes { apply(change) }
    current = name
    if speed <= 0 {
      for slot in running { (slot.target as? CALayer)?.removeAnimation(forKey: slot.key) }
      running = []
    } else {
      stopAnimations(of: before + overridden, except: Set(animated), values)
      if duration > 0 { interpolate(changing, around: animated, speed: speed, duration: duration, values) }
      for animation in animations { run(animation, speed: speed, values) }
    }
    CATransaction.commit()
  }

  /// Counts the delay of the state in effect from a media time on.
  func arm(at time: Double) { arm(current, at: time) }

  private func arm(_ name: String?, at time: Double) {
    due = name.flatMap { machine.successor(of: $0) }.map { ($0.name, time + $0.delay) }
  }

  /// Enters the state that is due.
  func enterDueState(at time: Double) {
    guard let next = due, next.time <= time else { return }
    enter(next.name, speed: 1)
    // From the due time, however late the call comes.
    arm(next.name, at: next.time)
  }

  /// True if the state in effect replaces values of objects.
  var replacesValues: Bool { replaced.contains { if case .value = $0 { true } else { false } } }

  /// Gives objects the values that the state replaced; ``takeValuesOfState()`` returns to those of now.
  ///
  /// Layers and animations that the state added or removed stay as they are, see ``BaseStructure``.
  func takeBaseValues() {
    for index in replaced.indices.reversed() { exchangeValue(at: index) }
  }

  /// Gives objects the values that they had before ``takeBaseValues()``.
  func takeValuesOfState() {
    for index in replaced.indices { exchangeValue(at: index) }
  }

  private func exchangeValue(at index: Int) {
    guard case .value(let value, let keyPath, let target) = replaced[index] else { return }
    replaced[index] = .value(target.read(keyPath: keyPath), keyPath: keyPath, of: target)
    set(value, keyPath, on: target)
  }

  // MARK: Changes

  private func changed(_ changes: [StateChange]) -> [Slot] {
    changes.compactMap { change in
      if case .setValue(_, let keyPath) = change.action { Slot(change.target, keyPath) } else { nil }
    }
  }

  private func apply(_ change: StateChange) {
    let target = change.target
    switch change.action {
    case .setValue(let value, let keyPath):
      // A name in the path may lead to another layer when layers have come and gone.
      let (owner, path) = target.owner(ofKeyPath: keyPath) ?? (target, keyPath)
      replaced.append(.value(owner.read(keyPath: path), keyPath: path, of: owner))
      set(value, path, on: owner)
      overridden.append(Slot(target, keyPath))
    case .addAnimation(let animation, let key):
      guard let layer = target as? CALayer else { return }
      let old = isOfTransition(layer, key) ? nil : layer.animation(forKey: key)
      replaced.append(.animation(old, key: key, of: layer))
      layer.add(animation, forKey: key)
      running.removeAll { $0 == Slot(layer, key) }
    case .removeAnimation(let key):
      guard let layer = target as? CALayer, let old = layer.animation(forKey: key) else { return }
      if !isOfTransition(layer, key) { replaced.append(.animation(old, key: key, of: layer)) }
      layer.removeAnimation(forKey: key)
    case .addSublayer(let child, let sibling):
      guard let layer = target as? CALayer, child.superlayer == nil, layer.objection(to: child) == nil
      else { return }
      if let sibling, sibling.superlayer === layer {
        layer.insertSublayer(child, below: sibling)
      } else {
        layer.addSublayer(child)
      }
      replaced.append(.addition(child, to: layer))
    case .removeSublayer(let child):
      guard let layer = target as? CALayer, child.superlayer === layer,
        let index = layer.sublayers?.firstIndex(where: { $0 === child })
      else { return }
      let held = HeldAnimation.all(below: child).filter { !isOfTransition($0.layer, $0.key) }
      replaced.append(.removal(child, from: layer, index: index, held))
      child.removeFromSuperlayer()
    }
  }

  /// True for an animation of a transition, which does not come back with what a state replaced.
  private func isOfTransition(_ layer: CALayer, _ key: String) -> Bool { running.contains(Slot(layer, key)) }

  private func takeBack(_ change: ReplacedByState) {
    switch change {
    case .value(let value, let keyPath, let target): set(value, keyPath, on: target)
    case .animation(let old, let key, let layer):
      layer.removeAnimation(forKey: key)
      if let old { putBack(HeldAnimation(layer: layer, key: key, animation: old)) }
    case .addition(let child, _): child.removeFromSuperlayer()
    case .removal(let child, let layer, let index, let animations):
      layer.insertSublayer(child, at: UInt32(index))
      for held in animations where held.layer.animation(forKey: held.key) == nil { putBack(held) }
    }
  }

  /// Adds an animation back to its layer with its old begin time, given now: it stays at its end, too.
  private func putBack(_ held: HeldAnimation) {
    if held.animation.goOn(from: held.animation) { noteContinued(held) }
    held.layer.add(held.animation, forKey: held.key)
  }

  private func noteContinued(_ held: HeldAnimation) {
    continued[Slot(held.layer, held.key)] = held.animation.beginTime
  }

  private func set(_ value: Any?, _ keyPath: String, on target: any KeyedObject) {
    _ = target.take(value, forKeyPath: keyPath)
    for held in places.update(target) { noteContinued(held) }
  }

  // MARK: Transitions

  private func slots(of animation: TransitionAnimation) -> [Slot] {
    keyPaths(of: animation.animation, or: animation.key).map { Slot(animation.target, $0) }
  }

  private func keyPaths(of animation: CAAnimation, or key: String) -> [String] {
    if let group = animation as? CAAnimationGroup {
      return (group.animations ?? []).flatMap { keyPaths(of: $0, or: key) }
    }
    return [(animation as? CAPropertyAnimation)?.keyPath ?? key]
  }

  /// Ends earlier animations of key paths that now change at once.
  private func stopAnimations(
    of slots: [Slot],
    except animated: Set<Slot>,
    _ values: FormerValues
  ) {
    for slot in slots where values.isChanged(slot) {
      let own = animated.contains(slot) ? nil : slot
      for stopped in [own, interpolation(of: slot)?.slot] {
        guard let stopped, let index = running.firstIndex(of: stopped) else { continue }
        (stopped.target as? CALayer)?.removeAnimation(forKey: stopped.key)
        running.remove(at: index)
      }
    }
  }

  private func run(
    _ element: TransitionAnimation,
    speed: Float,
    _ values: FormerValues
  ) {
    guard let animation = element.animation.copy() as? CAAnimation else { return }
    guard prepare(animation, element, values) else { return }
    if let duration = element.duration { animation.duration = duration }
    let own = abs(animation.beginTime) < 1e-6 ? 0 : animation.beginTime
    let delay = (element.delay + own) / Double(speed)
    let now = element.target.convertTime(CACurrentMediaTime(), from: nil)
    animation.beginTime = delay > 0 ? now + delay : 0
    animation.speed *= speed
    element.target.add(animation, forKey: element.key)
    let slot = Slot(element.target, element.key)
    if !running.contains(slot) { running.append(slot) }
  }

  /// Sets the shown value as the start of an animation without values; returns false if it would have no effect.
  private func prepare(
    _ animation: CAAnimation,
    _ element: TransitionAnimation,
    _ values: FormerValues
  ) -> Bool {
    if let group = animation as? CAAnimationGroup {
      let children = (group.animations ?? []).compactMap { $0.copy() as? CAAnimation }
      group.animations = children.filter { prepare($0, element, values) }
      return group.animations?.isEmpty == false
    }
    if let keyframes = animation as? CAKeyframeAnimation {
      return keyframes.path != nil || keyframes.values?.isEmpty == false
    }
    guard let basic = animation as? CABasicAnimation else { return true }
    let keyPath = basic.keyPath ?? element.key
    basic.keyPath = keyPath
    guard basic.fromValue == nil, basic.toValue == nil, basic.byValue == nil else { return true }
    let slot = Slot(element.target, keyPath)
    guard values.isChanged(slot) || values.isMoving(slot) else { return false }
    // A null object stands for no value, such as no background.
    basic.fromValue = values.shown(slot) ?? NSNull()
    return true
  }

  // MARK: Interpolation

  /// Where a value is animated: the layer, the key path from there, and the slot of the animation's own key.
  private func interpolation(of slot: Slot) -> (layer: CALayer, keyPath: String, slot: Slot)? {
    guard let place = places.places(of: slot.target).first else { return nil }
    let keyPath = place.path(to: slot.key)
    return (place.layer, keyPath, Slot(place.layer, "state \(keyPath)"))
  }

  /// Animates the changed values that no animation of the document covers, evenly, as a finger drives them.
  private func interpolate(
    _ slots: [Slot],
    around animated: [Slot],
    speed: Float,
    duration: Double,
    _ values: FormerValues
  ) {
    var done: Set<Slot> = []
    for slot in slots where done.insert(slot).inserted && values.isChanged(slot) {
      guard !animated.contains(where: { $0.covers(slot) }), let place = interpolation(of: slot),
        !isAnimatedByDocument(place.layer, place.keyPath)
      else { continue }
      let animation = CABasicAnimation(keyPath: place.keyPath)
      animation.fromValue = values.shown(slot) ?? NSNull()
      animation.duration = duration
      animation.speed = speed
      guard hasEffect(animation, on: place.layer) else { continue }
      place.layer.add(animation, forKey: place.slot.key)
      if !running.contains(place.slot) { running.append(place.slot) }
    }
  }

  /// False for values without any between them, such as names: these change at once.
  private func hasEffect(_ animation: CAAnimation, on layer: CALayer) -> Bool {
    // Freezing gives an animation its begin time, which this one gets when it is shown.
    guard let copy = animation.copy() as? CAAnimation else { return false }
    var hasEffect = true
    let freezing = AnimationFreezing(layerClass: layer.layerClass) { _ in hasEffect = false }
    _ = freezing.record(of: copy, key: "", id: 0, layerTime: 0)
    return hasEffect
  }

  /// True if the layer has an animation of the key path that does not belong to a transition.
  private func isAnimatedByDocument(_ layer: CALayer, _ keyPath: String) -> Bool {
    let target = Slot(layer, keyPath)
    return (layer.animationKeys() ?? []).contains { key in
      guard !running.contains(Slot(layer, key)), let animation = layer.animation(forKey: key) else {
        return false
      }
      return keyPaths(of: animation, or: key).contains { Slot(layer, $0).covers(target) }
    }
  }
}

extension StateController.Slot {
  /// True if an animation of this key path sets all that the other one names.
  fileprivate func covers(_ other: Self) -> Bool {
    object == other.object && (key == other.key || other.key.hasPrefix(key + "."))
  }
}

/// The values of key paths before a change of the state.
private struct FormerValues {
  private struct Entry {
    let stored: Any?
    let shown: Any?
  }
  private var entries: [StateController.Slot: Entry] = [:]

  init(of slots: [StateController.Slot]) {
    var presentations: [ObjectIdentifier: CALayer] = [:]
    for slot in slots where entries[slot] == nil {
      let stored = slot.target.read(keyPath: slot.key)
      if presentations[slot.object] == nil {
        presentations[slot.object] = (slot.target as? CALayer)?.presentation()
      }
      let shown = presentations[slot.object]?.read(keyPath: slot.key)
      entries[slot] = Entry(stored: stored, shown: shown ?? stored)
    }
  }

  /// The value on show, with animations.
  func shown(_ slot: StateController.Slot) -> Any? { entries[slot]?.shown }

  /// True if the key path now has another value.
  func isChanged(_ slot: StateController.Slot) -> Bool {
    !Self.areEqual(entries[slot]?.stored, slot.target.read(keyPath: slot.key))
  }

  /// True if an animation showed another value than the one that is stored now.
  func isMoving(_ slot: StateController.Slot) -> Bool {
    !Self.areEqual(entries[slot]?.shown, slot.target.read(keyPath: slot.key))
  }

  /// Compares values by their text; those without text, such as images, by identity.
  private static func areEqual(_ a: Any?, _ b: Any?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    let (first, second) = (ValueText.typedText(a), ValueText.typedText(b))
    return first == nil && second == nil ? a as AnyObject === b as AnyObject : first == second
  }
}
