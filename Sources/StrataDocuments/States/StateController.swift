import CoreGraphics
import Foundation
import QuartzCore

/// Enters and leaves the states of one layer.
///
/// Each change pushes the value that it replaces on a stack. Before the next state, the controller restores these
/// values in reverse order, so that overlapping key paths return exactly. A property that the new state does not
/// mention has its base value. Animations of a transition without values run from the shown value to the new one.
final class StateController {
  let layer: CALayer
  let machine: StateMachine
  /// The name of the state in effect; nil is the base state, the document as written.
  private(set) var current: String?
  /// The state that follows by itself, and its media time.
  private(set) var due: (name: String, time: Double)?
  private let emitters: [ObjectIdentifier: CAEmitterLayer]
  private var undo: [() -> Void] = []
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

  init(layer: CALayer, machine: StateMachine, emitters: [ObjectIdentifier: CAEmitterLayer]) {
    (self.layer, self.machine, self.emitters) = (layer, machine, emitters)
  }

  /// The keys under which animations of transitions were added to a layer.
  func transitionKeys(of layer: CALayer) -> [String] {
    running.filter { $0.target === layer }.map(\.key)
  }

  /// Enters a state, or the base state for nil, at `speed`; a speed of 0 jumps.
  func enter(_ name: String?, speed: Float) {
    let transition = speed > 0 ? machine.transition(from: current, to: name) : nil
    let changes = name.map { machine.changes(of: $0) } ?? []
    let animations = transition?.animations ?? []
    var shown: [Slot: Any] = [:]
    var former: [Slot: ValueText.TypedText] = [:]
    let animated = animations.flatMap { slots(of: $0) }
    for slot in animated { shown[slot] = shownValue(of: slot) }
    for slot in animated + overridden + changed(changes) {
      former[slot] = ValueText.typedText(slot.target.read(keyPath: slot.key))
    }
    let before = overridden
    arm(name, at: CACurrentMediaTime())
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    while let step = undo.popLast() { step() }
    overridden = []
    for change in changes { apply(change) }
    current = name
    if speed <= 0 {
      for slot in running { (slot.target as? CALayer)?.removeAnimation(forKey: slot.key) }
      running = []
    } else {
      stopAnimations(of: before + overridden, except: Set(animated), former: former)
      for animation in animations { run(animation, speed: speed, shown: shown, former: former) }
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

  /// Restores the base values without touching running animations.
  func leaveForWriting() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    while let step = undo.popLast() { step() }
    overridden = []
    CATransaction.commit()
  }

  /// Sets the values of the state again.
  func returnFromWriting(to name: String?) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for change in name.map({ machine.changes(of: $0) }) ?? [] { apply(change) }
    CATransaction.commit()
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
      let old = target.read(keyPath: keyPath)
      set(value, keyPath, on: target)
      overridden.append(Slot(target, keyPath))
      // Only this object runs the closure.
      undo.append { [unowned self] in set(old, keyPath, on: target) }
    case .addAnimation(let animation, let key):
      guard let layer = target as? CALayer else { return }
      let old = layer.animation(forKey: key)
      layer.add(animation, forKey: key)
      undo.append {
        layer.removeAnimation(forKey: key)
        if let old { Self.putBack(old, key, on: layer) }
      }
    case .removeAnimation(let key):
      guard let layer = target as? CALayer, let old = layer.animation(forKey: key) else { return }
      layer.removeAnimation(forKey: key)
      undo.append { Self.putBack(old, key, on: layer) }
    case .addSublayer(let child, let sibling):
      guard let layer = target as? CALayer, child.superlayer == nil, layer.objection(to: child) == nil
      else { return }
      if let sibling, sibling.superlayer === layer {
        layer.insertSublayer(child, below: sibling)
      } else {
        layer.addSublayer(child)
      }
      undo.append { child.removeFromSuperlayer() }
    case .removeSublayer(let child):
      guard let layer = target as? CALayer, child.superlayer === layer,
        let index = layer.sublayers?.firstIndex(where: { $0 === child })
      else { return }
      child.removeFromSuperlayer()
      undo.append { layer.insertSublayer(child, at: UInt32(index)) }
    }
  }

  /// Adds an animation back to its layer with its old begin time, which a copy would lose.
  private static func putBack(_ animation: CAAnimation, _ key: String, on layer: CALayer) {
    animation.beginTime = animation.beginTime
    layer.add(animation, forKey: key)
  }

  private func set(_ value: Any?, _ keyPath: String, on target: any KeyedObject) {
    _ = target.take(value, forKeyPath: keyPath)
    // A layer copies its cells when they are set.
    if let emitter = emitters[ObjectIdentifier(target)] { emitter.emitterCells = emitter.emitterCells }
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

  private func shownValue(of slot: Slot) -> Any? {
    (slot.target as? CALayer)?.presentation()?.read(keyPath: slot.key)
      ?? slot.target.read(keyPath: slot.key)
  }

  /// Ends earlier animations of key paths that now change at once.
  private func stopAnimations(
    of slots: [Slot],
    except animated: Set<Slot>,
    former: [Slot: ValueText.TypedText]
  ) {
    for slot in slots where !animated.contains(slot) {
      guard ValueText.typedText(slot.target.read(keyPath: slot.key)) != former[slot],
        let index = running.firstIndex(of: slot)
      else { continue }
      (slot.target as? CALayer)?.removeAnimation(forKey: slot.key)
      running.remove(at: index)
    }
  }

  private func run(
    _ element: TransitionAnimation,
    speed: Float,
    shown: [Slot: Any],
    former: [Slot: ValueText.TypedText]
  ) {
    guard let animation = element.animation.copy() as? CAAnimation else { return }
    guard prepare(animation, element, shown: shown, former: former) else { return }
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
    shown: [Slot: Any],
    former: [Slot: ValueText.TypedText]
  ) -> Bool {
    if let group = animation as? CAAnimationGroup {
      let children = (group.animations ?? []).compactMap { $0.copy() as? CAAnimation }
      group.animations = children.filter { prepare($0, element, shown: shown, former: former) }
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
    guard let start = shown[slot] else { return false }
    let now = ValueText.typedText(element.target.read(keyPath: keyPath))
    if former[slot] == now, ValueText.typedText(start) == now, now != nil { return false }
    basic.fromValue = start
    return true
  }
}
