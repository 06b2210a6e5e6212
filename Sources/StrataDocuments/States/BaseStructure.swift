import QuartzCore

/// A change that a state made: what was there before.
enum ReplacedByState {
  /// A value; nil for none.
  case value(Any?, keyPath: String, of: any KeyedObject)
  /// The animation of a layer under a key; nil if there was none.
  case animation(CAAnimation?, key: String, of: CALayer)
  /// A layer that was not among the sublayers.
  case addition(CALayer, to: CALayer)
  /// A layer that was among the sublayers, with the animations that it and those below it had.
  case removal(CALayer, from: CALayer, index: Int, [HeldAnimation])
}

/// An animation that a layer holds, or held.
struct HeldAnimation {
  let layer: CALayer
  let key: String
  let animation: CAAnimation

  /// The animations of a layer, in their order.
  static func all(of layer: CALayer) -> [HeldAnimation] {
    (layer.animationKeys() ?? []).compactMap { key in
      layer.animation(forKey: key).map { HeldAnimation(layer: layer, key: key, animation: $0) }
    }
  }

  /// The animations of a layer and of those below it, masks included.
  static func all(below top: CALayer) -> [HeldAnimation] {
    var (pending, found) = ([top], [HeldAnimation]())
    while let layer = pending.popLast() {
      found += all(of: layer)
      if let mask = layer.mask { pending.append(mask) }
      pending += layer.sublayers ?? []
    }
    return found
  }
}

extension CAAnimation {
  /// A begin time at the origin of the layer's own time, where zero is the moment of the commit.
  static let beginTimeAtOrigin = 1e-100

  /// Takes over the begin time of an animation that has begun, so that a layer that adds this one continues it.
  ///
  /// Returns true if the begin time was not given but followed from when the other one was shown.
  func goOn(from other: CAAnimation) -> Bool {
    guard let resolved = other.resolvedBeginTime else {
      beginTime = other.beginTime
      return false
    }
    beginTime = resolved == 0 ? Self.beginTimeAtOrigin : resolved
    return true
  }
}

/// The sublayers and animations that layers have in the base state, found without changing a layer.
///
/// Going back to the base state and forth again would disturb the layers: one that leaves its tree, or an animation
/// that is added again, does not go on as before.
struct BaseStructure {
  private var sublayers: [ObjectIdentifier: [CALayer]] = [:]
  private var animations: [ObjectIdentifier: [HeldAnimation]] = [:]
  private var additions: Set<ObjectIdentifier> = []

  /// Takes back what the states in effect of some layers changed.
  init(_ controllers: [StateController]) {
    for controller in controllers.reversed() {
      for change in controller.replaced.reversed() { takeBack(change) }
    }
  }

  private mutating func takeBack(_ change: ReplacedByState) {
    switch change {
    case .value: break
    case .animation(let old, let key, let layer):
      var held = animations(of: layer).filter { $0.key != key }
      if let old { held.append(HeldAnimation(layer: layer, key: key, animation: old)) }
      animations[ObjectIdentifier(layer)] = held
    case .addition(let child, let layer):
      additions.insert(ObjectIdentifier(child))
      sublayers[ObjectIdentifier(layer)] = sublayers(of: layer).filter { $0 !== child }
    case .removal(let child, let layer, let index, let held):
      var children = sublayers(of: layer)
      children.insert(child, at: min(index, children.count))
      sublayers[ObjectIdentifier(layer)] = children
      for (id, former) in Dictionary(grouping: held, by: { ObjectIdentifier($0.layer) }) {
        animations[id] = former
      }
    }
  }

  /// The sublayers of a layer, from back to front.
  func sublayers(of layer: CALayer) -> [CALayer] {
    sublayers[ObjectIdentifier(layer)] ?? layer.sublayers ?? []
  }

  /// The sublayers of the base state, which have the same indices in all states, then those that states added.
  func allSublayers(of layer: CALayer) -> [CALayer] {
    sublayers(of: layer) + (layer.sublayers ?? []).filter { additions.contains(ObjectIdentifier($0)) }
  }

  /// The animations of a layer, in their order.
  func animations(of layer: CALayer) -> [HeldAnimation] {
    animations[ObjectIdentifier(layer)] ?? HeldAnimation.all(of: layer)
  }

  /// True if a layer, or its animation under a key, is there because of a state.
  func isOfState(_ layer: CALayer, animation key: String?) -> Bool {
    if let key, let shown = layer.animation(forKey: key) {
      guard animations(of: layer).contains(where: { $0.animation === shown }) else { return true }
    }
    var place: CALayer? = layer
    while let above = place {
      if additions.contains(ObjectIdentifier(above)) { return true }
      place = above.superlayer
    }
    return false
  }
}
