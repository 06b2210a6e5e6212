import Foundation
import QuartzCore

/// The keys of a view's layer that animation blocks animate.
enum AnimatableKeys {
  /// Properties whose animations add up, by their parts: a new animation changes the course of those that run smoothly.
  static func parts(of key: String) -> [String]? {
    switch key {
    case "position", "transform", "cornerRadius": [key]
    case "bounds": ["bounds.origin", "bounds.size"]
    default: nil
    }
  }

  /// The key paths of those parts.
  static let additivePaths: Set = ["position", "transform", "cornerRadius", "bounds.origin", "bounds.size"]

  static let all: Set = [
    "position", "bounds", "transform", "opacity", "backgroundColor", "anchorPoint", "anchorPointZ",
    "zPosition",
    "cornerRadius", "borderWidth", "borderColor", "contentsRect", "contentsCenter", "sublayerTransform",
    "shadowColor", "shadowOffset", "shadowOpacity", "shadowPath", "shadowRadius",
  ]
}

/// The action of a change whose animation depends on the new value.
///
/// The search for actions comes before the change, and the action runs after it.
@MainActor final class LayerChange: @MainActor CAAction {
  private let block: AnimationBlock
  private let former: [(path: String, model: AnimatedValue?, shown: AnimatedValue?)]

  init(in block: AnimationBlock, of layer: CALayer, key: String) {
    self.block = block
    let needsShown =
      block.settings.beginsFromCurrentState || block.settings.replacesAdditive || key == "transform"
    former = (AnimatableKeys.parts(of: key) ?? [key]).map { path in
      let model = AnimatedValue(layer.value(forKeyPath: path))
      return (path, model, needsShown ? AnimatedValue(Self.shownValue(of: layer, keyPath: path)) : model)
    }
  }

  /// The value on screen; the model's if nothing moves the property, as the program may just have set it.
  static func shownValue(of layer: CALayer, keyPath: String) -> Any? {
    let shown = layer.moves(keyPath) ? layer.presentation() ?? layer : layer
    return shown.value(forKeyPath: keyPath)
  }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? CALayer else { return }
    for (path, model, shown) in former {
      guard let end = AnimatedValue(layer.value(forKeyPath: path)) else { continue }
      if let keyframes = block.keyframes {
        keyframes.note(layer, path, from: (model ?? end, shown ?? end), to: end)
        continue
      }
      guard let model, let difference = model.way(to: end) else {
        replace(layer, path, from: shown ?? end, to: end, former: model)
        continue
      }
      if block.settings.replacesAdditive, let shown, let fromShown = shown.way(to: end) {
        layer.removeAnimations(ofKeyPath: path)
        add(fromShown, to: layer, path, former: model)
      } else {
        add(difference, to: layer, path, former: model)
      }
    }
  }

  /// Moves from what is shown to the new value, in place of all other animations of the property.
  private func replace(
    _ layer: CALayer,
    _ path: String,
    from shown: AnimatedValue,
    to end: AnimatedValue,
    former: AnimatedValue?
  ) {
    layer.removeAnimations(ofKeyPath: path)
    let animation = block.settings.curve.animation(keyPath: path)
    animation.fromValue = shown.object
    animation.toValue = end.object
    block.prepare(animation, on: layer).former = former?.object
    layer.add(animation, forKey: path)
  }

  /// Adds an animation of a difference that goes away.
  private func add(_ difference: AnimatedValue, to layer: CALayer, _ path: String, former: AnimatedValue) {
    if case .spring(let spring) = block.settings.curve, case .point(let point) = difference,
      path == "position",
      spring.velocity.dx != spring.velocity.dy
    {
      // Each axis has a speed of its own.
      let model: CGPoint = if case .point(let value) = former { value } else { .zero }
      addPart(.number(Double(point.x)), to: layer, "position.x", former: model.x)
      addPart(.number(Double(point.y)), to: layer, "position.y", former: model.y)
    } else {
      addPart(difference, to: layer, path, former: former.object)
    }
  }

  private func addPart(
    _ difference: AnimatedValue,
    to layer: CALayer,
    _ path: String,
    former: Any
  ) {
    guard let neutral = difference.neutral else { return }
    switch difference {
    case .number(0), .point(.zero), .size(.zero): return
    default: break
    }
    let animation = block.settings.curve.animation(keyPath: path)
    animation.isAdditive = true
    animation.fromValue = difference.object
    animation.toValue = neutral.object
    block.prepare(animation, on: layer).former = former
    layer.add(animation, forKey: layer.unusedKey(path))
  }
}

/// The action of a change that shows at once: what blocks move of the property ends.
@MainActor final class LayerJump: @MainActor CAAction {
  /// The bounds before a change of them, whose parts end apart from each other.
  private let bounds: CGRect?

  init(of layer: CALayer, key: String) { bounds = key == "bounds" ? layer.bounds : nil }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? CALayer else { return }
    guard let bounds else { return layer.endBlockAnimations(ofKeyPath: event) }
    if bounds.origin != layer.bounds.origin { layer.endBlockAnimations(ofKeyPath: "bounds.origin") }
    if bounds.size != layer.bounds.size { layer.endBlockAnimations(ofKeyPath: "bounds.size") }
  }
}

extension CALayer {
  /// A key for one more animation of a key path: the path itself, then `path-2`, `path-3` and so on.
  func unusedKey(_ path: String) -> String {
    let keys = Set(animationKeys() ?? [])
    guard keys.contains(path) else { return path }
    var number = 2
    while keys.contains("\(path)-\(number)") { number += 1 }
    return "\(path)-\(number)"
  }

  /// True if an animation moves a property, the value that it is part of, or a part of it.
  func moves(_ path: String) -> Bool {
    func moves(_ animation: CAAnimation?) -> Bool {
      switch animation {
      case let property as CAPropertyAnimation:
        guard let running = property.keyPath else { return false }
        return running == path || running.hasPrefix(path + ".") || path.hasPrefix(running + ".")
      case let group as CAAnimationGroup: return group.animations?.contains { moves($0) } ?? false
      default: return false
      }
    }
    return (animationKeys() ?? []).contains { moves(animation(forKey: $0)) }
  }

  func removeAnimations(ofKeyPath path: String) { removeAnimations(ofKeyPath: path) { _ in true } }

  /// Removes the animations of a property that blocks have made, and leaves those of the program's own.
  func endBlockAnimations(ofKeyPath path: String) {
    removeAnimations(ofKeyPath: path) { $0.delegate is AnimationTicket || $0.delegate is StandingMark }
  }

  private func removeAnimations(ofKeyPath path: String, where isMeant: (CAPropertyAnimation) -> Bool) {
    for key in animationKeys() ?? [] {
      guard let animation = animation(forKey: key) as? CAPropertyAnimation, let running = animation.keyPath,
        running == path || running.hasPrefix(path + "."), isMeant(animation)
      else { continue }
      removeAnimation(forKey: key)
    }
  }
}
