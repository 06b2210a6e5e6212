import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML

/// A named set of changes to the objects below a layer.
struct StateDefinition {
  var name: String
  /// The place in the document.
  let element: MarkupElement
  /// The state whose changes come first.
  var basedOn: String?
  var isInitial = false
  var isEnabled = true
  /// Seconds after which the next state of the list is entered; nil stays.
  var nextDelay: Double?
  /// Seconds after which the previous state of the list is entered; nil stays.
  var previousDelay: Double?
  var changes: [StateChange] = []
}

/// One change that a state makes to an object.
struct StateChange {
  enum Action {
    case setValue(Any?, keyPath: String)
    case addAnimation(CAAnimation, key: String)
    case removeAnimation(key: String)
    case addSublayer(CALayer, before: CALayer?)
    case removeSublayer(CALayer)
  }

  var target: any KeyedObject
  var action: Action
}

/// The animations that run between two states.
struct StateTransition {
  /// The names of the states, or `*` for any.
  var from: String
  var to: String
  /// The place in the document.
  let element: MarkupElement
  var animations: [TransitionAnimation] = []
}

/// One animation of a transition.
struct TransitionAnimation {
  var target: CALayer
  /// The key of the animation on its layer, in practice the key path.
  var key: String
  var animation: CAAnimation
  /// Seconds from the start of the transition.
  var delay = 0.0
  /// Replaces the animation's own duration.
  var duration: Double?
}

/// The states of one layer and the transitions between them.
final class StateMachine {
  var states: [StateDefinition] = []
  var transitions: [StateTransition] = []

  func state(named name: String) -> StateDefinition? { states.first { $0.name == name } }

  /// The state that follows another by itself, with the delay: the nearest enabled one in the list.
  func successor(of name: String) -> (name: String, delay: Double)? {
    guard let index = states.firstIndex(where: { $0.name == name }) else { return nil }
    let next = states[(index + 1)...].first(where: \.isEnabled)
    let previous = states[..<index].last(where: \.isEnabled)
    var found: (name: String, delay: Double)?
    for (state, delay) in [(next, states[index].nextDelay), (previous, states[index].previousDelay)] {
      guard let state, let delay, delay < found?.delay ?? .infinity else { continue }
      found = (state.name, delay)
    }
    return found
  }

  /// The changes of a state after those of the states that it is based on.
  func changes(of name: String) -> [StateChange] {
    var chain: [StateDefinition] = []
    var next = state(named: name)
    // A circular chain ends before it repeats.
    while let current = next, !chain.contains(where: { $0.name == current.name }) {
      chain.append(current)
      next = current.basedOn.flatMap { state(named: $0) }
    }
    return chain.reversed().flatMap(\.changes)
  }

  /// The transition between two states, nil being the base state, which only `*` names.
  ///
  /// The order of precedence is: exact pair, any to new, old to any, any to any.
  func transition(from old: String?, to new: String?) -> StateTransition? {
    let pairs: [(String?, String?)] = [(old, new), ("*", new), (old, "*"), ("*", "*")]
    for case (let from?, let to?) in pairs {
      if let match = transitions.first(where: { $0.from == from && $0.to == to }) { return match }
    }
    return nil
  }
}
