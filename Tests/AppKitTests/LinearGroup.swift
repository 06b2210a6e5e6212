import AppKit

/// Runs changes in an animation group of constant speed.
@MainActor func linear(_ duration: Double, _ changes: () -> Void, completion: (() -> Void)? = nil) {
  NSAnimationContext.runAnimationGroup(
    { context in
      context.duration = duration
      context.timingFunction = CAMediaTimingFunction(name: .linear)
      changes()
    },
    completionHandler: completion
  )
}
