import Foundation
package import QuartzCore

/// An animation block that runs or ran: what its changes become, and when all of them have ended.
///
/// While the changes run, the block is the innermost one on the stack, and the layers of views ask it for their actions.
/// Each animation that it makes holds an ``AnimationTicket``; when all tickets are returned, the block is complete.
@MainActor package final class AnimationBlock {
  package private(set) var settings: AnimationSettings
  private var completion: ((Bool) -> Void)?
  private var pending = 0
  private var isSealed = false
  private var hasFinished = true
  /// The changes are points of keyframe animations, which are made when the block ends.
  package let keyframes: KeyframeRecorder?
  /// The tickets handed out by this block and those inside it, if somebody controls the animations afterwards.
  private(set) var tickets: [AnimationTicket.Reference] = []
  /// The outermost block whose animations are controlled; they stay until their controller removes them.
  private weak var controlled: AnimationBlock?
  /// The block around this one that awaits the animations of this one, too.
  var awaiting: AnimationBlock? { controlled === self ? nil : controlled }

  package init(
    _ settings: AnimationSettings,
    keyframes: KeyframeRecorder? = nil,
    isControlled: Bool = false,
    completion: ((Bool) -> Void)? = nil
  ) {
    var settings = settings
    if let outer = Self.current?.settings {
      if !settings.overridesDuration { settings.duration = outer.duration }
      if !settings.overridesCurve { settings.curve = outer.curve }
    }
    self.keyframes = keyframes
    self.completion = completion
    if !isControlled, let outer = Self.current, outer.controlled != nil {
      // What is controlled begins with the whole.
      settings.delay += outer.settings.delay
      controlled = outer.controlled
    }
    self.settings = settings
    if isControlled { controlled = self }
  }

  // MARK: The stack

  private static var stack: [AnimationBlock] = []
  /// The innermost block whose changes run.
  package static var current: AnimationBlock? { stack.last }
  /// False while changes do not animate although there is a block.
  package static var isEnabled = true

  /// Runs `body` outside of all animation.
  package static func withoutAnimation(_ body: () -> Void) {
    let outer = isEnabled
    isEnabled = false
    body()
    isEnabled = outer
  }

  /// Runs changes in this block, and completes the block when its animations have ended.
  package func run(_ changes: () -> Void) {
    add(changes)
    seal()
  }

  /// Runs changes in this block.
  package func add(_ changes: () -> Void) {
    Self.stack.append(self)
    changes()
    if settings.laysOut { for layer in animated { layer.layoutIfNeeded() } }
    Self.stack.removeLast()
    keyframes?.attach(in: self)
    animated = []
  }

  private var animated: [CALayer] = []

  /// Runs changes whose animations repeat, in this block that runs.
  package func modify(repeatCount: Float, autoreverses: Bool, _ changes: () -> Void) {
    let former = (settings.repeatCount, settings.autoreverses)
    (settings.repeatCount, settings.autoreverses) = (repeatCount, autoreverses)
    changes()
    (settings.repeatCount, settings.autoreverses) = former
  }

  // MARK: Actions

  /// The action of a change of a view's layer: `NSNull` outside of animation blocks.
  package static func action(for layer: CALayer, key: String) -> any CAAction {
    guard isEnabled, let block = current else { return NSNull() }
    return block.actionOfChange(of: layer, key: key)
  }

  /// The action of a change that belongs to this block; `NSNull` for properties that blocks do not animate.
  package func actionOfChange(of layer: CALayer, key: String) -> any CAAction {
    guard settings.duration > 0 else { return Self.actionOfJump(of: layer, key: key) }
    return AnimatableKeys.all.contains(key) ? action(for: layer, key: key) : NSNull()
  }

  /// The action of a change that shows at once and ends the animations that blocks have made of the property.
  package static func actionOfJump(of layer: CALayer, key: String) -> any CAAction {
    guard AnimatableKeys.all.contains(key), layer.animationKeys() != nil else { return NSNull() }
    return LayerJump(of: layer, key: key)
  }

  private func action(for layer: CALayer, key: String) -> any CAAction {
    if settings.laysOut, key == "bounds" { animated.append(layer) }
    if keyframes != nil || AnimatableKeys.parts(of: key) != nil {
      return LayerChange(in: self, of: layer, key: key)
    }
    let animation = settings.curve.animation(keyPath: key)
    let former = layer.value(forKeyPath: key)
    animation.fromValue =
      settings.beginsFromCurrentState ? LayerChange.shownValue(of: layer, keyPath: key) : former
    prepare(animation, on: layer).former = former
    return animation
  }

  /// Adds an animation of the caller's making to a layer, with the block's timing.
  ///
  /// Without a duration nothing is added, and what runs under the key ends.
  package func add(_ animation: CAAnimation, to layer: CALayer, forKey key: String) {
    guard settings.duration > 0 else { return layer.removeAnimation(forKey: key) }
    prepare(animation, on: layer)
    layer.add(animation, forKey: key)
  }

  /// Gives an animation the block's timing and a ticket.
  @discardableResult func prepare(_ animation: CAAnimation, on layer: CALayer) -> AnimationTicket {
    animation.duration = settings.duration
    animation.fillMode = .both
    animation.autoreverses = settings.autoreverses
    if settings.frameRates != .default { animation.preferredFrameRateRange = settings.frameRates }
    if settings.repeatCount > 0 { animation.repeatCount = settings.repeatCount }
    if settings.delay > 0 {
      animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + settings.delay
    }
    let ticket = AnimationTicket(of: self, for: layer)
    animation.delegate = ticket
    if let controlled {
      animation.isRemovedOnCompletion = false
      controlled.tickets.append(AnimationTicket.Reference(ticket))
    }
    return ticket
  }

  // MARK: Completion

  /// Calls back when the block is complete; true if all animations reached their end.
  package func seal() {
    isSealed = true
    completeIfDone()
  }

  /// Expects one more ``leave(finished:)`` before the block is complete.
  package func join() { pending += 1 }

  /// Notes the end of an animation.
  package func leave(finished: Bool) {
    pending -= 1
    hasFinished = hasFinished && finished
    completeIfDone()
  }

  private func completeIfDone() {
    guard isSealed, pending == 0, let completion else { return }
    self.completion = nil
    let hasFinished = hasFinished
    Self.callSoon { completion(hasFinished) }
  }

  /// Calls `body` when the changes made now are committed, as transactions call their completion blocks.
  package static func callSoon(_ body: @escaping () -> Void) {
    CATransaction.begin()
    CATransaction.setCompletionBlock(body)
    CATransaction.commit()
  }
}
