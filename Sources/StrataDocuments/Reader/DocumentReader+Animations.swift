import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

extension DocumentReader {
  /// Adds the animations of a layer: children in property position, whose tag is the key.
  func addAnimations(_ element: MarkupElement, to layer: CALayer) {
    var keys: Set<String> = []
    var counts: [String: Int] = [:]
    for child in element.children {
      let isClass = child["type"] == nil && child["object"] == nil
      let read = required(child, as: CAAnimation.self, "is not an animation") {
        isClass || child["object"] != nil ? item(child) : object(child, type: child["type"] ?? "")
      }
      guard let animation = read, !isDisabled(animation) else { continue }
      check(animation, on: layer, child)
      var key =
        child["key"] ?? (isClass ? (animation as? CAPropertyAnimation)?.keyPath ?? child.name : child.name)
      // Authors expect animations of equal keys to run together.
      let base = key
      while !keys.insert(key).inserted {
        counts[base, default: 1] += 1
        key = "\(base)-\(counts[base, default: 2])"
      }
      key = animation.heldKey(for: key)
      let owner = ObjectIdentifier(layer)
      later { [self, key] in
        layer.add(animation, forKey: key)
        // With what the layer filled in.
        let added = layer.animation(forKey: key)?.isolatedCopy()
        loadedAnimations[owner, default: [:]][key] = added
      }
      places.add(animation, forKey: key, of: layer)
      addedKeys[owner, default: [:]][child.index] = key
    }
  }

  /// True for an animation that its element switches off: it does not run.
  func isDisabled(_ animation: CAAnimation) -> Bool {
    origins[ObjectIdentifier(animation)]?["enabled"].flatMap { NumberText.bool($0) } == false
  }

  /// An animation of a class, with all its attributes and children.
  func animation(_ element: MarkupElement, type: String) -> CAAnimation? {
    let animation: CAAnimation
    switch type {
    case "CABasicAnimation": animation = CABasicAnimation()
    case "CAKeyframeAnimation": animation = CAKeyframeAnimation()
    case "CASpringAnimation": animation = CASpringAnimation()
    case "CAAnimationGroup": animation = CAAnimationGroup()
    case "CATransition": animation = CATransition()
    default:
      log.warn(.unknownElement, at: element, "the animation class \(type) is unknown; ignored")
      return nil
    }
    register(animation, element)
    reportText(in: element)
    for attribute in element.attributes where !KnownKeys.reserved.contains(attribute.name) {
      setKey(attribute.name, text: attribute.value, of: animation, element, type: type)
    }
    for child in element.children {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      setChild(key, child, of: animation, element)
    }
    noteWeight(of: animation, with: (animation as? CAAnimationGroup)?.animations ?? [])
    if animation.beginTime != 0, abs(animation.beginTime) < 1e-6 {
      // A tiny begin time means the origin of the layer's own time; zero would mean the moment of the commit.
      animation.beginTime = CAAnimation.beginTimeAtOrigin
    }
    if animation.duration < 0 {
      let text = NumberText.text(animation.duration)
      log.warn(.notHonoured, at: element, "duration=\"\(text)\" is negative; the usual one is used")
    }
    return animation
  }

  private func setKey(
    _ key: String,
    text: String,
    of animation: CAAnimation,
    _ element: MarkupElement,
    type: String
  ) {
    if key == "enabled" { return }
    guard let row = Swift.type(of: animation).table[key], row.form == .endpoint else {
      return set(key, text: text, on: animation, element, className: type)
    }
    let kind = endpointKind(of: animation, element)
    guard let value = ValueText.value(text, kind) else {
      return log.warn(.badValue, at: element, "\(key)=\"\(text.prefix(80))\" is not \(kind.noun); ignored")
    }
    _ = row.set(value, of: animation)
  }

  /// The kind of the values that an animation runs between: what its value function takes, or that of its key path.
  private func endpointKind(of animation: CAAnimation, _ element: MarkupElement) -> ValueKind {
    // Attributes and children that follow are not set yet.
    let schema = AnimationSchema.shared
    let function = schema.valueFunction.documentKey
    let child = element.children.first { $0.name == function }
    if let name = element[function] ?? child?["name"] ?? child?["value"],
      let known = CAValueFunction(name: CAValueFunctionName(rawValue: name))
    {
      return known.valueKind
    }
    return kind(
      ofKeyPath: (animation as? CAPropertyAnimation)?.keyPath ?? element[schema.keyPath.documentKey]
    )
  }

  /// Sets a property of an animation from a child of its element, `parent`.
  private func setChild(
    _ key: String,
    _ element: MarkupElement,
    of animation: CAAnimation,
    _ parent: MarkupElement
  ) {
    let row = Swift.type(of: animation).table[key]
    switch row?.form {
    case .endpoint:
      guard let value = value(element, endpointKind(of: animation, parent)), !(value is NSNull) else {
        return
      }
      _ = row?.set(value, of: animation)
    case .keyframes:
      let slots = slots(element, endpointKind(of: animation, parent))
      droppedKeys[ObjectIdentifier(animation)] = slots.indices.filter { slots[$0] == nil }
      _ = row?.set(slots.compactMap { $0 }, of: animation)
    case .numbers:
      _ = row?.set(numbers(element), of: animation)
      if let keyframes = animation as? CAKeyframeAnimation, row === AnimationSchema.shared.keyTimes {
        later { [self] in trimKeyTimes(of: keyframes, element) }
      }
    case .timingFunctions:
      let functions = items(of: element, as: CAMediaTimingFunction.self, ValueKind.timingFunction.noun)
      _ = row?.set(functions, of: animation)
    case .members: _ = row?.set(members(of: element), of: animation)
    case .element:
      checkName(element["value"], key, of: animation, element)
      _ = row?.set(element["value"], of: animation)
    case .attribute, nil, AnimationForm.none?:
      setObject(key, element, of: animation, type: parent["type"] ?? parent.name)
    }
  }

  /// Sets a property that attributes set, from an element.
  private func setObject(_ key: String, _ element: MarkupElement, of animation: CAAnimation, type: String) {
    let row = Swift.type(of: animation).table[key]
    switch row?.valueKind {
    case .valueFunction:
      let name = element["name"] ?? element["value"] ?? ""
      _ = row?.set(CAValueFunction(name: CAValueFunctionName(rawValue: name)), of: animation)
    case .path, .timingFunction:
      guard let kind = row?.valueKind, let value = value(element, kind) else { return }
      _ = row?.set(value, of: animation)
    default:
      let kind = animation.kind(ofKey: key)
      reportKey(key, element, className: type, isDeclared: kind != nil)
      if let value = value(element, kind ?? .any), kind != nil { set(key, value, on: animation, element) }
    }
  }

  /// The members of a group.
  private func members(of element: MarkupElement) -> [CAAnimation] {
    element.children.compactMap { child in
      let type = child.name == "p" || child["type"] != nil ? child["type"] ?? child.name : child.name
      let member = required(child, as: CAAnimation.self, "is not an animation") {
        child["object"] == nil ? object(child, type: type) : item(child)
      }
      return member.flatMap { isDisabled($0) ? nil : $0 }
    }
  }

  /// The values of a keyframe animation; nil for unreadable ones, which are reported.
  private func slots(_ element: MarkupElement, _ kind: ValueKind) -> [Any?] {
    element.children.map { child in
      if child.name == "p"
        || ValueText.typeNames[child.name] == nil && child["value"] != nil && child["type"] == nil,
        let text = child["value"]
      {
        return value(text, kind, child)
      }
      let count = log.entries.count
      let value = item(child)
      if value == nil, log.entries.count == count {
        log.warn(.unknownElement, at: child, "<\(child.name)> is not a value; ignored")
      }
      return value
    }
  }

  /// Drops the key times of dropped values, and those beyond the last value, except the one that ends the last discrete value.
  ///
  /// Times that are too few have no effect, which ``check(_:on:_:)`` reports.
  private func trimKeyTimes(of animation: CAKeyframeAnimation, _ element: MarkupElement) {
    guard var times = animation.keyTimes, let values = animation.values, animation.path == nil else { return }
    let dropped = droppedKeys[ObjectIdentifier(animation), default: []]
    if !dropped.isEmpty, times.count >= values.count + dropped.count {
      for index in dropped.reversed() { times.remove(at: index) }
      animation.keyTimes = times
    }
    let wanted = values.count + (animation.calculationMode == .discrete ? 1 : 0)
    if times.count > wanted {
      animation.keyTimes = Array(times.prefix(wanted))
      log.warn(
        .badValue,
        at: element,
        "keyTimes has \(times.count) entries for \(values.count) values; the rest is ignored"
      )
    } else if animation.calculationMode == .discrete, times.count == values.count {
      animation.keyTimes = times + [1]
    }
  }

  /// The kind of value that an animation of `keyPath` takes.
  func kind(ofKeyPath keyPath: String?) -> ValueKind {
    keyPath.flatMap { LayerKeys.kind(ofKeyPath: $0) } ?? .any
  }

  // MARK: Checks

  /// Reports the parts of an animation that have no effect on a layer, each at its own element.
  ///
  /// After the key path, freezing decides, as it does at the commit that shows the animation: what the renderer ignores is
  /// reported here. With `fillsValues`, a transition gives its values to a basic animation without any.
  func check(
    _ animation: CAAnimation,
    on layer: CALayer,
    _ element: MarkupElement,
    fillsValues: Bool = false
  ) {
    var seen: Set<ObjectIdentifier> = []
    check(animation, on: layer, element, fillsValues: fillsValues, &seen)
  }

  /// Checks the members of groups first, each once: groups may share them.
  private func check(
    _ animation: CAAnimation,
    on layer: CALayer,
    _ element: MarkupElement,
    fillsValues: Bool,
    _ seen: inout Set<ObjectIdentifier>
  ) {
    guard seen.insert(ObjectIdentifier(animation)).inserted else { return }
    let element = origins[ObjectIdentifier(animation)] ?? element
    for member in (animation as? CAAnimationGroup)?.animations ?? [] {
      check(member, on: layer, element, fillsValues: fillsValues, &seen)
    }
    // Later, because then the layer has all that key paths lead through, and the number of key times is settled.
    later { [self] in
      if let property = animation as? CAPropertyAnimation, !hasEffect(property.keyPath, on: layer, element) {
        return
      }
      if fillsValues, (animation as? CABasicAnimation)?.hasValues == false { return }
      guard let copy = animation.copy() as? CAAnimation else { return }
      (copy as? CAAnimationGroup)?.animations = nil
      let freezing = AnimationFreezing(
        layerClass: layer.layerClass,
        report: { [log] in log.warn(.notHonoured, at: element, $0) }
      )
      _ = freezing.record(of: copy, key: "", id: 0, layerTime: 0)
    }
  }

  /// Reports a key path that names nothing, or nothing that is drawn.
  private func hasEffect(_ keyPath: String?, on layer: CALayer, _ element: MarkupElement) -> Bool {
    guard let keyPath, !keyPath.isEmpty else {
      log.warn(.badValue, at: element, "the animation has no keyPath; it has no effect")
      return false
    }
    if let reason = KnownKeys.notHonoured[keyPath] {
      log.warn(.notHonoured, at: element, "an animation of \(keyPath) has no effect: \(reason)")
      return false
    }
    guard layer.knows(keyPath: keyPath) else {
      log.warn(
        .unknownKey,
        at: element,
        "the key path \(keyPath) of an animation names no property; it has no effect"
      )
      return false
    }
    return true
  }
}

extension CAAnimation {
  /// The key under which a layer holds the animation if it is added under another one: that of all transitions.
  func heldKey(for key: String) -> String { self is CATransition ? kCATransition : key }
}

extension CAValueFunction {
  /// The kind of value that the function takes.
  var valueKind: ValueKind { [.scale, .translate].contains(name) ? .numbers : .number }
}

extension CABasicAnimation {
  /// True if the animation says where it begins, ends, or by how much it changes.
  fileprivate var hasValues: Bool { fromValue != nil || toValue != nil || byValue != nil }
}
