import Foundation
import StrataRenderTree

/// Layers that appear in a visible tree, and layers that leave one.
///
/// Up to three events name the action: `onOrderIn` or `onOrderOut` of the layer, `sublayers` of its superlayer, and for a
/// replacement `transition` of the superlayer. The layer fades once if at least one event of the superlayer is left to its
/// default. An action for the layer's own event takes the fade's place; to silence that event changes nothing.
extension CALayer {
  /// Announces a layer that was inserted below a shown one, and fades it in.
  ///
  /// - Parameters:
  ///   - fades: True if an event of the superlayer is left to its default.
  ///   - seen: How much of the layer is seen already, 0 to 1, as it was still fading out; nil for a layer that was in the
  ///     tree.
  final func didAppear(fades: Bool, from seen: Float?) {
    let answer = post(kCAOnOrderIn, before: seen ?? 0)
    if case .action = answer { return }
    guard fades, let seen, seen < 1, !storage.state.isHidden, clockRuns,
      let fade = implicitFade(kCAOnOrderIn, from: seen, Transaction.current)
    else { return }
    attach(fade, forKey: kCAOnOrderIn)
    storage.animations[kCAOnOrderIn]?.isImplicitFade = true
  }

  /// Announces a layer that was removed from a shown one, and prepares its fading out.
  final func didLeave(_ parent: CALayer, fades: Bool) {
    guard let host = storage.host else { return }
    let seen = isShown && !storage.flags.contains(.isMask) ? storage.id.map(host.visibility) ?? 0 : 0
    storage.flags.insert(.isLeaving)
    let former = storage.animations[kCATransition]
    let answer = post(kCAOnOrderOut, before: seen)
    var departure: Departure?
    if seen > 0, parent.clockRuns, clockRuns {
      departure = self.departure(answer, after: former, fades: fades, from: seen)
    }
    host.noteLeaving(LeavingLayer(layer: self, parent: parent, departure: departure))
  }

  /// The departure after an event, before which the layer had the transition `former`; nil if the layer goes at once.
  private func departure(
    _ answer: EventAnswer,
    after former: AttachedAnimation?,
    fades: Bool,
    from seen: Float
  ) -> Departure? {
    if case .action = answer {
      let transition = storage.animations[kCATransition].flatMap { $0 === former ? nil : $0 }
      guard let action = storage.animations[kCAOnOrderOut] ?? transition, action.record == nil,
        action.animation.state.timing.endTime.isFinite
      else { return nil }
      let presence = CABasicAnimation(keyPath: kCAOnOrderOut)
      presence.state.timing = action.animation.state.timing
      // A transition keeps the old picture itself, and goes to one without the layer.
      let shown = action === transition ? 0 : seen
      (presence.fromValue, presence.toValue, presence.fillMode) = (shown, shown, .both)
      storage.animations.remove(action)
      return Departure(of: self, seenThrough: presence, action: action)
    }
    guard fades, let fade = implicitFade(kCAOnOrderOut, from: seen, Transaction.current) else { return nil }
    return Departure(of: self, seenThrough: fade)
  }

  /// True if the times of the layer and of those above it run forwards, so that a fade ends.
  private var clockRuns: Bool {
    var next: CALayer? = self
    while let layer = next {
      let state = layer.storage.state
      guard state.hasUntouchedTiming || state.timing.speed > 0 else { return false }
      next = layer.storage.superlayer
    }
    return true
  }
}

/// Transitions of a transaction show what comes and goes below their layers, which then does not fade as well.
struct TransitionCover {
  private var layers: Set<ObjectIdentifier> = []

  /// Collects the layers with a transition that no commit has included; `aspects` is the union of their changes.
  init(_ changed: [CALayer], _ aspects: Aspect) {
    guard aspects.contains(.animations) else { return }
    for layer in changed where layer.storage.changes.contains(.animations) {
      if let added = layer.storage.animations[kCATransition], added.record == nil {
        layers.insert(ObjectIdentifier(layer))
      }
    }
  }

  /// Ends the fades of layers that appear below the transitions.
  func endFades(of changed: [CALayer]) {
    guard !layers.isEmpty else { return }
    for layer in changed where layer.storage.changes.contains(.animations) {
      if let fade = layer.storage.animations[kCAOnOrderIn], fade.isImplicitFade, fade.record == nil,
        covers(layer.storage.superlayer)
      {
        layer.storage.animations.remove(fade)
        fade.stop(finished: false)
      }
    }
  }

  /// True if the layer, or one above it, has such a transition.
  func covers(_ layer: CALayer?) -> Bool {
    guard !layers.isEmpty else { return false }
    var next = layer
    while let layer = next {
      if layers.contains(ObjectIdentifier(layer)) { return true }
      next = layer.storage.superlayer
    }
    return false
  }
}
