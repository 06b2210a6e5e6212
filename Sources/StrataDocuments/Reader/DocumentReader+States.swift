import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

extension DocumentReader {
  /// Reads a list of states or of transitions into the layer's machine.
  func readStates(_ key: String, _ element: MarkupElement, of layer: CALayer) {
    let machine: StateMachine
    if let known = stateful.first(where: { $0.layer === layer })?.machine {
      machine = known
    } else {
      machine = StateMachine()
      stateful.append((layer, machine))
    }
    for child in element.children {
      let name = KnownKeys.currentClass(child.name == "o" ? child["type"] ?? child.name : child.name)
      switch name {
      case "CAState": later { [self] in machine.states.append(state(child)) }
      case "CAStateTransition": later { [self] in machine.transitions.append(transition(child)) }
      default:
        log.warn(.unknownElement, at: child, "<\(child.name)> is neither a state nor a transition; ignored")
      }
    }
  }

  private func state(_ element: MarkupElement) -> StateDefinition {
    var state = StateDefinition(name: element["name"] ?? "")
    if let base = element["basedOn"], !base.isEmpty { state.basedOn = base }
    state.isInitial = element["initial"].flatMap { NumberText.bool($0) } ?? false
    state.isEnabled = element["enabled"].flatMap { NumberText.bool($0) } ?? true
    state.nextDelay = delay(element["nextDelay"])
    state.previousDelay = delay(element["previousDelay"])
    for child in elements(of: element) {
      if let change = change(child) { state.changes.append(change) }
    }
    return state
  }

  /// A number of seconds; nil without a delay, for zero, and for a text that is not a time.
  private func delay(_ text: String?) -> Double? {
    text.flatMap { NumberText.number($0) }.flatMap { $0 > 0 && $0.isFinite ? max($0, 0.001) : nil }
  }

  /// The children of the child `elements`.
  private func elements(of element: MarkupElement) -> [MarkupElement] {
    element.children.filter { $0.name == "elements" }.flatMap(\.children)
  }

  private func change(_ element: MarkupElement) -> StateChange? {
    guard let target = target(of: element) else { return nil }
    func child(_ name: String) -> MarkupElement? { element.children.first { $0.name == name } }
    switch KnownKeys.currentClass(element.name) {
    case "CAStateSetValue":
      guard let keyPath = element["keyPath"], !keyPath.isEmpty else {
        log.warn(.badValue, at: element, "the change of a state has no keyPath; ignored")
        return nil
      }
      return setValue(keyPath, child("value"), of: target, element)
    case "CAStateAddAnimation":
      guard let animation = child("animation").flatMap({ item($0, slot: "animation") }) else { return nil }
      let key = element["key"] ?? (animation as? CAPropertyAnimation)?.keyPath ?? "animation"
      if let layer = target as? CALayer { check(animation, on: layer, element) }
      return StateChange(target: target, action: .addAnimation(animation, key: key))
    case "CAStateRemoveAnimation":
      return StateChange(target: target, action: .removeAnimation(key: element["key"] ?? "animation"))
    case "CAStateAddElement":
      guard let layer = layerChild(element, "object") else { return nil }
      return StateChange(
        target: target,
        action: .addSublayer(layer, before: layerChild(element, "beforeObject"))
      )
    case "CAStateRemoveElement":
      guard let layer = layerChild(element, "object") else { return nil }
      return StateChange(target: target, action: .removeSublayer(layer))
    default:
      log.warn(.unknownElement, at: element, "<\(element.name)> is not a change of a state; ignored")
      return nil
    }
  }

  private func setValue(
    _ keyPath: String,
    _ value: MarkupElement?,
    of target: any KeyedObject,
    _ element: MarkupElement
  ) -> StateChange? {
    if let reason = KnownKeys.notHonoured[keyPath] {
      log.warn(
        .notHonoured,
        at: element,
        "\(keyPath) of a state has no effect: \(reason)"
      )
    } else if let layer = target as? CALayer, !layer.knows(keyPath: keyPath) {
      log.warn(
        .unknownKey,
        at: element,
        "the key path \(keyPath) of a state names no property; it has no effect"
      )
    }
    let kind = target.kind(ofKey: keyPath) ?? .any
    let read = value.flatMap { self.value($0, kind) }
    // An unreadable value leaves the property alone; an absent one means nil.
    if read == nil, let value, value["value"] != nil || value["src"] != nil { return nil }
    if let layer = target as? CALayer, let kind = layer.kind(ofKey: keyPath), let read, !(read is NSNull) {
      // A layer of the same class says whether the property takes the value.
      if let reason = layer.layerClass.makeLayer().take(read, forKeyPath: keyPath) {
        log.warn(
          .badValue,
          at: value ?? element,
          "\(keyPath) of a state takes \(kind.noun); ignored: \(reason)"
        )
      }
    }
    return StateChange(target: target, action: .setValue(read is NSNull ? nil : read, keyPath: keyPath))
  }

  private func target(of element: MarkupElement) -> (any KeyedObject)? {
    guard let id = element["targetId"] ?? element["target"] else {
      log.warn(.danglingReference, at: element, "<\(element.name)> has no targetId; ignored")
      return nil
    }
    guard let object = object(withID: id, for: element) as? any KeyedObject else { return nil }
    return object
  }

  private func layerChild(_ element: MarkupElement, _ name: String) -> CALayer? {
    if let id = element[name + "Id"] { return object(withID: id, for: element) as? CALayer }
    guard let child = element.children.first(where: { $0.name == name }) else { return nil }
    if let id = child["object"] { return object(withID: id, for: child) as? CALayer }
    return layer(child["type"] == nil ? child.children.first ?? child : child)
  }

  private func item(_ element: MarkupElement, slot: String) -> CAAnimation? {
    if element["object"] != nil { return item(element) as? CAAnimation }
    return element["type"].flatMap { object(element, type: $0) as? CAAnimation }
      ?? element.children.first.flatMap { item($0) as? CAAnimation }
  }

  private func transition(_ element: MarkupElement) -> StateTransition {
    var transition = StateTransition(from: element["fromState"] ?? "*", to: element["toState"] ?? "*")
    for child in elements(of: element) {
      if let id = child["object"], let shared = self.element(withID: id) {
        if let animation = transitionAnimation(shared) { transition.animations.append(animation) }
      } else if let animation = transitionAnimation(child) {
        transition.animations.append(animation)
      }
    }
    return transition
  }

  private func transitionAnimation(_ element: MarkupElement) -> TransitionAnimation? {
    guard KnownKeys.currentClass(element.name) == "CAStateTransitionElement" else {
      log.warn(.unknownElement, at: element, "<\(element.name)> is not an element of a transition; ignored")
      return nil
    }
    guard element["enabled"].flatMap({ NumberText.bool($0) }) ?? true,
      let layer = target(of: element) as? CALayer,
      let child = element.children.first(where: { $0.name == "animation" }),
      let animation = item(child, slot: "animation")
    else { return nil }
    let keyPath = (animation as? CAPropertyAnimation)?.keyPath
    var result = TransitionAnimation(
      target: layer,
      key: element["key"] ?? element["keyPath"] ?? keyPath ?? "animation",
      animation: animation
    )
    result.delay = element["beginTime"].flatMap { NumberText.number($0) } ?? 0
    result.duration = element["duration"].flatMap { NumberText.number($0) }
    if let property = animation as? CAPropertyAnimation, property.keyPath == nil {
      property.keyPath = result.key
    }
    check(animation, on: layer, child, fillsValues: true)
    return result
  }
}
