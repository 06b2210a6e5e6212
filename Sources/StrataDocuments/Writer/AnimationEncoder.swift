import CoreGraphics
import Foundation
import QuartzCore

/// Writes animations: class, then the keys of the most derived class, then timing.
struct AnimationEncoder {
  var builder = MarkupBuilder()
  /// Leaves out what a layer fills in when an animation is added: begin time and default duration.
  let isComparing: Bool

  init(isComparing: Bool) {
    self.isComparing = isComparing
  }

  mutating func encode(
    _ animation: CAAnimation,
    tag: String?,
    key: String?,
    image: (CGImage) -> [MarkupAttribute]
  ) {
    let type = className(of: animation)
    builder.begin(tag ?? type)
    if let key { builder.attribute("key", key) }
    if tag != nil { builder.attribute("type", type) }
    attributes(of: animation)
    children(of: animation, image)
    builder.end()
  }

  private func className(of animation: CAAnimation) -> String {
    switch animation {
    case is CASpringAnimation: "CASpringAnimation"
    case is CABasicAnimation: "CABasicAnimation"
    case is CAKeyframeAnimation: "CAKeyframeAnimation"
    case is CATransition: "CATransition"
    default: "CAAnimationGroup"
    }
  }

  private mutating func add(_ name: String, _ value: Double, unless initial: Double) {
    if value != initial { builder.attribute(name, NumberText.text(value)) }
  }

  private mutating func add(_ name: String, _ value: Float, unless initial: Float) {
    if value != initial {
      builder.attribute(name, NumberText.text(Double(value.description) ?? Double(value)))
    }
  }

  private mutating func attributes(of animation: CAAnimation) {
    if let spring = animation as? CASpringAnimation {
      if spring.allowsOverdamping { builder.attribute("allowsOverdamping", "1") }
      add("damping", Double(spring.damping), unless: 10)
      add("mass", Double(spring.mass), unless: 1)
      add("stiffness", Double(spring.stiffness), unless: 100)
      add("velocity", Double(spring.initialVelocity), unless: 0)
    }
    if let keyframes = animation as? CAKeyframeAnimation {
      if keyframes.calculationMode != .linear {
        builder.attribute("calculationMode", keyframes.calculationMode.rawValue)
      }
      if let path = keyframes.path { builder.attribute("path", PathText.text(of: path)) }
      if let mode = keyframes.rotationMode { builder.attribute("rotationMode", mode.rawValue) }
    }
    if let transition = animation as? CATransition {
      add("endProgress", transition.endProgress, unless: 1)
      add("startProgress", transition.startProgress, unless: 0)
      if let subtype = transition.subtype { builder.attribute("subtype", subtype.rawValue) }
    }
    if let property = animation as? CAPropertyAnimation {
      if property.isAdditive { builder.attribute("additive", "1") }
      if property.isCumulative { builder.attribute("cumulative", "1") }
      if let keyPath = property.keyPath { builder.attribute("keyPath", keyPath) }
      if let function = property.valueFunction { builder.attribute("valueFunction", function.name.rawValue) }
    }
    if animation.autoreverses { builder.attribute("autoreverses", "1") }
    if !isComparing {
      add("beginTime", animation.beginTime, unless: 0)
      add("duration", animation.duration, unless: 0)
    }
    if animation.fillMode != .removed { builder.attribute("fillMode", animation.fillMode.rawValue) }
    if !animation.isRemovedOnCompletion { builder.attribute("removedOnCompletion", "0") }
    add("repeatCount", animation.repeatCount, unless: 0)
    add("repeatDuration", animation.repeatDuration, unless: 0)
    add("speed", animation.speed, unless: 1)
    add("timeOffset", animation.timeOffset, unless: 0)
    if let function = animation.timingFunction {
      builder.attribute("timingFunction", ValueText.text(of: function))
    }
  }

  private mutating func children(of animation: CAAnimation, _ image: (CGImage) -> [MarkupAttribute]) {
    if let basic = animation as? CABasicAnimation {
      for (name, value) in [
        ("fromValue", basic.fromValue), ("toValue", basic.toValue), ("byValue", basic.byValue),
      ] {
        if let value { slot(name, value, image) }
      }
    }
    if let keyframes = animation as? CAKeyframeAnimation {
      list("values", keyframes.values, image)
      list("keyTimes", keyframes.keyTimes, image)
      list("timingFunctions", keyframes.timingFunctions, image)
      list("tensionValues", keyframes.tensionValues, image)
      list("continuityValues", keyframes.continuityValues, image)
      list("biasValues", keyframes.biasValues, image)
    }
    if let transition = animation as? CATransition {
      builder.leaf("type", [MarkupAttribute("value", transition.type.rawValue)])
    }
    if let group = animation as? CAAnimationGroup, let animations = group.animations {
      builder.begin("animations")
      for child in animations { encode(child, tag: nil, key: nil, image: image) }
      builder.end()
    }
  }

  private mutating func list(_ name: String, _ values: [Any]?, _ image: (CGImage) -> [MarkupAttribute]) {
    guard let values else { return }
    builder.begin(name)
    for value in values { item(value, image) }
    builder.end()
  }

  private mutating func item(_ value: Any, _ image: (CGImage) -> [MarkupAttribute]) {
    switch value {
    case let picture as CGImage: builder.leaf("CGImage", image(picture))
    case let values as [Any]:
      builder.begin("NSArray")
      for value in values { item(value, image) }
      builder.end()
    default:
      guard let written = ValueText.written(value) else { return }
      let opacity = written.opacity.map { [MarkupAttribute("opacity", $0)] } ?? []
      builder.leaf(written.type, opacity + [MarkupAttribute("value", written.text)])
    }
  }

  private mutating func slot(_ name: String, _ value: Any, _ image: (CGImage) -> [MarkupAttribute]) {
    switch value {
    case let picture as CGImage: builder.leaf(name, [MarkupAttribute("type", "CGImage")] + image(picture))
    case let values as [Any]:
      builder.begin(name, [MarkupAttribute("type", "NSArray")])
      for value in values { item(value, image) }
      builder.end()
    default:
      guard let written = ValueText.written(value) else { return }
      let opacity = written.opacity.map { [MarkupAttribute("opacity", $0)] } ?? []
      builder.leaf(
        name,
        [MarkupAttribute("type", written.type)] + opacity + [MarkupAttribute("value", written.text)]
      )
    }
  }
}
