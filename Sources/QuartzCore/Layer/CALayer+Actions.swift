import CoreGraphics
import Foundation
import StrataRenderTree

/// The action that a change of a property starts; an object, as most changes start none.
final class LayerEvent {
  private enum Kind {
    /// An action that the search found, and the value on screen before the change.
    case action(any CAAction, before: Any?)
    /// The animation that a committed layer gets if the search finds no action.
    case implicit(CAAnimation)
  }

  private let kind: Kind

  init(_ action: any CAAction, before: Any?) { kind = .action(action, before: before) }

  init(implicit animation: CAAnimation) { kind = .implicit(animation) }

  func run(_ key: String, on layer: CALayer) {
    switch kind {
    case .action(let action, let before):
      Self.prepared(action, key, before).run(forKey: key, object: layer, arguments: nil)
    case .implicit(let animation): layer.attach(animation, forKey: key, isImplicit: true)
    }
  }

  /// Completes a copy of a property animation that is used as an action: its key path, and the start value of a basic
  /// animation without values.
  ///
  /// A begin time that a layer resolved is not one of the action.
  private static func prepared(_ action: any CAAction, _ key: String, _ before: Any?) -> any CAAction {
    guard let animation = action as? CAPropertyAnimation,
      let copy = animation.isolatedCopy() as? CAPropertyAnimation
    else { return action }
    copy.state.forgetResolvedBegin()
    if copy.state.keyPath == nil { copy.state.keyPath = key }
    let values = [copy.state.fromValue, copy.state.toValue, copy.state.byValue]
    if copy is CABasicAnimation, copy.state.keyPath == key, values.allSatisfy({ $0 == nil }) {
      copy.state.fromValue = normalized(before)
      copy.state.startsFromNil = copy.state.fromValue == nil
    }
    return copy
  }
}

/// The answer to the search for the action of an event that is not a change of a property.
enum EventAnswer {
  /// Actions are disabled.
  case nobodyAsked
  /// `NSNull` ended the search.
  case silenced
  /// The action that was found, and has run.
  case action
  case unanswered
}

extension CALayer {
  /// Looks up the action of a change of `key`; called before the value changes.
  final func event(forChangeOf key: String, _ motion: Motion) -> LayerEvent? {
    let search = ThreadState.search
    guard !search.pointee.isDisabled else { return nil }
    search.pointee.endedByNull = false
    if let found = action(forKey: key) {
      if found is NSNull {
        search.pointee.endedByNull = true
        return nil
      }
      return LayerEvent(found, before: found is CAAnimation ? shownValue(key) : nil)
    }
    guard isShown, !search.pointee.endedByNull,
      let animation = implicitAnimation(key, motion, Transaction.current)
    else { return nil }
    return LayerEvent(implicit: animation)
  }

  /// Runs the action of an event that is not a change of a property; `before` is what an animation without values starts
  /// from.
  @discardableResult
  final func post(_ key: String, before: Any? = nil) -> EventAnswer {
    let search = ThreadState.search
    guard !storage.flags.contains(.isCopy), !search.pointee.isDisabled else { return .nobodyAsked }
    search.pointee.endedByNull = false
    guard let found = action(forKey: key) else {
      return search.pointee.endedByNull ? .silenced : .unanswered
    }
    guard !(found is NSNull) else { return .silenced }
    LayerEvent(found, before: before).run(key, on: self)
    return .action
  }

  /// The search of ``action(forKey:)``: delegate, actions, style, class.
  final func searchAction(_ key: String) -> (any CAAction)? {
    if let delegate = storage.delegate,
      let found = delegate.action(for: self, forKey: key) ?? ThreadState.search.pointee.substitute?(self, key)
    {
      return unlessNull(found)
    }
    guard !storage.hasUntouchedExtras else { return classAction(key) }
    if let actions = storage.extras.actions, let found = actions[key] { return unlessNull(found) }
    for level in StyleChain(storage.extras.style) {
      let actions = level["actions"] as? [AnyHashable: Any]
      if let found = actions?[key] as? any CAAction { return unlessNull(found) }
    }
    return classAction(key)
  }

  /// Makes changes on this thread, for whose actions `answer` is asked where the layer's delegate has none.
  package final func answering(_ answer: (String) -> (any CAAction)?, _ changes: () -> Void) {
    let search = ThreadState.search
    let former = search.pointee.substitute
    withoutActuallyEscaping(answer) { answer in
      search.pointee.substitute = { $0 === self ? answer($1) : former?($0, $1) }
      changes()
      search.pointee.substitute = former
    }
  }

  private func classAction(_ key: String) -> (any CAAction)? {
    guard let found = type(of: self).defaultAction(forKey: key) else { return nil }
    return unlessNull(found)
  }

  /// True for a layer of a hosted tree that a commit has included: only such a layer animates by itself.
  final var isShown: Bool {
    storage.host != nil && storage.flags.intersection([.isCommitted, .isLeaving]) == .isCommitted
  }

  /// The value of a property that is on screen now, which an animation of the property starts from.
  final func shownValue(_ key: String) -> Any? {
    guard let row = storage.table[key] else { return shownCustomValue(key) }
    // A layer that draws itself again and again would else never get away from its first drawing.
    if storage.flags.contains(.ownsContents), row === LayerSchema.shared.contents {
      return row.value(in: storage.state)
    }
    let state = isShown ? presentedState?.state ?? storage.state : storage.state
    // A change of mind goes on from how much is seen.
    if row === LayerSchema.shared.isHidden, state.isFading { return NSNumber(value: 1 - state.visibility) }
    return row.value(in: state)
  }

  private func unlessNull(_ action: any CAAction) -> (any CAAction)? {
    guard action is NSNull else { return action }
    ThreadState.search.pointee.endedByNull = true
    return nil
  }

  private func implicitAnimation(
    _ key: String,
    _ motion: Motion,
    _ transaction: Transaction
  ) -> CAAnimation? {
    switch motion {
    case .explicit, .fixed: return nil
    case .implicit:
      guard transaction.animationDuration > 0 else { return nil }
      let basic = CABasicAnimation(keyPath: key)
      basic.fromValue = shownValue(key)
      basic.state.startsFromNil = basic.state.fromValue == nil
      return implicit(basic, transaction)
    case .transition:
      // It would take the place of a transition that the program added, which shows the change.
      if let added = storage.animations[kCATransition], !added.isImplicit, !added.hasStopped { return nil }
      return implicit(CATransition(), transaction)
    }
  }

  /// The default animation of a layer that appears or leaves, from how much of it is seen; nil without a duration.
  final func implicitFade(_ key: String, from seen: Float, _ transaction: Transaction) -> CAAnimation? {
    let fade = CABasicAnimation(keyPath: key)
    fade.fromValue = seen
    return implicit(fade, transaction)
  }

  /// Gives an implicit animation the transaction's duration and curve; nil if the duration is zero.
  private func implicit(_ animation: CAAnimation, _ transaction: Transaction) -> CAAnimation? {
    let duration = transaction.animationDuration
    guard duration > 0 else { return nil }
    animation.duration = duration
    animation.timingFunction = transaction.animationTimingFunction ?? CAMediaTimingFunction(name: .default)
    return animation
  }
}

extension CALayer: AnimationReceiver {}

/// The dictionaries of a style: itself, the one under its key `style`, and so on.
struct StyleChain: Sequence, IteratorProtocol {
  private var level: [AnyHashable: Any]?
  private var rest = 64

  init(_ style: [AnyHashable: Any]?) { level = style }

  mutating func next() -> [AnyHashable: Any]? {
    guard let current = level, rest > 0 else { return nil }
    level = current["style"] as? [AnyHashable: Any]
    rest -= 1
    return current
  }
}
