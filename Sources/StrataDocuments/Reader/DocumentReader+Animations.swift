import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderTree

extension DocumentReader {
  /// Adds the animations of a layer: children in property position, whose tag is the key.
  func addAnimations(_ element: MarkupElement, to layer: CALayer) {
    var keys: Set<String> = []
    for child in element.children {
      let isClass = child["type"] == nil && child["object"] == nil
      let read = isClass || child["object"] != nil ? item(child) : object(child, type: child["type"] ?? "")
      guard let animation = read as? CAAnimation else {
        log.warn(.unknownElement, at: child, "<\(child.name)> is no animation and is left out")
        continue
      }
      checkKeyPaths(of: animation, on: layer, child)
      var key =
        child["key"] ?? (isClass ? (animation as? CAPropertyAnimation)?.keyPath ?? child.name : child.name)
      // A dictionary would keep one of several equal keys; authors expect all to run.
      let base = key
      var count = 2
      while !keys.insert(key).inserted {
        key = "\(base)-\(count)"
        count += 1
      }
      later { layer.add(animation, forKey: key) }
      addedKeys[ObjectIdentifier(layer), default: [:]][child.index] = key
    }
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
      log.warn(.unknownElement, at: element, "the animation class \(type) is unknown; it is left out")
      return nil
    }
    register(animation, element)
    for attribute in element.attributes where !KnownKeys.reserved.contains(attribute.name) {
      setKey(attribute.name, text: attribute.value, of: animation, element, type: type)
    }
    for child in element.children {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      setChild(key, child, of: animation, type: type)
    }
    if animation.beginTime != 0, abs(animation.beginTime) < 1e-6 {
      // Every tiny begin time means the origin of the layer's own time, which is not the same as none.
      animation.beginTime = 1e-100
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
    switch key {
    case "fromValue", "toValue", "byValue":
      guard let basic = animation as? CABasicAnimation else { break }
      let kind = kind(ofKeyPath: element["keyPath"])
      guard let value = ValueText.value(text, kind) else {
        return log.warn(.badValue, at: element, "\(key)=\"\(text.prefix(80))\" is no \(kind); it is left out")
      }
      return setEnd(key, value, of: basic)
    case "velocity":
      guard let spring = animation as? CASpringAnimation, let number = NumberText.number(text) else { break }
      spring.initialVelocity = CGFloat(number)
      return
    case "enabled": return
    default: break
    }
    set(key, text: text, on: animation, element, className: type)
  }

  private func setChild(_ key: String, _ element: MarkupElement, of animation: CAAnimation, type: String) {
    let keyPath = (animation as? CAPropertyAnimation)?.keyPath
    switch (key, animation) {
    case ("fromValue", let basic as CABasicAnimation), ("toValue", let basic as CABasicAnimation),
      ("byValue", let basic as CABasicAnimation):
      guard let value = value(element, kind(ofKeyPath: keyPath)), !(value is NSNull) else { return }
      setEnd(key, value, of: basic)
    case ("values", let keyframes as CAKeyframeAnimation):
      let values = slots(element, kind(ofKeyPath: keyPath))
      keyframes.values = values
    case ("path", let keyframes as CAKeyframeAnimation):
      keyframes.path = (value(element, .path) as? CGPath) ?? keyframes.path
    case ("keyTimes", let keyframes as CAKeyframeAnimation):
      // Times beyond the last value say nothing, except the one that ends the last discrete value.
      keyframes.keyTimes = numbers(element)
      later { [self] in trimKeyTimes(of: keyframes, element) }
    case ("timingFunctions", let keyframes as CAKeyframeAnimation):
      keyframes.timingFunctions = items(of: element).compactMap { $0 as? CAMediaTimingFunction }
    case ("tensionValues", let keyframes as CAKeyframeAnimation): keyframes.tensionValues = numbers(element)
    case ("continuityValues", let keyframes as CAKeyframeAnimation):
      keyframes.continuityValues = numbers(element)
    case ("biasValues", let keyframes as CAKeyframeAnimation): keyframes.biasValues = numbers(element)
    case ("animations", let group as CAAnimationGroup):
      group.animations = element.children.compactMap { child in
        let type = child.name == "p" || child["type"] != nil ? child["type"] ?? child.name : child.name
        return child["object"] == nil
          ? object(child, type: type) as? CAAnimation : item(child) as? CAAnimation
      }
    case ("type", let transition as CATransition):
      transition.type = CATransitionType(rawValue: element["value"] ?? "fade")
    case ("timingFunction", _):
      if let function = value(element, .timingFunction) as? CAMediaTimingFunction {
        animation.timingFunction = function
      }
    case ("valueFunction", let property as CAPropertyAnimation):
      let name = element["name"] ?? element["value"] ?? ""
      property.valueFunction = CAValueFunction(name: CAValueFunctionName(rawValue: name))
    default:
      let kind = animation.kind(ofKey: key)
      reportKey(key, element, className: type, isDeclared: kind != nil)
      if let value = value(element, kind ?? .any), kind != nil { set(key, value, on: animation, element) }
    }
  }

  /// The values of a keyframe animation; slots that cannot be read are left out.
  private func slots(_ element: MarkupElement, _ kind: ValueKind) -> [Any] {
    element.children.compactMap { child in
      if child.name == "p"
        || ValueText.typeNames[child.name] == nil && child["value"] != nil && child["type"] == nil,
        let text = child["value"]
      {
        return ValueText.value(text, kind, opacity: child["opacity"])
      }
      return item(child)
    }
  }

  private func trimKeyTimes(of animation: CAKeyframeAnimation, _ element: MarkupElement) {
    guard let times = animation.keyTimes, let values = animation.values, animation.path == nil else { return }
    let wanted = values.count + (animation.calculationMode == .discrete ? 1 : 0)
    if times.count > wanted { animation.keyTimes = Array(times.prefix(wanted)) }
    if animation.calculationMode == .discrete, times.count == values.count {
      animation.keyTimes = times + [1]
    } else if times.count < wanted {
      log.add(.note, .badValue, at: element, "keyTimes has \(times.count) entries for \(values.count) values")
    }
  }

  private func setEnd(_ key: String, _ value: Any, of animation: CABasicAnimation) {
    switch key {
    case "fromValue": animation.fromValue = value
    case "toValue": animation.toValue = value
    default: animation.byValue = value
    }
  }

  /// What the values of an animation of `keyPath` have to be read as.
  func kind(ofKeyPath keyPath: String?) -> ValueKind {
    keyPath.flatMap { LayerKeys.kind(ofKeyPath: $0) } ?? .any
  }

  private func checkKeyPaths(of animation: CAAnimation, on layer: CALayer, _ element: MarkupElement) {
    if let group = animation as? CAAnimationGroup {
      for child in group.animations ?? [] { checkKeyPaths(of: child, on: layer, element) }
      return
    }
    guard let property = animation as? CAPropertyAnimation else { return }
    guard let keyPath = property.keyPath, !keyPath.isEmpty else {
      return log.warn(.badValue, at: element, "an animation without keyPath changes nothing")
    }
    if let reason = KnownKeys.notHonoured[keyPath] {
      log.warn(.notHonoured, at: element, "an animation of \(keyPath) is not honoured: \(reason)")
    } else if !layer.knows(keyPath: keyPath) {
      log.warn(
        .unknownKey,
        at: element,
        "an animation's key path \(keyPath) names no property; it changes nothing"
      )
    }
  }
}
