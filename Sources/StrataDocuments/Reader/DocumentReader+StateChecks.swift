import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

// Reports parts of a layer's states that have no effect. The checks run after the whole document is read.

extension DocumentReader {
  /// Reports names that lead to no state, or to another one.
  func check(_ machine: StateMachine) {
    var names: Set<String> = []
    for state in machine.states {
      if state.name.isEmpty {
        log.warn(.badValue, at: state.element, "the state has no name; it is never entered")
      } else if !names.insert(state.name).inserted {
        log.warn(
          .badValue,
          at: state.element,
          "another state is called \"\(state.name)\"; this one is ignored"
        )
      }
    }
    checkBases(machine, names)
    for transition in machine.transitions {
      for name in [transition.from, transition.to] where !name.isEmpty && name != "*" && !names.contains(name)
      {
        log.warn(
          .danglingReference,
          at: transition.element,
          "no state is called \"\(name)\"; the transition never runs"
        )
      }
    }
  }

  private func checkBases(_ machine: StateMachine, _ names: Set<String>) {
    // If several states have one name, the first counts.
    let bases = Dictionary(machine.states.map { ($0.name, $0.basedOn) }) { first, _ in first }
    let circular = Self.circularNames(bases)
    for state in machine.states {
      guard let base = state.basedOn else { continue }
      if !names.contains(base) {
        log.warn(
          .danglingReference,
          at: state.element,
          "no state is called \"\(base)\"; the state is based on none"
        )
      } else if circular.contains(state.name) {
        log.warn(.circularReference, at: state.element, "the state is based on itself")
      }
    }
  }

  /// The names from which bases lead back to themselves.
  ///
  /// - Complexity: O(names).
  private static func circularNames(_ bases: [String: String?]) -> Set<String> {
    var (circular, seen): (Set<String>, Set<String>) = ([], [])
    for start in bases.keys {
      var (way, next): ([String], String?) = ([], start)
      while let name = next, seen.insert(name).inserted {
        way.append(name)
        next = bases[name] ?? nil
      }
      if let next, let entry = way.firstIndex(of: next) { circular.formUnion(way[entry...]) }
    }
    return circular
  }

  /// Reports a key path of a state that names nothing, or nothing that is drawn.
  func checkKeyPath(_ keyPath: String, of target: any KeyedObject, _ element: MarkupElement) {
    if let reason = KnownKeys.notHonoured[keyPath] {
      log.warn(.notHonoured, at: element, "\(keyPath) of a state has no effect: \(reason)")
    } else if !target.knows(keyPath: keyPath) {
      log.warn(
        .unknownKey,
        at: element,
        "the key path \(keyPath) of a state names no property; it has no effect"
      )
    }
  }

  /// Reports a value that its property does not take: a new object of the target's class is asked.
  func checkValue(
    _ value: Any,
    _ keyPath: String,
    _ kind: ValueKind,
    of target: any KeyedObject,
    _ element: MarkupElement
  ) {
    checkName(value, keyPath, of: target, element)
    var reason: String?
    switch target {
    case let layer as CALayer where layer.kind(ofKey: keyPath) != nil:
      reason = layer.layerClass.makeLayer().take(value, forKeyPath: keyPath)
    case let animation as CAAnimation:
      reason = (animation.copy() as? CAAnimation)?.take(value, forKeyPath: keyPath)
    case let cell as CAEmitterCell where cell.kind(ofKey: keyPath) != nil:
      reason = CAEmitterCell().take(value, forKeyPath: keyPath)
    case is any FilterElement where !kind.accepts(value): reason = "the value is of another kind"
    default: break
    }
    guard let reason else { return }
    log.warn(.badValue, at: element, "\(keyPath) of a state takes \(kind.noun); ignored: \(reason)")
  }

  /// Reports the removal of an animation that neither the layer has nor a state or a transition adds.
  func checkRemoval(ofAnimationFor key: String, of layer: CALayer, _ element: MarkupElement) {
    if keysOfStates[ObjectIdentifier(layer)]?.contains(key) == true { return }
    if addedKeys[ObjectIdentifier(layer)]?.values.contains(key) == true { return }
    log.warn(.danglingReference, at: element, "the layer has no animation \"\(key)\" to remove")
  }
}
