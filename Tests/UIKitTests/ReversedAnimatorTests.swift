import StrataViews
import Testing
import UIKit

/// Fractions of animators that move backwards, and those that are read between the times of a host.
@MainActor @Suite struct ReversedAnimatorTests {
  private func started() -> (Stage, UIView, UIViewPropertyAnimator) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.y = 105 }
    stage.host.run(at: 1) { animator.startAnimation() }
    return (stage, view, animator)
  }

  @Test func theFractionCountsInTheDirectionOfTheMovement() {
    let (stage, view, animator) = started()
    stage.host.run(at: 1.8) { animator.pauseAnimation() }
    #expect(abs(animator.fractionComplete - 0.8) < 1e-6)
    animator.isReversed = true
    #expect(abs(animator.fractionComplete - 0.2) < 1e-6)
    stage.host.run(at: 1.9) { animator.fractionComplete = 0.3 }
    #expect(abs((stage.shown(view, \.position, at: 1.9)?.y ?? 0) - 75) < 1e-6)
    stage.host.run(at: 2) { animator.startAnimation() }
    #expect(abs((stage.shown(view, \.position, at: 2.35)?.y ?? 0) - 40) < 1e-6)
    stage.host.run(at: 4)
    #expect(view.center.y == 5)
  }

  @Test func betweenTheTimesOfTheHostItsTimeCounts() {
    let (stage, _, animator) = started()
    stage.host.run(at: 1.25)
    #expect(abs(animator.fractionComplete - 0.25) < 1e-6)
    animator.pauseAnimation()
    #expect(abs(animator.fractionComplete - 0.25) < 1e-6)
    animator.startAnimation()
    stage.host.run(at: 1.5)
    #expect(abs(animator.fractionComplete - 0.5) < 1e-6)
  }
}
