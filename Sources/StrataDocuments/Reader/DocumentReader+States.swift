import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

extension DocumentReader {
  /// Reads a list of states or of transitions into the layer's machine.
  func readStates(_ key: String, _ element: MarkupElement, of layer: CALayer) {
    reportText(in: element)
    let machine: StateMachine
    if let known = stateful.first(where: { $0.layer === layer })?.machine {
      machine = known
    } else {
      machine = StateMachine()
      stateful.append((layer, machine))
      // After the states and transitions, and after what they queue.
      later { [self] in later { [self] in check(machine) } }
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
    var state = StateDefinition(name: element["name"] ?? "", element: element)
    if let base = element["basedOn"], !base.isEmpty { state.basedOn = base }
    state.isInitial = flag("initial", element) ?? false
    state.isEnabled = flag("enabled", element) ?? true
    state.nextDelay = delay("nextDelay", element)
    state.previousDelay = delay("previousDelay", element)
    state.changes = elements(of: element).flatMap { changes($0) }
    return state
  }

  /// The value of an attribute of a state; nil without one, and for a text of another kind, which is reported.
  private func attribute(_ key: String, _ kind: ValueKind, _ element: MarkupElement) -> NSNumber? {
    guard let text = element[key], !text.isEmpty else { return nil }
    let value = ValueText.value(text, kind) as? NSNumber
    if value == nil {
      log.warn(.badValue, at: element, "\(key)=\"\(text.prefix(80))\" is not \(kind.noun); ignored")
    }
    return value
  }

  private func flag(_ key: String, _ element: MarkupElement) -> Bool? {
    attribute(key, .bool, element)?.boolValue
  }

  /// A number of seconds; nil without a delay, for zero, and for a text that is not a time.
  private func delay(_ key: String, _ element: MarkupElement) -> Double? {
    attribute(key, .number, element).map(\.doubleValue)
      .flatMap { $0 > 0 && $0.isFinite ? max($0, 0.001) : nil }
  }

  /// The children of the child `elements`.
  private func elements(of element: MarkupElement) -> [MarkupElement] {
    element.children.filter { $0.name == "elements" }.flatMap(\.children)
  }

  /// The changes that one element of a state makes: one for each place of its target.
  private func changes(_ element: MarkupElement) -> [StateChange] {
    let name = KnownKeys.currentClass(element.name)
    guard Self.changeNames.contains(name) else {
      log.warn(.unknownElement, at: element, "<\(element.name)> is not a change of a state; ignored")
      return []
    }
    guard let target = target(of: element) else { return [] }
    if name == "CAStateSetValue" { return setValue(of: target, element) }
    guard let layer = target as? CALayer else {
      log.warn(.notHonoured, at: element, "the target of <\(element.name)> is not a layer; ignored")
      return []
    }
    return action(name, of: layer, element).map { [StateChange(target: layer, action: $0)] } ?? []
  }

  private static let changeNames: Set<String> = [
    "CAStateSetValue", "CAStateAddAnimation", "CAStateRemoveAnimation", "CAStateAddElement",
    "CAStateRemoveElement",
  ]

  /// The change of a layer's animations or sublayers; nil, with a diagnostic, if the element does not say which.
  private func action(_ name: String, of layer: CALayer, _ element: MarkupElement) -> StateChange.Action? {
    switch name {
    case "CAStateAddAnimation":
      guard let animation = animation(in: element), !isDisabled(animation) else { return nil }
      let key = animation.heldKey(
        for: element["key"] ?? (animation as? CAPropertyAnimation)?.keyPath ?? "animation"
      )
      check(animation, on: layer, element)
      keysOfStates[ObjectIdentifier(layer), default: []].insert(key)
      return .addAnimation(animation, key: key)
    case "CAStateRemoveAnimation":
      let key = element["key"] ?? "animation"
      later { [self] in checkRemoval(ofAnimationFor: key, of: layer, element) }
      return .removeAnimation(key: key)
    default:
      if let keyPath = element["keyPath"], keyPath != "sublayers" {
        log.warn(.notHonoured, at: element, "<\(element.name)> changes sublayers, not \(keyPath); ignored")
        return nil
      }
      let child = required(element, as: CALayer.self, "has no object") {
        layerChild(element, "object")
      }
      guard let child else { return nil }
      return name == "CAStateRemoveElement"
        ? .removeSublayer(child) : .addSublayer(child, before: layerChild(element, "beforeObject"))
    }
  }

  /// The animation in the child `animation` of a change; nil, with a diagnostic, if there is none.
  private func animation(in element: MarkupElement) -> CAAnimation? {
    required(element, as: CAAnimation.self, "has no animation") {
      element.children.first { $0.name == "animation" }.flatMap { item($0, slot: "animation") }
    }
  }

  private func setValue(of target: any KeyedObject, _ element: MarkupElement) -> [StateChange] {
    guard let keyPath = element["keyPath"], !keyPath.isEmpty else {
      log.warn(.badValue, at: element, "the change of a state has no keyPath; ignored")
      return []
    }
    later { [self] in checkKeyPath(keyPath, of: target, element) }
    let child = element.children.first { $0.name == "value" }
    if child == nil { log.warn(.badValue, at: element, "the change of \(keyPath) has no value; nil is set") }
    let kind = self.kind(ofKeyPath: keyPath, of: target)
    let read = child.flatMap { value($0, kind) }
    // An unreadable value leaves the property alone; an absent one means nil.
    if read == nil, let child, child["value"] != nil || child["src"] != nil { return [] }
    if let read, !(read is NSNull) { checkValue(read, keyPath, kind, of: target, child ?? element) }
    let stored = read is NSNull ? nil : read
    guard target is any FilterElement || target is CAEmitterBehavior else {
      return [StateChange(target: target, action: .setValue(stored, keyPath: keyPath))]
    }
    // A layer takes the values of its filters and behaviours through key paths of its own.
    return layerPlaces(of: target, element).map {
      StateChange(target: $0.layer, action: .setValue(stored, keyPath: $0.path(to: keyPath)))
    }
  }

  /// The places of an object that key paths reach; reports if there are none.
  private func layerPlaces(of object: any KeyedObject, _ element: MarkupElement) -> [ObjectPlaces.Place] {
    let places = places.places(of: object)
    if places.isEmpty {
      log.warn(
        .notHonoured,
        at: element,
        "no key path of a layer leads to the target of <\(element.name)>; ignored"
      )
    }
    return places
  }

  private func kind(ofKeyPath keyPath: String, of target: any KeyedObject) -> ValueKind {
    if let animation = target as? CAPropertyAnimation,
      Swift.type(of: animation).table[keyPath]?.form == .endpoint
    {
      return animation.valueFunction?.valueKind ?? kind(ofKeyPath: animation.keyPath)
    }
    return target.kind(ofKey: keyPath) ?? .any
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
    let id = element[name + "Id"] ?? (name == "object" ? element[name] : nil)
    if let id { return object(withID: id, for: element) as? CALayer }
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
    var transition = StateTransition(
      from: element["fromState"] ?? "*",
      to: element["toState"] ?? "*",
      element: element
    )
    for child in elements(of: element) {
      let shared = child["object"].flatMap { self.element(withID: $0) }
      transition.animations += transitionAnimations(shared ?? child)
    }
    return transition
  }

  /// The animations that one element of a transition runs: one for each place of its target.
  private func transitionAnimations(_ element: MarkupElement) -> [TransitionAnimation] {
    guard KnownKeys.currentClass(element.name) == "CAStateTransitionElement" else {
      log.warn(.unknownElement, at: element, "<\(element.name)> is not an element of a transition; ignored")
      return []
    }
    guard flag("enabled", element) ?? true, let target = target(of: element),
      let animation = animation(in: element), !isDisabled(animation)
    else { return [] }
    let keyPath = (animation as? CAPropertyAnimation)?.keyPath
    let key = element["key"] ?? element["keyPath"] ?? keyPath ?? "animation"
    if let property = animation as? CAPropertyAnimation, property.keyPath == nil { property.keyPath = key }
    return layerPlaces(of: target, element).map { place in
      let led = place.keyPath == nil ? animation : animation.led(through: place)
      check(led, on: place.layer, origins[ObjectIdentifier(animation)] ?? element, fillsValues: true)
      let heldKey = led.heldKey(for: place.path(to: key))
      var result = TransitionAnimation(target: place.layer, key: heldKey, animation: led)
      result.delay = element["beginTime"].flatMap { NumberText.number($0) } ?? 0
      result.duration = element["duration"].flatMap { NumberText.number($0) }
      keysOfStates[ObjectIdentifier(place.layer), default: []].insert(result.key)
      return result
    }
  }
}

extension CAAnimation {
  /// A copy for the layer of a place, whose key paths lead through the place.
  fileprivate func led(through place: ObjectPlaces.Place) -> CAAnimation {
    guard let copy = copy() as? CAAnimation else { return self }
    if let property = copy as? CAPropertyAnimation { property.keyPath = property.keyPath.map(place.path) }
    if let group = copy as? CAAnimationGroup {
      group.animations = group.animations?.map { $0.led(through: place) }
    }
    return copy
  }
}
