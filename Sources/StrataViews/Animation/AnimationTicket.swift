package import Foundation
package import QuartzCore

/// The delegate of one animation of a block: it reports the end of the animation to the block, once.
///
/// A block around that one whose animations are controlled gets the report, too.
/// An animation that is thrown away with its layer has no end; then the ticket is destroyed with it.
@MainActor package final class AnimationTicket: NSObject, @MainActor CAAnimationDelegate {
  let block: AnimationBlock
  private let awaiting: AnimationBlock?
  /// The layer that the animation is meant for.
  package private(set) weak var layer: CALayer?
  /// The model value before the change.
  package var former: Any?
  private var hasStarted = false
  private var isReturned = false

  /// A weak reference, which does not keep an animation's end from being noticed.
  struct Reference {
    private(set) weak var ticket: AnimationTicket?
    init(_ ticket: AnimationTicket) { self.ticket = ticket }
  }

  init(of block: AnimationBlock, for layer: CALayer) {
    self.block = block
    awaiting = block.awaiting
    self.layer = layer
    super.init()
    block.join()
    awaiting?.join()
    block.settings.countBlocking?(layer, 1)
  }

  isolated deinit { giveBack(finished: !hasStarted) }

  package func animationDidStart(_ anim: CAAnimation) { hasStarted = true }

  package func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { giveBack(finished: flag) }

  private func giveBack(finished: Bool) {
    guard !isReturned else { return }
    isReturned = true
    if let layer { block.settings.countBlocking?(layer, -1) }
    block.leave(finished: finished)
    awaiting?.leave(finished: finished)
  }
}

/// The delegate of an animation of a block that stands still: it marks the animation, which reports nothing.
final class StandingMark: NSObject, CAAnimationDelegate {}
